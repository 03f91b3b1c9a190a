import { expect, test } from 'vitest';
import { WatchSettings, type Watch } from '#shared/contract/watches.ts';
import { days, hours, minutes, seconds } from '#shared/time.ts';
import { until } from '../../helpers/rig.ts';
import { requestsPerMinute, watchedFleet, type WatchedFleet } from '../../helpers/watched-fleet.ts';

const limit = 250;
/** Shorter than the default, so that fewer minutes are simulated. */
const mirrorsEveryMs = minutes(5);
/** Long enough for one check of each watch within the budget, and shorter than the interval of slow watches. */
const catchUpMinutes = 4;
const evening = Date.parse('2026-11-20T20:00:00Z');

/** A platform on which nothing changes, so Reeve sends requests only for due watches. Each watch was checked once. */
async function quietFleet(): Promise<WatchedFleet> {
  const fleet = await watchedFleet({ projects: 8, mirrors: 24, ratePerMinute: limit, atMs: evening });
  for (const webhook of fleet.platform.world.webhooks.all()) {
    if (webhook.disabled_until !== null) webhook.disabled_until += days(3);
  }
  // Runners are checked seldom, so that the requests of the mirrors fit into the budget without longer intervals
  const intervals = { 'remote-mirrors': mirrorsEveryMs, runners: hours(6) };
  await fleet.client.watches.set(WatchSettings.parse({ intervals }));
  await fleet.pass(mirrorsEveryMs * 1.2);
  return fleet;
}

async function allWatches({ client }: Pick<WatchedFleet, 'client'>): Promise<Watch[]> {
  const all: Watch[] = [];
  for (let from = 0; ; from += 200) {
    const { rows } = await client.watches.list({ kind: null, outcome: null, slice: { from, count: 200 } });
    all.push(...rows);
    if (rows.length < 200) return all;
  }
}

/** All watches at a moment when none is being checked, so that no check that had begun sends a request afterwards. */
function watchesAtRest(fleet: WatchedFleet): Promise<Watch[]> {
  const look = async (): Promise<Watch[]> => {
    await fleet.pass(seconds(1));
    return allWatches(fleet);
  };
  return until(look, (all) => all.every(({ isRunning }) => !isRunning));
}

/** The times of the requests of each list of mirrors, by the place of its project. */
function mirrorRequests({ platform }: WatchedFleet): Map<string, number[]> {
  const all = platform.requests.list('GET /projects/:id/remote_mirrors');
  const byPlace = Map.groupBy(all, ({ path }) => `project:${path.split('/').at(-2)}`);
  return new Map([...byPlace].map(([place, requests]) => [place, requests.map(({ atMs }) => atMs)]));
}

/** The watches of mirrors in projects that have mirrors. */
const mirrorWatches = (all: readonly Watch[]): Watch[] =>
  all.filter(({ kind, everyMs }) => kind === 'remote-mirrors' && everyMs === mirrorsEveryMs);

/** Each due watch is checked once, within the budget. `before`: the watches just before checks could continue. */
async function expectOneCatchUp(fleet: WatchedFleet, before: readonly Watch[]): Promise<void> {
  const { platform, now } = fleet;
  const backAt = now();
  platform.requests.clear();
  const perMinute = await requestsPerMinute(fleet, catchUpMinutes);
  expect(Math.max(...perMinute)).toBeLessThan(limit * 0.3);

  // After the clock was set back, the last check of a watch can be in the future
  const isDue = ({ nextAt, lastAt }: Watch) => nextAt <= backAt || (lastAt ?? 0) > backAt + minutes(2);
  const due = before.filter((watch) => watch.outcome !== 'refused' && isDue(watch));
  const after = await allWatches(fleet);
  const lastAt = new Map(after.map((one) => [`${one.kind} ${one.place}`, one.lastAt ?? 0]));
  const missed = due.filter(({ kind, place }) => (lastAt.get(`${kind} ${place}`) ?? Infinity) < backAt);
  expect(missed.map(({ kind, place }) => `${kind} ${place}`)).toEqual([]);

  const underWay = [...before, ...after]
    .filter(({ isFast }) => isFast)
    .map(({ place }) => place.replace(/.*hook:/, '/hooks/'));
  const urls = platform.requests
    .list()
    .map(({ path, query }) => `${path}?${query}`)
    // The accounts of a group are listed by two watches: of the accounts, and of their tokens
    .filter((url) => !url.includes('/service_accounts?') && !underWay.some((hook) => url.includes(hook)));
  const twice = [...Map.groupBy(urls, (url) => url)].filter(([, requests]) => requests.length > 1);
  expect(twice.map(([url]) => url)).toEqual([]);
}

/** Each list of mirrors is checked within its interval, from now on. */
async function expectRegularChecks(fleet: WatchedFleet): Promise<void> {
  const { platform, pass } = fleet;
  const fromMs = platform.clock.now();
  platform.requests.clear();
  const longestMs = mirrorsEveryMs * 1.15 + minutes(1);
  await pass(longestMs + minutes(1));
  const requests = mirrorRequests(fleet);
  const places = mirrorWatches(await allWatches(fleet)).map(({ place }) => place);
  const waits = places.map((place) => {
    const times = [fromMs, ...(requests.get(place) ?? []), platform.clock.now()];
    return Math.max(...times.slice(1).map((at, n) => at - (times[n] ?? 0)));
  });
  expect(Math.max(...waits)).toBeLessThanOrEqual(longestMs);
  expect(platform.requests.list().filter(({ status }) => status === 429)).toEqual([]);
}

const noticesOf = async ({ client }: WatchedFleet) =>
  (await client.notices.list({})).notices.map(({ kind, subject, tone }) => `${kind} ${subject} ${tone}`);

test('an instance on this machine is online and watched without a network', async () => {
  const { client, pass, platform, ports } = await watchedFleet({ only: ['runners'] });
  platform.requests.clear();
  ports.network.set(false);
  await pass(hours(1));
  expect((await client.host.connection()).state).toBe('online');
  expect((await client.watches.status()).pause).toBeNull();
  expect(platform.requests.count('GET /runners/all')).toBeGreaterThan(0);
});

test('after ten minutes in which the platform cannot be reached, each watch is checked once, without a new notice', async () => {
  const fleet = await quietFleet();
  const { client, pass, platform } = fleet;
  const notices = await noticesOf(fleet);
  // The changes of the state, which is online now. Events about other changes of the connection can come at any time
  const states: string[] = [];
  client.host.connectionChanged(({ state }) => {
    if (state !== (states.at(-1) ?? 'online')) states.push(state);
  });

  await watchesAtRest(fleet);
  const mend = platform.faults.add({ kind: 'reset' });
  const perMinute = await requestsPerMinute(fleet, 10);
  // Each failed request is repeated four times. Only a few checks are tried
  expect(perMinute.reduce((sum, one) => sum + one)).toBeLessThan(250);
  // A check that has begun is tried several times before the next pause
  const pause = async () => (await pass(seconds(1)), (await client.watches.status()).pause);
  await until(pause, (now) => now === 'offline');
  expect((await allWatches(fleet)).filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  const before = await allWatches(fleet);
  expect(mirrorWatches(before).filter(({ nextAt }) => nextAt > fleet.now())).toEqual([]);

  mend();
  await expectOneCatchUp(fleet, before);
  await expectRegularChecks(fleet);
  expect(states).toEqual(['offline', 'online']);
  expect(await noticesOf(fleet)).toEqual(notices);
});

test('after a night of sleep, each watch is checked once, the one that waited longest first', async () => {
  const fleet = await quietFleet();
  const { clock, pass, platform, ports } = fleet;
  for (const { hasEvents, stops } of [
    { hasEvents: true, stops: true },
    { hasEvents: false, stops: true },
    { hasEvents: false, stops: false },
  ]) {
    const before = await watchesAtRest(fleet);
    if (hasEvents) ports.power.set('suspended');
    clock.sleepMachine(hours(9), stops);
    if (hasEvents) {
      const requests = platform.requests.count();
      await pass(minutes(2));
      expect(platform.requests.count()).toBe(requests);
      ports.power.set('resumed');
    }
    await expectOneCatchUp(fleet, before);
    const planned = mirrorWatches(before)
      .toSorted((a, b) => a.nextAt - b.nextAt)
      .map(({ place }) => place);
    const order = [...mirrorRequests(fleet).keys()].filter((place) => planned.includes(place));
    expect(order).toHaveLength(planned.length);
    // Four are checked at the same time
    for (const [at, place] of order.entries()) expect(Math.abs(planned.indexOf(place) - at)).toBeLessThan(4);
    await expectRegularChecks(fleet);
  }
});

test('a clock that is set back a day, forward two days and back again stops no watch, and each place is checked once', async () => {
  const fleet = await quietFleet();
  const { clock } = fleet;
  for (const ms of [-days(1), days(2), -days(1)]) {
    await watchesAtRest(fleet);
    clock.setAhead(ms);
    const before = await allWatches(fleet);
    // The change is noticed within a minute
    await expectOneCatchUp(fleet, before);
    await expectRegularChecks(fleet);
  }
});

test('a clock that was set back by a day while Reeve was closed delays no check', async () => {
  const fleet = await quietFleet();
  const { clock } = fleet;
  const before = await watchesAtRest(fleet);
  await fleet.core.close();
  clock.setAhead(-days(1));
  await fleet.restart();
  await expectOneCatchUp(fleet, before);
  await expectRegularChecks(fleet);
});
