import { failed } from '#main/log-events.ts';
import type { MirrorAt, MirrorMark } from '#main/state/mirror-marks.ts';
import { allOf, type Selection, wholeList } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { MirrorRecord, WatchedMirror } from '#shared/contract/remote-mirrors.ts';
import { aborted } from '#shared/errors.ts';
import { hours } from '#shared/time.ts';
import { hostOf } from '#shared/host-of.ts';
import type { AppContext } from '../app-context.ts';
import { pathOf } from '../catalogue/path-of.ts';
import { later } from '../later.ts';
import { oneAtATime } from '../lists/one-at-a-time.ts';
import type { Observation } from '../notices/notice.ts';
import { soonMs, sweeps } from '../sweeps.ts';
import { alarmOf, isOverdue, rankOf } from './mirror-alarms.ts';
import { eventsOf } from './mirror-events.ts';
import { mirrorObservations } from './mirror-notices.ts';
import { mirrorPruning } from './mirror-pruning.ts';
import {
  fingerprintsOf,
  isUnderWay,
  marksOf,
  mostUpdatesOfRecord,
  shownUpdates,
  withMarks,
  type MirrorHistory,
} from './mirror-updates.ts';
import { isChanged, type OwnMirrorFields } from './own-fields.ts';

/** The rows of one comparison. `isAfterCheck`: a watch has just synced them. */
interface Look {
  selection: Selection;
  isAfterCheck: boolean;
}

/** The result of a comparison of the rows of a project. */
export interface LookResult {
  mirrors: number;
  underWay: number;
}

const mostEvents = 50;
/** The name of the watch. It is stored, so it must not change. */
export const mirrorsWatch = 'remote-mirrors';

const unseen: MirrorHistory = {
  updates: [],
  isEnabled: null,
  keys: null,
  keysAt: null,
  acceptedKeys: null,
  mutedUntil: null,
  startedAt: null,
};

/**
 * Compares the cached rows of mirrors with their earlier state: it appends a mark for each change to the archive,
 * stores Reeve's own fields in the row, and reports alarms. All of that happens only when something has changed.
 */
export function mirrorMonitor(app: Pick<AppContext, 'state' | 'clock' | 'log' | 'instanceOf' | 'observe' | 'watches'>) {
  const { clock, log, instanceOf, observe } = app;
  const { mirrorMarks: marks, catalogue, preferences } = app.state;
  const histories = new Map<string, MirrorHistory>();
  const ended = new AbortController();
  const changedRows = later(clock, soonMs, compareChanged, ended.signal);
  const sweepSoon = sweeps(clock, ended.signal, (profileId) => {
    return inTurn(profileId, { selection: allOf(wholeList(null)), isAfterCheck: false });
  });
  const pruning = mirrorPruning({ marks, clock });

  const addressOf = ({ profileId, scope, id }: MirrorAt): string => `${profileId} ${scope} ${id}`;
  const settings = () => ({ now: clock.now(), noSuccessMs: hours(preferences.get().mirrorNoSuccessHours) });

  function historyOf(at: MirrorAt): MirrorHistory {
    const known = histories.get(addressOf(at));
    if (known !== undefined) return known;
    const [keys] = marks.newest(at, 'host-keys', 1);
    const [accepted] = marks.newest(at, 'accepted-keys', 1);
    const first = marks.newest(at, 'host-keys', mostUpdatesOfRecord).findLast(({ isFirst }) => isFirst);
    const loaded: MirrorHistory = {
      ...unseen,
      updates: marks.newest(at, 'update', shownUpdates).reverse(),
      isEnabled: marks.newest(at, 'enabled', 1)[0]?.isEnabled ?? null,
      keys: keys?.keys ?? null,
      keysAt: keys?.at ?? null,
      acceptedKeys: accepted?.keys ?? first?.keys ?? keys?.keys ?? null,
      mutedUntil: marks.newest(at, 'muted', 1)[0]?.until ?? null,
    };
    histories.set(addressOf(at), loaded);
    return loaded;
  }

  function write(at: MirrorAt, all: readonly MirrorMark[]): MirrorHistory {
    const now = clock.now();
    marks.add(
      all.map((mark) => ({ mirror: at, mark })),
      now,
    );
    const after = withMarks(historyOf(at), all, now);
    histories.set(addressOf(at), after);
    return after;
  }

  const isMuted = ({ mutedUntil }: MirrorHistory): boolean => mutedUntil !== null && mutedUntil > clock.now();

  /** Compare a row with its history, and add its observations to `states`. Returns its fields; null: unchanged. */
  function compareRow(
    at: MirrorAt,
    row: WatchedMirror,
    isAfterCheck: boolean,
    states: Observation[],
  ): OwnMirrorFields | null {
    const before = historyOf(at);
    const news = marksOf(before, row);
    const history = news.length === 0 ? before : write(at, news);
    const startedAt = isUnderWay(row) ? Date.parse(row.last_update_started_at ?? '') || clock.now() : null;
    histories.set(addressOf(at), { ...history, startedAt });
    if (startedAt !== null && before.startedAt === null && !isAfterCheck) poke(at.profileId, at.scope);
    const isQuiet = isMuted(history);
    const alarm = isQuiet ? null : alarmOf(row, history, settings());
    const own: OwnMirrorFields = {
      target_host: hostOf(row.url ?? ''),
      project_path: pathOf(catalogue, at.profileId, at.scope) ?? row.project_path ?? null,
      alarm: alarm?.kind ?? null,
      alarm_rank: rankOf(row, alarm !== null),
      is_overdue: isOverdue(row, settings()),
    };
    states.push(...mirrorObservations(at, { ...row, ...own }, { alarm, isMuted: isQuiet, now: clock.now() }));
    return isChanged(row, own) ? own : null;
  }

  async function compareRows(profileId: string, { selection, isAfterCheck }: Look): Promise<LookResult> {
    const { reader, store } = await instanceOf(profileId);
    const result: LookResult = { mirrors: 0, underWay: 0 };
    for await (const piece of reader.lists('remoteMirrors').rows(selection)) {
      const states: Observation[] = [];
      const changes = piece.flatMap(({ row, scope, id }) => {
        result.mirrors += 1;
        if (row.enabled === true && isUnderWay(row)) result.underWay += 1;
        const fields = compareRow({ profileId, scope, id }, row, isAfterCheck, states);
        const at = { collection: 'remoteMirrors', scope, id };
        return fields === null ? [] : [{ at, fields: { ...fields }, by: 'details' as const, now: clock.now() }];
      });
      observe(...states);
      if (changes.length > 0) await store.putFieldsOfRows({ changes });
    }
    return result;
  }

  /** Compare after earlier comparisons of the profile have ended, so that a change is recorded only once. */
  function inTurn(profileId: string, what: Look): Promise<LookResult> {
    return oneAtATime(histories, profileId, ended.signal, () => compareRows(profileId, what));
  }

  function compareChanged(all: ReadonlySet<{ profileId: string; ids: readonly number[] }>): void {
    for (const [profileId, changes] of Map.groupBy(all, (change) => change.profileId)) {
      const ids = [...new Set(changes.flatMap((change) => change.ids))];
      inBackground(inTurn(profileId, { selection: { kind: 'ids', ids }, isAfterCheck: false }));
    }
  }

  function inBackground(work: Promise<unknown>): void {
    work.catch((thrown: unknown) => {
      if (!ended.signal.aborted) log.warn('mirrors not checked', failed(thrown));
    });
  }

  /** Check a project soon, for example because an update of one of its mirrors has started. */
  function poke(profileId: string, scope: Scope): void {
    app.watches.poke(profileId, mirrorsWatch, scope);
  }

  return {
    poke,
    /** Compare the mirrors of a project that a watch has just synced. Once a day, old marks are deleted in background. */
    async checked(profileId: string, scope: Scope): Promise<LookResult> {
      const result = await inTurn(profileId, { selection: allOf(wholeList(scope)), isAfterCheck: true });
      inBackground(pruning.pruneDaily(profileId, ended.signal));
      return result;
    },

    /** Rows have changed in the cache. `ids` absent: any of them. */
    rowsChanged(profileId: string, { collection, ids }: { collection: string; ids?: readonly number[] }): void {
      if (collection !== 'remoteMirrors') return;
      if (ids === undefined) inBackground(sweepSoon(profileId));
      else changedRows.add({ profileId, ids });
    },

    /** What is known of a mirror besides its row. */
    of(at: MirrorAt, row: WatchedMirror) {
      const history = historyOf(at);
      return {
        history,
        alarm: alarmOf(row, history, settings()),
        mutedUntil: isMuted(history) ? history.mutedUntil : null,
      };
    },

    record(at: MirrorAt): MirrorRecord {
      const keys = marks.newest(at, 'host-keys', mostEvents);
      const events = eventsOf(
        {
          updates: marks.newest(at, 'update', mostUpdatesOfRecord),
          switches: marks.newest(at, 'enabled', mostEvents),
          keys,
          accepted: marks.newest(at, 'accepted-keys', mostEvents),
          mutes: marks.newest(at, 'muted', mostEvents),
        },
        mostEvents,
      );
      return { events, keysSince: keys[0]?.at ?? null, areKeysFirst: keys[0]?.isFirst !== false };
    },

    async mute(at: MirrorAt, until: number | null): Promise<void> {
      write(at, [{ kind: 'muted', until }]);
      await inTurn(at.profileId, { selection: allOf(wholeList(at.scope)), isAfterCheck: false });
    },

    /** `keys` absent: those that the row has now. */
    async acceptKeys(at: MirrorAt, row: WatchedMirror | null, keys?: readonly string[]): Promise<void> {
      const accepted = keys ?? (row === null ? null : fingerprintsOf(row));
      if (accepted === null) return;
      write(at, [{ kind: 'accepted-keys', keys: [...accepted].sort() }]);
      await inTurn(at.profileId, { selection: allOf(wholeList(at.scope)), isAfterCheck: false });
    },

    close: (): void => ended.abort(aborted()),
  };
}
export type MirrorMonitor = ReturnType<typeof mirrorMonitor>;
