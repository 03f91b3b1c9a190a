import { expect, test } from 'vitest';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { Leaving } from '#shared/contract/leavers.ts';
import { rig, syncList, syncUsers, type Rig } from '../../helpers/rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { applyAndWait } from '../changes-rig.ts';

/** Users, and the members, enterprise users, service accounts and tokens of the groups and projects of the simulator. */
async function synced(lists: readonly CollectionName[] = ['enterpriseUsers', 'serviceAccounts', 'accessTokens']) {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { groups, projects } = platform.world;
  const known = [
    ...Object.values(GROUP_PATHS).map((path) => `group,${groups.lookup(path)?.id ?? 0},${path}`),
    ...Object.values(PROJECT_PATHS).map((path) => `project,${projects.lookup(path)?.id ?? 0},${path}`),
  ];
  await client.catalogue.import({ text: ['kind,id,path', ...known].join('\n') });
  await syncUsers(client);
  for (const path of [PROJECT_PATHS.private, PROJECT_PATHS.public, PROJECT_PATHS.sub])
    await syncList(client, 'members', `project:${platform.world.projects.lookup(path)?.id ?? 0}`);
  const top = `group:${platform.world.groups.lookup(GROUP_PATHS.top)?.id ?? 0}`;
  for (const list of lists) await syncList(client, list, top);
  return { ...rigged, top };
}

const idOf = ({ platform }: Pick<Rig, 'platform'>, name: 'owner' | 'outsider' | 'maintainer') =>
  platform.world.users.ordered('id').find(({ username }) => username === name)?.id ?? 0;
const stepsOf = (one: Leaving | null | undefined) =>
  [...(one?.planned ?? []), ...(one?.manual ?? [])].map(({ kind }) => kind);
const onlyOwnerOf = (one: Leaving | null | undefined) =>
  one?.breaks.flatMap(({ kind, labels }) => (kind === 'only-owner' ? labels : [])) ?? [];

test('the only known Owner of a project is named until a plan has added another one', async () => {
  const { client, platform } = await synced();
  const ids = [idOf({ platform }, 'owner')];
  const [before] = (await client.leavers.leaving({ ids })).people;
  const labels = onlyOwnerOf(before);
  expect(labels).toContain(PROJECT_PATHS.private);
  expect(before?.ends).toContainEqual({ kind: 'memberships', count: 3, labels: [] });
  expect(stepsOf(before)).toEqual(expect.arrayContaining(['add-owner', 'block', 'remove-memberships']));

  const { world } = platform;
  const project = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const other = world.users.ordered('id').find(({ id, type }) => {
    return type === 'human' && id > 30 && world.members.find(({ user_id }) => user_id === id) === undefined;
  });
  const call = { op: 'members.create', path: { id: project }, body: { user_id: other?.id ?? 0, access_level: 50 } };
  const plan = await client.changes.plan({ calls: [call] });
  expect(await applyAndWait(client, plan)).toMatchObject({ state: 'done', counts: { applied: 1 } });
  const added = world.members.find(
    ({ source, user_id }) => source.kind === 'project' && source.id === project && user_id === other?.id,
  );
  expect(added?.access_level).toBe(50);
  await syncList(client, 'members', `project:${project}`);
  const [after] = (await client.leavers.leaving({ ids })).people;
  expect(onlyOwnerOf(after)).toEqual(labels.filter((label) => label !== PROJECT_PATHS.private));
  // Both Owners leave together
  const both = (await client.leavers.leaving({ ids: [...ids, other?.id ?? 0] })).people;
  for (const one of both) expect(onlyOwnerOf(one)).toContain(PROJECT_PATHS.private);
});

test('web pages are only those that are certain', async () => {
  const { client, platform } = await synced();
  const [owner] = (await client.leavers.leaving({ ids: [idOf({ platform }, 'owner')] })).people;
  const links = owner?.manual.flatMap((step) => step.links) ?? [];
  expect(links).toContain(`${platform.url}/${PROJECT_PATHS.private}/-/project_members`);
  for (const link of links) expect(link.startsWith(`${platform.url}/`)).toBe(true);
});

test('a service account of a group ends with its tokens, and its deletion is confirmed with its name', async () => {
  const { client, platform, top } = await synced();
  const { world } = platform;
  const [account] = world.serviceAccounts.of(world.groups.lookup(GROUP_PATHS.top) as never);
  const [leaving] = (await client.leavers.leaving({ ids: [account?.id ?? 0] })).people;
  expect(leaving?.kind).toBe('service-account');
  expect(stepsOf(leaving)).not.toContain('block');
  expect(leaving?.planned).toEqual([{ kind: 'delete-service-account', scope: top, label: GROUP_PATHS.top }]);
  const path = { id: Number(top.split(':')[1]), user_id: account?.id ?? 0 };
  const plan = await client.changes.plan({ calls: [{ op: 'group-service-accounts.remove', path }] });
  expect(plan.confirmation).toMatchObject({ kind: 'name' });
  await applyAndWait(client, plan);
  expect(world.users.get(account?.id ?? 0)).toBeUndefined();
});

test('an ID that no cached row names has no answer', async () => {
  const { client } = await rig();
  expect(await client.leavers.leaving({ ids: [99_999] })).toEqual({ people: [null] });
});

test('an account that Reeve has deleted is neither matched nor to be blocked', async () => {
  const { client, platform, top } = await synced();
  const group = platform.world.groups.lookup(GROUP_PATHS.top);
  const user = platform.world.enterpriseUsers.of(group as never)[0];
  const id = user?.id ?? 0;
  const path = { id: Number(top.split(':')[1]), user_id: id };
  const text = user?.email ?? '';
  await applyAndWait(client, await client.changes.plan({ calls: [{ op: 'enterprise-users.remove', path }] }));
  expect(platform.world.users.get(id)).toBeUndefined();
  expect((await client.leavers.match({ text })).counts.matched).toBe(0);
  const steps = stepsOf((await client.leavers.leaving({ ids: [id] })).people[0]);
  for (const step of ['block', 'remove-enterprise-user']) expect(steps).not.toContain(step);
});

test('the tokens of service accounts are named for the Owner of a group who is also a direct member of one project', async () => {
  const { client, platform } = await synced();
  const { world } = platform;
  const group = world.groups.lookup(GROUP_PATHS.top);
  const id = idOf({ platform }, 'owner');
  expect(world.members.levelInGroup(group as never, id)).toBe(50);
  const [owner] = (await client.leavers.leaving({ ids: [id] })).people;
  expect(owner?.keeps).toContainEqual({ kind: 'group-tokens', count: 3, labels: [GROUP_PATHS.top] });
});

test('a service account of the instance has a step, because Reeve can’t delete it', async () => {
  const { client, platform } = await synced();
  await syncList(client, 'serviceAccounts');
  const [account] = platform.world.serviceAccounts.of(null);
  const [leaving] = (await client.leavers.leaving({ ids: [account?.id ?? 0] })).people;
  expect(leaving?.planned).toEqual([]);
  expect(stepsOf(leaving)).toContain('block');
});

test('what was never synced is unknown, not left out', async () => {
  const { client, platform, top } = await synced(['enterpriseUsers', 'serviceAccounts']);
  const { world } = platform;
  const [account] = world.serviceAccounts.of(world.groups.lookup(GROUP_PATHS.top) as never);
  const ids = [idOf({ platform }, 'owner'), account?.id ?? 0];
  const before = (await client.leavers.leaving({ ids })).people;
  const ofGroup = { kind: 'group-tokens', labels: [GROUP_PATHS.top] };
  expect(before[0]?.keeps).toContainEqual({ ...ofGroup, count: null });
  for (const kind of ['issues', 'merge-requests'])
    expect(before[0]?.breaks).toContainEqual({ kind, count: null, labels: [] });
  expect(before[1]?.ends).toContainEqual({ kind: 'tokens', count: null, labels: [] });

  await syncList(client, 'accessTokens', top);
  for (const list of ['issues', 'mergeRequests'] as const) await syncList(client, list);
  const after = (await client.leavers.leaving({ ids })).people;
  expect(after[0]?.keeps).toContainEqual({ ...ofGroup, count: 3 });
  expect(after.flatMap((one) => [...(one?.breaks ?? []), ...(one?.keeps ?? [])])).not.toContainEqual(
    expect.objectContaining({ count: null }),
  );
  expect(after[1]?.ends).not.toContainEqual(expect.objectContaining({ kind: 'tokens', count: null }));
});

test('the page of an account on another host is no link', async () => {
  const { client, platform } = await synced();
  const id = idOf({ platform }, 'outsider');
  const linksOf = async () =>
    (await client.leavers.leaving({ ids: [id] })).people[0]?.manual.find(({ kind }) => kind === 'block')?.links;
  expect(await linksOf()).toEqual([`${platform.url}/outsider`]);
  platform.world.url = 'https://elsewhere.example';
  await client.users.refresh({ scope: '', id });
  expect(await linksOf()).toEqual([]);
});

test('a membership that is no longer returned neither ends with the account nor has a step', async () => {
  const { client, platform } = await synced();
  const { members, projects } = platform.world;
  const project = projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const member = members.find(
    ({ source, user_id: id }) =>
      source.kind === 'project' && source.id === project && members.filter((one) => one.user_id === id).length === 1,
  );
  const leavingNow = async () => (await client.leavers.leaving({ ids: [member?.user_id ?? 0] })).people[0];
  const before = await leavingNow();
  expect(before?.ends).toContainEqual({ kind: 'memberships', count: 1, labels: [] });
  expect(stepsOf(before)).toContain('remove-memberships');
  members.remove(member?.id ?? 0);
  await syncList(client, 'members', `project:${project}`);
  const after = await leavingNow();
  expect(after?.ends.map(({ kind }) => kind)).not.toContain('memberships');
  expect(stepsOf(after)).not.toContain('remove-memberships');
});

test('what the token can’t see is unknown, not left out', async () => {
  const { client, platform } = await rig({ as: 'owner' });
  await syncUsers(client);
  const [leaving] = (await client.leavers.leaving({ ids: [idOf({ platform }, 'outsider')] })).people;
  for (const kind of ['administrator', 'personal-tokens'])
    expect(leaving?.ends).toContainEqual({ kind, count: null, labels: [] });
});

test('the tokens of service accounts are not named for a Maintainer of the group', async () => {
  const { client, platform } = await synced();
  const { groups, members } = platform.world;
  const id = idOf({ platform }, 'owner');
  const keepsOf = async () => (await client.leavers.leaving({ ids: [id] })).people[0]?.keeps.map(({ kind }) => kind);
  expect(await keepsOf()).toContain('group-tokens');
  const member = members.of('group', groups.lookup(GROUP_PATHS.top)?.id ?? 0).find((one) => one.user_id === id);
  Object.assign(member ?? {}, { access_level: 40 });
  for (const path of [PROJECT_PATHS.private, PROJECT_PATHS.public, PROJECT_PATHS.sub])
    await syncList(client, 'members', `project:${platform.world.projects.lookup(path)?.id ?? 0}`);
  expect(await keepsOf()).not.toContain('group-tokens');
});
