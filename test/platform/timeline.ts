import type { Clock } from './clock.ts';

/** Events that happen by themselves at certain times. They need no timer: they happen when the clock or a request gets there. */
export interface Timeline {
  /** `run` gets the time of the event, which can be before the time of the clock. */
  at(atMs: number, run: (atMs: number) => void): void;
  /** Repeats. `next` returns the time until the following event. */
  every(firstAtMs: number, next: (atMs: number) => number, run: (atMs: number) => void): void;
  /** Runs all events until now, the oldest first. */
  catchUp(): void;
}

interface Entry {
  atMs: number;
  /** Events at the same time happen in the order in which they were added. */
  n: number;
  run: (atMs: number) => void;
}

export function createTimeline(clock: Clock): Timeline {
  const heap: Entry[] = [];
  let count = 0;
  let isCatchingUp = false;
  const timeline: Timeline = {
    at(atMs, run) {
      push(heap, { atMs, n: count, run });
      count += 1;
    },
    every(firstAtMs, next, run) {
      timeline.at(firstAtMs, (atMs) => {
        run(atMs);
        timeline.every(atMs + Math.max(1, next(atMs)), next, run);
      });
    },
    catchUp() {
      if (isCatchingUp) return;
      isCatchingUp = true;
      try {
        const now = clock.now();
        for (let first = heap[0]; first !== undefined && first.atMs <= now; first = heap[0]) {
          shift(heap);
          first.run(first.atMs);
        }
      } finally {
        isCatchingUp = false;
      }
    },
  };
  clock.onChange(() => timeline.catchUp());
  return timeline;
}

const isBefore = (one: Entry | undefined, other: Entry | undefined) =>
  one !== undefined && other !== undefined && (one.atMs - other.atMs || one.n - other.n) < 0;

function swap(heap: Entry[], i: number, j: number) {
  [heap[i], heap[j]] = [heap[j], heap[i]] as [Entry, Entry];
}

function push(heap: Entry[], entry: Entry) {
  heap.push(entry);
  for (let i = heap.length - 1; i > 0;) {
    const parent = (i - 1) >> 1;
    if (!isBefore(heap[i], heap[parent])) return;
    swap(heap, i, parent);
    i = parent;
  }
}

/** Removes the first entry. */
function shift(heap: Entry[]) {
  swap(heap, 0, heap.length - 1);
  heap.pop();
  for (let i = 0; ;) {
    const [left, right] = [2 * i + 1, 2 * i + 2];
    const child = isBefore(heap[right], heap[left]) ? right : left;
    if (!isBefore(heap[child], heap[i])) return;
    swap(heap, i, child);
    i = child;
  }
}
