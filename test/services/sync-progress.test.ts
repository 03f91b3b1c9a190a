import { expect, onTestFinished, test, vi } from 'vitest';
import { listsEverywhere } from '#main/jobs/lists-everywhere.ts';
import type { JobContext, JobProgress } from '#main/jobs/job.ts';
import { syncWholeList } from '#main/services/lists/sync-whole-list.ts';
import { sourceOf } from '#main/services/lists/list-sources.ts';
import type { ListSource } from '#main/services/lists/list-source.ts';
import { noLeave } from '#main/services/lists/sync-limits.ts';
import { json, quickClock, testServer, senderTo } from '../api/rig.ts';
import { openBoth } from '../cache/rig.ts';

const many = 500;

test('the progress of a list with many parts does not visit all parts for each page', async () => {
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
  const source: ListSource = { ...sourceOf('runners'), parts: () => parts };
  const instance = { send: senderTo('http://127.0.0.1:1').send, ...(await openBoth()) };
  const reports: (number | null)[] = [];
  const report = ({ estimatedRows }: { estimatedRows: number | null }) => void reports.push(estimatedRows);
  const needs = { instance, limits: noLeave, clock: quickClock(), report, signal: new AbortController().signal };
  expect(await syncWholeList(source, '', needs)).toMatchObject({ live: many });
  expect(reports.at(-1)).toBe(many);
  expect(visits).toBeLessThan(10 * many);
});

test('the progress of a list that is synced in many places does not add up all places for each page', async () => {
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
  const reports: JobProgress[] = [];
  await listsEverywhere(() => known).run({
    instance: { profile: { id: 'p' }, reader: { lists: () => ({ summary }) } },
    input: { collection: 'members' },
    startedAt: 1,
    limits: noLeave,
    questions: { askedAt: () => null },
    clock: quickClock(),
    report: (progress: JobProgress) => void reports.push(progress),
    signal: new AbortController().signal,
  } as unknown as JobContext);
  expect(reports.at(-1)).toMatchObject({ rows: 3 * many, requests: 0 });
  expect(visits).toBeLessThan(10 * many);
});

test('the direct members of a project are sent to the cache once, not with every page', async () => {
  const pages = 20;
  const { url } = await testServer(({ url: path }, _, response) => {
    const page = Number(new URL(path, 'http://any').searchParams.get('page'));
    const rows = Array.from({ length: 100 }, (__, at) => ({
      ...{ id: 100 * page + at, username: `user-${at}`, name: 'User', state: 'active', access_level: 30 },
    }));
    json(response, rows, 200, {
      'x-next-page': page === pages ? '' : String(page + 1),
      'x-total': String(100 * pages),
    });
  });
  const { store, reader } = await openBoth();
  let characters = 0;
  const counted = new Proxy(store, {
    get(all, name) {
      const call = Reflect.get(all, name) as (...given: unknown[]) => unknown;
      return (...given: unknown[]) => {
        characters += JSON.stringify(given).length;
        return call(...given);
      };
    },
  });
  const instance = { send: senderTo(url).send, store: counted, reader };
  const needs = { instance, clock: quickClock(), report: () => undefined, signal: new AbortController().signal };
  await syncWholeList(sourceOf('members'), 'project:7', needs);
  const detail = await reader.lists('members').detail({ scope: 'project:7', id: 150 });
  expect(detail?.row).toMatchObject({ is_direct: true, direct_access_level: 30 });
  expect(characters).toBeLessThan(100 * 100 * pages);
});
