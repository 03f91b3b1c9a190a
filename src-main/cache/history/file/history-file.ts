import type { HistoryGap } from '#shared/contract/history.ts';
import type { CoverageRefusal } from '#shared/contract/coverage.ts';
import { Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import type { CacheFile } from '../../cache-types.ts';
import type { Definition } from '../../derive.ts';
import { canReadAll, failureOf, type Connection } from '../../open-cache.ts';
import { meta } from '../../schema.ts';
import { recorderTables } from '../history-schema.ts';
import { waitingEdges } from '../stored-edges.ts';
import { copyOf, damagedOf, removeDatabase } from './copy-history.ts';
import { forgetPerson, type ForgottenCounts, type Person } from './forget-person.ts';
import { stateMaker } from './make-states.ts';
import { openHistory } from './open-history.ts';
import { retention, sizesOf } from './retention.ts';
import { agree } from './set-back.ts';
import {
  copyWaiting,
  dropCopied,
  dropTooMany,
  isAnythingWaiting,
  lostOf,
  makeDurable,
  noteLost,
  numberByClock,
} from './transfer.ts';

/** The state of `history.db`. `waiting`: entries that are not in it yet. `gapSince`: changes are lost since then; null: none. */
export interface HistoryState {
  failure: CoverageRefusal | null;
  waiting: number;
  gapSince: number | null;
}

interface Events {
  /** Queries of the history can return other results now. `isReplaced`: readers must open the file again. */
  recorded(recorded: { revision: number; isReplaced: boolean }): void;
  /** The file is damaged and closed. It is opened again by `reopenHistory`. */
  damaged(): void;
}

/** Time between two copies, and before another attempt after a failure. */
const pauseMs = seconds(30);

interface Open {
  db: Connection;
  states: ReturnType<typeof stateMaker>;
  kept: ReturnType<typeof retention>;
}

/**
 * `history.db` of the store worker. A failure of it never fails a sync: entries wait in the outbox. To be created before
 * the writer of the cache, because its numbers begin after those of the history.
 * Decision: build/decisions/0047-history-is-recorded-with-the-rows.md
 */
export function historyFile(
  cache: Connection,
  { file, key }: Pick<CacheFile, 'file' | 'key'>,
  definitions: readonly Definition[],
  on: Events,
) {
  let open: Open | null = null;
  let failed: { failure: Failure; at: number } | null = null;
  let isDamaged = false;
  let isDue = true;
  let lastAt = Number.NEGATIVE_INFINITY;
  let revision = 0;
  cache.exec(recorderTables);
  const isOpen = withHistory(() => true) ?? false;
  if (!isOpen && meta(cache).get('history:written') === undefined) {
    numberByClock(cache, Date.now());
    noteLost(cache, { from: null, why: 'lost' });
  }

  return {
    /** The next part of the work that waits until no call has arrived for a while. Returns false, or when to go on. */
    step(): boolean | number {
      if (cache.inTransaction) return true;
      const isWaiting = isAnythingWaiting(cache);
      const left = lastAt + pauseMs - performance.now();
      if (left > 0 && (failed !== null || (isWaiting && !isDue))) return left;
      if (isWaiting) return transfer() || pauseMs;
      return withHistory(({ states, kept }) => states.step() || kept.step()) ?? false;
    },
    /** To be called when a sync run has ended. If syncs follow each other without a pause, its entries are copied now. */
    runEnded(): void {
      isDue = true;
      if (performance.now() - lastAt >= pauseMs && !cache.inTransaction && isAnythingWaiting(cache)) transfer();
    },
    verbs: {
      historyState(): HistoryState {
        const waiting = cache.prepare<[], number>('SELECT count(*) FROM history_outbox').pluck().get() ?? 0;
        const { failure, at } = failed ?? {};
        const why = failure && { at: at ?? 0, status: null, reason: failure.reason ?? null, message: failure.message };
        return { failure: why ?? null, waiting, gapSince: lostOf(cache)?.from ?? null };
      },
      /** Fails: as opening and reading the file does. */
      historySizes: () => orThrow(withHistory(({ db }) => sizesOf(db))),
      setRetention: (input: { collection: string; months: number | null }): void =>
        orThrow(withHistory(({ kept }) => void kept.set(input))),
      /** Nothing if the file can't be read. */
      waitingEdges: () => withHistory(({ db }) => waitingEdges(db)) ?? { edges: [], last: null },
      /** To be called when the notices of the entries up to this number are stored. Fails: as writing the file does. */
      edgesNoticed({ last }: { last: number }): void {
        orThrow(withHistory(({ db }) => void meta(db).set('noticed', String(last))));
      },
      /** The weekly copy and a damaged file are deleted, because they still have the person. */
      forgetPerson({ isDry = false, ...person }: Person & { isDry?: boolean }): ForgottenCounts {
        const counts = orThrow(withHistory(({ db }) => forgetPerson(cache, db, person, isDry)));
        if (isDry) return counts;
        for (const other of [copyOf(file), damagedOf(file)]) removeDatabase(other);
        announce();
        return counts;
      },
      /** A reader found damage. Returns whether this file is damaged; it is then repaired. */
      examineHistory(): boolean {
        fail(new Failure('invalid', 'a reader of the history found damage', { reason: 'corrupt' }));
        if (!isDamaged) failed = null;
        return isDamaged;
      },
      /** The damaged file was replaced. */
      reopenHistory(): void {
        isDamaged = false;
        withHistory(({ states }) => states.check());
        announce(true);
      },
    },
    /** Copy what waits, and close the file. */
    close(): void {
      while (!cache.inTransaction && isAnythingWaiting(cache) && failed === null && transfer());
      open?.db.close();
    },
  };

  /** Returns whether rows were copied. */
  function transfer(): boolean {
    lastAt = performance.now();
    isDue = false;
    const isCopied = withHistory(({ db, states }) => {
      makeDurable(cache, db);
      copyWaiting(cache, db);
      dropCopied(cache, db);
      states.check();
      return true;
    });
    if (isCopied === null) return false;
    isDue = isAnythingWaiting(cache);
    announce();
    return true;
  }

  function announce(isReplaced = false): void {
    revision += 1;
    on.recorded({ revision, isReplaced });
  }

  /** Null if the work failed. */
  function withHistory<T>(work: (opened: Open) => T): T | null {
    if (isDamaged) on.damaged();
    if (isDamaged) return null;
    try {
      const answer = work((open ??= opened()));
      failed = null;
      return answer;
    } catch (thrown) {
      fail(failureOf(thrown));
      return null;
    }
  }

  function opened(): Open {
    const db = openHistory({ file, key });
    try {
      agree(cache, db);
      return { db, states: stateMaker(cache, db, definitions), kept: retention(db) };
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  }

  function fail(failure: Failure): void {
    failed = { failure, at: Date.now() };
    lastAt = performance.now();
    if (failure.reason === 'corrupt') {
      open?.db.close();
      open = null;
      // The cache may be damaged instead, or a reading failed only once
      isDamaged = !canReadAll({ file, key });
      if (isDamaged) on.damaged();
      return;
    }
    const why: HistoryGap['why'] = failure.reason === 'disk-full' ? 'disk-full' : 'lost';
    try {
      dropTooMany(cache, why);
    } catch {
      // The cache cannot be written either. The next attempt tries again
    }
  }

  function orThrow<T>(answer: T | null): T {
    if (answer === null) throw failed?.failure ?? new Failure('missing', 'the history is not open');
    return answer;
  }
}
