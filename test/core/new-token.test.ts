import { expect, test } from 'vitest';
import type { Setup } from '#shared/contract/setup.ts';
import { hours } from '#shared/time.ts';
import { heldBack, rig, until, type Rig } from '../helpers/rig.ts';
import type { ReeveClient } from '../helpers/window.ts';

const isOver = ({ state }: Setup) => ['done', 'asks', 'paused', 'stopped'].includes(state);
const finished = (client: ReeveClient) => until(() => client.setup.get(), isOver);
/** Wait for the end of a setup that began after another one. */
const finishedAfter = (client: ReeveClient, { startedAt }: Setup) =>
  until(
    () => client.setup.get(),
    (now) => (now.startedAt ?? 0) > (startedAt ?? 0) && isOver(now),
  );
const stepOf = (setup: Setup, id: string) => setup.steps.find((step) => step.id === id);

async function edit(client: ReeveClient, change: { name?: string; token?: string; readOnly?: boolean }): Promise<void> {
  const [profile] = (await client.profiles.list()).profiles;
  if (profile === undefined) throw new Error('no profile');
  await client.profiles.edit({ ...profile, token: '', ...change });
}
const setupJobs = async (client: ReeveClient) =>
  (await client.jobs.list()).jobs.filter(({ kind }) => kind === 'setup').map(({ id }) => id);
/** Only the check of what a token may do sends this request. */
const probesOf = ({ platform }: Pick<Rig, 'platform'>) => platform.requests.count('GET /keys');

test('after another token is entered, its lists have rows without any command, and refused watches are checked again, except for paused ones', async () => {
  // With a rate limit, the setup could use so many requests of a minute that watches wait for the next minute
  const { client, platform } = await rig({ as: 'developer', isAutomatic: true, limits: false });
  const before = await finished(client);
  expect(before).toMatchObject({ state: 'done', isAdministrator: false });
  const refused = async () =>
    (await client.watches.list({ kind: 'webhooks', outcome: 'refused', slice: { from: 0, count: 200 } })).rows;
  await until(
    () => client.watches.runNow({ kind: 'webhooks', place: null, isFailedOnly: false }),
    ({ watches }) => watches > 1,
  );
  const [paused] = await until(refused, ({ length }) => length > 1);
  if (paused === undefined) throw new Error('no refused watch');
  expect(paused.nextAt).toBeGreaterThan(Date.now() + hours(24));
  await client.watches.pause({ kind: paused.kind, place: paused.place, until: Date.now() + hours(1) });

  await edit(client, { token: platform.tokens.admin });
  const after = await finishedAfter(client, before);
  expect(after).toMatchObject({ state: 'done', isAdministrator: true });
  expect(after.notAvailable.filter(({ kind }) => kind === 'collection')).toEqual([]);
  const lists = [
    'users',
    'runners',
    'serviceAccounts',
    'members',
    'accessTokens',
    'webhooks',
    'remoteMirrors',
  ] as const;
  for (const name of lists) expect((await client[name].summary({ scope: null })).live, name).toBeGreaterThan(0);
  expect((await client.catalogue.summary()).groups).toBeGreaterThan(0);
  const { capabilities } = await client.profiles.capabilities();
  expect(capabilities.find(({ name }) => name === 'users.administrator')?.outcome).toBe('allowed');
  const left = await until(refused, ({ length }) => length === 1);
  expect(left.map(({ place }) => place)).toEqual([paused.place]);
});

test('groups that refused the token before are tried with the new token', async () => {
  const { client, platform } = await rig({ as: 'developer', isAutomatic: true });
  const before = await finished(client);
  expect(before.groups.find(({ path }) => path === 'acme')?.role).toBe('none');
  await edit(client, { token: platform.tokens.owner });
  const after = await finishedAfter(client, before);
  expect(after.groups.find(({ path }) => path === 'acme')?.role).toBe('owner');
});

test('an edit without another token does not set up the instance again', async () => {
  const { client, platform } = await rig({ isAutomatic: true });
  const before = await finished(client);
  const jobs = await setupJobs(client);
  const probes = probesOf({ platform });
  await edit(client, { name: 'Renamed' });
  await edit(client, { readOnly: true });
  await edit(client, { token: platform.tokens.admin });
  const after = await client.setup.get();
  expect(after).toMatchObject({ state: 'done', startedAt: before.startedAt, requests: before.requests });
  expect(await setupJobs(client)).toEqual(jobs);
  expect(probesOf({ platform })).toBe(probes);
});

test('a setup under way begins again with the new token, as the same job', async () => {
  const { client, platform } = await rig({ as: 'developer', isAutomatic: true });
  const held = heldBack(platform, 'GET /projects/:id/hooks', 1);
  const before = await until(
    () => client.setup.get(),
    ({ done, state }) => done >= 2 && state === 'running',
  );
  const jobs = await setupJobs(client);
  await edit(client, { token: platform.tokens.admin });
  held.release();
  const after = await finishedAfter(client, before);
  expect(after).toMatchObject({ state: 'done', isAdministrator: true });
  expect(await setupJobs(client)).toEqual(jobs);
  expect(probesOf({ platform })).toBe(2);
});

test('what a person chose and switched off applies to the new token, too', async () => {
  const { client, platform } = await rig({ as: 'developer', isAutomatic: true });
  await finished(client);
  await client.setup.setOff({ collections: ['runners'], places: ['group:acme/platform'], isOff: true });
  await client.setup.start({ choice: 'essentials' });
  const before = await finished(client);
  const { id: group } = platform.world.groups.lookup('acme/platform') ?? {};
  platform.requests.clear();
  await edit(client, { token: platform.tokens.admin });
  const after = await finishedAfter(client, before);
  expect(after).toMatchObject({ state: 'done', choice: 'essentials', off: before.off });
  const paths = platform.requests.list().map(({ path }) => decodeURIComponent(path));
  expect(paths.some((path) => path.endsWith('/service_accounts'))).toBe(true);
  expect(paths.filter((path) => path.includes(`/groups/${group}/`) || path.includes('acme/platform'))).toEqual([]);
  expect(stepOf(after, 'users')?.rows).toBeGreaterThan(0);
  expect(stepOf(after, 'runners')?.state).toBe('skipped');
  expect(stepOf(after, 'members')?.state).toBe('skipped');
});

test('a paused setup stays paused, and then begins from the start with the new token', async () => {
  const { client, platform } = await rig({ as: 'developer', isAutomatic: true });
  const held = heldBack(platform, 'GET /projects/:id/hooks', 1);
  await until(
    () => client.setup.get(),
    ({ done }) => done >= 1,
  );
  await client.setup.pause();
  held.release();
  await edit(client, { token: platform.tokens.admin });
  expect(await client.setup.get()).toMatchObject({ state: 'paused', done: 0 });
  await client.setup.resume();
  expect(await finished(client)).toMatchObject({ state: 'done', isAdministrator: true });
});
