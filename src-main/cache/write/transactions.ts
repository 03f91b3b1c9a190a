import { Failure } from '#shared/errors.ts';
import { failureOf, type Connection } from '../open-cache.ts';

/** Maximum number of pages in one batch, and how long a batch stays open. */
const batchPages = 10;
const batchMs = 300;

/**
 * Transactions of the writer. `whole`: one transaction for one call. `batched`: one transaction for several pages. Each
 * page of a batch is acknowledged before the commit. If the commit fails, acknowledged pages are lost: further pages
 * are refused until `recover` is called, because the sync run then continues from the stored position.
 */
export function transactions<Sealed>(
  db: Connection,
  on: {
    beforeCommit(): Sealed;
    committed(sealed: Sealed): void;
    undone(): void;
    /** Called when a page of a batch was stored (`isKept`), or when only this page was rolled back. */
    pageEnded(page: { isKept: boolean }): void;
  },
) {
  let pages = 0;
  let timer: NodeJS.Timeout | undefined;
  let lost: Failure | undefined;
  return { commit, whole, batched, recover: () => (lost = undefined) };

  function whole<T>(work: () => T, { isPage = false } = {}): T {
    commitQuietly();
    if (isPage) refuseAfterLoss();
    db.exec('BEGIN IMMEDIATE');
    const answer = attempt(work);
    finish();
    return answer;
  }

  function batched<T>(work: () => T): T {
    refuseAfterLoss();
    if (pages === 0) {
      db.exec('BEGIN IMMEDIATE');
      timer = setTimeout(commitQuietly, batchMs);
    }
    pages += 1;
    // An unreadable page rolls back only itself, not the pages before it.
    db.exec('SAVEPOINT page');
    let answer: T;
    try {
      answer = work();
      db.exec('RELEASE page');
      on.pageEnded({ isKept: true });
    } catch (thrown) {
      if (db.inTransaction) {
        db.exec('ROLLBACK TO page; RELEASE page');
        on.pageEnded({ isKept: false });
      } else {
        endBatch();
        lost = failureOf(thrown);
        on.undone();
      }
      throw failureOf(thrown);
    }
    if (pages >= batchPages) commit();
    return answer;
  }

  /** Commit the open batch, if any. */
  function commit(): void {
    if (pages === 0) return;
    endBatch();
    try {
      finish();
    } catch (thrown) {
      lost = failureOf(thrown);
      throw lost;
    }
  }

  /** For callers that did not open the batch. If the commit fails, the next page is refused with the failure. */
  function commitQuietly(): void {
    try {
      commit();
    } catch {
      // Kept in `lost`.
    }
  }

  function refuseAfterLoss(): void {
    if (lost !== undefined) throw new Failure('bug', `pages were lost: ${lost.message}`, { cause: lost });
  }

  function finish(): void {
    const sealed = attempt(() => {
      const before = on.beforeCommit();
      db.exec('COMMIT');
      return before;
    });
    on.committed(sealed);
  }

  function attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      if (db.inTransaction) db.exec('ROLLBACK');
      on.undone();
      throw failureOf(thrown);
    }
  }

  function endBatch(): void {
    clearTimeout(timer);
    timer = undefined;
    pages = 0;
  }
}
