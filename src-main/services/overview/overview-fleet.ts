import type { ListReader } from '#main/cache/store-api.ts';
import type { RowOf } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { runnerStates, type Overview, type RunnerCell, type RunnerState } from '#shared/contract/overview.ts';
import type { RunnerListFilter } from '#shared/contract/runners.ts';
import { figures } from '#shared/contract/figures.ts';
import { figuresOf, type RowCounter } from './row-counter.ts';

type Runner = RowOf<'runners'>;
type Fleet = Omit<Overview['runners'], 'widerScope' | 'freshness'>;

/** Maximum runners that are shown individually. */
const mostCells = 600;
const windowRows = 200;

/** The filter of each state. Every runner matches exactly one. */
const filters: Record<RunnerState, RunnerListFilter> = {
  busy: { status: 'online', job_execution_status: 'active' },
  idle: { status: 'online', job_execution_status: 'idle' },
  online: { status: 'online', job_execution_status: 'unknown' },
  offline: figures.runnersOffline.filter,
  stale: figures.runnersStale.filter,
  never: figures.runnersNeverContacted.filter,
  other: { status: 'other' },
};
const troubledFirst: readonly RunnerState[] = ['offline', 'stale', 'never', 'other', 'online', 'busy', 'idle'];

/** The runners of a scope, and the number of runners in each state. */
export async function fleetOf(
  rows: ListReader<Runner, number>,
  count: RowCounter,
  scope: Scope,
  signal: AbortSignal,
): Promise<Fleet> {
  const { live, completedAt } = await rows.summary({ scope }, signal);
  const figure = (filter: RunnerListFilter) => count({ collection: 'runners', scope, filter });
  const [all, online, states, cells] = await Promise.all([
    figure({}),
    figure(figures.runnersOnline.filter),
    figuresOf(runnerStates, (state) => figure(filters[state])),
    live <= mostCells ? cellsOf({}, mostCells) : worstCells(),
  ]);
  return { scope, live, completedAt, all, online, states, cells };

  async function cellsOf(filter: RunnerListFilter, most: number): Promise<RunnerCell[]> {
    const sort = { by: 'description', direction: 'asc' } as const;
    const query = { scope, search: '', filter, sort, notReturned: 'hide' as const };
    const cells: RunnerCell[] = [];
    while (cells.length < most) {
      const slice = { from: cells.length, count: Math.min(windowRows, most - cells.length) };
      const window = await rows.list({ query, slice }, signal);
      cells.push(...window.rows.map(({ row }) => cellOf(row)));
      if (window.rows.length < slice.count) break;
    }
    return cells;
  }

  async function worstCells(): Promise<RunnerCell[]> {
    const cells: RunnerCell[] = [];
    for (const state of troubledFirst) {
      if (cells.length < mostCells) cells.push(...(await cellsOf(filters[state], mostCells - cells.length)));
    }
    return cells;
  }
}

function cellOf({ id, description, name, status, job_execution_status: execution }: Runner): RunnerCell {
  const online: Record<string, RunnerState> = { active: 'busy', idle: 'idle' };
  const known: Record<string, RunnerState> = {
    online: online[execution ?? ''] ?? 'online',
    offline: 'offline',
    stale: 'stale',
    never_contacted: 'never',
  };
  return { id, name: description ?? name ?? null, state: known[status ?? ''] ?? 'other' };
}
