import { expect, test } from 'vitest';
import type { Operations } from '../../platform/operation.ts';
import { withoutSignIn } from '../../platform/operation.ts';
import { ok } from '../../platform/http/reply.ts';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { requireAdmin, requireGroup, requireProject } from '../../platform/world/access.ts';
import { LEVEL } from '../../platform/world/levels.ts';
import { AT_MS, ask, start } from '../rig.ts';

/** Endpoints that require access to the project, the Maintainer role, the Owner role, and an administrator. */
const guarded: Operations = {
  'GET /projects/:id/repository/branches': withoutSignIn((world, { as, path }) =>
    ok({ id: requireProject(world, as, path['id']).id }),
  ),
  'GET /projects/:id/hooks': (world, { as, path }) =>
    ok({ id: requireProject(world, as, path['id'], LEVEL.maintainer).id }),
  'GET /groups/:id/releases': (world, { as, path }) => ok({ id: requireGroup(world, as, path['id']).id }),
  'GET /groups/:id/push_rule': (world, { as, path }) => ok({ id: requireGroup(world, as, path['id'], LEVEL.owner).id }),
  'GET /service_accounts': (_world, { as }) => ok(requireAdmin(as) ?? []),
};

const core = encodeURIComponent('acme/core');
const images = encodeURIComponent('acme/platform/runner-images');

test.each<[TokenName | null, string, number]>([
  ['admin', `/projects/${core}/hooks`, 200],
  ['owner', `/projects/${core}/hooks`, 200],
  ['maintainer', `/projects/${core}/hooks`, 200],
  ['developer', `/projects/${core}/hooks`, 403],
  ['guest', `/projects/${core}/hooks`, 403],
  ['auditor', `/projects/${core}/hooks`, 403],
  ['outsider', `/projects/${core}/hooks`, 404],
  [null, `/projects/${core}/hooks`, 401],
  ['owner', `/projects/${images}/hooks`, 200],
  ['developer', `/projects/${images}/hooks`, 404],
  ['outsider', '/projects/acme%2Fwebsite/hooks', 403],
  ['guest', `/projects/${core}/repository/branches`, 200],
  ['auditor', `/projects/${core}/repository/branches`, 200],
  ['outsider', `/projects/${core}/repository/branches`, 404],
  [null, `/projects/${core}/repository/branches`, 404],
  [null, '/projects/acme%2Fwebsite/repository/branches', 200],
  ['guest', '/projects/globex%2Fwarehouse/repository/branches', 200],
  [null, '/projects/globex%2Fwarehouse/repository/branches', 404],
  ['developer', '/projects/developer%2Fdotfiles/hooks', 200],
  ['maintainer', '/projects/developer%2Fdotfiles/hooks', 404],
  ['guest', '/projects/no%2Fsuch/repository/branches', 404],
  ['owner', '/groups/acme/push_rule', 200],
  ['owner', '/groups/acme%2Fplatform/push_rule', 200],
  ['maintainer', '/groups/acme/push_rule', 403],
  ['outsider', '/groups/acme/push_rule', 404],
  ['outsider', '/groups/globex/push_rule', 200],
  ['guest', '/groups/acme/releases', 200],
  ['guest', '/groups/globex/releases', 200],
  ['guest', '/groups/acme%2Fplatform/releases', 404],
  ['admin', '/service_accounts', 200],
  ['auditor', '/service_accounts', 403],
  ['owner', '/service_accounts', 403],
])('%s: %s replies %i', async (who, path, status) => {
  const platform = await start({}, [guarded]);
  const answer = await ask(platform, who, path);
  expect(answer.status).toBe(status);
  if (status >= 400) expect(answer.json).toHaveProperty('message', expect.stringMatching(new RegExp(`^${status} `)));
});

test('a project is found by ID, by path, and by path in another case', async () => {
  const platform = await start({}, [guarded]);
  const id = platform.world.projects.lookup('acme/core')?.id;
  for (const name of [id, core, 'ACME%2FCore']) {
    expect((await ask(platform, 'guest', `/projects/${name}/repository/branches`)).json).toEqual({ id });
  }
});

test('external users do not see internal projects', async () => {
  const platform = await start({}, [guarded]);
  platform.world.users.edit(7, { external: true });
  expect((await ask(platform, 'guest', '/projects/globex%2Fwarehouse/repository/branches')).status).toBe(404);
});

test('a membership gives no access after its expiry date', async () => {
  const platform = await start({}, [guarded]);
  const member = platform.world.members.find(({ source, user_id }) => source.kind === 'project' && user_id === 4);
  Object.assign(member ?? {}, { expires_at: AT_MS + 1000 });
  expect((await ask(platform, 'maintainer', `/projects/${core}/hooks`)).status).toBe(200);
  platform.clock.advance(1000);
  expect((await ask(platform, 'maintainer', `/projects/${core}/hooks`)).status).toBe(404);
});

test('removing a user, group or project removes everything that belongs to it', async () => {
  const { world } = await start();
  const sub = world.groups.lookup('acme/platform');
  const imagesId = world.projects.lookup('acme/platform/runner-images')?.id ?? 0;
  expect(world.members.of('project', imagesId).length).toBeGreaterThan(0);
  world.groups.remove(sub?.id ?? 0);
  expect(world.projects.get(imagesId)).toBeUndefined();
  expect(world.members.of('project', imagesId)).toEqual([]);
  world.users.remove(5);
  expect(world.projects.lookup('developer/dotfiles')).toBeUndefined();
  expect(world.members.find(({ user_id }) => user_id === 5)).toBeUndefined();
  expect(world.tokens.find(({ user_id }) => user_id === 5)).toBeUndefined();
});
