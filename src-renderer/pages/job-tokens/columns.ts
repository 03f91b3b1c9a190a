import type { ProjectReach } from '#shared/contract/job-token-reach.ts';
import { jobTokens as words } from '#shared/text/en/job-tokens.ts';
import { jobTokenPage } from '#shared/text/en/job-token-scope.ts';
import { count } from '#shared/text/en/moments.ts';
import type { Column } from '../../components/grid/columns.svelte.ts';
import type { Sort } from '../../components/grid/row-source.ts';
import { agePart, type ValuePart } from '../../console/facts/value-parts.ts';

/** `number`: the value by which the column is sorted; null: not known. */
interface ReachColumn extends Column {
  number?: (row: ProjectReach) => number | null;
  show: (row: ProjectReach) => ValuePart;
}

const notSynced = ({ refusal }: ProjectReach, never: string): string =>
  refusal === null ? never : words.refused(refusal.status);
const amount = (n: number | null, look: string, text: (n: number) => string = count): ValuePart =>
  n === null ? { text: words.unknown, look: 'subtle' } : { text: text(n), look: n > 0 ? look : 'subtle' };

const titles = words.columns;
export const columns: readonly ReachColumn[] = [
  {
    ...{ id: 'path', title: titles.path, widthPx: 260, sortBy: 'path', isPinned: true },
    show: ({ path }) => ({ text: path, title: path, look: 'ellipsis medium' }),
  },
  {
    ...{ id: 'inbound', title: titles.inbound, widthPx: 130, sortBy: 'inbound' },
    number: ({ inbound }) => (inbound === null ? null : Number(inbound)),
    show: (row) => {
      if (row.isMissing) return { dot: 'muted', isHollow: true, text: jobTokenPage.reach.deleted, look: '' };
      if (row.inbound === true) return { dot: 'ok', text: words.on, look: '' };
      if (row.inbound === false) return { dot: 'bad', isHollow: true, text: words.off, look: 'bad-text' };
      return { dot: 'warn', isHollow: true, text: notSynced(row, jobTokenPage.unknown), look: 'warn-text' };
    },
  },
  {
    ...{ id: 'into', title: titles.into, widthPx: 150, sortBy: 'into' },
    number: ({ into, inbound }) => (inbound === false ? Infinity : into),
    show: ({ into, inbound, entries }) =>
      inbound === false
        ? { text: jobTokenPage.reach.everyProject, look: 'bad-text' }
        : amount(into, '', entries.groups === 0 ? words.count : words.atLeast),
  },
  {
    ...{ id: 'from', title: titles.from, widthPx: 150, sortBy: 'from', hiddenBelowPx: 720 },
    number: ({ from }) => from,
    show: ({ from }) => amount(from, '', words.atLeast),
  },
  {
    ...{ id: 'entries', title: titles.entries, widthPx: 150, hiddenBelowPx: 720 },
    show: ({ entries }) =>
      entries.projects === null && entries.groups === null
        ? amount(null, '')
        : { text: jobTokenPage.allowlist.counts(entries), look: '' },
  },
  {
    ...{ id: 'broad', title: titles.broad, widthPx: 96, align: 'end', sortBy: 'broad', hiddenBelowPx: 860 },
    number: ({ entries }) => entries.broad,
    show: ({ entries }) => amount(entries.broad, 'warn-text'),
  },
  {
    ...{ id: 'dead', title: titles.dead, widthPx: 84, align: 'end', sortBy: 'dead', hiddenBelowPx: 860 },
    number: ({ entries }) => entries.dead,
    show: ({ entries }) => amount(entries.dead, 'bad-text'),
  },
  {
    ...{ id: 'enforced', title: titles.enforced, widthPx: 96, hiddenBelowPx: 1_000 },
    show: ({ enforced }) => ({
      ...{ text: words.enforced[enforced], title: words.enforcedWhy[enforced] },
      look: enforced === 'likely' ? '' : 'subtle',
    }),
  },
  {
    ...{ id: 'synced', title: titles.synced, widthPx: 110, sortBy: 'synced', format: 'moment' },
    number: ({ syncedAt }) => syncedAt,
    show: (row) =>
      row.syncedAt === null
        ? { text: notSynced(row, jobTokenPage.reach.never), look: 'subtle' }
        : agePart(row.syncedAt),
  },
];

export const views = {
  all: () => true,
  open: ({ inbound, isMissing }: ProjectReach) => inbound === false && !isMissing,
  broad: ({ entries }: ProjectReach) => (entries.broad ?? 0) > 0,
  dead: ({ entries }: ProjectReach) => (entries.dead ?? 0) > 0,
};
export type View = keyof typeof views;

/** The rows that match, sorted. Rows without the number are last. `rows` are in the order of their paths. */
export function shownRows(
  rows: readonly ProjectReach[],
  { search, view, sort }: { search: string; view: View; sort: Sort },
): readonly ProjectReach[] {
  const parts = search.toLowerCase().split(/\s+/);
  const found = rows.filter((row) => views[view](row) && parts.every((part) => row.path.toLowerCase().includes(part)));
  const isDown = sort.direction === 'desc';
  const number = columns.find(({ id }) => id === sort.by)?.number;
  if (number === undefined) return isDown ? found.toReversed() : found;
  return found.toSorted((a, b) => {
    const [one, other] = [number(a), number(b)];
    if (one === other) return 0;
    return one === null || (other !== null && one > other !== isDown) ? 1 : -1;
  });
}
