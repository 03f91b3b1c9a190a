import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import type { Call } from '#shared/contract/changes.ts';
import { RestoredDetail } from '#shared/contract/host.ts';
import { host as words } from '#shared/text/en/host.ts';
import { hours, minutes } from '#shared/time.ts';
import { backupsOf } from '#main/state/open/backups.ts';
import { callsOn, effectsOn } from '../../faults/flip-stage.ts';
import { databases, flip } from '../../helpers/damage.ts';
import { profile, rig, until, type Rig } from '../../helpers/rig.ts';
import { examined } from '../../helpers/window.ts';
import { applyAndWait, waitForPlan, advanceClock, movableClock, rowsOf } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

const writes = ({ platform }: Rig): number => platform.requests.list().filter(({ method }) => method !== 'GET').length;

/** An edit, three POSTs, and another edit of the same runner. */
function calls({ platform }: Rig): Call[] {
  const [edit, ...posts] = callsOn(platform);
  if (edit === undefined) throw new Error('no calls');
  return [edit, ...posts, { ...edit, body: { maintenance_note: 'the last row' } }];
}

const effects = ({ platform }: Rig): number[] => effectsOn(platform);

async function restoredNotice(client: Rig['client']) {
  const { notices } = await client.host.status();
  const notice = notices.find(({ code }) => code === 'state-restored');
  return (
    notice && { ...RestoredDetail.parse(JSON.parse(notice.detail)), ...words.noticeOf(notice.code, notice.detail) }
  );
}

test('after a restore nothing is sent by itself, the notice says what was lost, and a restored plan sends no POST twice', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const plan = await client.changes.plan({ calls: calls(rigged) });
  await client.changes.apply({ planId: plan.id, canary: 1 });
  await waitForPlan(client, plan.id, ['paused']);
  // The backup of this moment has four unsent rows, which are all sent afterwards
  const later = await rigged.restart();
  const copies = backupsOf(databases(rigged.ports).state);
  await later.changes.resume({ planId: plan.id });
  await waitForPlan(later, plan.id, ['done']);
  await later.host.saveView({ table: 'users', name: 'Idle people', query: {} });
  await later.profiles.add({
    ...profile,
    name: 'Newer',
    url: rigged.platform.url,
    token: rigged.platform.tokens.admin,
  });
  expect(effects(rigged)).toEqual([1, 1, 1]);
  await rigged.core.close();
  const sent = writes(rigged);
  const { state, keepCopies, flipPageOf } = databases(rigged.ports);
  keepCopies(copies);
  flipPageOf(state, 'preferences');
  flipPageOf(state, 'plans');

  const after = await rigged.restart();
  expect(await after.changes.get({ planId: plan.id })).toMatchObject({ state: 'paused', pausedWhy: 'restored' });
  const notice = await restoredNotice(after);
  expect(notice?.held).toMatchObject({ plans: 1 });
  expect(notice?.lost).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'profiles', count: 1, names: ['Newer'], isComplete: true }),
      expect.objectContaining({ kind: 'views', count: 1, names: ['Idle people'], isComplete: true }),
      expect.objectContaining({ kind: 'journal', count: 4, isComplete: true }),
      expect.objectContaining({ kind: 'plans', isComplete: false }),
    ]),
  );
  expect(notice?.lines).toContain('Lost: 1 saved view (Idle people).');
  advanceClock(minutes(3));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(writes(rigged)).toBe(sent);

  await after.changes.resume({ planId: plan.id });
  expect(await waitForPlan(after, plan.id, ['done'])).toMatchObject({
    counts: { applied: 1, unchanged: 2, unknown: 2 },
  });
  expect(writes(rigged)).toBe(sent);
  expect(effects(rigged)).toEqual([1, 1, 1]);
  expect((await rowsOf(after, plan.id)).map(({ state: is }) => is)).toEqual([
    ...['applied', 'unknown', 'unchanged', 'unknown', 'unchanged'],
  ]);
});

test('a draft that was sent after the backup is checked as well', async () => {
  const rigged = await rig();
  const plan = await rigged.client.changes.plan({ calls: calls(rigged) });
  const later = await rigged.restart();
  const { state, keepCopies } = databases(rigged.ports);
  const copies = backupsOf(state);
  await applyAndWait(later, plan);
  await rigged.core.close();
  keepCopies(copies);
  flip(state, 100);
  const sent = writes(rigged);
  const after = await rigged.restart();
  expect(await restoredNotice(after)).toMatchObject({ lost: null });
  advanceClock(minutes(3));
  expect(await applyAndWait(after, plan)).toMatchObject({ counts: { drifted: 2, unknown: 2, unchanged: 1 } });
  expect(writes(rigged)).toBe(sent);
  expect(effects(rigged)).toEqual([1, 1, 1]);
});

test('a row that gets its secret while a restored plan runs is checked before it is sent', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const [first, second] = platform.world.runners.all();
  if (!first || !second) throw new Error('the seed lacks runners');
  const note = ({ id }: { id: number }): Call => ({
    op: 'runners.edit',
    path: { id },
    body: { maintenance_note: 'ours' },
  });
  const secret = { field: 'personal_access_token', value: 'secret' };
  const body = { repo_id: 9, target_namespace: 'acme', new_name: 'nine', [secret.field]: secret.value };
  const calls = [note(first), { op: 'imports.fromCodehostA', body }, note(second)];
  const { id: planId } = await client.changes.plan({ calls });
  await client.changes.apply({ planId, canary: 1 });
  await waitForPlan(client, planId, ['paused']);
  second.maintenance_note = 'theirs';
  const lacking = await rigged.restart();
  await lacking.changes.resume({ planId });
  await waitForPlan(lacking, planId, ['waiting']);
  expect((await rowsOf(lacking, planId)).map(({ state }) => state)).toEqual(['applied', 'needs-secret', 'drifted']);
  // The backup of this moment has no secret for the import, which is sent afterwards
  const later = await rigged.restart();
  const { state, keepCopies } = databases(rigged.ports);
  const copies = backupsOf(state);
  await later.changes.giveSecret({ planId, ...secret });
  await later.changes.resume({ planId, acceptDrift: true });
  await waitForPlan(later, planId, ['done']);
  await rigged.core.close();
  keepCopies(copies);
  flip(state, 100);
  second.maintenance_note = 'theirs';

  const after = await rigged.restart();
  advanceClock(minutes(3));
  const { promise, resolve: release } = Promise.withResolvers<void>();
  platform.faults.add({ kind: 'hold', until: promise, match: 'PUT *', times: 1 });
  await after.changes.resume({ planId, acceptDrift: true });
  await until(
    async () => (await rowsOf(after, planId))[2]?.state,
    (is) => is === 'sending',
  );
  await after.changes.giveSecret({ planId, ...secret });
  release();
  await waitForPlan(after, planId, ['done']);
  expect(platform.requests.list().filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a backup is made every hour while something is written', async () => {
  const clock = movableClock();
  const rigged = await rig();
  const { state } = databases(rigged.ports);
  const atFirst = backupsOf(state);
  clock.pass(hours(1));
  await until(
    () => backupsOf(state),
    (copies) => copies.length > atFirst.length,
  );
  // Connecting may still write something that needs another backup; then an hour passes without one
  const isQuiet = async () => {
    const before = backupsOf(state);
    clock.pass(hours(1));
    await new Promise((resolve) => setTimeout(resolve, 100));
    return isDeepStrictEqual(backupsOf(state), before);
  };
  await until(isQuiet, (quiet) => quiet);
});

test('damage that is found while Reeve runs is repaired immediately, and jobs wait for a person', async () => {
  const rigged = await rig({ users: 2_000, latencyMs: 30 });
  const { id } = await rigged.client.jobs.sync({ collection: 'users' });
  await rigged.core.close();
  const { state, flipPageOf } = databases(rigged.ports);
  flipPageOf(state, 'saved_views_by_stem');
  const client = await rigged.restart();
  expect(await restoredNotice(client)).toBeUndefined();

  await client.host.views({ table: 'users' }).catch(() => undefined);
  await examined(client);
  expect(await client.host.views({ table: 'users' })).toEqual({ views: [] });
  expect(await restoredNotice(client)).toMatchObject({ held: { jobs: 1 } });
  const { jobs } = await client.jobs.list();
  expect(jobs).toMatchObject([{ id, state: 'needs-person', asks: 'restored' }]);
  await client.jobs.again({ id });
  await until(
    async () => (await client.jobs.list()).jobs[0],
    (job) => job?.state === 'done',
  );
  expect(await client.users.summary({ scope: '' })).toMatchObject({ live: 2_000 });
});

test('an instance that a restore lost is listed; its cache folder and token stay until a person deletes them', async () => {
  const rigged = await rig();
  const { client, ports, platform } = rigged;
  const [kept] = (await client.profiles.list()).profiles;
  const later = await rigged.restart();
  const copies = backupsOf(databases(ports).state);
  const url = platform.url;
  const proxy = 'http://me:secret@127.0.0.1:9';
  const added = await later.profiles.add({ ...profile, name: 'Newer', url, token: platform.tokens.admin, proxy });
  writeFileSync(join(ports.paths.data, 'profiles', '.DS_Store'), '');
  expect(await later.profiles.lost()).toEqual({ lost: [] });
  await rigged.core.close();
  const { state, keepCopies, flipPageOf } = databases(ports);
  keepCopies(copies);
  flipPageOf(state, 'preferences');
  flipPageOf(state, 'plans');

  const after = await rigged.restart();
  expect((await restoredNotice(after))?.lines).toContain(
    'The caches and tokens of lost instances are kept. To delete them, go to Instances.',
  );
  const { lost } = await after.profiles.lost();
  expect(lost).toMatchObject([{ id: added.id, sizeBytes: expect.any(Number) as number, name: 'Newer', url }]);
  const cache = join(ports.paths.data, 'profiles', added.id, 'cache.db');
  writeFileSync(cache, readFileSync(cache).fill(0));
  expect((await after.profiles.lost()).lost).toMatchObject([{ id: added.id, name: null, url: null }]);
  const ownSecrets = () => [...ports.secrets.entries.keys()].filter((name) => name.endsWith(added.id));
  expect(ownSecrets()).toHaveLength(2);
  await expect(after.profiles.removeLost({ id: kept?.id ?? '' })).rejects.toMatchObject({ code: 'missing' });
  await expect(after.profiles.removeLost({ id: '..' })).rejects.toMatchObject({ code: 'missing' });

  await after.profiles.removeLost({ id: added.id });
  expect(await after.profiles.lost()).toEqual({ lost: [] });
  expect(ownSecrets()).toEqual([]);
  expect(readdirSync(join(ports.paths.data, 'profiles'))).toEqual(['.DS_Store', kept?.id]);
});
