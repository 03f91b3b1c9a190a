import { expect, test } from 'vitest';
import { createGovernor, type Governor, type PermitRequest } from '#main/api/client/governor/governor.ts';
import { days, minutes, seconds } from '#shared/time.ts';
import { fakeClock } from '../../helpers/fake-ports.ts';
import { failureOf, quickClock } from '../rig.ts';

const read: PermitRequest = { kind: 'read' };
const write: PermitRequest = { kind: 'write' };
const page: PermitRequest = { kind: 'page' };
/** With `onHeld`, as jobs set it, a request waits without limit. */
const patient = { onHeld: () => undefined };
const rates = (remaining: number, reset: number, limit = 100) => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(reset),
});
const left = { acquiredAt: 0, release: () => undefined };
/** Wait until all promises that can settle have settled. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('twelve reads and one write are sent at a time, and neither waits for the other', async () => {
  const governor = createGovernor({ clock: quickClock() });
  const entered: string[] = [];
  const enter = (request: PermitRequest, name: string) => void governor.acquire(request).then(() => entered.push(name));
  for (let count = 0; count < 14; count += 1) enter(read, 'read');
  for (let count = 0; count < 3; count += 1) enter(write, 'write');
  await settle();
  expect(entered.filter((name) => name === 'read')).toHaveLength(12);
  expect(entered.filter((name) => name === 'write')).toHaveLength(1);
});

test('waiting requests are sent in order, those of the user before those of a sync', async () => {
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

test('an aborted request leaves the queue, and the next one is sent', async () => {
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

test('a pause holds back all requests, and the longer of two pauses counts', async () => {
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
  [read, 30_000],
  [page, 30_000],
  [{ kind: 'download' } as const, 30_000],
  [write, 120_000],
])('%o waits for at most %i ms, and for a longer pause fails with its end', async (request, mostMs) => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock });
  governor.pause(mostMs);
  (await governor.acquire(request)).release();
  governor.pause(mostMs + 1);
  const failure = await failureOf(governor.acquire(request));
  expect(failure).toMatchObject({ code: 'throttled', reason: undefined, retryAtMs: 2 * mostMs + 1 });
  expect(governor.heldUntil).toBe(2 * mostMs + 1);
});

test('a request with `onHeld` waits without limit; `onHeld` gets the end of the wait and is called again after it', async () => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock });
  const waits: (number | undefined)[] = [];
  const onHeld: PermitRequest['onHeld'] = (held) => void waits.push(held?.retryAtMs);
  governor.pause(5_000);
  (await governor.acquire({ ...page, onHeld })).release();
  expect(waits).toEqual([]);
  governor.pause(3_600_000);
  (await governor.acquire({ ...page, onHeld })).release();
  expect(waits).toEqual([3_605_000, undefined]);
});

test('the limit of one endpoint holds back only that endpoint, longer after each refusal without a hint', async () => {
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

test('a reported rate limit holds back syncs for at most ten minutes, and requests of the user fail with its end', async () => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock });
  governor.answered(rates(0, 86_400, 1), 10);
  expect(await failureOf(governor.acquire(read))).toMatchObject({ code: 'throttled', retryAtMs: 600_000 });
  (await governor.acquire({ ...page, ...patient })).release();
  expect(clock.slept).toEqual([600_000]);
});

test('pauses after refusals without a hint grow to ten minutes, and a success resets them', async () => {
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

test('refusals of requests that were sent before the pause count once', async () => {
  const clock = quickClock(0);
  const governor = createGovernor({ clock });
  const passes = await Promise.all(Array.from({ length: 8 }, () => governor.acquire(read)));
  const untils = passes.map((permit) => governor.refused({}, null, permit));
  expect(new Set(untils).size).toBe(1);
  expect(untils[0]).toBeLessThanOrEqual(1_000);
});

test('syncs use at most 56 % of a reported limit, all requests together at most 66 %', async () => {
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

test('requests without a reply count towards the budget', async () => {
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

test('within one window the smaller remainder counts as newer; a new window replaces it', () => {
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
])('the headers %o give the budget %o', (headers, budget) => {
  const governor = createGovernor({ clock: quickClock(0) });
  governor.answered(headers, 10);
  expect(governor.budget).toEqual(budget);
});

test('a budget is null after the end of its window', async () => {
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

test('a documented limit is reported as a limit of requests of this kind, not of the instance', async () => {
  const governor = createGovernor({ clock: quickClock(0) });
  const reasons: unknown[] = [];
  const onHeld: PermitRequest['onHeld'] = (held) => void reasons.push(held?.reason);
  for (let count = 0; count < 6; count += 1) (await governor.acquire({ ...resend, onHeld })).release();
  governor.pause(minutes(2));
  (await governor.acquire({ ...resend, onHeld })).release();
  expect(reasons).toEqual(['endpoint-limit', undefined, undefined, undefined]);
});

const resend: PermitRequest = { ...write, claims: [{ name: 'resend', key: 'hook 1' }] };

test.each<{ name: string; request: PermitRequest; hold: (governor: Governor) => unknown }>([
  { name: 'a pause', request: read, hold: (one: Governor) => one.pause(minutes(1)) },
  { name: 'a used rate limit', request: read, hold: (one: Governor) => one.answered(rates(0, 60), 1) },
  {
    name: 'the limit of an endpoint',
    request: { ...read, endpoint: 'users.list' },
    hold: (one: Governor) => one.endpointRefused('users.list', minutes(1), left),
  },
  {
    name: 'a documented limit',
    request: resend,
    hold: async (one: Governor) => {
      for (let count = 0; count < 5; count += 1) (await one.acquire(resend)).release();
    },
  },
])('a clock that is set back by a day does not extend $name', async ({ request, hold }) => {
  const clock = fakeClock();
  const governor = createGovernor({ clock });
  await hold(governor);
  const sent: string[] = [];
  const send = async (name: string) => {
    const permit = await governor.acquire({ ...request, ...patient });
    sent.push(name);
    permit.release();
  };
  void send('before');
  await clock.advance(seconds(30));
  clock.setAhead(-days(1));
  void send('after');
  await clock.advance(seconds(29));
  expect(sent).toEqual([]);
  await clock.advance(seconds(2));
  expect(sent).toEqual(['before', 'after']);
});

test('the latency is the median of the last round trips', () => {
  const governor = createGovernor({ clock: quickClock() });
  expect(governor.latencyMs).toBeNull();
  for (const ms of [10, 500, 20]) governor.answered({}, ms);
  expect(governor.latencyMs).toBe(20);
  for (let count = 0; count < 50; count += 1) governor.answered({}, 7);
  expect(governor.latencyMs).toBe(7);
});

test('a pause of an external service holds back only requests that use it', async () => {
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
  // Without a hint, the pause grows with each refusal
  expect(governor.serviceRefused('imports.gists', null, left) - clock.now()).toBeGreaterThanOrEqual(1_000);
});
