import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Failure } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';
import { ended, rig, until, type Rig } from '../../helpers/rig.ts';
import { attach } from '../../helpers/window.ts';
import { applyAndWait, importCall, movableClock } from '../changes-rig.ts';
import { crash } from '../damage/crash.ts';

afterEach(() => void vi.restoreAllMocks());

const refused = { code: 'missing', reason: 'being-removed' };

/** The keychain does not reply to deletions until `release`. `began` resolves when the first one was requested. */
function heldKeychain({ ports: { secrets } }: Rig) {
  const began = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const deleteEntry = secrets.delete.bind(secrets);
  const spy = vi.spyOn(secrets, 'delete').mockImplementation(async (name) => {
    began.resolve();
    await held.promise;
    return deleteEntry(name);
  });
  const answers = (): void => {
    held.resolve();
    spy.mockRestore();
  };
  onTestFinished(answers);
  return { began: began.promise, restore: () => spy.mockRestore(), answers };
}

/** A profile with a draft, a job and the check of an import that both wait for the platform. */
async function busyProfile() {
  const clock = movableClock();
  const rigged = await rig({ users: 20 });
  const { client, platform } = rigged;
  const [runner] = platform.world.runners.all();
  const pause = { op: 'runners.edit', path: { id: runner?.id ?? 0 }, body: { paused: true } };
  await applyAndWait(client, await client.changes.plan({ calls: [importCall] }));
  const draft = await client.changes.plan({ calls: [pause] });
  const { promise, resolve: release } = Promise.withResolvers<void>();
  onTestFinished(() => release());
  platform.faults.add({ kind: 'hold', until: promise, match: 'GET *', times: 20 });
  const sent = () => platform.requests.list().length;
  const atFirst = sent();
  const job = await client.jobs.sync({ collection: 'runners' });
  await until(sent, (count) => count > atFirst);
  const beforeCheck = sent();
  await client.watches.runNow({ kind: 'imports', place: null });
  await until(
    () => (clock.pass(minutes(1)), sent()),
    (count) => count > beforeCheck,
  );
  const id = (await client.profiles.list()).openId ?? '';
  return { rigged, clock, id, pause, draft, job, sent, release };
}

test('as soon as the removal of a profile begins, everything refuses the profile, and nothing is sent for it anymore', async () => {
  const { rigged, clock, id, pause, draft, job, sent, release } = await busyProfile();
  const { client, core, ports, platform, folder } = rigged;
  const other = attach(core);
  await other.runners.list({ query: { scope: '' }, slice: { from: 0, count: 1 } });
  const keychain = heldKeychain(rigged);
  const removing = client.profiles.remove({ id });
  removing.catch(() => undefined);
  await keychain.began;
  const before = sent();
  const list = { query: { scope: '' }, slice: { from: 0, count: 1 } } as const;
  const edit = { id, name: 'Again', colour: 'teal', url: platform.url, token: platform.tokens.admin } as const;
  for (const call of [
    () => client.runners.list(list),
    () => other.runners.list(list),
    () => client.runners.summary({ scope: '' }),
    () => client.jobs.sync({ collection: 'users' }),
    () => client.jobs.again({ id: job.id }),
    () => client.jobs.cancel({ id: job.id }),
    () => client.watches.runNow({ kind: null, place: null }),
    () => client.changes.plan({ calls: [pause] }),
    () => client.changes.apply({ planId: draft.id }),
    () => client.changes.giveSecret({ planId: draft.id, field: 'token', value: 'secret' }),
    () => client.explorer.run({ name: 'users.list' }),
    () => client.profiles.probe(),
  ]) {
    await expect(call()).rejects.toMatchObject(refused);
  }
  await expect(client.profiles.edit(edit)).rejects.toMatchObject({ code: 'missing' });
  await expect(client.profiles.open({ id })).rejects.toMatchObject({ code: 'missing' });
  await expect(client.profiles.remove({ id })).rejects.toMatchObject({ code: 'missing' });
  expect(await client.profiles.list()).toMatchObject({ profiles: [] });
  expect(await client.profiles.lost()).toEqual({ lost: [] });

  keychain.answers();
  expect(await removing).toEqual({ removed: true });
  release();
  clock.pass(minutes(10));
  expect(await client.profiles.list()).toEqual({ profiles: [], openId: null });
  expect(await client.jobs.list()).toEqual({ jobs: [] });
  expect(await client.changes.list({})).toMatchObject({ plans: [] });
  expect(await client.notices.list()).toEqual({ notices: [], unread: 0, total: 0 });
  expect([...ports.secrets.entries.keys()].filter((name) => name.includes(id))).toEqual([]);
  expect(readdirSync(join(folder, 'data/profiles'))).toEqual([]);
  expect(sent()).toBe(before);
});

test('after a kill in the middle of a removal, the next start continues it, and neither shows nor opens the profile', async () => {
  const { rigged, clock, id, sent } = await busyProfile();
  const keychain = heldKeychain(rigged);
  rigged.client.profiles.remove({ id }).catch(() => undefined);
  await keychain.began;
  const before = sent();
  keychain.restore();
  const { ports } = rigged;
  const after = await crash(rigged);
  expect(await after.profiles.list()).toEqual({ profiles: [], openId: null });
  expect(await after.profiles.lost()).toEqual({ lost: [] });
  expect(await after.jobs.list()).toEqual({ jobs: [] });
  clock.pass(minutes(10));
  expect(await after.changes.list({})).toMatchObject({ plans: [] });
  expect([...ports.secrets.entries.keys()].filter((name) => name.includes(id))).toEqual([]);
  expect(readdirSync(join(rigged.folder, 'data/profiles'))).toEqual([]);
  expect(sent()).toBe(before);
});

test('if the keychain does not delete the token, the profile is used again as before', async () => {
  const { rigged, id, job, release } = await busyProfile();
  const { client, ports } = rigged;
  const refusal = new Failure('denied', 'the keychain was locked meanwhile', { reason: 'keychain-locked' });
  vi.spyOn(ports.secrets, 'delete').mockRejectedValueOnce(refusal);
  await expect(client.profiles.remove({ id })).rejects.toMatchObject({ reason: 'keychain-locked' });
  release();
  expect(await client.profiles.list()).toMatchObject({ openId: id, profiles: [{ id, hasToken: true }] });
  expect(await ended(client, job.id)).toMatchObject({ state: 'done' });
  expect(await client.watches.list({ kind: 'imports', outcome: null, slice: { from: 0, count: 1 } })).toMatchObject({
    total: 1,
  });
});
