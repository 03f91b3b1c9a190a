import type { CachedBranchFilter } from '#shared/contract/branches.ts';
import type { ListQuery, Scoped } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../../link/session.svelte.ts';
import type { ListSelection, RowOf } from '../../lists/collection-client.ts';

export type Branch = RowOf<'branches'>;
type Query = ListQuery<CachedBranchFilter>;

/** Branches of a selection that can be deleted, and those that the platform would refuse. */
export interface ChosenBranches {
  /** The selection without the default branch and without protected branches. */
  selection: ListSelection;
  /** Its rows, at most 5,000. */
  rows: readonly Branch[];
  /** The number of its rows. */
  count: number;
  /** The default branch and protected branches of the selection. */
  leftOut: readonly Branch[];
}

/** Maximum number of default and protected branches that are left out in advance. The plan skips the others. */
const mostLeftOut = 200;

/** Divide the selected branches of a project by whether they can be deleted (document 1:158). */
export async function chosenBranches(
  session: Session,
  scope: Scope,
  selection: ListSelection,
): Promise<ChosenBranches> {
  const kept = await keptBranches(session, scope, selection);
  const keys = new Set(kept.map(({ key }) => key));
  const rest: ListSelection =
    selection.kind === 'ids'
      ? { kind: 'ids', ids: selection.ids.filter((id) => !keys.has(id)) }
      : { ...selection, except: [...new Set([...selection.except, ...keys])] };
  const { rows, leftOut } = await branchesIn(session, rest);
  return { selection: rest, rows, count: rows.length + leftOut, leftOut: kept.map(({ row }) => row) };
}

/** The rows of a selection from the cache, at most 5,000. `leftOut`: the number of the others. */
export async function branchesIn(
  { client }: Session,
  selection: ListSelection,
): Promise<{ rows: readonly Branch[]; leftOut: number }> {
  if (selection.kind === 'ids' && selection.ids.length === 0) return { rows: [], leftOut: 0 };
  const copy = { selection: selection as never, format: 'json' as const, columns: [] };
  const { text, rows, leftOut } = await client.branches.copy(copy);
  if (rows === 0) return { rows: [], leftOut };
  const parsed = JSON.parse(text) as Branch | Branch[];
  return { rows: Array.isArray(parsed) ? parsed : [parsed], leftOut };
}

/** All cached branches of a project, at most 5,000. */
export async function allBranches(session: Session, scope: Scope): Promise<readonly Branch[]> {
  const query: Query = { ...everything, scope };
  return (await branchesIn(session, { kind: 'all', query, except: [] })).rows;
}

const everything = {
  search: '',
  filter: {},
  sort: { by: 'name', direction: 'asc' },
  notReturned: 'hide',
} as const;

async function keptBranches(session: Session, scope: Scope, selection: ListSelection): Promise<Scoped<Branch>[]> {
  const query: Query = selection.kind === 'all' ? selection.query : { ...everything, scope };
  const listed = async (flag: 'default' | 'protected'): Promise<Scoped<Branch>[]> => {
    if (query.filter[flag] === false) return [];
    const narrow = { ...query, filter: { ...query.filter, [flag]: true } };
    const slice = { from: 0, count: mostLeftOut };
    return (await session.client.branches.list({ query: narrow as never, slice })).rows;
  };
  const found = [...(await listed('default')), ...(await listed('protected'))];
  const isChosen = (key: number): boolean =>
    selection.kind === 'ids' ? selection.ids.includes(key) : !selection.except.includes(key);
  return [...new Map(found.map((one) => [one.key, one])).values()].filter(({ key }) => isChosen(key));
}
