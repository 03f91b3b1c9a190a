import { failed } from '#main/log-events.ts';
import type { Log } from '#main/ports.ts';
import type { Db } from '../files/database.ts';
import type { KeychainEntry } from '../keys/vault.ts';
import { notices } from '../notices.ts';
import { checkUnsentRows, pauseRestoredWork } from './pause-restored.ts';
import type { StateFile } from './state-file.ts';

interface Needs {
  state: Pick<StateFile, 'db' | 'restored'>;
  archive: Pick<StateFile, 'db'>;
  entry: KeychainEntry;
  log: Log;
  /** Epoch milliseconds. */
  now: number;
}

/** Counts how often plans begin and stop sending. */
export interface SendCounter {
  /**
   * Call before a write of a plan is sent. Only the first write since `end` is counted. Await it before a write that
   * must not be repeated: the keychain then has the count. Does not fail because of the keychain.
   * Fails: as writing to `state.db` and `archive.db` does.
   */
  begin(planId: string): Promise<void>;
  /** The plan sends nothing more for now. Does not fail. */
  end(planId: string): void;
}

/**
 * Compare the counts of `state.db`, `archive.db` and the keychain, and make them equal. A `state.db` that is behind was
 * put back by a person: nothing in it continues by itself, as after a restore. Without a count in the keychain, unfinished
 * plans check their rows before they send what must not be repeated. Call it before anything uses the databases.
 * Decision: build/decisions/0039-a-counter-detects-an-older-data-folder.md
 */
export async function openSendCounter({ state, archive, entry, log, now }: Needs): Promise<SendCounter> {
  const { db, restored } = state;
  const inKeychain = Number((await entry.get().catch(() => null)) ?? Number.NaN);
  const own = countIn(db);
  let count = Math.max(own, countIn(archive.db), Number.isSafeInteger(inKeychain) ? inKeychain : 0);
  db.transaction(() => {
    if (own < count && restored === null) {
      const held = pauseRestoredWork(db, now);
      notices(db).add({ at: now, code: 'state-older', detail: JSON.stringify({ held }) });
    } else if (own > 0 && Number.isNaN(inKeychain)) checkUnsentRows(db, now);
    setCount(db, count);
  })();
  setCount(archive.db, count);
  let stored = Promise.resolve();
  if (count > 0 && count !== inKeychain) stored = storeInKeychain();
  /** By plan that sends now: resolves when the keychain has the count of its start. */
  const sending = new Map<string, Promise<void>>();

  async function storeInKeychain(): Promise<void> {
    try {
      await stored;
      await entry.set(String(count));
    } catch (thrown) {
      log.warn('count not stored in the keychain', failed(thrown));
    }
  }

  /** `state.db` is first: a kill in between must not leave it behind. */
  function raise(): Promise<void> {
    setCount(db, count + 1);
    count += 1;
    setCount(archive.db, count);
    return (stored = storeInKeychain());
  }

  return {
    begin(planId) {
      const begun = sending.get(planId) ?? raise();
      sending.set(planId, begun);
      return begun;
    },
    end(planId) {
      if (!sending.delete(planId)) return;
      try {
        void raise();
      } catch (thrown) {
        log.warn('end of sending not counted', failed(thrown));
      }
    },
  };
}

function countIn(db: Db): number {
  return db.prepare<[], number>('SELECT count FROM sends').pluck().get() ?? 0;
}

function setCount(db: Db, count: number): void {
  if (countIn(db) !== count) db.prepare('UPDATE sends SET count = ?').run(count);
}
