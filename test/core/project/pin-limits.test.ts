import { megabytes } from '#shared/time.ts';
import { expect, test } from 'vitest';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { giveArtifacts } from '../../helpers/give-artifacts.ts';
import { pinFilled, rig, type Rig } from '../../helpers/rig.ts';

const slice = { from: 0, count: 200 };
const projectOf = ({ platform }: Rig) => platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
const place = (scope: string) => ({ kind: 'place' as const, scope });

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1.5, megabytes(9), megabytes(1_048_577)])(
  'a quota of %s bytes is refused, and the quota stays as it was',
  async (pinQuotaBytes) => {
    const { client } = await rig();
    await expect(client.host.setPreferences({ pinQuotaBytes })).rejects.toMatchObject({ code: 'invalid' });
    expect((await client.pins.list()).quota.quotaBytes).toBe(megabytes(5_120));
  },
);

test.each([0, -1, 1.5, megabytes(10_241)])(
  'a limit of %s bytes for the files of a pin is refused, and nothing is pinned',
  async (fileBytes) => {
    const one = await rig();
    const target = place(`project:${projectOf(one)}`);
    const pinned = one.client.pins.pin({ target, depths: ['files'], fileBytes });
    await expect(pinned).rejects.toMatchObject({ code: 'invalid' });
    await expect(one.client.pins.estimate({ target, fileBytes })).rejects.toMatchObject({ code: 'invalid' });
    expect((await one.client.pins.list()).pins).toEqual([]);
  },
);

test('a pinned project that the platform no longer finds is marked, and all that it stored stays', async () => {
  const one = await rig();
  const { client, platform } = one;
  const project = projectOf(one);
  const scope = `project:${project}`;
  giveArtifacts(platform);
  await client.repositoryFiles.addPath({ scope, path: 'README.md' });
  const { id } = await client.pins.pin({ target: place(scope), depths: ['facts', 'text', 'files'] });
  expect(await pinFilled(client, id)).toMatchObject({ state: 'ready', problems: 0 });
  const stored = async () => ({
    branches: (await client.branches.list({ query: { scope }, slice })).total,
    notes: (await client.notes.list({ query: { scope: null }, slice })).total,
    bytes: (await client.dependencyExports.storage()).pinnedBytes,
  });
  const before = await stored();
  expect(Math.min(before.branches, before.notes, before.bytes)).toBeGreaterThan(0);

  platform.world.projects.remove(project);
  await client.pins.refill({ id });
  const after = await pinFilled(client, id);
  expect(after).toMatchObject({ id, state: 'incomplete', target: place(scope), failure: null });
  expect(after?.problems).toBeGreaterThan(0);
  const { rows } = await client.pins.problems({ id, slice });
  expect(rows).toContainEqual(
    expect.objectContaining({
      ...{ label: `Branches of ${PROJECT_PATHS.private}`, place: PROJECT_PATHS.private },
      ...{ problem: 'refused', status: 404 },
    }),
  );
  expect(await stored()).toEqual(before);
  const { content } = await client.repositoryFiles.open({ scope, ref: 'main', path: 'README.md' });
  expect(content).toMatchObject({ kind: 'text' });
});
