import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openCache } from '#main/cache/open-cache.ts';
import { madeHistory } from '../../cache/history/past/rig.ts';
import { databases } from '../../helpers/damage.ts';
import { attach } from '../../helpers/window.ts';
import { rig, syncUsers, temporaryFolder, type Rig } from '../../helpers/rig.ts';

const everyone = { kind: 'all' as const, query: { scope: '' }, except: [] };
const slice = { from: 0, count: 200 };
/** The user was blocked until this moment. */
const changedAt = Date.parse('2026-11-20T17:00:00Z');

/** A history in which one user was blocked before `changedAt`. */
function blockedBefore({ ports }: Rig, id: number): void {
  const { cache, key } = databases(ports);
  const open = (file: string) => {
    const db = openCache({ file, key }, 'write');
    onTestFinished(() => void db.close());
    return db;
  };
  const made = madeHistory(open(cache()), open(join(dirname(cache()), 'history.db')));
  made.synced(changedAt - 3_600_000);
  made.entry({ id, kind: 'changed', at: changedAt, fields: { state: ['blocked', 'active'] } });
}

test('a window that shows a moment reads the rows of that moment, and can neither change nor request anything', async () => {
  const rigged = await rig();
  const { client, core, ports } = rigged;
  await syncUsers(client);
  const { rows } = await client.users.list({ query: { scope: '', filter: { active: true } }, slice });
  const { id = 0 } = rows[0]?.row ?? {};
  blockedBefore(rigged, id);
  let asOf: number | null = changedAt - 1;
  const past = attach(core, undefined, () => asOf);

  expect((await past.users.get({ scope: '', id }))?.row).toMatchObject({ id, state: 'blocked' });
  const blocked = { scope: '', filter: { blocked: true } } as const;
  const then = await past.users.list({ query: blocked, slice });
  expect(then.rows.map(({ row }) => row.id)).toContain(id);
  expect(then.rows[0]).not.toHaveProperty('row.last_activity_on');
  const now = await client.users.list({ query: blocked, slice });
  expect(then.total).toBe(now.total + 1);

  const refused = { code: 'denied', reason: 'in-the-past' };
  const call = { op: 'users.block', path: { id } } as const;
  await expect(past.changes.plan({ calls: [call] })).rejects.toMatchObject(refused);
  await expect(past.users.refresh({ scope: '', id })).rejects.toMatchObject(refused);
  await expect(past.jobs.sync({ collection: 'users', scope: '' })).rejects.toMatchObject(refused);
  await expect(past.users.list({ query: { scope: '', filter: { inactive_days: 30 } }, slice })).rejects.toMatchObject({
    code: 'invalid',
    reason: 'not-recorded',
    field: 'inactive_days',
  });
  expect(await past.jobs.list({})).toEqual(await client.jobs.list({}));

  const folder = temporaryFolder();
  ports.exports.place = async (name) => join(folder, name);
  const { path, manifestPath } = await past.users.export({
    selection: { ...everyone, query: blocked },
    columns: ['id'],
  });
  expect(basename(path)).toContain('users-as-of-20261120T165959Z');
  expect(JSON.parse(readFileSync(manifestPath, 'utf8'))).toMatchObject({
    as_of: '2026-11-20T16:59:59Z',
    rows: then.total,
  });

  asOf = null;
  expect((await past.users.get({ scope: '', id }))?.row).toMatchObject({ state: 'active' });
});
