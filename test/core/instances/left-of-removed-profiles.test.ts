import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { openReadOnly } from '#main/state/files/database.ts';
import { backupsOf } from '#main/state/open/backups.ts';
import { databases } from '../../helpers/damage.ts';
import { rig, syncList, type Rig } from '../../helpers/rig.ts';

/** The parts of the data folder, such as `state.db kept`, that contain one of these texts. The journal keeps its entries. */
function partsWith({ ports }: Rig, texts: readonly string[]): string[] {
  const { data } = ports.paths;
  const { key } = databases(ports);
  const parts = readdirSync(data, { recursive: true }).flatMap((name): [string, Buffer][] => {
    const file = join(data, String(name));
    const part = relative(data, file).replace(/\d{6}-\w+/, 'backup');
    if (!statSync(file).isFile() || !file.endsWith('.db'))
      return [[part, statSync(file).isFile() ? readFileSync(file) : Buffer.from(part)]];
    const { db, close } = openReadOnly(file, key);
    const tables = db
      .prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table'`)
      .pluck()
      .all()
      .filter((table) => table !== 'journal');
    const found = tables.map((table): [string, Buffer] => {
      const values = db.prepare<[], unknown[]>(`SELECT * FROM "${table}"`).raw().all().flat();
      return [
        `${part} ${table}`,
        Buffer.concat(values.map((one) => (one instanceof Buffer ? one : Buffer.from(String(one))))),
      ];
    });
    close();
    return found;
  });
  return parts.filter(([, bytes]) => texts.some((text) => bytes.includes(text))).map(([part]) => part);
}

async function usedProfile() {
  const rigged = await rig({ users: 5 });
  const { client, platform } = rigged;
  const id = (await client.profiles.list()).openId ?? '';
  const edit = { id, name: 'Left over', colour: 'teal', url: platform.url, token: platform.tokens.admin } as const;
  await client.profiles.edit(edit);
  await client.profiles.add({ name: 'Other', colour: 'iris', url: 'https://other.example.com', token: '' });
  await client.profiles.open({ id });
  await client.host.setPreferences({ scopes: { [id]: { group: null, project: 'project:7', recent: ['project:7'] } } });
  const { webhooks } = platform.world;
  const hook = webhooks.get(webhooks.events.all()[0]?.webhook_id ?? 0);
  await syncList(client, 'webhookEvents', `project:${hook?.project_id}/hook:${hook?.id}`);
  const note = 'seen only on the removed instance';
  const path = { id: platform.world.runners.all()[0]?.id ?? 0 };
  await client.changes.plan({ calls: [{ op: 'runners.edit', path, body: { maintenance_note: note } }] });
  return { rigged, id, note, texts: [id, 'Left over', platform.url, note] };
}

test('nothing in the folder is about a removed profile any more, except the journal', async () => {
  const { rigged, id, note, texts } = await usedProfile();
  // This database is backed up once a day
  rmSync(`${databases(rigged.ports).archive}.copies`, { recursive: true });
  await rigged.restart();
  const part = Buffer.from(note.repeat(40_000)).toString('base64');
  await rigged.client.stagedFiles.add({ key: null, part, isLast: false });
  expect(partsWith(rigged, texts)).toEqual(
    expect.arrayContaining([
      'archive.db kept',
      'blobs.db blob_chunks',
      'state.db preferences',
      'state.db profiles',
      'state.db.copies/backup.db plan_rows',
      'archive.db.copies/backup.db kept',
    ]),
  );
  await rigged.client.profiles.remove({ id });
  expect(partsWith(rigged, texts)).toEqual([]);

  const { state, key } = databases(rigged.ports);
  const named = backupsOf(state).map((backup) => {
    const { db, close } = openReadOnly(backup, key);
    const names = db.prepare<[], string>('SELECT name FROM profiles').pluck().all();
    close();
    return names;
  });
  expect(named).toContainEqual(['Other']);
});
