import { Failure } from '#shared/errors.ts';
import type { SyncWindow, SyncRun, Place, Span } from '../cache-types.ts';
import type { Recorder } from '../history/record/recorder.ts';
import type { Connection } from '../open-cache.ts';
import type { Progress } from './seen-range.ts';

/** A window with fields that only the cache needs. */
export interface KeptWindow extends SyncWindow, Progress {
  unreadable: number;
}
type Plan = { key: string; span: Span };

interface PassRow {
  startedAt: number;
  isFirst: number;
  resumed: number;
  estimatedRows: number | null;
}
type WindowRow = Omit<KeptWindow, 'span'> & { spanFrom: string | null; spanTo: string | null };

/** Sync runs and their windows. A place has at most one unfinished sync run; its last finished one is kept. */
export function syncRuns(db: Connection, history: Recorder) {
  const at = 'collection = ? AND scope = ?';
  const windowColumns = `window AS key, span_from AS spanFrom, span_to AS spanTo, id_from AS idFrom, id_to AS idTo,
    direction, cursor, rows, unreadable, finished_at AS finishedAt`;
  const unfinished = db.prepare<[string, string], PassRow>(`
    SELECT started_at AS startedAt, is_first AS isFirst, resumed, estimated_rows AS estimatedRows
    FROM passes WHERE ${at} AND finished_at IS NULL`);
  const lastEnd = db
    .prepare<[string, string], number | null>(`SELECT max(finished_at) FROM passes WHERE ${at}`)
    .pluck();
  const lastUnreadable = db
    .prepare<[string, string], number | null>(
      `SELECT max(unreadable) FROM passes WHERE ${at} AND finished_at IS NOT NULL`,
    )
    .pluck();
  const windows = db.prepare<[string, string], WindowRow>(
    `SELECT ${windowColumns} FROM crawls WHERE ${at} ORDER BY position`,
  );
  const window = db.prepare<[string, string, string], WindowRow>(
    `SELECT ${windowColumns} FROM crawls WHERE ${at} AND window = ?`,
  );
  const addWindow = db.prepare(`
    INSERT INTO crawls (collection, scope, window, position, span_from, span_to, rows, unreadable)
    VALUES (?, ?, ?, ?, ?, ?, 0, 0)`);
  const putWindow = db.prepare(`
    UPDATE crawls SET id_from = ?, id_to = ?, direction = ?, cursor = ?, rows = ?, unreadable = ?, finished_at = ?
    WHERE ${at} AND window = ?`);
  const addRun = db.prepare('INSERT INTO passes VALUES (?, ?, ?, ?, 0, ?, 0, NULL)');
  const countOne = db.prepare(`UPDATE passes SET resumed = resumed + 1 WHERE ${at} AND finished_at IS NULL`);
  const noteFirst = db.prepare('INSERT OR REPLACE INTO first_syncs VALUES (?, ?, ?)');
  const dropFinished = db.prepare(`DELETE FROM passes WHERE ${at} AND finished_at IS NOT NULL`);
  const dropUnfinished = db.prepare(`DELETE FROM passes WHERE ${at} AND finished_at IS NULL`);
  const end = db.prepare(`
    UPDATE passes SET finished_at = ?, unreadable = max(?, (SELECT ifnull(sum(unreadable), 0) FROM crawls WHERE ${at}))
    WHERE ${at}`);
  const dropWindows = db.prepare(`DELETE FROM crawls WHERE ${at}`);
  const dropIds = ['missing', 'seen'].map((table) => db.prepare(`DELETE FROM ${table} WHERE ${at}`));

  return {
    begin({ collection, scope }: Place, plan: { windows: Plan[]; estimatedRows: number | null; now: number }): SyncRun {
      history.dropped({ collection, scope }, plan.now);
      drop({ collection, scope });
      const isFirst = lastEnd.get(collection, scope) === null;
      addRun.run(collection, scope, plan.now, Number(isFirst), plan.estimatedRows);
      plan.windows.forEach(({ key, span }, position) =>
        addWindow.run(collection, scope, key, position, span.from, span.to),
      );
      history.begun({ collection, scope });
      return open({ collection, scope });
    },
    find,
    open,
    /** The unfinished sync run without its windows; read for every page. Fails: `conflict` if there is none. */
    head(place: Place): Pick<SyncRun, 'place' | 'startedAt' | 'isFirst'> {
      const row = unfinished.get(place.collection, place.scope);
      if (row === undefined) throw noSyncRun(place);
      return { place, startedAt: row.startedAt, isFirst: row.isFirst === 1 };
    },
    countResume({ collection, scope }: Place): void {
      countOne.run(collection, scope);
    },
    drop(place: Place): void {
      history.dropped(place, null);
      drop(place);
    },
    window(place: Place, key: string): KeptWindow {
      const row = window.get(place.collection, place.scope, key);
      if (row === undefined) throw new Failure('bug', `no window ${key} in the sync of ${place.collection}`);
      return windowOf(row);
    },
    putWindow({ collection, scope }: Place, kept: KeptWindow): void {
      const { key, idFrom, idTo, direction, cursor, rows, unreadable, finishedAt } = kept;
      putWindow.run(idFrom, idTo, direction, cursor, rows, unreadable, finishedAt, collection, scope, key);
    },
    /**
     * Mark the sync run as finished. Its windows and the earlier sync runs are deleted. `wasHidden`: the place was marked as
     * hidden.
     */
    finish(
      { collection, scope }: Place,
      now: number,
      { isPartial, wasHidden }: { isPartial: boolean; wasHidden: boolean },
    ): void {
      const unreadable = windows.all(collection, scope).reduce((sum, one) => sum + one.unreadable, 0);
      history.finished({ collection, scope }, { now, isFull: !isPartial, unreadable, wasHidden });
      const before = isPartial ? (lastUnreadable.get(collection, scope) ?? 0) : 0;
      const isFirst = unfinished.get(collection, scope)?.isFirst === 1;
      if (isFirst) noteFirst.run(collection, scope, now);
      dropFinished.run(collection, scope);
      end.run(now, before, collection, scope, collection, scope);
      dropWindows.run(collection, scope);
    },
  };

  function drop({ collection, scope }: Place): void {
    for (const one of [dropUnfinished, dropWindows, ...dropIds]) one.run(collection, scope);
  }

  /** The unfinished sync run, or undefined. */
  function find(place: Place): SyncRun | undefined {
    const row = unfinished.get(place.collection, place.scope);
    if (row === undefined) return undefined;
    const { startedAt, isFirst, resumed, estimatedRows } = row;
    const kept = windows.all(place.collection, place.scope).map(windowOf);
    const plain = kept.map(({ key, span, cursor, idFrom, idTo, rows, finishedAt }): SyncWindow => {
      return { key, span, cursor, idFrom, idTo, rows, finishedAt };
    });
    return { place, startedAt, isFirst: isFirst === 1, resumed, estimatedRows, windows: plain };
  }

  /** The unfinished sync run. Fails: `conflict` if there is none. */
  function open(place: Place): SyncRun {
    const run = find(place);
    if (run === undefined) throw noSyncRun(place);
    return run;
  }
}

function noSyncRun({ collection }: Place): Failure {
  return new Failure('conflict', `no sync of ${collection} is in progress`);
}

function windowOf({ spanFrom, spanTo, direction, ...row }: WindowRow): KeptWindow {
  return { ...row, direction, span: { from: spanFrom, to: spanTo } };
}
