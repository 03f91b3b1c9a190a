import { expect, test } from 'vitest';
import { days, hours, minutes } from '#shared/time.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { until } from '../../helpers/rig.ts';
import { watchedFleet } from '../../helpers/watched-fleet.ts';

/** A refresh of the pin needs more requests than watches may send in a minute. */
const limit = 120;

test('a pinned project is kept up to date within the budget of watches, and only changed threads are requested', async () => {
  const fleet = await watchedFleet({ ratePerMinute: limit, only: ['members'] });
  const { platform, pass, now } = fleet;
  let { client } = fleet;
  const id = platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const scope = `project:${id}`;
  const pinned = await client.pins.pin({ target: { kind: 'place', scope }, depths: ['facts', 'text'] });
  const pinOf = async () => (await client.pins.list()).pins.find((one) => one.id === pinned.id);
  await until(
    async () => {
      await pass(minutes(1));
      return pinOf();
    },
    (pin) => pin?.state === 'incomplete',
  );
  const filledAt = (await pinOf())?.filledAt ?? 0;

  // A pin is refreshed every four hours, also after a restart
  client = await fleet.restart();
  platform.requests.clear();
  const began = now();
  await pass(hours(5));
  const pin = await pinOf();
  expect(pin?.filledAt).toBeGreaterThan(filledAt);
  // The lists that are switched off, which a fill doesn't request
  expect(pin).toMatchObject({ state: 'incomplete', gaps: { requests: 0 } });
  expect(platform.requests.list().filter(({ path }) => path.endsWith('/notes'))).toEqual([]);
  const perMinute = new Map<number, number>();
  for (const { atMs } of platform.requests.list()) {
    const minute = Math.floor((atMs - began) / minutes(1));
    perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
  }
  expect(Math.max(0, ...perMinute.values())).toBeLessThan(limit * 0.3);

  // The interval that a person sets is shown, and determines when the pin is stale
  const settings = { mode: 'normal', isInBackground: false } as const;
  await client.watches.set({ ...settings, intervals: { pins: days(2) } });
  const slow = await pinOf();
  expect(slow?.everyMs).toBe(days(2));
  expect(slow?.staleAt).toBe((slow?.filledAt ?? 0) + days(4));
  await client.watches.set({ ...settings, mode: 'off', intervals: {} });
  expect(await pinOf()).toMatchObject({ everyMs: null });
  await client.watches.set({ ...settings, intervals: {} });
  expect(await pinOf()).toMatchObject({ everyMs: hours(4) });

  await client.pins.pause({ id: pinned.id });
  await pass(hours(5));
  expect((await pinOf())?.filledAt).toBe(pin?.filledAt);
});
