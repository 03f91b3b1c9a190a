import { expect, test } from 'vitest';
import { syncList, rig, until } from '../../helpers/rig.ts';
import type { Platform } from '../../platform/platform.ts';
import { applyAndWait, rowsOf, slice } from '../changes-rig.ts';

const groupOf = ({ world }: Platform) => {
  const group = world.groups.lookup('acme');
  if (group === undefined) throw new Error('there is no group acme');
  return group;
};
const accountsOf = (platform: Platform) => platform.world.serviceAccounts.of(groupOf(platform));

test('accounts of the instance have no email addresses, accounts of a group do', async () => {
  const { client, platform } = await rig();
  const scope = `group:${groupOf(platform).id}`;
  await syncList(client, 'serviceAccounts');
  await syncList(client, 'serviceAccounts', scope);
  const ofInstance = await client.serviceAccounts.list({ query: { scope: '' }, slice });
  expect(ofInstance.rows.map(({ row }) => Object.keys(row).toSorted())).toEqual(
    platform.world.serviceAccounts.of(null).map(() => ['id', 'name', 'username']),
  );
  const ofGroup = await client.serviceAccounts.list({ query: { scope }, slice });
  expect(ofGroup.rows.map(({ row }) => row.email).toSorted()).toEqual(
    accountsOf(platform)
      .map(({ email }) => email)
      .toSorted(),
  );
});

test('an account without values gets the defaults of the platform, appears in the list, and can be undone', async () => {
  const { client, platform } = await rig();
  const { id } = groupOf(platform);
  const scope = `group:${id}`;
  await syncList(client, 'serviceAccounts', scope);
  const before = accountsOf(platform).length;
  const call = { op: 'group-service-accounts.create', path: { id }, body: {} };
  // One click on an empty form creates nothing
  await expect(client.changes.run(call)).rejects.toMatchObject({ reason: 'needs-plan' });
  expect(accountsOf(platform)).toHaveLength(before);
  const plan = await client.changes.plan({ calls: [call] });
  await applyAndWait(client, plan);
  const made = accountsOf(platform).at(-1);
  expect(made).toMatchObject({ name: 'Service account user' });
  expect(made?.username).toMatch(/^service_account_group_/);
  const { rows } = await client.serviceAccounts.list({ query: { scope, search: made?.username ?? '' }, slice });
  expect(rows.map(({ row }) => row.id)).toEqual([made?.id]);
  const [sent] = await rowsOf(client, plan.id);
  expect(sent?.created).toEqual({ collection: 'serviceAccounts', scope, id: made?.id });
  await applyAndWait(client, await client.changes.undo({ planId: plan.id }));
  expect(accountsOf(platform)).toHaveLength(before);
});

test('older versions accept only the number of a group, which is sent instead of its path once it is known', async () => {
  const { client, platform } = await rig({ as: 'owner', dialect: 'gitlab', olderVersion: true });
  const { id } = groupOf(platform);
  await client.catalogue.import({ text: `kind,id,path\ngroup,${id},acme\n` });
  await syncList(client, 'serviceAccounts', 'group:acme');
  const { rows } = await client.serviceAccounts.list({ query: { scope: 'group:acme' }, slice });
  expect(rows).toHaveLength(accountsOf(platform).length);
  const [account] = accountsOf(platform);
  const path = { id: 'acme', user_id: account?.id ?? 0 };
  await client.changes.run({ op: 'group-service-accounts.edit', path, body: { name: 'Release bot' } });
  expect(accountsOf(platform)[0]?.name).toBe('Release bot');
});

test('a new email address waits for confirmation, and a filter finds it', async () => {
  const { client, platform } = await rig();
  const { id } = groupOf(platform);
  const scope = `group:${id}`;
  const [account] = accountsOf(platform);
  await syncList(client, 'serviceAccounts', scope);
  await client.changes.run({
    op: 'group-service-accounts.edit',
    path: { id, user_id: account?.id ?? 0 },
    body: { email: 'bots@acme.example' },
  });
  expect(platform.world.users.get(account?.id ?? 0)).toMatchObject({ unconfirmed_email: 'bots@acme.example' });
  const found = await client.serviceAccounts.list({ query: { scope, filter: { unconfirmed: true } }, slice });
  expect(found.rows.map(({ row }) => [row.id, row.unconfirmed_email])).toEqual([[account?.id, 'bots@acme.example']]);
});

test('a refused username change of a composite identity shows the message of the platform', async () => {
  const { client, platform } = await rig();
  const { id } = groupOf(platform);
  const account = accountsOf(platform).find((one) => platform.world.serviceAccounts.isComposite(one));
  const { row } = await client.changes.run({
    op: 'group-service-accounts.edit',
    path: { id, user_id: account?.id ?? 0 },
    body: { username: 'another_name' },
  });
  expect(row).toMatchObject({ state: 'refused', status: 400 });
  expect(row.reportedMessage).toContain('composite identity');
  expect(platform.world.users.get(account?.id ?? 0)?.username).toBe(account?.username);
});

test('a hard delete also deletes groups that only the account owns, and both kinds of deletion ask for the name', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const group = groupOf(platform);
  const scope = `group:${group.id}`;
  const [plain, hard] = accountsOf(platform);
  if (plain === undefined || hard === undefined) throw new Error('there are no accounts');
  const { id: _, ...like } = group;
  const ownedBy = (user_id: number, path: string) => {
    const owned = world.groups.add({ ...like, path, name: path });
    const source = { kind: 'group' as const, id: owned.id };
    world.members.add({ source, user_id, access_level: 50, created_at: 0, created_by_id: null, expires_at: null });
    return owned;
  };
  const ofHard = ownedBy(hard.id, 'of-the-hard-one');
  await syncList(client, 'serviceAccounts', scope);
  const { rows } = await client.serviceAccounts.list({ query: { scope }, slice });
  const remove = (id: number, query?: object) =>
    client.changes.plan({
      onRows: {
        op: 'group-service-accounts.remove',
        collection: 'serviceAccounts',
        selection: { kind: 'ids', ids: rows.filter(({ row }) => row.id === id).map(({ key }) => key) },
        ...(query && { query }),
      } as never,
    });
  const softly = await remove(plain.id);
  expect(softly.confirmation).toEqual({ kind: 'name', name: plain.name });
  await expect(client.changes.apply({ planId: softly.id, confirm: 'acme' })).rejects.toMatchObject({
    reason: 'needs-confirmation',
  });
  await applyAndWait(client, softly);
  await applyAndWait(client, await remove(hard.id, { hard_delete: true }));
  expect(world.groups.get(ofHard.id)).toBeUndefined();
  expect(world.groups.get(group.id)).toBe(group);
  expect(world.users.get(plain.id)).toBeUndefined();
  expect(world.users.get(hard.id)).toBeUndefined();
  expect(platform.requests.list('DELETE /groups/:id/service_accounts/:user_id').map(({ query }) => query)).toEqual([
    '',
    'hard_delete=true',
  ]);
  await until(
    () => client.serviceAccounts.summary({ scope }),
    ({ notReturned }) => notReturned === 2,
  );
});

test('an account of the instance can be created and renamed, but not undone', async () => {
  const { client, platform } = await rig();
  const plan = await client.changes.plan({ calls: [{ op: 'service-accounts.create', body: { name: 'Mirror' } }] });
  expect(plan).toMatchObject({ undo: { kind: 'none' }, confirmation: { kind: 'plan' } });
  await applyAndWait(client, plan);
  const made = platform.world.serviceAccounts.of(null).find(({ name }) => name === 'Mirror');
  expect((await rowsOf(client, plan.id))[0]).toMatchObject({ state: 'applied' });
  await client.changes.run({ op: 'service-accounts.edit', path: { id: made?.id ?? 0 }, body: { name: 'Mirrors' } });
  expect(platform.world.users.get(made?.id ?? 0)?.name).toBe('Mirrors');
});
