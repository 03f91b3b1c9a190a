import { expect, test } from 'vitest';
import { rig, syncList, syncUsers, type Rig } from '../../helpers/rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { applyAndWait, slice } from '../changes-rig.ts';

const paths = [PROJECT_PATHS.private, PROJECT_PATHS.public, PROJECT_PATHS.sub, PROJECT_PATHS.other];

/** Sync users, enterprise users and the members of all projects of groups, which the catalogue knows with their paths. */
async function synced({ client, platform: { world } }: Rig) {
  const group = world.groups.lookup(GROUP_PATHS.top)?.id ?? 0;
  const projects = paths.map((path) => ({ path, id: world.projects.lookup(path)?.id ?? 0 }));
  const lines = projects.map(({ id, path }) => `project,${id},${path}`);
  await client.catalogue.import({ text: ['kind,id,path', `group,${group},${GROUP_PATHS.top}`, ...lines].join('\n') });
  await syncUsers(client);
  await syncList(client, 'enterpriseUsers', `group:${group}`);
  for (const { id } of projects) await syncList(client, 'members', `project:${id}`);
  return { group, projects };
}

test('a person has facts of several lists, all memberships and the inferred group, without a request', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { world } = platform;
  const { group, projects } = await synced(rigged);
  const inherited = world.members
    .of('group', group)
    .find(({ user_id: id }) => world.members.filter((one) => one.user_id === id).length === 1);
  const id = inherited?.user_id ?? 0;
  const requests = platform.requests.count();
  const { people } = await client.people.get({ ids: [id, 999_999] });
  expect(platform.requests.count()).toBe(requests);
  expect(people[1]).toBeNull();
  const [person] = people;
  expect(person?.groups).toEqual([
    { scope: `group:${group}`, label: 'acme', access_level: inherited?.access_level, expires_at: null, projects: 3 },
  ]);
  expect(person?.memberships.map(({ scope, label, is_direct: isDirect }) => ({ scope, label, isDirect }))).toEqual(
    projects.slice(0, 3).map(({ id: at, path }) => ({ scope: `project:${at}`, label: path, isDirect: false })),
  );
  const user = world.users.get(id);
  expect(person?.row).toMatchObject({ username: user?.username, email: user?.email, state: user?.state });
  expect(person?.syncedProjects).toBe(projects.length);
  expect(person?.sources.at(-1)).toMatchObject({ collection: expect.any(String) as string, notReturnedSince: null });
});

test('the only Owner of a project has no other Owners, until another person becomes one', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { projects } = await synced(rigged);
  const scope = `project:${projects.at(-1)?.id ?? 0}`;
  const [owner] = (await client.members.list({ query: { scope, filter: { access_level: 50 } }, slice })).rows;
  const othersOf = async () => {
    const { people } = await client.people.get({ ids: [owner?.row.id ?? 0] });
    return people[0]?.memberships.find((one) => one.scope === scope)?.otherOwners;
  };
  expect(await othersOf()).toBe(0);
  const newcomer = platform.world.users.ordered('id').find(({ id, type, state }) => {
    const isMember = platform.world.members.find((one) => one.user_id === id) !== undefined;
    return id > 10 && type === 'human' && state === 'active' && !isMember;
  });
  const body = { user_id: newcomer?.id ?? 0, access_level: 50 };
  const call = { op: 'members.create', path: { id: projects.at(-1)?.id ?? 0 }, body };
  await applyAndWait(client, await client.changes.plan({ calls: [call] }));
  await syncList(client, 'members', scope);
  expect(await othersOf()).toBe(1);
  const { rows } = await client.journal.list({ query: { person: newcomer?.id }, slice });
  expect(rows).toMatchObject([{ op: 'members.create', state: 'applied' }]);
  expect((await client.journal.list({ query: { person: owner?.row.id }, slice })).rows).toEqual([]);
});
