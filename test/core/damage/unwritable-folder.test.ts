import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCore } from '#main/core/create-core.ts';
import { systemDisk } from '#main/hosts/machine.ts';
import { failureMessage } from '#main/hosts/failure-message.ts';
import { canMount, fill, smallDisk } from '../../helpers/disks.ts';
import { fakePorts } from '../../helpers/fake-ports.ts';
import { rig, syncUsers, temporaryFolder, type Rig } from '../../helpers/rig.ts';
import { fingerprint } from '../../state/data-folders.ts';
import { applyAndWait } from '../changes-rig.ts';

const slice = { from: 0, count: 200 };
const everybody = { scope: '' } as const;

/** Synced users, a journal entry and a saved view, in the folder of a closed core. */
async function filled(folder?: string): Promise<Rig> {
  const rigged = await rig(folder === undefined ? {} : { folder });
  const { client, platform } = rigged;
  await syncUsers(client);
  await applyAndWait(client, await client.changes.plan({ calls: [edit(rigged)] }));
  await client.host.saveView({ table: 'users', name: 'Idle', query: {} });
  await rigged.core.close();
  platform.requests.clear();
  return rigged;
}

function edit({ platform }: Rig) {
  const [runner] = platform.world.runners.all();
  return { op: 'runners.edit', path: { id: runner?.id ?? 0 }, body: { maintenance_note: 'moved' } };
}

/** All stored data can be read, and everything that would be kept or sent is refused with `reason`. */
async function isReadOnly(rigged: Rig, reason: string): Promise<void> {
  const { client, platform, ports } = rigged;
  expect(await client.host.status()).toMatchObject({ unwritable: reason, dataFolder: ports.paths.data });
  expect((await client.users.list({ query: everybody, slice })).rows).toHaveLength(60);
  expect(await client.journal.list({ query: {}, slice })).toMatchObject({ total: 1 });
  expect((await client.host.views({ table: 'users' })).views).toHaveLength(1);
  const { profiles } = await client.profiles.list();
  expect(profiles).toMatchObject([{ readOnly: true, hasToken: true }]);
  const refused = { code: 'denied', reason };
  await expect(client.jobs.sync({ collection: 'users' })).rejects.toMatchObject(refused);
  await expect(client.users.refresh({ scope: '', id: 1 })).rejects.toMatchObject(refused);
  await expect(client.changes.plan({ calls: [edit(rigged)] })).rejects.toMatchObject(refused);
  await expect(client.commitDrafts.save({ scope: 'project:7', draft: 'x' })).rejects.toMatchObject(refused);
  await expect(client.profiles.remove({ id: profiles[0]?.id ?? '' })).rejects.toMatchObject(refused);
  expect(await client.host.setPreferences({ theme: 'dark' })).toMatchObject({ theme: 'dark' });
  expect(platform.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
}

test.each([
  ['EROFS', 'folder-read-only'],
  ['EACCES', 'folder-read-only'],
  ['ENOSPC', 'disk-full'],
  ['EIO', 'disk-failed'],
])(
  'if writing to the data folder fails with %s, its data is shown, nothing is sent, and no file changes',
  async (code, reason) => {
    const rigged = await filled();
    const { data, temporary } = rigged.ports.paths;
    const before = fingerprint(data);
    rigged.ports.disk.tryWrite = () => {
      throw Object.assign(new Error('no'), { code });
    };
    await rigged.restart();
    await isReadOnly(rigged, reason);
    await rigged.core.close();
    expect(fingerprint(data)).toEqual(before);
    expect(existsSync(temporary) ? readdirSync(temporary) : []).toEqual([]);

    Object.assign(rigged.ports, { disk: systemDisk });
    const client = await rigged.restart();
    expect(await client.host.status()).toMatchObject({ unwritable: null });
    expect(await client.host.preferences()).toMatchObject({ theme: 'system' });
    expect((await client.profiles.list()).profiles).toMatchObject([{ readOnly: false }]);
  },
);

test('an unwritable folder without data stops the start with the reason in plain words, and creates no key', async () => {
  const ports = fakePorts(temporaryFolder());
  ports.disk.tryWrite = () => {
    throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
  };
  const failure: unknown = await createCore(ports).catch((thrown: unknown) => thrown);
  expect(failureMessage(failure, false, { data: '/data', temporary: '/tmp' }).text).toMatch(
    /^Reeve couldn’t start: The operating system denied access to a file, folder or port\./,
  );
  expect(ports.secrets.writes).toEqual([]);
});

test.skipIf(!canMount())('Reeve starts on a disk without any free space', async () => {
  const folder = smallDisk(8);
  const rigged = await filled(folder);
  fill(folder);
  Object.assign(rigged.ports, { disk: systemDisk });
  await rigged.restart();
  await isReadOnly(rigged, 'disk-full');
});

test.skipIf(!canMount())('Reeve starts on a read-only file system', async () => {
  const folder = smallDisk(8);
  const rigged = await filled(join(folder, 'all'));
  Object.assign(rigged.ports.paths, { temporary: temporaryFolder() });
  execFileSync('mount', ['-o', 'remount,ro', folder]);
  onTestFinished(() => rigged.core.close());
  Object.assign(rigged.ports, { disk: systemDisk });
  await rigged.restart();
  await isReadOnly(rigged, 'folder-read-only');
});
