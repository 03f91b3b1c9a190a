import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { rig, syncList } from '../../helpers/rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';

const slice = { from: 0, count: 200 };

test('releases of a group are synced, also if two projects have the same tag and name', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const id = world.groups.lookup(GROUP_PATHS.top)?.id ?? 0;
  const scope = `group:${id}`;
  const [one] = [...world.releases.all()];
  for (const release of world.releases.all()) Object.assign(release, { name: one?.name });
  expect(await syncList(client, 'groupReleases', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  const { rows } = await client.groupReleases.list({ query: { scope }, slice });
  expect(rows.length).toBeGreaterThan(2);
  const tags = rows.map(({ row }) => row.tag_path);
  expect(new Set(tags).size).toBe(rows.length);
  expect(new Set(rows.map(({ row }) => row.tag_name)).size).toBeLessThan(rows.length);
  expect(await syncList(client, 'groupReleases', scope)).toMatchObject({ changed: 0, notReturnedFound: 0 });
  const [first] = rows;
  const { text } = await client.groupReleases.copy({
    selection: { kind: 'ids', ids: [first?.key ?? 0] },
    format: 'json',
    columns: [],
  });
  expect(text).not.toContain('release_key');
});

test('the largest upload of a project is answered from the cache', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const id = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const scope = `project:${id}`;
  expect(await syncList(client, 'uploads', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  const asked = platform.requests.count();
  const sort = { by: 'size' as const, direction: 'desc' as const };
  const { rows } = await client.uploads.list({ query: { scope, sort }, slice });
  const stored = world.uploads.filter(({ project_id }) => project_id === id);
  expect(rows).toHaveLength(stored.length);
  expect(rows[0]?.row.size).toBe(Math.max(...stored.map(({ bytes }) => bytes.length)));
  for (const { secret } of stored) expect(JSON.stringify(rows)).not.toContain(secret);
  expect(platform.requests.count()).toBe(asked);
});

test('an upload is saved whole under a safe name, whatever its name says', async () => {
  const { client, platform, ports } = await rig();
  const { world } = platform;
  const id = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const scope = `project:${id}`;
  const [upload] = world.uploads.filter(({ project_id }) => project_id === id);
  if (upload === undefined) throw new Error('the project has no uploads');
  upload.filename = '../../etc/\u202egnp.passwd';
  upload.bytes = Buffer.from([0, 1, 2, 255]);
  await syncList(client, 'uploads', scope);
  const { path } = await client.uploads.save({ scope, id: upload.id });
  expect(dirname(path)).toBe(ports.downloads);
  expect(basename(path)).toMatch(/^[\w.-]+$/);
  expect([...readFileSync(path)]).toEqual([0, 1, 2, 255]);
  await expect(client.uploads.save({ scope, id: 999_999 })).rejects.toMatchObject({ code: 'missing' });
  expect(readdirSync(ports.downloads)).toEqual([basename(path)]);
});

test('a file that a text links to is saved by its secret and name, also without the role for the list', async () => {
  const { client, platform, ports } = await rig({ as: 'developer' });
  const { world } = platform;
  const id = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const scope = `project:${id}`;
  const [upload] = world.uploads.filter(({ project_id }) => project_id === id);
  if (upload === undefined) throw new Error('the project has no uploads');
  upload.filename = 'CON Grüße 100%.png';
  upload.bytes = Buffer.from([0, 1, 2, 255]);
  const { path } = await client.uploads.saveLinked({ scope, secret: upload.secret, name: upload.filename });
  expect(dirname(path)).toBe(ports.downloads);
  expect([...readFileSync(path)]).toEqual([0, 1, 2, 255]);
  const other = { scope, secret: 'f'.repeat(32), name: upload.filename };
  await expect(client.uploads.saveLinked(other)).rejects.toMatchObject({ code: 'missing' });
  for (const name of ['..', '.', 'a/b', '']) {
    await expect(client.uploads.saveLinked({ scope, secret: upload.secret, name })).rejects.toMatchObject({
      code: 'invalid',
    });
  }
  await expect(client.uploads.saveLinked({ scope, secret: '../../../user', name: 'x' })).rejects.toMatchObject({
    code: 'invalid',
  });
  await platform.close();
  await expect(
    client.uploads.saveLinked({ scope, secret: upload.secret, name: upload.filename }),
  ).rejects.toMatchObject({ code: 'offline' });
  expect(readdirSync(ports.downloads)).toEqual([basename(path)]);
});

test('uploads of a project without the role are refused', async () => {
  const { client, platform } = await rig({ as: 'developer' });
  const id = platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  expect(await syncList(client, 'uploads', `project:${id}`)).toMatchObject({
    state: 'failed',
    failure: { code: 'denied' },
  });
});
