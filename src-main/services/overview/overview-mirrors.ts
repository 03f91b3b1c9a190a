import type { CacheReader } from '#main/cache/store-api.ts';
import type { RowOf } from '#shared/contract/collections.ts';
import { mirrorStates, type MirrorState, type Overview } from '#shared/contract/overview.ts';
import type { MirrorFacts, RemoteMirrorListFilter } from '#shared/contract/remote-mirrors.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { z } from 'zod';
import { firstRows } from './overview-cells.ts';
import type { FreshnessOf } from './overview-freshness.ts';
import type { RowCounter } from './row-counter.ts';

type Filter = z.infer<typeof RemoteMirrorListFilter>;
type Counted = Exclude<MirrorState, 'other'>;

export interface MirrorNeeds {
  reader: CacheReader;
  count: RowCounter;
  freshness: FreshnessOf;
  facts: (rows: { scope: Scope; id: number }[], signal: AbortSignal) => Promise<MirrorFacts[]>;
}

/** The overview names at most this many mirrors with an alarm. */
const mostAlarms = 4;
const quiet = { enabled: true, has_alarm: false } as const;

/** The filter of each state. No mirror matches two of them. */
const filters: Record<Counted, Filter> = {
  failed: { enabled: true, alarm: 'failed' },
  stuck: { enabled: true, alarm: 'stuck' },
  hostKeys: { enabled: true, alarm: 'host_keys' },
  noSuccess: { enabled: true, alarm: 'no_success' },
  muted: { ...quiet, update_status: ['failed'] },
  underWay: { ...quiet, update_status: ['scheduled', 'started'] },
  finished: { ...quiet, update_status: ['finished'] },
  never: { ...quiet, update_status: ['none'] },
  disabled: { enabled: false },
};
const counted = mirrorStates.filter((state) => state !== 'other');

/** The mirrors of a scope, and the number of mirrors in each state. */
export async function mirrorsOf(
  { reader, count, facts, freshness }: MirrorNeeds,
  scope: Scope | null,
  signal: AbortSignal,
): Promise<Overview['mirrors']> {
  const rows = reader.lists('remoteMirrors');
  const figure = (filter: Filter) => count({ collection: 'remoteMirrors', scope, filter });
  const [{ live, completedAt }, all, alarming, states, first] = await Promise.all([
    rows.summary({ scope }, signal),
    figure({}),
    figure({ has_alarm: true }),
    Promise.all(counted.map(async (state) => [state, await figure(filters[state])] as const)),
    firstRows(rows, scope, [{ sort: { by: 'alarm_rank', direction: 'asc' } }], { signal }),
  ]);
  const named = first.filter(({ row }) => typeof row.alarm === 'string').slice(0, mostAlarms);
  const known = await facts(
    named.map(({ row, scope: at }) => ({ scope: at, id: row.id })),
    signal,
  );
  const cells = first.map(({ row, scope: at }) => {
    const name = [row.project_path, row.target_host].filter((part) => typeof part === 'string').join(' → ');
    return { scope: at, id: row.id, name: name === '' ? null : name, state: stateOf(row) };
  });
  const alarms = named.flatMap(({ row, scope: at }) => {
    const alarm = known.find(({ scope: other, id }) => other === at && id === row.id)?.alarm ?? null;
    if (alarm === null) return [];
    return [{ scope: at, id: row.id, project: row.project_path ?? null, host: row.target_host ?? null, alarm }];
  });
  return {
    ...{ live, completedAt, scope, all, alarming, alarms },
    freshness: await freshness('remoteMirrors', scope, signal),
    states: Object.fromEntries(states) as Overview['mirrors']['states'],
    // The order of the list has all alarms together
    cells: cells.toSorted((a, b) => mirrorStates.indexOf(a.state) - mirrorStates.indexOf(b.state)),
  };
}

function stateOf({ enabled, alarm, update_status: status }: RowOf<'remoteMirrors'>): MirrorState {
  const alarmed: Record<string, MirrorState> = {
    failed: 'failed',
    stuck: 'stuck',
    host_keys: 'hostKeys',
    no_success: 'noSuccess',
  };
  const quietly: Record<string, MirrorState> = {
    failed: 'muted',
    scheduled: 'underWay',
    started: 'underWay',
    finished: 'finished',
    none: 'never',
  };
  if (enabled === false) return 'disabled';
  if (enabled !== true) return 'other';
  return (typeof alarm === 'string' ? alarmed[alarm] : quietly[status ?? '']) ?? 'other';
}
