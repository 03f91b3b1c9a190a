import type { CacheReader } from '#main/cache/store-api.ts';
import type { RowOf } from '#shared/contract/collections.ts';
import { mirrorAlarmStates, mirrorStates, type MirrorState, type Overview } from '#shared/contract/overview.ts';
import {
  failedMirrorStatuses,
  type MirrorFacts,
  type RemoteMirrorListFilter,
} from '#shared/contract/remote-mirrors.ts';
import { figures } from '#shared/contract/figures.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { z } from 'zod';
import { firstRows } from './overview-cells.ts';
import type { FreshnessOf } from './overview-freshness.ts';
import { figuresOf, type RowCounter } from './row-counter.ts';

type Filter = z.infer<typeof RemoteMirrorListFilter>;
type Counted = Exclude<MirrorState, 'other'>;
type Found = { row: RowOf<'remoteMirrors'>; scope: Scope };

export interface MirrorNeeds {
  reader: CacheReader;
  count: RowCounter;
  facts: (rows: { scope: Scope; id: number }[], signal: AbortSignal) => Promise<MirrorFacts[]>;
}

/** The overview names at most this many mirrors with an alarm. */
const mostAlarms = 4;
const byAlarm = { by: 'alarm_rank', direction: 'asc' } as const;
const quiet = { enabled: true, has_alarm: false } as const;

/** The filter of each state. No mirror matches two of them. */
export const mirrorFilters: Record<Counted, Filter> = {
  failed: figures.mirrorsFailing.filter,
  stuck: { enabled: true, alarm: 'stuck' },
  hostKeys: { enabled: true, alarm: 'host_keys' },
  noSuccess: { enabled: true, alarm: 'no_success' },
  muted: { ...quiet, update_status: [...failedMirrorStatuses] },
  underWay: figures.mirrorsUnderWay.filter,
  finished: { ...quiet, update_status: ['finished'] },
  never: { ...quiet, update_status: ['none'] },
  disabled: figures.mirrorsDisabled.filter,
};
const counted = mirrorStates.filter((state) => state !== 'other');

/** The mirrors of a scope, and the number of mirrors in each state. */
export async function mirrorsOf(
  { freshness, ...needs }: MirrorNeeds & { freshness: FreshnessOf },
  scope: Scope | null,
  signal: AbortSignal,
): Promise<Overview['mirrors']> {
  const { reader, count } = needs;
  const rows = reader.lists('remoteMirrors');
  const figure = (filter: Filter) => count({ collection: 'remoteMirrors', scope, filter });
  const [{ live, completedAt, refusedPlaces = 0 }, all, alarming, states, first] = await Promise.all([
    rows.summary({ scope }, signal),
    figure({}),
    figure(figures.mirrorAlarms.filter),
    figuresOf(counted, (state) => figure(mirrorFilters[state])),
    firstRows(rows, scope, [{ sort: byAlarm }], { signal }),
  ]);
  const cells = first.map(({ row, scope: at }) => {
    const name = [row.project_path, row.target_host].filter((part) => typeof part === 'string').join(' → ');
    return { scope: at, id: row.id, name: name === '' ? null : name, state: stateOf(row) };
  });
  return {
    ...{ live, completedAt, refusedPlaces, scope, all, alarming, states },
    alarms: await alarmsOf(first, needs, signal),
    freshness: await freshness('remoteMirrors', scope, signal),
    // The order of the list has all alarms together
    cells: cells.toSorted((a, b) => mirrorStates.indexOf(a.state) - mirrorStates.indexOf(b.state)),
  };
}

/** The alarms of the mirrors of a scope, and the number of mirrors with each of them. */
export async function mirrorAlarmsOf(needs: MirrorNeeds, scope: Scope, signal: AbortSignal) {
  const rows = needs.reader.lists('remoteMirrors');
  const [states, first] = await Promise.all([
    figuresOf(mirrorAlarmStates, (state) =>
      needs.count({ collection: 'remoteMirrors', scope, filter: mirrorFilters[state] }),
    ),
    firstRows(rows, scope, [{ filter: figures.mirrorAlarms.filter, sort: byAlarm }], { signal, most: mostAlarms }),
  ]);
  return { states, alarms: await alarmsOf(first, needs, signal) };
}

/** The first alarms of rows that are sorted by alarm. */
async function alarmsOf(sorted: readonly Found[], { facts }: MirrorNeeds, signal: AbortSignal) {
  const named = sorted.filter(({ row }) => typeof row.alarm === 'string').slice(0, mostAlarms);
  const known = await facts(
    named.map(({ row, scope }) => ({ scope, id: row.id })),
    signal,
  );
  return named.flatMap(({ row, scope }) => {
    const alarm = known.find(({ scope: other, id }) => other === scope && id === row.id)?.alarm ?? null;
    if (alarm === null) return [];
    return [{ scope, id: row.id, project: row.project_path ?? null, host: row.target_host ?? null, alarm }];
  });
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
    to_retry: 'muted',
    scheduled: 'underWay',
    started: 'underWay',
    finished: 'finished',
    none: 'never',
  };
  if (enabled === false) return 'disabled';
  if (enabled !== true) return 'other';
  return (typeof alarm === 'string' ? alarmed[alarm] : quietly[status ?? '']) ?? 'other';
}
