import { expect, test } from 'vitest';
import { isoDate } from '../../platform/clock.ts';
import { toLatin } from '../../platform/seed/company/names.ts';
import type { User } from '../../platform/world/user.ts';
import type { World } from '../../platform/world/world.ts';
import { AT_MS, ask, start } from '../rig.ts';

const DAY_MS = 86_400_000;

const company = (users = 500) => start({ hostile: false, moving: true, users });

const humans = (world: World) => world.users.ordered('id').filter(({ type }) => type === 'human');

/** The user name without the number that makes it unique. */
const nameOf = ({ username }: User) => username.replace(/\d+$/, '');

test('user names and addresses of the company fit the names', async () => {
  const { world } = await company();
  for (const user of humans(world)) {
    expect(nameOf(user)).toMatch(/^[a-z-]+\.[a-z-]+$/);
    const words = user.name.split(' ');
    // Names of other scripts are transcribed.
    if (words.length === 2 && /^[\p{Script=Latin}’ -]+$/u.test(user.name))
      expect(nameOf(user)).toBe(words.map(toLatin).join('.'));
    expect(user.email.split('@')[0]).toBe(user.username);
    expect(user.email).toMatch(/@(acme|globex|brightline|studio-nord)\.example$/);
  }
});

test('most names of the company are Latin, and some have other scripts', async () => {
  const { world } = await company(2000);
  const names = humans(world).map(({ name }) => name);
  const other = names.filter((name) => !/^[\p{Script=Latin}’ -]+$/u.test(name));
  expect(other.length / names.length).toBeGreaterThan(0.05);
  expect(other.length / names.length).toBeLessThan(0.3);
  for (const script of ['Cyrillic', 'Greek', 'Arabic', 'Han', 'Hangul', 'Hiragana']) {
    expect(names.join(' ')).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
  }
});

test('most people of the company were active in the last days, some long ago, and some never', async () => {
  const { world } = await company(2000);
  const active = humans(world).filter(({ state }) => state === 'active');
  const seen = active.flatMap(({ last_activity_on: day }) => day ?? []);
  const share = (days: number) => seen.filter((day) => day >= AT_MS - days * DAY_MS).length / active.length;
  expect(share(4)).toBeGreaterThan(0.5);
  expect(share(180)).toBeLessThan(0.97);
  expect(seen.length).toBeLessThan(active.length);
});

test('the data of the company ends at the start, and nothing happened before its place or account existed', async () => {
  const { world, clock } = await company();
  const rows = [
    ...world.issues.all(),
    ...world.mergeRequests.all(),
    ...world.notes.all(),
    ...world.deployments.all(),
    ...world.pipelines.all(),
    ...world.snippets.all(),
    ...world.users.ordered('id'),
  ];
  expect(rows.filter((row) => Math.max(row.created_at, row.updated_at) > clock.now())).toEqual([]);
  expect(rows.filter((row) => row.updated_at < row.created_at)).toEqual([]);
  const early = world.members.all().filter(({ user_id, source, created_at }) => {
    const place = source.kind === 'group' ? world.groups.get(source.id) : world.projects.get(source.id);
    return created_at < Math.max(world.users.get(user_id)?.created_at ?? 0, place?.created_at ?? 0);
  });
  expect(early).toEqual([]);
  const newest = (times: number[]) => Math.max(...times);
  for (const times of [
    world.issues.all().map(({ updated_at }) => updated_at),
    world.mergeRequests.all().map(({ updated_at }) => updated_at),
    world.deployments.all().map(({ created_at }) => created_at),
  ]) {
    expect(newest(times)).toBeGreaterThan(clock.now() - DAY_MS);
  }
});

test('commits of the company are from its members, in order, and the last ones from today', async () => {
  const { world } = await company();
  for (const path of ['acme/core', 'acme/website', 'acme/platform/runner-images']) {
    const project = world.projects.lookup(path);
    const planned = project && world.repositories.planned(project);
    expect(planned?.branches.size).toBe(5);
    const commits = planned?.commits ?? [];
    for (const { author } of commits) {
      const user = world.users.byEmail(author.email);
      expect(user?.name).toBe(author.name);
      expect(project && user && world.members.levelInProject(project, user.id)).toBeGreaterThan(0);
    }
    const times = commits.map(({ committer }) => committer.atMs);
    expect(times.toSorted((a, b) => a - b)).toEqual(times);
    expect(isoDate(times.at(-1) ?? 0)).toBe(isoDate(AT_MS));
    expect(project?.last_activity_at).toBeGreaterThanOrEqual(times.at(-1) ?? 0);
  }
});

test('the company has neither hostile nor odd values', async () => {
  const platform = await company();
  const paths = ['users', 'issues?scope=all', 'merge_requests?scope=all', 'runners/all', 'snippets/all'];
  const places = [
    'issues/1/notes',
    'wikis?with_content=1',
    'labels',
    'milestones',
    'hooks',
    'repository/commits?all=1',
  ];
  const requests = [...paths, ...places.map((place) => `projects/acme%2Fcore/${place}`)];
  for (const path of requests) {
    const { text } = await ask(platform, 'admin', `/${path}${path.includes('?') ? '&' : '?'}per_page=100`);
    expect(text, path).not.toMatch(/<script|onerror|onload|DROP TABLE|=cmd|\\u202e|bücher|of the Cast|simulator/i);
  }
});

test('the company is the same with the same seed and clock, and another with another seed', async () => {
  const everything = async (seed: number, atMs: number) => {
    const { world } = await start({ hostile: false, seed, atMs, users: 80 });
    const project = world.projects.lookup('acme/core');
    return [
      world.users.ordered('id').map(({ name, email, created_at }) => [name, email, created_at]),
      world.issues.all(),
      [...((project && world.repositories.planned(project)?.branches) ?? [])],
    ];
  };
  const first = await everything(3, AT_MS);
  expect(await everything(3, AT_MS)).toEqual(first);
  expect(await everything(4, AT_MS)).not.toEqual(first);
  expect(await everything(3, AT_MS + DAY_MS)).not.toEqual(first);
});

test('all accounts of a large company have different user names and addresses', async () => {
  const { world } = await start({ hostile: false, users: 100_000 });
  const users = world.users.ordered('id');
  expect(users).toHaveLength(100_000);
  expect(new Set(users.map(({ email }) => email.toLowerCase())).size).toBe(100_000);
});

test('a small company has people with fixed roles, their tokens, and the same projects', async () => {
  const platform = await start({ hostile: false, users: 8 });
  const { rows } = await ask(platform, 'admin', '/users');
  expect(rows.map(({ username }) => username)).toContain('ines.moreau');
  const { json } = await ask(platform, 'owner', '/issues?scope=all&search=gift');
  expect(json).toMatchObject([{ title: 'Offer gift cards' }]);
});
