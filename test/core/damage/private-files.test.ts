import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { openLog } from '#main/hosts/log.ts';
import { syncUsers, rig } from '../../helpers/rig.ts';

/** Everything below a folder that users other than its owner may read, write or enter. */
function readableByOthers(folder: string): string[] {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  );
  return below.filter((path) => (statSync(path).mode & 0o077) !== 0).map((path) => relative(folder, path));
}

test.skipIf(process.platform === 'win32')('only the user of Reeve can read the files that it writes', async () => {
  const rigged = await rig();
  const { client, ports, platform } = rigged;
  const { downloads, paths } = ports;
  const { data } = paths;
  openLog(data).info('started');
  await syncUsers(client);
  const selection = { kind: 'all' as const, query: { scope: '' }, except: [] };
  await client.users.export({ selection, columns: ['id', 'name'] });
  const [runner] = platform.world.runners.all();
  await client.changes.run({ op: 'runners.edit', path: { id: runner?.id ?? 0 }, body: { maintenance_note: 'x' } });
  await client.journal.export({ query: {}, format: 'csv' });
  expect(readdirSync(downloads).length).toBeGreaterThan(2);
  expect(
    readdirSync(data, { recursive: true }).filter((name) => /-(wal|shm)$/.test(String(name))).length,
  ).toBeGreaterThan(3);
  expect([...readableByOthers(data), ...readableByOthers(downloads)]).toEqual([]);

  // With the permissions of an earlier release
  await rigged.core.close();
  for (const name of readdirSync(data, { recursive: true })) {
    const path = join(data, String(name));
    if (statSync(path).isFile()) chmodSync(path, 0o644);
  }
  await rigged.restart();
  openLog(data).info('ended');
  expect(readableByOthers(data)).toEqual([]);
});
