import { expect, test } from 'vitest';
import type { Job } from '#shared/contract/job.ts';
import type { Session } from '../../link/session.svelte.ts';
import { syncToEnd } from './sync-to-end.ts';

const now = Date.now() + 1_000_000;

/** A session whose jobs the test ends. Each call of `jobs.sync` returns the next of these jobs. */
function sessionWith(...started: Partial<Job>[]) {
  const listeners = new Set<(delta: { jobs: Job[] }) => void>();
  const left = started.map(
    (job, at) => ({ failure: null, startedAt: now, state: 'running', id: `${at}`, ...job }) as Job,
  );
  const confirmed: string[] = [];
  const repeated: string[] = [];
  const client = {
    jobs: {
      sync: () => Promise.resolve(left.shift()),
      again: ({ id }: { id: string }) => {
        repeated.push(id);
        return Promise.resolve(left.shift());
      },
      list: () => Promise.resolve({ jobs: [] }),
      changed: (listener: (delta: { jobs: Job[] }) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      confirmNotReturned: ({ id }: { id: string }) => {
        confirmed.push(id);
        return Promise.resolve({ id, state: 'done', startedAt: now, failure: null } as Job);
      },
    },
  };
  const session = { client, onConnected: () => () => undefined } as unknown as Session;
  const end = (id: string, change: Partial<Job> = { state: 'done' }): void => {
    const job = { failure: null, startedAt: now, ...change, id } as Job;
    for (const listener of listeners) listener({ jobs: [job] });
  };
  return { session, end, confirmed, repeated, left, listeners };
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 0));
const { signal } = new AbortController();

test('a sync is waited for, and one that was already running is followed by another one', async () => {
  const { session, end, repeated, left, listeners } = sessionWith({ startedAt: 0 }, {});
  let isDone = false;
  const synced = syncToEnd(session, 'branches', 'project:1', { signal }).then(() => (isDone = true));
  await pause();
  end('0', { state: 'done', startedAt: 0 });
  await pause();
  expect([isDone, left.length, repeated]).toEqual([false, 0, ['0']]);
  end('1');
  await synced;
  expect(listeners.size).toBe(0);
});

test('many missing rows are confirmed only if a deletion is expected, and failures are passed on', async () => {
  const question = { state: 'needs-person', asks: 'not-returned' } as const;
  const expecting = sessionWith(question);
  await syncToEnd(expecting.session, 'branches', 'project:1', { signal, mayDelete: true });
  expect(expecting.confirmed).toEqual(['0']);

  const other = sessionWith(question);
  const refused = syncToEnd(other.session, 'branches', 'project:1', { signal });
  await expect(refused).rejects.toMatchObject({ code: 'conflict', reason: 'too-many-gone' });
  expect(other.confirmed).toEqual([]);

  const failing = sessionWith({ state: 'failed', failure: { code: 'denied', message: 'no', reason: 'role' } });
  const failed = syncToEnd(failing.session, 'branches', 'project:1', { signal });
  await expect(failed).rejects.toMatchObject({ code: 'denied', reason: 'role' });
});

test('an earlier sync that asks a person for permission is not started again', async () => {
  const { session, repeated } = sessionWith({ state: 'needs-person', asks: 'restored', startedAt: 0 });
  await expect(syncToEnd(session, 'branches', 'project:1', { signal })).rejects.toMatchObject({ code: 'conflict' });
  expect(repeated).toEqual([]);
});

test('the wait ends when it is aborted', async () => {
  const { session, listeners } = sessionWith({});
  const leaving = new AbortController();
  const synced = syncToEnd(session, 'branches', 'project:1', { signal: leaving.signal });
  await pause();
  leaving.abort();
  await expect(synced).rejects.toMatchObject({ code: 'aborted' });
  expect(listeners.size).toBe(0);
});
