import { expect, onTestFinished, test } from 'vitest';
import { entryKinds, entrySources } from '#main/cache/history/history-types.ts';
import { openCache } from '#main/cache/open-cache.ts';
import { databases } from '../../helpers/damage.ts';
import { rig, syncList, until } from '../../helpers/rig.ts';
import { applyAndWait } from '../changes-rig.ts';

/** A synced list of runners, and the tables of the recorder. */
async function recorded() {
  const given = await rig();
  await syncList(given.client, 'runners', '');
  const { cache, key } = databases(given.ports);
  const db = openCache({ file: cache(), key }, 'read');
  onTestFinished(() => void db.close());
  const [runner] = given.platform.world.runners.all();
  if (runner === undefined) throw new Error('the seed has no runner');
  return { ...given, db, runner };
}
const edit = (id: number, body: Record<string, unknown>) => ({ calls: [{ op: 'runners.edit', path: { id }, body }] });

test('an applied plan is recorded as the cause of its change', async () => {
  const { client, db, runner } = await recorded();
  const plan = await client.changes.plan(edit(runner.id, { paused: !runner.paused }));
  await applyAndWait(client, plan);
  const entries = () =>
    db
      .prepare<[number, number], { source: number; cause: string }>(
        'SELECT source, cause FROM history_outbox WHERE kind = ? AND id = ?',
      )
      .all(entryKinds.changed, runner.id);
  const [entry, ...others] = await until(entries, (found) => found.length > 0);
  expect(others).toEqual([]);
  expect(entry?.source).toBe(entrySources.ours);
  expect(entry?.cause).toMatch(new RegExp(String.raw`^${plan.id} \d+$`));
});

test('another token or dialect of a profile begins another sight', async () => {
  const { client, db, platform } = await recorded();
  const sight = () => Number(db.prepare(`SELECT value FROM meta WHERE name = 'history:sight'`).pluck().get() ?? 0);
  const [profile] = (await client.profiles.list()).profiles;
  if (profile === undefined) throw new Error('there is no profile');
  expect(sight()).toBe(0);
  const { id, name, colour, url } = profile;
  await client.profiles.edit({ id, name, colour, url, token: platform.tokens.developer });
  await syncList(client, 'runners', '').catch(() => undefined);
  expect(await until(sight, (now) => now > 0)).toBe(1);
});
