import { expect, test } from 'vitest';
import type { DeploymentMark } from '#shared/contract/deployments.ts';
import { days, hours } from '#shared/time.ts';
import { spotsOf, ticksOf } from './time-axis.ts';

const to = Date.parse('2026-11-20T12:00:00');
const axis = { from: to - days(10), to, widthPx: 500 };

let nextId = 1;
function mark(hoursAgo: number, status = 'success'): DeploymentMark {
  const id = nextId++;
  const createdAt = to - hours(hoursAgo);
  const endedAt = ['running', 'created', 'blocked'].includes(status) ? null : createdAt + 60_000;
  return { key: id, id, environment: 'staging', status, ref: 'main', createdAt, endedAt };
}

test('marks that are closer than 11 px are merged, and the worst status wins', () => {
  const spots = spotsOf([mark(100), mark(99, 'failed'), mark(98, 'canceled'), mark(40)], axis);
  expect(spots.map(({ status, marks }) => [status, marks.length])).toEqual([
    ['failed', 3],
    ['success', 1],
  ]);
  // The newest comes first
  expect(spots[0]?.marks.map(({ status }) => status)).toEqual(['canceled', 'failed', 'success']);
});

test('a long row of close marks is not merged into one', () => {
  const spots = spotsOf(
    Array.from({ length: 60 }, (_, at) => mark(200 - at * 3)),
    axis,
  );
  expect(spots.length).toBeGreaterThan(20);
  for (const [at, { leftPx }] of spots.entries()) {
    expect(leftPx - (spots[at - 1]?.leftPx ?? -20)).toBeGreaterThanOrEqual(11);
  }
});

test('a running deployment is a bar from its start to the present, also if it began before the axis', () => {
  const [ended, bar] = spotsOf([mark(24, 'running'), mark(30)], axis);
  expect(ended?.widthPx).toBeNull();
  expect(bar).toMatchObject({ status: 'running', leftPx: 450, widthPx: 50 });
  const [, old] = spotsOf([mark(2_000, 'running')], axis);
  expect(old).toMatchObject({ leftPx: 0, widthPx: 500 });
  const [fresh] = spotsOf([mark(0, 'running')], axis);
  expect(fresh).toMatchObject({ leftPx: 489, widthPx: 11 });
});

test('unfinished deployments from before the axis are one mark before all others, and ended ones have no mark', () => {
  const spots = spotsOf(
    [mark(239, 'success'), mark(260, 'success'), mark(300, 'created'), mark(241, 'blocked'), mark(900, 'running')],
    axis,
  );
  expect(spots.map(({ status, isBefore, marks }) => [status, isBefore, marks.map((one) => one.status)])).toEqual([
    ['blocked', true, ['blocked', 'created', 'running']],
    ['running', false, ['running']],
    ['success', false, ['success']],
  ]);
});

test.each([
  ['skipped', 'failed', 'failed'],
  ['skipped', 'success', 'skipped'],
  ['paused', 'failed', 'failed'],
  ['paused', 'blocked', 'blocked'],
  ['paused', 'canceled', 'paused'],
  ['paused', 'running-late', 'running-late'],
])('of %s and %s, the worst is %s: an unknown status never hides a bad one', (one, other, worst) => {
  expect(spotsOf([mark(100, one), mark(99, other)], axis)[0]?.status).toBe(worst);
});

test('ticks are local midnights with room for their labels', () => {
  const ticks = ticksOf(axis);
  expect(ticks.length).toBeGreaterThan(3);
  expect(ticks.length).toBeLessThanOrEqual(7);
  for (const { at, leftPx } of ticks) {
    expect(new Date(at).getHours()).toBe(0);
    expect(leftPx).toBeLessThan(424);
  }
});

test.each([300, 500, 836, 1_100])('labels with a year do not overlap at 1 year on %i px', (widthPx) => {
  const ticks = ticksOf({ from: to - days(365), to, widthPx });
  expect(ticks.length).toBeGreaterThan(1);
  for (const [at, { leftPx }] of ticks.entries()) {
    // "Nov 27, 2025" is about 80 px wide; a day is longer or shorter when the clocks change
    expect((ticks[at + 1]?.leftPx ?? widthPx) - leftPx).toBeGreaterThan(90);
  }
});
