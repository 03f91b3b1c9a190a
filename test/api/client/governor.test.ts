import { expect, test } from 'vitest';
import { createGovernor, type PermitRequest } from '#main/api/client/governor/governor.ts';
import { failureOf, quickClock } from '../rig.ts';

const read: PermitRequest = { kind: 'read' };
const write: PermitRequest = { kind: 'write' };
const page: PermitRequest = { kind: 'page' };
/** The need of a job, which shows that it is held back. */
const patient = { onHeld: () => undefined };
const rates = (remaining: number, reset: number, limit = 100) => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(reset),
});
const left = { acquiredAt: 0, release: () => undefined };
/** Let every promise that can settle do so. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('eight reads at a time, one write, and the one does not hold up the other', async () => {
  const governor = createGovernor({ clock: quickClock() });
  const entered: string[] = [];
  const enter = (request: PermitRequest, name: string) => void governor.acquire(request).then(() => entered.push(name));
  for (let count = 0; count < 10; count += 1) enter(read, 'read');
  for (let count = 0; count < 3; count += 1) enter(write, 'write');
  await settle();
  expect(entered.filter((name) => name === 'read')).toHaveLength(8);
  expect(entered.filter((name) => name === 'write')).toHaveLength(1);
});

test('who waits goes in order, but the person before a crawl', async () => {
  const governor = createGovernor({ clock: quickClock(), reads: 1 });
  const order: string[] = [];
  const run = async (request: PermitRequest, name: string) => {
    const permit = await governor.acquire(request);
    order.push(name);
    await settle();
    permit.release();
  };
  await Promise.all([
    run(page, 'page 1'),
    run(page, 'page 2'),
    run(read, 'read 1'),
    run(page, 'page 3'),
    run(read, 'read 2'),
  ]);
  expect(order).toEqual(['page 1', 'read 1', 'read 2', 'page 2', 'page 3']);
});

test('an abort leaves the line and gives the place to the next', async () => {
  const governor = createGovernor({ clock: quickClock(), reads: 1 });
  const first = await governor.acquire(read);
  const controller = new AbortController();
  const second = failureOf(governor.acquire(read, controller.signal));
  const third = governor.acquire(read);
  controller.abort();
  expect((await second).code).toBe('aborted');
  first.release();
  (await third).release();
  (await governor.acquire(read)).release();
});

test('a pause holds everybody, and the longer of two counts', async () => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock });
  governor.pause(5_000);
  governor.pause(2_000);
  expect(governor.pausedUntil).toBe(5_000);
  await Promise.all([governor.acquire(read), governor.acquire(write), governor.acquire(page)]);
  expect(clock.now()).toBeGreaterThanOrEqual(5_000);
  expect(governor.pausedUntil).toBeNull();
});

test.each([
  [read, 10_000],
  [page, 10_000],
  [{ kind: 'download' } as const, 10_000],
  [write, 120_000],
])('%o waits in silence for %i ms at most, then it fails with the moment until when', async (request, mostMs) => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock });
  governor.pause(mostMs);
  (await governor.acquire(request)).release();
  governor.pause(mostMs + 1);
  const failure = await failureOf(governor.acquire(request));
  expect(failure).toMatchObject({ code: 'throttled', reason: undefined, retryAtMs: 2 * mostMs + 1 });
  expect(governor.heldUntil).toBe(2 * mostMs + 1);
});

test('a request with `onHeld` waits for its turn, and learns until when it is held back and when the wait is over', async () => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock });
  const told: (number | undefined)[] = [];
  const onHeld: PermitRequest['onHeld'] = (held) => void told.push(held?.retryAtMs);
  governor.pause(5_000);
  (await governor.acquire({ ...page, onHeld })).release();
  expect(told).toEqual([]);
  governor.pause(3_600_000);
  (await governor.acquire({ ...page, onHeld })).release();
  expect(told).toEqual([3_605_000, undefined]);
});

test('the limit of one endpoint holds back that endpoint alone, longer each time when it does not say how long', async () => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock });
  const users = { ...read, endpoint: 'users.list' };
  const passes = await Promise.all([1, 2, 3].map(() => governor.acquire(users)));
  const first = passes.map((permit) => governor.endpointRefused('users.list', null, permit));
  expect(new Set(first).size).toBe(1);
  expect(first[0]).toBeLessThanOrEqual(1_000);
  governor.endpointRefused('users.list', 600_000, left);
  expect(await failureOf(governor.acquire(users))).toMatchObject({ reason: 'endpoint-limit', retryAtMs: 600_000 });
  expect(governor.heldUntil).toBeNull();
  (await governor.acquire({ ...read, endpoint: 'runners.list' })).release();
  expect(clock.now()).toBe(0);
  (await governor.acquire({ ...users, ...patient })).release();
  expect(clock.now()).toBe(600_000);
});

test('a reported rate limit holds a request back for at most ten minutes, and a request of a person fails with the end of the wait', async () => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock });
  governor.answered(rates(0, 86_400, 1), 10);
  expect(await failureOf(governor.acquire(read))).toMatchObject({ code: 'throttled', retryAtMs: 600_000 });
  (await governor.acquire({ ...page, ...patient })).release();
  expect(clock.slept).toEqual([600_000]);
});

test('refusals without a hint wait longer each time, up to ten minutes, and an answer forgets them', async () => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock });
  const pauses: number[] = [];
  for (let count = 0; count < 14; count += 1) {
    const until = governor.refused({}, null, { acquiredAt: clock.now() + 1, release: () => undefined });
    pauses.push(until - clock.now());
    await clock.sleep(until - clock.now());
  }
  expect(pauses.every((ms, index) => ms >= Math.min(600_000, 1_000 * 2 ** index) / 2)).toBe(true);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(600_000);
  governor.answered({}, 10);
  const again = governor.refused({}, null, { acquiredAt: clock.now() + 1, release: () => undefined });
  expect(again - clock.now()).toBeLessThanOrEqual(1_000);
});

test('refusals of requests that left before the pause count once', async () => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock });
  const passes = await Promise.all(Array.from({ length: 8 }, () => governor.acquire(read)));
  const untils = passes.map((permit) => governor.refused({}, null, permit));
  expect(new Set(untils).size).toBe(1);
  expect(untils[0]).toBeLessThanOrEqual(1_000);
});

test('under a told limit a crawl stays below 56 % and all together below 66 %', async () => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock, reads: 1_000 });
  const run = async (request: PermitRequest) => {
    (await governor.acquire(request)).release();
    governor.answered(rates(99 - sent, 60), 10);
    sent += 1;
  };
  let sent = 0;
  governor.answered(rates(100, 60), 10);
  while (clock.now() === 0 && sent < 100) await run({ ...page, ...patient });
  expect(sent).toBe(57);
  expect(clock.slept).toEqual([60_000]);
});

test('requests under way count towards the budget', async () => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock, reads: 1_000 });
  governor.answered(rates(40, 30), 10);
  let entered = 0;
  for (let count = 0; count < 10; count += 1) {
    await governor.acquire({ ...read, ...patient });
    if (clock.now() === 0) entered += 1;
  }
  expect(entered).toBe(6);
  expect(clock.slept).toEqual([30_000]);
});

test('within one window the smaller rest is the later word, a new window starts afresh', () => {
  const clock = quickClock(1_700_000_000_000);
  const governor = createGovernor({ clock });
  governor.answered(rates(50, 1_700_000_060), 10);
  governor.answered(rates(70, 1_700_000_060), 10);
  expect(governor.budget).toEqual({ limit: 100, remaining: 50, resetAt: 1_700_000_060_000 });
  governor.answered(rates(99, 1_700_000_120), 10);
  expect(governor.budget?.remaining).toBe(99);
});

test.each([
  [{}, null],
  [{ 'ratelimit-limit': '100' }, null],
  [{ 'ratelimit-limit': 'many', 'ratelimit-remaining': '5' }, null],
  [{ 'ratelimit-limit': '0', 'ratelimit-remaining': '0' }, null],
  [
    { 'ratelimit-limit': '100', 'ratelimit-remaining': '5' },
    { limit: 100, remaining: 5, resetAt: null },
  ],
  [
    { 'x-ratelimit-limit': '100, 100;w=60', 'x-ratelimit-remaining': '500' },
    { limit: 100, remaining: 100, resetAt: null },
  ],
  [rates(5, 99_999_999_999), { limit: 100, remaining: 5, resetAt: null }],
  [rates(5, 30), { limit: 100, remaining: 5, resetAt: 30_000 }],
])('%o tells the budget %o', (headers, budget) => {
  const governor = createGovernor({ clock: quickClock(0) });
  governor.answered(headers, 10);
  expect(governor.budget).toEqual(budget);
});

test('a budget whose window is over is not told any more', async () => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock });
  governor.answered(rates(5, 30), 10);
  await clock.sleep(30_000);
  expect(governor.budget).toBeNull();
});

test('documented limits are counted by key, and the sixth within a minute waits', async () => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock });
  const resend = async (key: string) =>
    (await governor.acquire({ kind: 'write', claims: [{ name: 'resend', key }] })).release();
  for (let count = 0; count < 5; count += 1) await resend('hook 1');
  await resend('hook 2');
  expect(clock.slept).toEqual([]);
  await resend('hook 1');
  expect(clock.slept).toEqual([60_000]);
});

test('the latency is the median of the last round trips', () => {
  const governor = createGovernor({ clock: quickClock() });
  expect(governor.latencyMs).toBeNull();
  for (const ms of [10, 500, 20]) governor.answered({}, ms);
  expect(governor.latencyMs).toBe(20);
  for (let count = 0; count < 50; count += 1) governor.answered({}, 7);
  expect(governor.latencyMs).toBe(7);
});

test('what needs another service waits while that one wants peace, and nothing else does', async () => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock });
  const until = governor.serviceRefused('imports.gists', 30_000, left);
  expect(until).toBe(30_000);
  const asking = { ...write, service: 'imports.gists' };
  expect(await failureOf(governor.acquire(asking))).toMatchObject({ code: 'throttled', retryAtMs: until });
  (await governor.acquire(write)).release();
  (await governor.acquire({ ...write, service: 'imports.fromCodehostA' })).release();
  expect(clock.slept).toEqual([]);
  await clock.sleep(30_000);
  (await governor.acquire(asking)).release();
  // One that does not say how long is respected longer each time
  expect(governor.serviceRefused('imports.gists', null, left) - clock.now()).toBeGreaterThanOrEqual(1_000);
});
