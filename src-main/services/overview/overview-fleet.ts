import type { ListReader } from '#main/cache/store-api.ts';
import type { RowOf } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { runnerStates, type Overview, type RunnerCell, type RunnerState } from '#shared/contract/overview.ts';
import type { RunnerListFilter } from '#shared/contract/runners.ts';
import { figures } from '#shared/contract/figures.ts';
import { firstRows, mostCells } from './overview-cells.ts';
import { figuresOf, type RowCounter } from './row-counter.ts';

type Runner = RowOf<'runners'>;
type Fleet = Omit<Overview['runners'], 'widerScope' | 'freshness'>;

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
const sort = { by: 'description', direction: 'asc' } as const;
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
  const shown = live <= mostCells ? [{ sort }] : troubledFirst.map((state) => ({ filter: filters[state], sort }));
  const [all, online, states, found] = await Promise.all([
    figure({}),
    figure(figures.runnersOnline.filter),
    figuresOf(runnerStates, (state) => figure(filters[state])),
    firstRows(rows, scope, shown, { signal }),
  ]);
  return { scope, live, completedAt, all, online, states, cells: found.map(({ row }) => cellOf(row)) };
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
