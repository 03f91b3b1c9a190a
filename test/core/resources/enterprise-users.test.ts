import { expect, test } from 'vitest';
import type { EnterpriseUserFilter } from '#shared/contract/enterprise-users.ts';
import { openBoth } from '../../cache/rig.ts';
import { pageOf } from '../../cache/rows.ts';
import { syncList, rig } from '../../helpers/rig.ts';
import type { Platform } from '../../platform/platform.ts';
import { ENTERPRISE_DOMAIN, SOLE_OWNED_PATH } from '../../platform/seed/enterprise-users.ts';
import { GROUP_PATHS } from '../../platform/seed/groups.ts';
import { applyAndWait, rowsOf } from '../changes-rig.ts';

const slice = { from: 0, count: 200 };

const groupOf = ({ world }: Platform) => {
  const group = world.groups.lookup(GROUP_PATHS.top);
  if (group === undefined) throw new Error('there is no top-level group');
  return group;
};
const scopeOf = (platform: Platform) => `group:${groupOf(platform).id}`;
const usersOf = (platform: Platform) => platform.world.enterpriseUsers.of(groupOf(platform));
function soleOwnerOf({ world }: Platform): number {
  const group = world.groups.lookup(SOLE_OWNED_PATH);
  return world.members.find(({ source }) => source.kind === 'group' && source.id === group?.id)?.user_id ?? 0;
}

/** Turn users into enterprise users of the group, up to this number. */
function claimUpTo(platform: Platform, wanted: number): void {
  const { world } = platform;
  const free = world.users
    .ordered('id')
    .filter((user) => user.id > 40 && user.type === 'human' && world.enterpriseUsers.groupOf(user) === undefined);
  for (const user of free.slice(0, wanted - usersOf(platform).length)) {
    world.enterpriseUsers.claim(user, groupOf(platform));
  }
}

test('a thousand enterprise users are synced, searched and filtered with the results of the platform', async () => {
  const { client, platform } = await rig({ as: 'owner', users: 1_200 });
  claimUpTo(platform, 1_000);
  const scope = scopeOf(platform);
  const users = usersOf(platform);
  expect(users).toHaveLength(1_000);
  expect(await syncList(client, 'enterpriseUsers', scope)).toMatchObject({ state: 'done', rows: 1_000, unreadable: 0 });

  const totalOf = async (filter: EnterpriseUserFilter, search = '') =>
    (await client.enterpriseUsers.list({ query: { scope, filter, search }, slice })).total;
  expect(await totalOf({})).toBe(1_000);
  expect(await totalOf({ active: true })).toBe(users.filter(({ state }) => state === 'active').length);
  expect(await totalOf({ blocked: true })).toBe(users.filter(({ state }) => state === 'blocked').length);
  expect(await totalOf({ two_factor: 'enabled' })).toBe(users.filter((user) => user.two_factor_enabled).length);
  expect(await totalOf({ two_factor: 'disabled' })).toBe(users.filter((user) => !user.two_factor_enabled).length);
  const [one] = users;
  expect(await totalOf({ username: one?.username ?? '' })).toBe(1);
  expect(await totalOf({ search: ENTERPRISE_DOMAIN })).toBeGreaterThan(5);
  expect(await totalOf({}, `commits+`)).toBe(users.filter((user) => user.commit_email?.startsWith('commits+')).length);
  const middle = new Date(users[500]?.created_at ?? 0).toISOString();
  expect(
    (await totalOf({ created_after: middle })) + (await totalOf({ created_before: middle })),
  ).toBeGreaterThanOrEqual(1_000);
});

test('two thousand enterprise users are paged, searched and sorted in the cache', async () => {
  const { store, reader } = await openBoth();
  const place = { collection: 'enterpriseUsers', scope: 'group:9' };
  const row = (id: number) => ({
    id,
    username: `person-${id}`,
    name: `Person ${String(id).padStart(6, '0')}`,
    state: id % 50 === 0 ? 'blocked' : 'active',
    email: `person-${id}@acme.example`,
    commit_email: `commits+${id}@acme.example`,
    two_factor_enabled: id % 4 === 0,
    scim_identities: [{ extern_uid: `scim-${id}`, group_id: 9, active: true }],
  });
  await store.beginList({ place, estimatedRows: 2_000, now: 1_000 });
  for (let from = 1; from <= 2_000; from += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, at) => row(from + at));
    await store.putListPage({ place, rows: pageOf(rows), now: 1_000 });
  }
  await store.finishSyncRun({ place, now: 1_000 });

  const asked = (more: object, from = 0) =>
    reader.lists('enterpriseUsers').list({
      query: {
        scope: 'group:9',
        search: '',
        filter: {},
        sort: { by: 'name', direction: 'asc' },
        notReturned: 'hide',
        ...more,
      },
      slice: { from, count: 128 },
    });
  expect(await reader.lists('enterpriseUsers').summary({ scope: 'group:9' })).toMatchObject({
    live: 2_000,
    notReturned: 0,
  });
  const last = await asked({}, 1_900);
  expect(last.rows.at(-1)?.row).toMatchObject({ id: 2_000, scim_identities: [{ extern_uid: 'scim-2000' }] });
  expect((await asked({ filter: { blocked: true } })).total).toBeGreaterThan(0);
  const found = await asked({ search: 'commits+1777@' });
  expect(found.rows.map(({ row: { id } }) => id)).toEqual([1_777]);
  const backwards = await asked({ filter: { two_factor: 'enabled' }, sort: { by: 'name', direction: 'desc' } });
  expect(backwards.rows).toHaveLength(128);
  expect(backwards.rows[0]?.row).toMatchObject({ id: 2_000 });
});

test('an edit is one request, and an email address outside the verified domains is refused', async () => {
  const { client, platform } = await rig({ as: 'owner' });
  const [user] = usersOf(platform);
  const path = { id: groupOf(platform).id, user_id: user?.id ?? 0 };
  const op = 'enterprise-users.edit';
  const refused = await client.changes.run({ op, path, body: { email: 'someone@elsewhere.example' } });
  expect(refused.row).toMatchObject({ state: 'refused', status: 400 });
  const email = `somebody@${ENTERPRISE_DOMAIN}`;
  const named = await client.changes.run({ op, path, body: { name: 'Some One' } });
  expect(named).toMatchObject({ row: { state: 'applied' }, plan: { undo: { kind: 'exact' } } });
  const both = await client.changes.run({ op, path, body: { name: 'Some Body', email } });
  expect(both).toMatchObject({ row: { state: 'applied' }, plan: { undo: { kind: 'exact' } } });
  expect(platform.world.users.get(path.user_id)).toMatchObject({ name: 'Some Body', email });
});

test('a bulk write reports the result of each account: applied, already disabled, and deleted', async () => {
  const { client, platform } = await rig({ as: 'owner' });
  const scope = scopeOf(platform);
  await syncList(client, 'enterpriseUsers', scope);
  const on = usersOf(platform).filter((user) => user.two_factor_enabled);
  expect(on.length).toBeGreaterThanOrEqual(3);
  const query = { scope, filter: { two_factor: 'enabled' } };
  const onRows = {
    op: 'enterprise-users.disableTwoFactor',
    collection: 'enterpriseUsers',
    selection: { kind: 'all', query, except: [] },
  };
  const plan = await client.changes.plan({ onRows });
  expect(plan).toMatchObject({
    total: on.length,
    undo: { kind: 'none' },
    confirmation: { kind: 'name', name: `${on.length}` },
  });
  const [elsewhere, deleted] = on;
  platform.world.users.edit(elsewhere?.id ?? 0, { two_factor_enabled: false });
  platform.world.users.remove(deleted?.id ?? 0);
  await applyAndWait(client, plan, false);
  const rows = await rowsOf(client, plan.id);
  const of = (id: number | undefined) => rows.find(({ path }) => path.includes(`/enterprise_users/${id}/`));
  expect(of(elsewhere?.id)).toMatchObject({ state: 'refused', status: 400 });
  expect(of(deleted?.id)).toMatchObject({ state: 'refused', status: 404 });
  expect(rows.filter(({ state }) => state === 'applied')).toHaveLength(on.length - 2);
  expect(usersOf(platform).some((user) => user.two_factor_enabled)).toBe(false);
});

test('deleting the only owner of a group fails with 409, and both kinds of deletion send different requests', async () => {
  const { client, platform } = await rig({ as: 'owner' });
  const scope = scopeOf(platform);
  await syncList(client, 'enterpriseUsers', scope);
  const owner = soleOwnerOf(platform);
  const [soft, hard] = usersOf(platform).filter(({ id }) => id !== owner);
  const remove = async (ids: (number | undefined)[], query?: Record<string, unknown>) => {
    const calls = ids.map((user_id = 0) => ({
      op: 'enterprise-users.remove',
      path: { id: groupOf(platform).id, user_id },
      ...(query && { query }),
    }));
    const plan = await client.changes.plan({ calls });
    expect(plan.confirmation.kind).toBe('name');
    await applyAndWait(client, plan, false);
    return rowsOf(client, plan.id);
  };
  const [kept, removed] = await remove([owner, soft?.id]);
  expect(kept).toMatchObject({ state: 'refused', status: 409 });
  expect(removed).toMatchObject({ state: 'applied' });
  expect(platform.world.users.get(owner)).toBeDefined();
  expect(platform.world.users.get(soft?.id ?? 0)).toBeUndefined();
  const [hardly] = await remove([hard?.id], { hard_delete: true });
  expect(hardly).toMatchObject({ state: 'applied' });
  const queries = platform.requests.list('DELETE /groups/:id/enterprise_users/:user_id').map(({ query }) => query);
  expect(queries).toEqual(['', '', 'hard_delete=true']);
  expect(platform.world.users.get(hard?.id ?? 0)).toBeUndefined();
  const summary = await client.enterpriseUsers.summary({ scope });
  expect(summary).toMatchObject({ live: usersOf(platform).length, notReturned: 2 });
});

test('a token without the Owner role gets 403, for the list and for one user', async () => {
  const { client, platform } = await rig({ as: 'maintainer' });
  const scope = scopeOf(platform);
  const job = await syncList(client, 'enterpriseUsers', scope);
  expect(job).toMatchObject({ state: 'failed', failure: { code: 'denied', status: 403 } });
  const [user] = usersOf(platform);
  const path = { id: groupOf(platform).id, user_id: user?.id ?? 0 };
  const plan = await client.changes.plan({ calls: [{ op: 'enterprise-users.edit', path, body: { name: 'Nobody' } }] });
  expect(plan.refusal).toMatchObject({ reason: 'role', needs: 'Owner of the top-level group' });
  await applyAndWait(client, plan, false);
  const [row] = await rowsOf(client, plan.id);
  expect(row).toMatchObject({ state: 'refused', status: 403 });
  expect(platform.world.users.get(user?.id ?? 0)?.name).not.toBe('Nobody');
});

test('a group that is pinned by path is in the catalogue once, also after its users were synced by path', async () => {
  const { client, platform } = await rig({ as: 'owner' });
  await client.catalogue.add({ text: GROUP_PATHS.top, kind: 'group', isPinned: true });
  const groups = async () => (await client.catalogue.list({ query: { kind: 'group' }, slice })).rows;
  expect(await syncList(client, 'enterpriseUsers', `group:${GROUP_PATHS.top}`)).toMatchObject({ state: 'done' });
  const users = await client.enterpriseUsers.list({ query: { scope: `group:${GROUP_PATHS.top}` }, slice });
  expect(users.rows.some(({ row }) => row.provisioned_by_group_id === groupOf(platform).id)).toBe(true);
  expect(await groups()).toMatchObject([{ scope: `group:${GROUP_PATHS.top}`, isPinned: true }]);

  // A reply with id and path: from now on everything is stored by id
  await client.catalogue.import({ text: `kind,id,path\ngroup,${groupOf(platform).id},${GROUP_PATHS.top}` });
  expect(await groups()).toMatchObject([{ scope: scopeOf(platform), isPinned: true, source: 'pinned' }]);
  expect((await client.enterpriseUsers.list({ query: { scope: scopeOf(platform) }, slice })).total).toBe(users.total);
  expect(await syncList(client, 'enterpriseUsers', scopeOf(platform))).toMatchObject({ state: 'done', changed: 0 });
  expect(await groups()).toHaveLength(1);
});
