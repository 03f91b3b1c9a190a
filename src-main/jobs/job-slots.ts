import type { JobKind } from './job.ts';

/** How many jobs of one profile may run at once, and how many of them may be heavy. */
const mostAtOnce = 6;
const mostHeavy = 2;

interface Slot {
  kind: Pick<JobKind, 'isHeavy' | 'isUrgent'>;
  isTaken: boolean;
  taken: PromiseWithResolvers<void>;
}
export interface JobSlot {
  isTaken(): boolean;
  /** Resolves as soon as the job may run. Fails when `signal` aborts. */
  wait(signal: AbortSignal): Promise<void>;
  /** Call when the job has ended, or leaves the queue. */
  release(): void;
}

/**
 * Slots for the jobs that run at the same time, and a queue for each profile. Jobs leave the queue in the order of
 * their start, except that urgent jobs go first, and that light jobs overtake heavy ones that have no slot yet. A job
 * that waits after a failure keeps its slot, so that an instance that does not answer gets no requests from all queued
 * jobs.
 */
export function jobSlots() {
  const profiles = new Map<string, Slot[]>();

  function advance(slots: readonly Slot[]): void {
    const running = slots.filter(({ isTaken }) => isTaken);
    let heavy = running.filter(({ kind }) => kind.isHeavy).length;
    let free = mostAtOnce - running.length;
    for (const slot of slots) {
      if (free <= 0) return;
      const isHeavy = slot.kind.isHeavy === true;
      if (slot.isTaken || (isHeavy && heavy >= mostHeavy)) continue;
      slot.isTaken = true;
      slot.taken.resolve();
      free -= 1;
      if (isHeavy) heavy += 1;
    }
  }

  /** Takes a slot if one is free, or else a place in the queue of this profile. */
  return function request(profileId: string, kind: Slot['kind']): JobSlot {
    const slot: Slot = { kind, isTaken: false, taken: Promise.withResolvers() };
    const slots = profiles.get(profileId) ?? [];
    profiles.set(profileId, slots);
    const firstUsual = slots.findIndex((other) => !other.isTaken && other.kind.isUrgent !== true);
    slots.splice(kind.isUrgent === true && firstUsual >= 0 ? firstUsual : slots.length, 0, slot);
    advance(slots);
    return {
      isTaken: () => slot.isTaken,
      async wait(signal) {
        signal.throwIfAborted();
        const end = new AbortController();
        const cancelled = new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: end.signal });
        });
        await Promise.race([slot.taken.promise, cancelled]).finally(() => end.abort());
      },
      release() {
        const at = slots.indexOf(slot);
        if (at >= 0) slots.splice(at, 1);
        if (slots.length === 0) profiles.delete(profileId);
        else advance(slots);
      },
    };
  };
}
