import type { ListReader } from '#main/cache/handles.ts';
import type { RowOf } from '#main/cache/list-stems.ts';
import type { Scope } from '#shared/contract/collection.ts';
import type { Overview, RunnerCell, RunnerState } from '#shared/contract/overview.ts';
import type { RunnerListFilter } from '#shared/contract/runners.ts';

type Runner = RowOf<'runners'>;

/** Cells of the picture. */
const mostCells = 600;
const windowRows = 200;

/** Runners of a scope one by one, and how many there are in each state. */
export async function fleetOf(
  rows: ListReader<Runner>,
  scope: Scope,
  signal: AbortSignal,
): Promise<Overview['runners']> {
  const { live, completedAt, counts } = await rows.summary(scope, signal);
  const { online = 0, offline = 0, stale = 0, never_contacted: never = 0 } = counts['status'] ?? {};
  const isWhole = live <= mostCells;
  const cells = isWhole ? await cellsOf({}) : await troubledFirst();
  const among = (state: RunnerState): number => cells.filter((cell) => cell.state === state).length;
  return {
    scope,
    live,
    completedAt,
    online,
    counts: {
      busy: isWhole ? among('busy') : null,
      idle: isWhole ? among('idle') : null,
      offline,
      stale,
      never,
      other: live - online - offline - stale - never,
    },
    cells,
  };

  async function cellsOf(filter: RunnerListFilter, most = mostCells): Promise<RunnerCell[]> {
    const sort = { by: 'description', direction: 'asc' } as const;
    const query = { scope, search: '', filter, sort, gone: 'hide' as const };
    const cells: RunnerCell[] = [];
    while (cells.length < most) {
      const slice = { from: cells.length, count: Math.min(windowRows, most - cells.length) };
      const window = await rows.list({ query, slice }, signal);
      cells.push(...window.rows.map(({ row }) => cellOf(row)));
      if (window.rows.length < slice.count) break;
    }
    return cells;
  }

  async function troubledFirst(): Promise<RunnerCell[]> {
    const cells: RunnerCell[] = [];
    for (const status of ['offline', 'never_contacted', 'online'] as const) {
      if (cells.length < mostCells) cells.push(...(await cellsOf({ status }, mostCells - cells.length)));
    }
    return cells;
  }
}

function cellOf({ id, description, name, status, job_execution_status: execution }: Runner): RunnerCell {
  const known: Record<string, RunnerState> = {
    online: execution === 'active' ? 'busy' : 'idle',
    offline: 'offline',
    stale: 'stale',
    never_contacted: 'never',
  };
  return { id, name: description ?? name ?? null, state: known[status ?? ''] ?? 'other' };
}
