import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { syncUsers, rig, temporaryFolder } from '../../helpers/rig.ts';

const everyone = { kind: 'all' as const, query: { scope: '' }, except: [] };
const columns = ['id', 'username'];

test('every kind of export asks for a place, and only the user can read its files', async () => {
  const { client, ports, platform } = await rig();
  await syncUsers(client);
  const runner = platform.world.runners.all()[0]?.id ?? 0;
  const call = { op: 'runners.edit', path: { id: runner }, body: { maintenance_note: 'x' } };
  const plan = await client.changes.plan({ calls: [call] });
  const folder = temporaryFolder();
  const asked: string[] = [];
  ports.exports.place = async (name) => {
    asked.push(name);
    return join(folder, `${asked.length}-chosen${name.slice(name.lastIndexOf('.'))}`);
  };
  // The person agreed to replace this file
  writeFileSync(join(folder, '1-chosen.csv'), 'of before', { mode: 0o644 });

  const users = await client.users.export({ selection: everyone, columns });
  await client.changes.save({ planId: plan.id });
  for (const format of ['csv', 'json'] as const) await client.journal.export({ query: {}, format });
  await client.catalogue.export({});
  expect(asked.map((name) => name.replace(/-test|-[0-9a-f]{8}|-\d{4}-.*Z/g, ''))).toEqual([
    'reeve-users.csv',
    'reeve-plan.json',
    'reeve-journal.csv',
    'reeve-journal.json',
    'reeve-catalogue.csv',
  ]);
  const files = readdirSync(folder).sort();
  expect(files).toEqual([
    '1-chosen.csv',
    '1-chosen.manifest.json',
    '2-chosen.json',
    '3-chosen.csv',
    '4-chosen.json',
    '5-chosen.csv',
  ]);
  expect(files.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual(files.map(() => 0o600));
  expect(users).toMatchObject({ path: join(folder, '1-chosen.csv'), rows: 60, downloads: [] });
  expect(readFileSync(users.path, 'utf8').split('\n')[0]).toContain('id,username,fetched_at');
  expect(await client.host.showFile({ path: users.path })).toEqual({ shown: true });
});

test('an export that the person cancels writes nothing, and files that Reeve did not write are not shown', async () => {
  const { client, ports } = await rig();
  await syncUsers(client);
  const folder = temporaryFolder();
  ports.exports.place = async () => null;
  await expect(client.users.export({ selection: everyone, columns })).rejects.toMatchObject({ code: 'aborted' });
  await expect(client.journal.export({ query: {}, format: 'csv' })).rejects.toMatchObject({ code: 'aborted' });
  const foreign = join(folder, 'foreign.csv');
  writeFileSync(foreign, 'x');
  await expect(client.host.showFile({ path: foreign })).rejects.toMatchObject({ code: 'invalid' });
  ports.exports.place = async () => join(folder, 'none', 'users.csv');
  await expect(client.users.export({ selection: everyone, columns })).rejects.toMatchObject({ reason: 'disk-failed' });
  expect(readdirSync(folder)).toEqual(['foreign.csv']);
  expect(ports.shown).toEqual([]);
});

test('only web pages of the open instance are opened', async () => {
  const { client, ports, platform } = await rig();
  const { origin, host } = new URL(platform.url);
  for (const url of [
    `blob:${origin}/x`,
    `http://me@${host}/x`,
    `http://me:pw@${host}/`,
    `https://${host}/`,
    'javascript:alert(1)',
    '/x',
  ]) {
    await expect(client.host.openWeb({ url }), url).rejects.toMatchObject({ reason: 'other-address' });
  }
  await client.host.openWeb({ url: `${origin}/acme/core?a=1#b` });
  expect(ports.opened).toEqual([`${origin}/acme/core?a=1#b`]);
});

test('rows can be exported as JSON, and values keep their types', async () => {
  const { client, ports } = await rig();
  await syncUsers(client);
  ports.exports.place = async () => join(temporaryFolder(), 'users.json');
  const { path, manifestPath, rows } = await client.users.export({ selection: everyone, columns, format: 'json' });
  const exported = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>[];
  expect([rows, exported.length]).toEqual([60, 60]);
  expect(exported[0]).toEqual({
    ...{ id: expect.any(Number) as number, username: expect.any(String) as string },
    fetched_at: expect.any(String) as string,
  });
  expect(manifestPath).toBe(path.replace('.json', '.manifest.json'));
  const none = { kind: 'ids' as const, ids: [] };
  const empty = await client.users.export({ selection: none, columns, format: 'json' });
  expect(JSON.parse(readFileSync(empty.path, 'utf8'))).toEqual([]);
});
