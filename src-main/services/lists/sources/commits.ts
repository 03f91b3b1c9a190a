import { commits as api } from '#main/api/endpoints/commits.ts';
import { commitListOf, isHistory } from '#shared/contract/commit-list.ts';
import { newestCommits } from '#shared/contract/commits.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import type { OwnSource, PagedPart, Part, Reading } from '../list-source.ts';
import { rowsOf } from '../walk.ts';

/** Rows in one message to the store. */
const rowsAtOnce = 1_000;

/**
 * The newest commits of a project, or the commits of one request. Statistics and trailers are only requested for the
 * latter, because they cost the platform a difference for each commit.
 */
export const commits: OwnSource<'commits'> = {
  async parts(reading) {
    const { scope, ref } = reading;
    const list = listOf(scope);
    if (list === null)
      return [{ endpoint: api.list, input: { path: { id: ref }, query: { all: true } }, mostRows: newestCommits }];
    return list.order === 'topo' ? inOrder(reading) : [partOf(reading)];
  },
  history: (reading) => (isHistory(reading.scope) ? { part: partOf(reading), parents: 'parent_ids' } : null),
  withoutOwnFields: ({ position: _, ...row }) => row,
};

function listOf(scope: Scope) {
  const revisions = readScope(scope)?.revisions ?? null;
  return revisions === null ? null : commitListOf(revisions);
}

function partOf({ scope, ref }: Pick<Reading, 'scope' | 'ref'>): PagedPart {
  return {
    endpoint: api.list,
    input: { path: { id: ref }, query: { ...listOf(scope), trailers: true, with_stats: true } },
  };
}

/** The dates do not give the topological order, so each row gets its place in the list. */
async function inOrder(reading: Reading): Promise<Part[]> {
  const { endpoint, input } = partOf(reading);
  const rows: object[] = [];
  for await (const row of rowsOf(reading.send, endpoint, input, reading.signal, reading.limit))
    rows.push({ ...row, position: rows.length });
  return Array.from({ length: Math.max(1, Math.ceil(rows.length / rowsAtOnce)) }, (_, at) => ({
    rows: rows.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  }));
}
