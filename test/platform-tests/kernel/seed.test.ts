import { expect, test } from 'vitest';
import { createClock } from '../../platform/clock.ts';
import { createPlatform } from '../../platform/platform.ts';
import { SEEDED_UNTIL_MS } from '../../platform/seeded-time.ts';
import { AT_MS, ask, start } from '../rig.ts';

const everyUser = async (seed: number, users = 80) => {
  const platform = await start({ seed, users });
  const { text } = await ask(platform, 'admin', '/users?per_page=100&with_custom_attributes=true');
  return text.replaceAll(platform.url, '');
};

test('the same seed gives the same accounts and tokens, another seed gives others', async () => {
  expect(await everyUser(5)).toBe(await everyUser(5));
  expect(await everyUser(5)).not.toBe(await everyUser(6));
  const [one, same, other] = [await start({ seed: 5 }), await start({ seed: 5 }), await start({ seed: 6 })];
  expect(one.tokens).toEqual(same.tokens);
  expect(one.jobToken).toBe(same.jobToken);
  expect(one.tokens.admin).not.toBe(other.tokens.admin);
});

test.each([0, 8, 9, 500])(
  'with %i requested accounts there are as many, but at least those with fixed roles',
  async (users) => {
    const { world } = await start({ users });
    expect(world.users.size).toBe(Math.max(users, 8));
    expect(world.users.byUsername('reporter')?.id).toBe(8);
  },
);

test('creation dates are spread over years, almost in the order of IDs, and some are in the same second', async () => {
  const { world } = await start({ users: 2000 });
  const dates = world.users.ordered('id').map((user) => user.created_at);
  const years = new Set(dates.map((ms) => new Date(ms).getUTCFullYear()));
  const backwards = dates.filter((ms, i) => ms < (dates[i - 1] ?? 0)).length;
  expect(years.size).toBeGreaterThan(8);
  expect(backwards).toBeGreaterThan(100);
  expect(new Set(dates).size).toBeLessThan(1900);
  expect(Math.max(...dates)).toBeLessThan(SEEDED_UNTIL_MS);
  expect(dates.every((ms) => ms % 1000 === 0)).toBe(true);
});

test('the seed has accounts of every kind, with names in many scripts', async () => {
  const { world } = await start({ users: 3000 });
  const all = world.users.ordered('id');
  const kinds: ((user: (typeof all)[number]) => boolean)[] = [
    (user) => user.state === 'blocked',
    (user) => user.state === 'deactivated',
    (user) => user.external,
    (user) => user.type === 'project_bot',
    (user) => user.type === 'service_account',
    (user) => user.type === 'internal',
    (user) => user.is_admin,
    (user) => user.is_auditor,
    (user) => user.two_factor_enabled,
    (user) => user.private_profile,
    (user) => user.note !== null,
    (user) => user.identities.length > 1,
    (user) => user.scim_identities.length > 0,
    (user) => user.public_email !== '',
    (user) => user.last_activity_on === null,
    (user) => user.confirmed_at === null,
    (user) => user.created_by_id !== null,
    (user) => user.custom_attributes.length > 0,
  ];
  for (const kind of kinds) {
    expect(all.some(kind), String(kind)).toBe(true);
    expect(all.every(kind), String(kind)).toBe(false);
  }
  const names = all.map((user) => user.name).join('\n');
  const scripts = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Han', 'Hangul', 'Hiragana', 'Devanagari', 'Thai'];
  for (const script of scripts) expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
  for (const part of ['\u202E', '\u200B', '=cmd|', '<script>', 'W'.repeat(255), '👩‍👩‍👧‍👦', '\u001B[31m', '"Bob"']) {
    expect(names).toContain(part);
  }
  expect(names).not.toContain('\0');
});

test('the seeded accounts have their documented roles', async () => {
  const { world } = await start();
  const core = world.projects.lookup('acme/core');
  const levels = ['owner', 'maintainer', 'developer', 'reporter', 'guest', 'outsider'].map((username) =>
    core === undefined ? -1 : world.members.levelInProject(core, world.users.byUsername(username)?.id ?? 0),
  );
  expect(levels).toEqual([50, 40, 30, 20, 10, 0]);
});

test('a platform can have a hundred thousand accounts', async () => {
  const platform = await start({ users: 100_000 });
  const answer = await ask(platform, 'admin', '/users?per_page=100&page=400');
  expect(answer.rows).toHaveLength(100);
  expect(answer.headers.get('x-total')).toBe('100000');
});

test('without a start time the clock shows the real time', async () => {
  const platform = await createPlatform({ users: 10 });
  const before = Date.now();
  expect(platform.clock.now()).toBeGreaterThanOrEqual(before);
  await platform.close();
});

test('a clock can be advanced, set, stopped and started again', () => {
  const still = createClock(AT_MS);
  still.advance(1500);
  expect(still.now()).toBe(AT_MS + 1500);
  still.set(AT_MS);
  expect(still.now()).toBe(AT_MS);
  const running = createClock();
  running.advance(3_600_000);
  expect(running.now()).toBeGreaterThanOrEqual(Date.now() + 3_599_000);
  running.set(AT_MS);
  running.resume();
  expect(running.now()).toBeGreaterThanOrEqual(AT_MS);
  expect(running.now()).toBeLessThan(AT_MS + 60_000);
});
