import { expect, onTestFinished, test, vi } from 'vitest';
import { listsEverywhere } from '#main/jobs/lists-everywhere.ts';
import type { JobContext, JobProgress } from '#main/jobs/job.ts';
import { crawlList } from '#main/services/crawl-list.ts';
import { listingOf } from '#main/services/listings/all.ts';
import type { Listing } from '#main/services/listings/listing.ts';
import { noLeave } from '#main/services/sync-limits.ts';
import { quickClock, senderTo } from '../api/rig.ts';
import { openBoth } from '../cache/rig.ts';

const many = 500;

test('a list that comes in many parts looks at each part a few times, not once for every page of the others', async () => {
  let visits = 0;
  const row = (id: number) => ({ id, description: '', status: 'online', paused: false });
  const parts = new Proxy(
    Array.from({ length: many }, (_, id) => ({ rows: [row(id + 1)] })),
    {
      get(all, name, receiver) {
        if (typeof name === 'string' && /^\d+$/.test(name)) visits += 1;
        return Reflect.get(all, name, receiver) as unknown;
      },
    },
  );
  const listing: Listing = { ...listingOf('runners'), parts: () => parts };
  const instance = { send: senderTo('http://127.0.0.1:1').send, ...(await openBoth()) };
  const told: (number | null)[] = [];
  const report = ({ estimatedRows }: { estimatedRows: number | null }) => void told.push(estimatedRows);
  const needs = { instance, limits: noLeave, clock: quickClock(), report, signal: new AbortController().signal };
  expect(await crawlList(listing, '', needs)).toMatchObject({ live: many });
  expect(told.at(-1)).toBe(many);
  expect(visits).toBeLessThan(10 * many);
});

test('a list that is synced in many places adds up what changed, not all places for every page', async () => {
  let visits = 0;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its map
  const { values } = Map.prototype;
  const spy = vi.spyOn(Map.prototype, 'values').mockImplementation(function counted(this: Map<unknown, unknown>) {
    visits += this.size;
    return values.call(this);
  });
  onTestFinished(() => spy.mockRestore());
  const known = Array.from({ length: many }, (_, id) => ({ scope: `project:${id + 1}` as const, label: String(id) }));
  const summary = () => Promise.resolve({ completedAt: 2, live: 3 });
  const told: JobProgress[] = [];
  await listsEverywhere(() => known).run({
    instance: { profile: { id: 'p' }, reader: { lists: () => ({ summary }) } },
    input: { stem: 'members' },
    startedAt: 1,
    limits: noLeave,
    clock: quickClock(),
    report: (progress: JobProgress) => void told.push(progress),
    signal: new AbortController().signal,
  } as unknown as JobContext);
  expect(told.at(-1)).toMatchObject({ rows: 3 * many, requests: 0 });
  expect(visits).toBeLessThan(10 * many);
});
