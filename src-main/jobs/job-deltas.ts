import type { Clock } from '#main/ports.ts';
import type { Job } from '#shared/contract/job.ts';

/** What changed in the list of jobs: the new state of each changed job, and the ids of jobs that left the list. */
export interface JobDelta {
  jobs: Job[];
  removed: string[];
}

interface Needs {
  list: () => Job[];
  emit: (delta: JobDelta) => void;
  clock: Clock;
}

/** Together they limit the traffic to each window to about 35 kB/s, however many jobs change. */
const everyMs = 250;
const messageLength = 8_000;

/** Reports changed jobs to the windows a few times a second. If many changed, queued jobs are sent last. */
export function jobDeltas({ list, emit, clock }: Needs) {
  const listed = new Set(list().map(({ id }) => id));
  const changed = new Set<string>();
  let isDue = false;
  let isClosed = false;

  function sendLater(): void {
    if (isDue || isClosed) return;
    isDue = true;
    void clock.sleep(everyMs).then(() => {
      isDue = false;
      if (!isClosed) send();
    });
  }

  function send(): void {
    const now = new Map(list().map((job) => [job.id, job]));
    const removed = [...listed].filter((id) => !now.has(id));
    for (const id of removed) listed.delete(id);
    const jobs: Job[] = [];
    let length = 0;
    const isQueued = (id: string): boolean => now.get(id)?.state === 'queued';
    const [queued = [], others = []] = [true, false].map((is) => [...changed].filter((id) => isQueued(id) === is));
    for (const id of [...others, ...queued]) {
      if (length >= messageLength) break;
      changed.delete(id);
      const job = now.get(id);
      if (job === undefined) continue;
      jobs.push(job);
      listed.add(id);
      length += JSON.stringify(job).length;
    }
    if (jobs.length + removed.length > 0) emit({ jobs, removed });
    if (changed.size > 0) sendLater();
  }

  return {
    /** Call when a job changed, or was added or removed. */
    changed(id: string): void {
      changed.add(id);
      sendLater();
    },
    close: (): void => void (isClosed = true),
  };
}
