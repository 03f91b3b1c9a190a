import { expect, test } from 'vitest';
import type { Leaving } from '#shared/contract/leavers.ts';
import { rig, syncList, syncUsers, type Rig } from '../../helpers/rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { createRandom } from '../../platform/random.ts';
import { applyAndWait } from '../changes-rig.ts';

/** Users, and the members, enterprise users, service accounts and tokens of the groups and projects of the simulator. */
async function synced() {
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
  for (const list of ['enterpriseUsers', 'serviceAccounts', 'accessTokens'] as const) await syncList(client, list, top);
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

test('a service account of a group ends with its tokens, and its deletion asks for its name', async () => {
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

test('500 lines against a generated world: every line is in one group, and every match is the person that was meant', async () => {
  const { client, platform } = await synced();
  const random = createRandom(11, 'leavers');
  const users = platform.world.users.ordered('id').filter(({ type }) => type === 'human');
  const kinds = ['email', 'username', 'id', 'typo', 'unknown'] as const;
  const wanted = Array.from({ length: 500 }, (_, at) => {
    const user = random.pick(users);
    const kind = random.pick(kinds);
    const texts = {
      email: user.email.toUpperCase(),
      username: `@${user.username}`,
      id: String(user.id),
      typo: `${user.email}.invalid`,
      unknown: `nobody-${at}`,
    };
    return { user, kind, text: texts[kind] };
  });
  const { lines, counts } = await client.leavers.match({ text: wanted.map(({ text }) => text).join('\r\n') });
  expect(lines).toHaveLength(500);
  expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(500);
  const meant = new Map(wanted.map((one) => [one.text, one]));
  for (const { text, group, candidates } of lines) {
    const { user, kind } = meant.get(text) ?? {};
    if (kind === 'typo' || kind === 'unknown') expect([text, group]).toEqual([text, 'unknown']);
    else expect(candidates.map(({ id }) => id)).toContain(user?.id);
    if (group === 'matched') expect(candidates.map(({ id }) => id)).toEqual([user?.id]);
  }
});
