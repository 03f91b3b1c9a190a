/**
 * Stores the outcome of a write together with the intent of the next one, so that each write needs one durable
 * transaction instead of two. If no intent follows in the same turn of the event loop, for instance because the next
 * request waits for a rate limit, the outcome is stored at the end of the turn. If Reeve stops before that, the write has
 * an intent and no outcome, like every interrupted write.
 * Decision: build/decisions/0008-only-the-engine-can-write.md
 */
export interface PendingOutcomes {
  /** Run `store` in the next transaction. */
  add(store: () => void): void;
  /** Run `work` in one transaction, after the pending outcomes. If it fails, they stay pending. */
  transaction(work: () => void): void;
  /** Store the pending outcomes now. Must be called before rows or journal entries that may be among them are read. */
  flush(): void;
}

/** `transaction` runs its work in one transaction. `onFailure` is called if storing at the end of a turn fails. */
export function pendingOutcomes(
  transaction: (work: () => void) => void,
  onFailure: (thrown: unknown) => void,
): PendingOutcomes {
  let pending: (() => void)[] = [];

  function withPending(work: () => void): void {
    const stores = pending;
    pending = [];
    try {
      transaction(() => {
        for (const store of stores) store();
        work();
      });
    } catch (thrown) {
      pending = [...stores, ...pending];
      throw thrown;
    }
  }

  function flush(): void {
    if (pending.length > 0) withPending(() => undefined);
  }

  return {
    add(store) {
      pending.push(store);
      setImmediate(() => {
        try {
          flush();
        } catch (thrown) {
          onFailure(thrown);
        }
      });
    },
    transaction: withPending,
    flush,
  };
}
