import { expect, test } from 'vitest';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { pinFilled, rig, type Rig } from '../../helpers/rig.ts';
import type { ReeveClient } from '../../helpers/window.ts';

const projectOf = ({ platform }: Rig) => `project:${platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0}`;
const place = (scope: string) => ({ kind: 'place' as const, scope });
const pinnedBytes = async (client: ReeveClient) => (await client.dependencyExports.storage()).pinnedBytes;

test('the wiki is stored with the texts, in one request, and not with the facts', async () => {
  const one = await rig();
  const { client, platform } = one;
  const scope = projectOf(one);
  const { id } = await client.pins.pin({ target: place(scope), depths: ['facts'] });
  await pinFilled(client, id);
  expect(platform.requests.list('GET /projects/:id/wikis')).toEqual([]);
  await client.pins.pin({ target: place(scope), depths: ['facts', 'text'] });
  expect((await pinFilled(client, id))?.named).toEqual([]);
  expect(platform.requests.list('GET /projects/:id/wikis')).toHaveLength(1);
  const { pages } = await client.wikis.tree({ scope });
  expect(pages.length).toBeGreaterThan(0);
});

test('an edited pin releases the depths that it no longer has, and their content stays until space is needed', async () => {
  const one = await rig();
  const { client } = one;
  const scope = projectOf(one);
  await client.repositoryFiles.addPath({ scope, path: 'README.md' });
  const { id } = await client.pins.pin({ target: place(scope), depths: ['facts', 'files'] });
  const before = await pinFilled(client, id);
  expect(before?.depths.find(({ depth }) => depth === 'files')?.stored).toBeGreaterThan(0);
  expect(await pinnedBytes(client)).toBeGreaterThan(0);
  await client.pins.pin({ target: place(scope), depths: ['facts'] });
  const after = await pinFilled(client, id);
  expect(after?.depths.find(({ depth }) => depth === 'files')).toMatchObject({ isChosen: false, stored: 0, bytes: 0 });
  expect(await pinnedBytes(client)).toBe(0);
  const file = { scope, ref: 'main', path: 'README.md' };
  expect((await client.repositoryFiles.open(file)).content).toMatchObject({ kind: 'text' });
});

test('a pin has its own limit for a file, and larger files are named before they are downloaded', async () => {
  const one = await rig();
  const { client, platform } = one;
  const scope = projectOf(one);
  await client.repositoryFiles.addPath({ scope, path: 'README.md' });
  const bytesOf = async (fileBytes: number | null) =>
    (await client.pins.estimate({ target: place(scope), ref: 'main', fileBytes })).depths[2]?.bytes ?? 0;
  expect(await bytesOf(1)).toBe(0);
  expect(await bytesOf(null)).toBeGreaterThan(0);
  const pinned = await client.pins.pin({ target: place(scope), depths: ['files'], fileBytes: 1 });
  expect(pinned.fileBytes).toBe(1);
  const pin = await pinFilled(client, pinned.id);
  expect(pin?.named.map(({ problem, label }) => [problem, label])).toContainEqual([
    'too-large',
    expect.stringMatching(/^README\.md \(/),
  ]);
  const downloads = platform.requests
    .list('GET /projects/:id/repository/files/:file_path/raw')
    .filter(({ path }) => path.includes('README'));
  expect(downloads).toEqual([]);
  expect(await client.pins.pin({ target: place(scope), depths: ['files'] })).toMatchObject({ fileBytes: null });
  expect((await pinFilled(client, pinned.id))?.named.map(({ problem }) => problem)).not.toContain('too-large');
});

test('content that two pins contain counts once for the quota', async () => {
  const one = await rig();
  const { client } = one;
  const scope = projectOf(one);
  const { id } = await client.pins.pin({ target: place(scope), depths: ['facts', 'text', 'files'] });
  await pinFilled(client, id);
  const { usedBytes } = (await client.pins.list()).quota;
  await client.catalogue.add({ text: PROJECT_PATHS.private, kind: 'project', isPinned: false });
  const everything = await client.pins.pin({ target: place(''), depths: ['text', 'files'] });
  await pinFilled(client, everything.id);
  const after = await client.pins.list();
  const sum = after.pins.flatMap(({ depths }) => depths).reduce((bytes, depth) => bytes + depth.bytes, 0);
  expect(after.quota.usedBytes).toBeLessThan(sum);
  expect(after.quota.usedBytes).toBeGreaterThanOrEqual(usedBytes);
  await client.pins.remove({ id: everything.id });
  expect((await client.pins.list()).quota.usedBytes).toBe(usedBytes);
});
