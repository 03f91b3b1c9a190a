import { expect, test } from 'vitest';
import { MAX_ENABLED_MIRRORS } from '../../platform/world/remote-mirrors.ts';
import { ask, start } from '../rig.ts';

test('a platform can have 500 projects and 2,000 mirrors, and lists of issues lead to all of them', async () => {
  const platform = await start({ projects: 500, mirrors: 2000 });
  const { world } = platform;
  expect([world.projects.size, world.remoteMirrors.size]).toEqual([500, 2000]);
  const named = new Set(world.issues.all().map(({ project_id }) => project_id));
  expect(world.projects.filter(({ id }) => !named.has(id)).map(({ path }) => path)).toEqual(['dotfiles']);
  const mine = await ask(platform, 'owner', '/issues?scope=created_by_me&per_page=100');
  expect(Number(mine.headers.get('x-total'))).toBeGreaterThan(490);
  for (const who of ['admin', 'owner'] as const) {
    const { status, rows } = await ask(platform, who, '/projects/fleet%2Fteam-03%2Fservice-060/remote_mirrors');
    expect([status, rows.length]).toEqual([200, 4]);
  }
  const statuses = world.remoteMirrors.all().map((mirror) => world.remoteMirrors.stateOf(mirror).update_status);
  expect(new Set(statuses)).toEqual(new Set(['none', 'finished', 'failed']));
  const enabled = world.projects.all().map(({ id }) => world.remoteMirrors.of(id).filter((row) => row.enabled).length);
  expect(Math.max(...enabled)).toBeLessThanOrEqual(MAX_ENABLED_MIRRORS);
});

test('mirrors alone also add projects, at most ten enabled mirrors each', async () => {
  const { world } = await start({ mirrors: 300 });
  expect(world.remoteMirrors.size).toBe(300);
  const enabled = world.projects.all().map(({ id }) => world.remoteMirrors.of(id).filter((row) => row.enabled).length);
  expect(Math.max(...enabled)).toBe(MAX_ENABLED_MIRRORS);
});

test('foreign projects are public, and the owner cannot manage them', async () => {
  const platform = await start({ foreignProjects: 12 });
  const all = await ask(platform, 'owner', '/issues?scope=all&per_page=100');
  const paths = all.rows.map(({ references }) => (references as Record<string, string>)['full'] ?? '');
  expect(paths.filter((path) => path.startsWith('foreign-'))).toHaveLength(12);
  expect((await ask(platform, 'owner', '/projects/foreign-0003%2Flibrary-11/remote_mirrors')).status).toBe(403);
});

test('without these settings, a platform has only the seeded projects', async () => {
  const { world } = await start();
  expect(world.groups.lookup('fleet')).toBeUndefined();
});

test('the length and the end of an update can be set', async () => {
  const platform = await start();
  const { world, clock } = platform;
  const [mirror] = world.remoteMirrors.all();
  if (mirror === undefined) throw new Error('there are no mirrors');
  const status = () => world.remoteMirrors.stateOf(mirror).update_status;
  world.remoteMirrors.schedule(mirror, { waitsMs: 5000, takesMs: 20_000, error: 'It broke' });
  const seen = [status()];
  for (const ms of [5000, 19_000, 2000]) {
    clock.advance(ms);
    seen.push(status());
  }
  expect(seen).toEqual(['scheduled', 'started', 'started', 'failed']);
  expect(world.remoteMirrors.stateOf(mirror).last_error).toBe('It broke');
  world.remoteMirrors.schedule(mirror, { takesMs: Number.POSITIVE_INFINITY });
  clock.advance(86_400_000);
  expect(status()).toBe('started');
});
