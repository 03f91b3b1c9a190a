import { expect, test } from 'vitest';
import { WatchSettings } from '#shared/contract/watches.ts';
import { Failure } from '#shared/errors.ts';
import { days, hours, minutes, seconds } from '#shared/time.ts';
import { watchRig, type Seen } from './watches-rig.ts';

const places = (n: number): string[] => Array.from({ length: n }, (_, at) => `project:${at + 1}`);
const gaps = (seen: readonly Seen[]): number[] => seen.slice(1).map(({ at }, n) => at - (seen[n]?.at ?? 0));
const settings = (over: object) => WatchSettings.parse(over);

test('each place is checked once soon after the start, then at the interval of the kind, 15 % earlier or later', async () => {
  const { clock, seen } = watchRig([{ name: 'mirrors' }], { places: { mirrors: places(3) } });
  await clock.advance(minutes(1));
  expect(seen.map(({ place }) => place).sort()).toEqual(places(3));
  await clock.advance(hours(2));
  for (const gap of gaps(seen.filter(({ place }) => place === 'project:2'))) {
    expect(gap).toBeGreaterThanOrEqual(minutes(15) * 0.85);
    expect(gap).toBeLessThan(minutes(15) * 1.15 + seconds(5));
  }
});

test('a watch keeps its next time after a restart', async () => {
  const { clock, seen, restart } = watchRig([{ name: 'mirrors' }]);
  await clock.advance(minutes(5));
  expect(seen).toHaveLength(1);
  restart();
  await clock.advance(minutes(5));
  expect(seen).toHaveLength(1);
  await clock.advance(minutes(10));
  expect(seen).toHaveLength(2);
});

test('a place where something is under way is checked at the interval that its last check asked for', async () => {
  const { clock, seen, world } = watchRig([{ name: 'mirrors' }], {
    answer: () => ({ changed: 1, everyMs: seconds(5) }),
  });
  await clock.advance(minutes(2));
  expect(seen.length).toBeGreaterThan(15);
  world.answer = () => ({ changed: 0 });
  await clock.advance(minutes(1));
  const { length } = seen;
  await clock.advance(minutes(10));
  expect(seen).toHaveLength(length);
});

test('without a reported limit, at most one request a second is sent, and intervals are lengthened to fit into a day', async () => {
  const { clock, engine, requests } = watchRig([{ name: 'mirrors' }], { places: { mirrors: places(1_800) } });
  await clock.advance(minutes(16));
  expect(requests()).toBeLessThanOrEqual(16 * 60 + 5);
  expect(requests()).toBeGreaterThan(10 * 60);
  const { plan } = engine.followed('p1');
  // Nothing changed at these places
  expect(plan.perDay).toBeLessThanOrEqual(4_000);
});

test('with a reported limit, watches use less than 0.30 of it in every minute', async () => {
  const rig = watchRig([{ name: 'mirrors' }], { places: { mirrors: places(2_000) } });
  const { clock, world, requests } = rig;
  world.budget = { limit: 600, remaining: 600, resetAt: null };
  let before = 0;
  for (let minute = 0; minute < 8; minute += 1) {
    await clock.advance(minutes(1));
    expect((requests() - before) / 600).toBeLessThan(0.3);
    before = requests();
  }
  expect(before).toBeGreaterThan(8 * 600 * 0.15);
});

test('while little of the reported limit remains, watches wait until it is renewed', async () => {
  const rig = watchRig([{ name: 'mirrors' }], { answer: () => ({ changed: 0, everyMs: seconds(5) }) });
  await rig.clock.advance(minutes(1));
  rig.world.budget = { limit: 600, remaining: 100, resetAt: rig.clock.now() + seconds(50) };
  await rig.clock.advance(seconds(8));
  const { length } = rig.seen;
  await rig.clock.advance(seconds(40));
  expect(rig.seen.length - length).toBeLessThanOrEqual(1);
  await rig.clock.advance(seconds(30));
  expect(rig.seen.length).toBeGreaterThan(length + 2);
});

test('slow watches still get every third turn while many places are under way', async () => {
  const { clock, seen } = watchRig([{ name: 'fast', everyMs: hours(1) }, { name: 'slow' }], {
    places: { fast: places(500), slow: places(60) },
    answer: (kind) => (kind === 'fast' ? { changed: 0, everyMs: seconds(5) } : { changed: 0 }),
  });
  await clock.advance(minutes(40));
  const slow = seen.filter(({ kind }) => kind === 'slow');
  expect(new Set(slow.map(({ place }) => place)).size).toBe(60);
  // Those under way are checked in turn
  const fast = seen.filter(({ kind }) => kind === 'fast').map(({ place }) => place);
  const last = fast.slice(-100);
  expect(new Set(last).size).toBe(last.length);
});

test('an instance that cannot be reached gets one request at a time, and every watch runs once when it is back', async () => {
  const rig = watchRig([{ name: 'mirrors' }], { places: { mirrors: places(20) } });
  await rig.clock.advance(minutes(1));
  rig.world.answer = () => {
    throw new Failure('offline', 'no answer');
  };
  const before = rig.seen.length;
  await rig.clock.advance(hours(1));
  expect(rig.seen.length - before).toBeLessThan(60);
  rig.world.answer = () => ({ changed: 0 });
  rig.seen.length = 0;
  rig.engine.release('p1');
  await rig.clock.advance(minutes(1));
  expect(rig.seen.map(({ place }) => place).sort()).toEqual(places(20).sort());
});

test.each([
  ['offline', { reason: 'tls', distrust: 'unknown-authority' }],
  ['denied', { reason: 'read-only-instance', status: 403 }],
] as const)(
  'after %s %o, a watch fails with this reason, waits for its interval, and holds the others back',
  async (code, more) => {
    const { clock, engine, seen } = watchRig([{ name: 'mirrors' }], {
      places: { mirrors: places(20) },
      answer: () => {
        throw new Failure(code, 'as tested', more);
      },
    });
    await clock.advance(hours(1));
    const failed = [...engine.followed('p1').all.values()].filter(({ outcome }) => outcome === 'failed');
    expect(failed.length).toBeGreaterThan(2);
    expect(failed.every(({ failure }) => failure?.reason === more.reason)).toBe(true);
    const first = seen.filter(({ place }) => place === seen[0]?.place);
    expect(first.length).toBeLessThan(5);
    expect(seen.length).toBeLessThan(60);
  },
);

test('after a night of sleep each watch runs once, the one that waited longest first', async () => {
  const { clock, engine, seen, world } = watchRig([{ name: 'mirrors' }], { places: { mirrors: places(10) } });
  await clock.advance(minutes(10));
  const order = [...engine.followed('p1').all.values()].sort((a, b) => a.nextAt - b.nextAt).map(({ place }) => place);
  engine.setSuspended(true);
  seen.length = 0;
  await clock.advance(hours(9));
  expect(seen).toHaveLength(0);
  world.answer = () => ({ changed: 0 });
  engine.setSuspended(false);
  await clock.advance(minutes(1));
  expect(seen.map(({ place }) => place)).toEqual(order);
});

test('a clock that is set back a day delays no check, and does not start many at once', async () => {
  const { clock, engine, seen } = watchRig(
    [{ name: 'mirrors' }, { name: 'tokens', everyMs: days(1), isNightly: true }],
    {
      places: { mirrors: places(10) },
    },
  );
  await clock.advance(minutes(20));
  seen.length = 0;
  clock.setAhead(-days(1));
  await clock.advance(minutes(3));
  expect(seen.filter(({ kind }) => kind === 'mirrors').length).toBeLessThanOrEqual(20);
  await clock.advance(minutes(20));
  expect(new Set(seen.filter(({ kind }) => kind === 'mirrors').map(({ place }) => place)).size).toBe(10);
  for (const { nextAt } of engine.followed('p1').all.values())
    expect(nextAt).toBeLessThan(clock.now() + days(1) + hours(3));
});

test('a place that requires a role is not checked again for days, and the others are checked as before', async () => {
  const { clock, engine, seen } = watchRig([{ name: 'mirrors' }], {
    places: { mirrors: places(3) },
    answer: (_, { place }) => {
      if (place !== 'project:2') return { changed: 0 };
      throw new Failure('denied', 'unauthorized', { status: 401, reason: 'role' });
    },
  });
  await clock.advance(hours(1));
  const checks = Object.groupBy(seen, ({ place }) => place);
  expect(checks['project:2']).toHaveLength(1);
  expect(checks['project:3']?.length).toBeGreaterThan(2);
  expect(engine.followed('p1').all.get('mirrors project:2')).toMatchObject({ outcome: 'refused' });
});

test('a place for which the connection is always lost is checked less and less often', async () => {
  const lost = new Failure('offline', 'reset', { reason: 'connection-lost' });
  const { clock, seen } = watchRig([{ name: 'mirrors' }], {
    places: { mirrors: places(5) },
    answer: (_, { place }) => (place === 'project:2' ? Promise.reject(lost) : { changed: 0 }),
  });
  await clock.advance(hours(6));
  expect(seen.filter(({ place }) => place === 'project:2').length).toBeLessThan(40);
});

test('a place that a blocked account can’t read is checked again, because the cause is not this place', async () => {
  const { clock, seen, world } = watchRig([{ name: 'mirrors' }], {
    answer: () => {
      throw new Failure('denied', 'blocked', { status: 403, reason: 'account' });
    },
  });
  await clock.advance(minutes(10));
  world.answer = () => ({ changed: 0 });
  seen.length = 0;
  await clock.advance(hours(1));
  expect(seen.length).toBeGreaterThan(0);
});

test('a clock that is set back does not extend the wait after a rejected token', async () => {
  const { clock, seen, world } = watchRig([{ name: 'mirrors' }], {
    answer: () => {
      throw new Failure('denied', 'unauthorized', { status: 401, reason: 'token-rejected' });
    },
  });
  await clock.advance(minutes(10));
  clock.setAhead(-days(1));
  world.answer = () => ({ changed: 0 });
  seen.length = 0;
  await clock.advance(minutes(20));
  expect(seen.length).toBeGreaterThan(0);
});

test('a clock that is set back does not extend the hour of doubled intervals', async () => {
  const { clock, engine, seen, world } = watchRig([{ name: 'mirrors' }], { places: { mirrors: places(4) } });
  world.answer = () => {
    world.refusedAt = clock.now();
    return { changed: 0 };
  };
  await clock.advance(minutes(1));
  world.answer = () => ({ changed: 0 });
  clock.setAhead(-days(1));
  await clock.advance(hours(2));
  expect(engine.followed('p1').slowedUntil).toBeLessThan(clock.now());
  seen.length = 0;
  await clock.advance(minutes(18));
  expect(new Set(seen.map(({ place }) => place)).size).toBe(4);
});

test('a clock that is set back while little of the reported limit remains holds checks back for at most ten minutes', async () => {
  const { clock, seen, world } = watchRig([{ name: 'mirrors' }]);
  await clock.advance(minutes(1));
  world.budget = { limit: 600, remaining: 100, resetAt: clock.now() + seconds(50) };
  clock.setAhead(-days(1));
  seen.length = 0;
  await clock.advance(minutes(15 * 1.15 + 11));
  expect(seen.length).toBeGreaterThan(0);
});

test('nightly watches run between 2 and 3 o’clock, local time', async () => {
  const { clock, seen } = watchRig([{ name: 'tokens', everyMs: days(1), isNightly: true }]);
  await clock.advance(minutes(1));
  seen.length = 0;
  await clock.advance(days(2));
  expect(seen).toHaveLength(2);
  for (const { at } of seen) expect(new Date(at).getHours()).toBe(2);
});

test('a refused place is checked again after a week, a failed one at growing intervals', async () => {
  const { clock, seen, engine } = watchRig([{ name: 'mirrors' }], {
    places: { mirrors: ['project:1', 'project:2'] },
    answer: (_, { place }) => {
      throw place === 'project:1'
        ? new Failure('denied', 'forbidden', { status: 403 })
        : new Failure('remote', 'bad gateway', { status: 502 });
    },
  });
  await clock.advance(hours(6));
  const of = (place: string): number => seen.filter((one) => one.place === place).length;
  expect(of('project:1')).toBe(1);
  expect(of('project:2')).toBeGreaterThan(3);
  expect(of('project:2')).toBeLessThan(10);
  const [refused, failed] = ['project:1', 'project:2'].map((place) =>
    engine.followed('p1').all.get(`mirrors ${place}`),
  );
  expect(refused).toMatchObject({ outcome: 'refused', streak: 1 });
  expect(failed).toMatchObject({ outcome: 'failed', failure: { status: 502 } });
  await clock.advance(days(8));
  expect(of('project:1')).toBe(2);
});

test('a refusal by the rate limit of the instance doubles all intervals for an hour', async () => {
  const { clock, seen, world } = watchRig([{ name: 'mirrors' }]);
  await clock.advance(minutes(1));
  world.answer = () => {
    world.refusedAt = clock.now();
    return { changed: 0 };
  };
  await clock.advance(minutes(17));
  expect(seen).toHaveLength(2);
  world.answer = () => ({ changed: 0 });
  await clock.advance(hours(3));
  expect(gaps(seen)[1]).toBeGreaterThan(minutes(30) * 0.84);
  expect(gaps(seen).at(-1)).toBeLessThan(minutes(15) * 1.16);
});

test('switched off, not shown or during the setup, only what is under way is watched', async () => {
  const { clock, engine, seen, world } = watchRig([
    { name: 'mirrors' },
    { name: 'exports', isAlways: true, everyMs: seconds(30) },
  ]);
  engine.setSettings('p1', settings({ mode: 'off' }));
  await clock.advance(minutes(5));
  expect(seen.some(({ kind }) => kind === 'mirrors')).toBe(false);
  expect(seen.filter(({ kind }) => kind === 'exports').length).toBeGreaterThan(7);
  engine.setSettings('p1', settings({ mode: 'normal' }));
  world.isShown = false;
  await clock.advance(minutes(5));
  expect(seen.some(({ kind }) => kind === 'mirrors')).toBe(false);
  world.isShown = true;
  world.setup = 'busy';
  await clock.advance(minutes(5));
  expect(seen.some(({ kind }) => kind === 'mirrors')).toBe(false);
  world.setup = 'over';
  engine.wake();
  await clock.advance(seconds(30));
  expect(seen.some(({ kind }) => kind === 'mirrors')).toBe(true);
});

test('while a setup waits for a person, only places that were synced before are checked, and others on request', async () => {
  const { clock, engine, seen, world } = watchRig(
    [
      { name: 'mirrors', collection: 'remoteMirrors' },
      { name: 'found', isAfterSetup: true },
    ],
    { places: { mirrors: ['project:1', 'project:2'] }, setup: 'halted', synced: ['project:1'] },
  );
  await clock.advance(hours(1));
  expect(new Set(seen.map(({ kind, place }) => `${kind} ${place}`))).toEqual(new Set(['mirrors project:1']));
  engine.poke('p1', 'mirrors', 'project:2');
  await clock.advance(seconds(2));
  expect(seen.filter(({ place }) => place === 'project:2')).toHaveLength(1);
  expect(seen.some(({ kind }) => kind === 'found')).toBe(false);
  world.setup = 'over';
  await clock.advance(minutes(2));
  expect(seen.some(({ kind }) => kind === 'found')).toBe(true);
});

test('a profile that opted in is watched although no window shows it', async () => {
  const { clock, engine, seen } = watchRig([{ name: 'mirrors' }], { isShown: false });
  engine.setSettings('p1', settings({ isInBackground: true }));
  await clock.advance(minutes(1));
  expect(seen).toHaveLength(1);
});

test('a person can check now, pause and continue a watch, also while watching is off', async () => {
  const { clock, engine, seen } = watchRig([{ name: 'mirrors' }]);
  await clock.advance(minutes(1));
  expect(engine.poke('p1', 'mirrors')).toBe(1);
  await clock.advance(seconds(2));
  expect(seen).toHaveLength(2);
  engine.pause('p1', { kind: 'mirrors', place: 'project:1' }, clock.now() + hours(2));
  await clock.advance(hours(1.9));
  expect(seen).toHaveLength(2);
  await clock.advance(minutes(10));
  expect(seen).toHaveLength(3);
  engine.setSettings('p1', settings({ mode: 'off' }));
  engine.poke('p1', 'mirrors', 'project:1');
  await clock.advance(seconds(2));
  expect(seen).toHaveLength(4);
});

test('a shorter interval takes effect at once, and settings survive a restart', async () => {
  const { clock, engine, seen, restart } = watchRig([{ name: 'members', everyMs: hours(6) }]);
  await clock.advance(minutes(1));
  engine.setSettings('p1', settings({ intervals: { members: minutes(10) } }));
  await clock.advance(minutes(13));
  expect(seen).toHaveLength(2);
  expect(restart().followed('p1').settings.intervals).toEqual({ members: minutes(10) });
});

test('watches of places that are no longer known end, and new places get one', async () => {
  const { clock, engine, seen, table, world } = watchRig([{ name: 'mirrors' }], { places: { mirrors: places(2) } });
  await clock.advance(minutes(1));
  world.places['mirrors'] = ['project:2', 'project:3'];
  engine.follow('p1');
  await clock.advance(minutes(1));
  expect(seen.at(-1)?.place).toBe('project:3');
  expect(table.of('p1').map(({ place }) => place)).toEqual(['project:2', 'project:3']);
});

test('the watermark of a check survives a restart, and a watch that is over is deleted', async () => {
  const marks: (string | null)[] = [];
  const { clock, world, restart, table } = watchRig([{ name: 'deliveries' }], {
    answer: (_, { watermark }) => {
      marks.push(watermark);
      return { changed: 0, watermark: 'id 7' };
    },
  });
  await clock.advance(minutes(1));
  restart();
  await clock.advance(minutes(20));
  expect(marks).toEqual([null, 'id 7']);
  world.answer = () => ({ changed: 0, isOver: true });
  await clock.advance(minutes(20));
  expect(table.of('p1')).toEqual([]);
});
