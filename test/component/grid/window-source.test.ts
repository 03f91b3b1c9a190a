import { expect, onTestFinished, test, vi } from 'vitest';
import type { Window } from '#shared/contract/kit.ts';
import { eventually } from '../eventually.ts';
import { Failure } from '#shared/errors.ts';
import { pauseAfterMs } from '../../../src-renderer/stores/lists/pause-after.ts';
import { mostPages, pageRows, WindowSource } from '../../../src-renderer/stores/lists/window-source.svelte.ts';

interface Row {
  id: number;
  revision: number;
}
type Asked = { query: string; from: number; signal: AbortSignal; answer: () => void; refuse: () => void };

/** A list of 100,000 rows whose replies wait until the test sends them, unless `isPrompt`. */
function rig({ isPrompt = true, paceMs = 0, queryMs = 0 } = {}) {
  const world = { total: 100_000, revision: 1, shift: 0, isPrompt };
  const asked: Asked[] = [];
  const source = new WindowSource<Row, string>({
    list: (query, { from, count }, signal) =>
      new Promise<Window<Row>>((resolve, reject) => {
        const { total, revision, shift } = world;
        const rows = Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, at) => ({
          id: from + at - shift,
          revision,
        }));
        const answer = (): void => resolve({ total, isCapped: false, from, rows, revision, queryMs });
        const refuse = (): void => reject(new Failure('remote', 'broken'));
        asked.push({ query, from, signal, answer, refuse });
        if (world.isPrompt) answer();
      }),
    ids: async (_, from, count) => Array.from({ length: count }, (_unused, at) => from + at),
    idOf: ({ id }) => id,
    paceMs: () => paceMs,
  });
  return { source, world, asked };
}
const askedFor = (asked: Asked[]): number[] => asked.map(({ from }) => from / pageRows);

test('one request returns the total and the first rows', async () => {
  const { source, asked } = rig();
  await source.query('all');
  expect(asked).toHaveLength(1);
  expect(source.total).toBe(100_000);
  expect(source.row(0)).toEqual({ id: 0, revision: 1 });
  expect(source.row(pageRows)).toBeUndefined();
});

test('visible pages are loaded with two viewports ahead and one behind', async () => {
  const { source, asked } = rig();
  await source.query('all');
  source.ensure(1_000, 1_040);
  expect(askedFor(asked.slice(1))).toEqual([7, 8]);
  await eventually(() => expect(source.row(1_100)).toBeDefined());
  source.ensure(1_060, 1_100);
  expect(askedFor(asked.slice(3))).toEqual([9]);
});

test('at most 24 pages are kept after any scrolling', async () => {
  const { source } = rig();
  await source.query('all');
  for (let from = 0; from < 60_000; from += 700) {
    source.ensure(from, from + 40);
    await eventually(() => expect(source.row(from + 39)).toBeDefined());
  }
  expect(source.pagesHeld).toBe(mostPages);
  expect(source.row(0)).toBeUndefined();
});

test('requests for pages that were scrolled past are aborted', async () => {
  const { source, world, asked } = rig();
  await source.query('all');
  world.isPrompt = false;
  source.ensure(20_000, 20_040);
  source.ensure(50_000, 50_040);
  const left = asked.filter(({ from }) => from > 19_000 && from < 21_000);
  expect(left.length).toBeGreaterThan(0);
  expect(left.every(({ signal }) => signal.aborted)).toBe(true);
});

test('a late reply to an earlier query is dropped', async () => {
  const { source, asked } = rig({ isPrompt: false });
  const first = source.query('a');
  const second = source.query('ab');
  asked[1]?.answer();
  await second;
  asked[0]?.answer();
  await first;
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(source.shownQuery).toBe('ab');
});

test('the previous rows stay until another query has a reply', async () => {
  const { source, world, asked } = rig();
  await source.query('all');
  world.isPrompt = false;
  const next = source.query('some');
  expect(source.isPending).toBe(true);
  expect(source.row(0)).toBeDefined();
  world.total = 5;
  asked.at(-1)?.answer();
  await next;
  expect(source.isPending).toBe(false);
});

test('after a change, visible pages are loaded again in place, and others when they become visible', async () => {
  const { source, world } = rig();
  await source.query('all');
  source.ensure(400, 440);
  await eventually(() => expect(source.row(439)).toBeDefined());
  world.revision = 2;
  source.touch(2);
  expect(source.row(400)?.revision).toBe(1);
  await eventually(() => expect(source.row(400)?.revision).toBe(2));
  expect(source.reloads).toBe(1);
  expect(source.row(0)).toBeDefined();
});

test('several changes cause one load, and a known revision causes none', async () => {
  const { source, world, asked } = rig({ paceMs: 40 });
  await source.query('all');
  source.touch(1);
  world.revision = 9;
  for (let revision = 2; revision <= 9; revision++) source.touch(revision);
  await eventually(() => expect(source.row(0)?.revision).toBe(9));
  expect(asked.filter(({ from }) => from === 0)).toHaveLength(2);
});

test('a list whose query takes long is loaded less often', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const queryMs = 100;
  const { source, world, asked } = rig({ queryMs });
  await source.query('all');
  world.revision = 2;
  source.touch(2);
  await vi.advanceTimersByTimeAsync(pauseAfterMs(queryMs) - 1);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  expect(source.row(0)?.revision).toBe(2);
});

test('a row that moved is found at its new index', async () => {
  const { source, world } = rig();
  await source.query('all');
  expect(source.indexOf(10)).toBe(10);
  world.shift = 3;
  world.revision = 2;
  await source.reload();
  expect(source.indexOf(10)).toBe(13);
});

test('a failed query keeps the shown rows, has a failure, and can be retried', async () => {
  const { source, world, asked } = rig();
  await source.query('all');
  world.isPrompt = false;
  const next = source.query('broken');
  asked.at(-1)?.refuse();
  await next;
  expect(source.failure?.code).toBe('remote');
  expect(source.shownQuery).toBe('all');
  world.isPrompt = true;
  await source.resume();
  expect(source.failure).toBeUndefined();
  expect(source.shownQuery).toBe('broken');
});

test('pause aborts requests, and resume repeats them', async () => {
  const { source, world, asked } = rig({ isPrompt: false });
  void source.query('all');
  source.pause();
  expect(asked[0]?.signal.aborted).toBe(true);
  world.isPrompt = true;
  await source.resume();
  expect(source.shownQuery).toBe('all');
});

test('resume does not repeat running requests', async () => {
  const { source, asked } = rig({ isPrompt: false });
  const first = source.query('all');
  void source.resume();
  expect(asked).toHaveLength(1);
  asked[0]?.answer();
  await first;
  expect(source.total).toBe(100_000);

  void source.query('some');
  source.pause();
  void source.resume();
  expect(asked.map(({ query }) => query)).toEqual(['all', 'some', 'some']);
});

test('IDs are those of the shown rows while another query is running', async () => {
  const of: string[] = [];
  const source = new WindowSource<Row, string>({
    list: (query) =>
      query === 'all'
        ? Promise.resolve({ total: 9, isCapped: false, from: 0, rows: [], revision: 1, queryMs: 1 })
        : new Promise(() => undefined),
    ids: (query) => Promise.resolve(of.push(query)).then(() => []),
    idOf: ({ id }) => id,
  });
  await source.query('all');
  void source.query('few');
  await source.ids(0, 3);
  expect(of).toEqual(['all']);
});
