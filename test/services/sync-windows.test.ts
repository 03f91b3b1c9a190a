import { expect, test } from 'vitest';
import { cutWindows, spanQuery } from '#main/services/users/sync-windows.ts';
import { seconds } from '#shared/time.ts';
import type { Span } from '#main/cache/cache-types.ts';

const oldest = '2019-01-01T00:00:00Z';
const nowMs = Date.parse('2026-11-20T08:00:00Z');

/** A platform that counts these creation times, and the number of its requests. */
function platform(createdAt: number[]) {
  const asked = { times: 0 };
  const countOf = async ({ from, to }: Span): Promise<number> => {
    asked.times += 1;
    return rowsIn(createdAt, { from: from ?? oldest, to });
  };
  return { asked, countOf };
}

function rowsIn(createdAt: number[], { from, to }: Span): number {
  const [fromMs, toMs] = [from === null ? -Infinity : Date.parse(from), to === null ? Infinity : Date.parse(to)];
  return createdAt.filter((at) => at >= fromMs && at < toMs).length;
}

test.each([4, 8])(
  'windows have about the same number of rows, although most users were created in one week',
  async (lanes) => {
    const week = Date.parse('2024-03-04T00:00:00Z');
    const createdAt = Array.from({ length: 40_000 }, (_, n) =>
      n % 10 === 0 ? Date.parse(oldest) + n * 5_000_000 : week + ((n * 7919) % seconds(604_800)),
    );
    const { countOf, asked } = platform(createdAt);
    const plan = await cutWindows({ oldest, nowMs, total: createdAt.length }, () => lanes, countOf);
    const largest = Math.max(...plan.windows.map(({ span }) => rowsIn(createdAt, span)));
    expect(plan.windows).toHaveLength(lanes);
    expect(largest).toBeLessThanOrEqual((1.05 * createdAt.length) / lanes);
    expect(asked.times).toBeLessThan(100);
    expect(plan.estimatedRows).toBe(createdAt.length);
  },
);

test('users that were created evenly cost one round of counts, at any number of windows', async () => {
  const createdAt = Array.from({ length: 100_000 }, (_, n) => Date.parse(oldest) + n * 2_480_000);
  for (const lanes of [4, 8]) {
    const { countOf, asked } = platform(createdAt);
    const { windows } = await cutWindows({ oldest, nowMs, total: createdAt.length }, () => lanes, countOf);
    expect(asked.times).toBe(7);
    expect(windows).toHaveLength(8);
    const largest = Math.max(...windows.map(({ span }) => rowsIn(createdAt, span)));
    expect(largest).toBeLessThanOrEqual((1.05 * createdAt.length) / 8);
  }
});

test('windows have no gaps and are open at both ends', async () => {
  const createdAt = Array.from({ length: 9_000 }, (_, n) => Date.parse(oldest) + n ** 2 * 3_000);
  const { windows } = await cutWindows({ oldest, nowMs, total: 9_000 }, () => 4, platform(createdAt).countOf);
  expect(windows).toHaveLength(4);
  expect(windows[0]?.span.from).toBeNull();
  expect(windows.at(-1)?.span.to).toBeNull();
  windows.slice(1).forEach(({ span }, at) => expect(span.from).toBe(windows[at]?.span.to));
  expect(windows.reduce((sum, { span }) => sum + rowsIn(createdAt, span), 0)).toBe(9_000);
});

test('a large list has four windows for each lane, so that the lanes end together', async () => {
  const createdAt = Array.from({ length: 160_000 }, (_, n) => Date.parse(oldest) + n * 1_550_000);
  const { windows } = await cutWindows({ oldest, nowMs, total: 160_000 }, () => 4, platform(createdAt).countOf);
  expect(windows).toHaveLength(16);
});

test('a small list is one window without counting requests', async () => {
  const { asked, countOf } = platform([]);
  const plan = await cutWindows({ oldest, nowMs, total: 800 }, () => 4, countOf);
  expect(plan.windows).toHaveLength(1);
  expect(asked.times).toBe(0);
});

test('without reported totals, windows have equal spans and there is no estimate', async () => {
  const plan = await cutWindows(
    { oldest, nowMs, total: null },
    () => 8,
    async () => null,
  );
  expect(plan.windows.length).toBe(16);
  expect(plan.estimatedRows).toBeNull();
});

test('without a reported total, the counts of parts are used if they are reported', async () => {
  const createdAt = Array.from({ length: 20_000 }, (_, n) => Date.parse(oldest) + n ** 2 * 600);
  const { countOf, asked } = platform(createdAt);
  const few = async (span: Span): Promise<number | null> => {
    const count = await countOf(span);
    return count > 10_000 ? null : count;
  };
  const plan = await cutWindows({ oldest, nowMs, total: null }, () => 8, few);
  expect(plan.estimatedRows).toBe(20_000);
  expect(plan.windows).toHaveLength(8);
  expect(Math.max(...plan.windows.map(({ span }) => rowsIn(createdAt, span)))).toBeLessThanOrEqual(2_700);
  expect(asked.times).toBeLessThan(60);
});

test('windows have no gaps if counts contradict each other, because users are added and removed meanwhile', async () => {
  const counts = [9_000, 0, 12_000, 3, 7_777, 20_000, 1];
  let at = 0;
  const countOf = async (): Promise<number> => counts[(at += 1) % counts.length] ?? 0;
  const { windows } = await cutWindows({ oldest, nowMs, total: 20_000 }, () => 8, countOf);
  expect(windows[0]?.span.from).toBeNull();
  expect(windows.at(-1)?.span.to).toBeNull();
  windows.slice(1).forEach(({ span }, index) => {
    expect(span.from).toBe(windows[index]?.span.to);
    expect(span.to === null || String(span.from) < span.to).toBe(true);
  });
});

test('users that were created in the same second stay in one window', async () => {
  const createdAt = new Array<number>(20_000).fill(Date.parse('2022-02-02T02:02:02Z'));
  const { windows } = await cutWindows({ oldest, nowMs, total: 20_000 }, () => 4, platform(createdAt).countOf);
  expect(windows.map(({ span }) => rowsIn(createdAt, span)).filter((rows) => rows > 0)).toEqual([20_000]);
});

test('the query of a span is one second wider at both ends', () => {
  expect(spanQuery({ from: '2024-01-01T00:00:01.000Z', to: null })).toEqual({
    created_after: '2024-01-01T00:00:00.000Z',
  });
  expect(spanQuery({ from: null, to: '2024-01-01T00:00:00.000Z' })).toEqual({
    created_before: '2024-01-01T00:00:01.000Z',
  });
});
