import { SvelteURLSearchParams } from 'svelte/reactivity';
import type { ProjectReach } from '#shared/contract/job-token-reach.ts';
import { jobTokens as words } from '#shared/text/en/job-tokens.ts';
import type { Column } from '../../components/grid/columns.svelte.ts';
import type { Sort } from '../../components/grid/row-source.ts';
import { LocalList } from '../../console/list/local/local-list.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import { AllowlistsOfProjects } from '../../stores/project/job-token-reach.svelte.ts';

const titles = words.columns;
const columns: readonly Column[] = [
  { id: 'path', title: titles.path, widthPx: 260, sortBy: 'path', isPinned: true },
  { id: 'inbound', title: titles.inbound, widthPx: 130, sortBy: 'inbound' },
  { id: 'into', title: titles.into, widthPx: 150, sortBy: 'into' },
  { id: 'from', title: titles.from, widthPx: 150, sortBy: 'from', hiddenBelowPx: 720 },
  { id: 'entries', title: titles.entries, widthPx: 150, hiddenBelowPx: 720 },
  { id: 'broad', title: titles.broad, widthPx: 96, align: 'end', sortBy: 'broad', hiddenBelowPx: 860 },
  { id: 'dead', title: titles.dead, widthPx: 84, align: 'end', sortBy: 'dead', hiddenBelowPx: 860 },
  { id: 'enforced', title: titles.enforced, widthPx: 96, hiddenBelowPx: 1_000 },
  { id: 'synced', title: titles.synced, widthPx: 110, sortBy: 'synced', format: 'moment' },
];
export const views = {
  all: () => true,
  open: ({ inbound, isMissing }: ProjectReach) => inbound === false && !isMissing,
  broad: ({ entries }: ProjectReach) => (entries.broad ?? 0) > 0,
  dead: ({ entries }: ProjectReach) => (entries.dead ?? 0) > 0,
};
export type View = keyof typeof views;
/** The number by which a column is sorted; rows without one are last. The other column is the path. */
const numbers: Readonly<Record<string, (row: ProjectReach) => number | null>> = {
  inbound: ({ inbound }) => (inbound === null ? null : Number(inbound)),
  into: ({ into, inbound }) => (inbound === false ? Infinity : into),
  from: ({ from }) => from,
  broad: ({ entries }) => entries.broad,
  dead: ({ entries }) => entries.dead,
  synced: ({ syncedAt }) => syncedAt,
};
interface Query {
  search: string;
  view: View;
  sort: Sort;
}

/** State of the page of the allowlists of all projects. The address has the view and the search. */
export class JobTokensState extends LocalList {
  readonly list: AllowlistsOfProjects<Query>;
  query: Query = $state.raw({ search: '', view: 'all', sort: { by: 'path', direction: 'asc' } });

  constructor(stores: Pick<Stores, 'session' | 'preferences'>) {
    super(stores, columns, 'job-tokens');
    this.list = new AllowlistsOfProjects(stores.session, select);
    this.query = { ...this.query, sort: this.columns.sort ?? this.query.sort };
  }

  get path(): string {
    const { view, search } = this.query;
    const parameters = new SvelteURLSearchParams({ ...(view !== 'all' && { view }), ...(search !== '' && { search }) });
    return parameters.size === 0 ? '/job-tokens' : `/job-tokens?${parameters}`;
  }
  /** The selected rows. */
  get chosen(): readonly ProjectReach[] {
    const { chosen } = this.selection;
    const rows = this.list.value ?? [];
    if (chosen.kind === 'ids') return rows.filter(({ key }) => chosen.ids.includes(key));
    return select(rows, this.query).filter(({ key }) => !chosen.except.includes(key));
  }

  show(change: Partial<Query>): void {
    this.typed = change.search ?? this.typed;
    this.startOver();
    this.#ask({ ...change, search: this.typed.trim() });
  }
  /** Show what an address names. */
  read(parameters: URLSearchParams): void {
    const named = parameters.get('view') ?? '';
    this.show({ view: Object.hasOwn(views, named) ? (named as View) : 'all', search: parameters.get('search') ?? '' });
  }
  sortBy(sort: Sort): void {
    this.columns.sortBy(sort);
    this.#ask({ sort });
  }

  #ask(change: Partial<Query>): void {
    this.query = { ...this.query, ...change };
    void this.list.source.query(this.query);
  }
}

function select(rows: readonly ProjectReach[], { search, view, sort }: Query): readonly ProjectReach[] {
  const parts = search.toLowerCase().split(/\s+/);
  const found = rows.filter((row) => views[view](row) && parts.every((part) => row.path.toLowerCase().includes(part)));
  const of = numbers[sort.by];
  const isDown = sort.direction === 'desc';
  // The rows arrive in the order of their paths
  if (of === undefined) return isDown ? found.toReversed() : found;
  const known = found.filter((row) => of(row) !== null);
  const compare = (a: ProjectReach, b: ProjectReach): number => ((of(a) ?? 0) < (of(b) ?? 0) ? -1 : 1);
  known.sort((a, b) => (of(a) === of(b) ? 0 : isDown ? compare(b, a) : compare(a, b)));
  return [...known, ...found.filter((row) => of(row) === null)];
}
