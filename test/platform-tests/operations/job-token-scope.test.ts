import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { fieldsOf, json, messageOf, projectOf, row } from '../repository-rig.ts';
import { JOB_TOKEN_SCOPE, LIMITED_PROJECT, LISTED_GROUP, NAMESPACE } from '../resources/job-token-scope.ts';
import { ask, ids, start } from '../rig.ts';
import type { Answer } from '../rig.ts';

const at = '/projects/acme%2Fwebsite/job_token_scope';
const lists = { projects: `${at}/allowlist`, groups: `${at}/groups_allowlist` };
const add = (platform: Platform, list: keyof typeof lists, id: unknown, who: 'owner' | 'outsider' = 'owner') =>
  ask(
    platform,
    who,
    lists[list],
    json('POST', list === 'projects' ? { target_project_id: id } : { target_group_id: id }),
  );
const drop = (platform: Platform, list: keyof typeof lists, id: number) =>
  ask(platform, 'owner', `${lists[list]}/${id}`, { method: 'DELETE' });
const statusOf = (answer: Answer) => answer.status;

test('the scope can be read, turned off and turned on', async () => {
  const platform = await start();
  const before = await ask(platform, 'owner', at);
  expect([before.status, fieldsOf(before.json)]).toEqual([200, JOB_TOKEN_SCOPE]);
  for (const enabled of [false, true, false]) {
    const answer = await ask(platform, 'owner', at, json('PATCH', { enabled }));
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(row(await ask(platform, 'owner', at)).inbound_enabled).toBe(enabled);
  }
  for (const body of [{}, { enabled: 'perhaps' }]) {
    expect(statusOf(await ask(platform, 'owner', at, json('PATCH', body)))).toBe(400);
  }
});

test('the allowlist can’t be turned off if the instance enforces it', async () => {
  const platform = await start({ enforceJobTokenAllowlist: true });
  platform.world.jobTokenScopes.of(projectOf(platform, 'public')).isInboundEnabled = false;
  expect(row(await ask(platform, 'owner', at)).inbound_enabled).toBe(true);
  const answer = await ask(platform, 'owner', at, json('PATCH', { enabled: false }));
  expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringMatching(/\w/)]);
  expect(row(await ask(platform, 'owner', at)).inbound_enabled).toBe(true);
  expect(statusOf(await ask(platform, 'owner', at, json('PATCH', { enabled: true })))).toBe(204);
});

test('projects are added, listed with exactly the documented fields, and removed', async () => {
  const platform = await start();
  const [core, images] = [projectOf(platform), projectOf(platform, 'sub')];
  const made = await add(platform, 'projects', core.id);
  expect([made.status, made.json]).toEqual([
    201,
    { source_project_id: projectOf(platform, 'public').id, target_project_id: core.id },
  ]);
  await add(platform, 'projects', images.id);
  const listed = await ask(platform, 'owner', lists.projects);
  expect(ids(listed)).toEqual([core.id, images.id]);
  for (const project of listed.rows) {
    expect(fieldsOf(project)).toEqual(LIMITED_PROJECT);
    expect(fieldsOf(project.namespace)).toEqual(NAMESPACE);
  }
  const page = await ask(platform, 'owner', `${lists.projects}?per_page=1&page=2`);
  expect([ids(page), page.headers.get('x-total')]).toEqual([[images.id], '2']);
  const gone = await drop(platform, 'projects', core.id);
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect(ids(await ask(platform, 'owner', lists.projects))).toEqual([images.id]);
  platform.world.projects.remove(images.id);
  expect(ids(await ask(platform, 'owner', lists.projects))).toEqual([]);
});

test('groups are added, listed with exactly the documented fields, and removed', async () => {
  const platform = await start();
  const [acme, globex] = [platform.world.groups.lookup('acme'), platform.world.groups.lookup('globex')];
  const made = await add(platform, 'groups', acme?.id);
  expect([made.status, made.json]).toEqual([
    201,
    { source_project_id: projectOf(platform, 'public').id, target_group_id: acme?.id },
  ]);
  await add(platform, 'groups', globex?.id);
  const listed = await ask(platform, 'owner', `${lists.groups}?per_page=1`);
  expect(listed.headers.get('x-total')).toBe('2');
  expect(listed.rows.map(fieldsOf)).toEqual([LISTED_GROUP]);
  expect(statusOf(await drop(platform, 'groups', acme?.id ?? 0))).toBe(204);
  expect(ids(await ask(platform, 'owner', lists.groups))).toEqual([globex?.id]);
});

test('unknown, hidden, missing and already listed targets are refused, and so is removing one that is not listed', async () => {
  const platform = await start();
  const own = projectOf(platform, 'personal');
  for (const list of ['projects', 'groups'] as const) {
    expect(statusOf(await add(platform, list, undefined))).toBe(400);
    expect(statusOf(await add(platform, list, 'text'))).toBe(400);
    expect(statusOf(await add(platform, list, 99_999))).toBe(404);
    const id = list === 'projects' ? projectOf(platform).id : (platform.world.groups.lookup('acme')?.id ?? 0);
    await add(platform, list, id);
    expect([400, 409, 422]).toContain(statusOf(await add(platform, list, id)));
    await drop(platform, list, id);
    expect([400, 404]).toContain(statusOf(await drop(platform, list, id)));
  }
  expect(statusOf(await add(platform, 'projects', own.id))).toBe(404);
});

test('the scope requires the Maintainer role', async () => {
  const platform = await start();
  const core = `/projects/acme%2Fcore/job_token_scope`;
  const expected = { outsider: 404, guest: 403, reporter: 403, developer: 403, auditor: 403, maintainer: 200 } as const;
  for (const [who, status] of Object.entries(expected)) {
    for (const path of [core, `${core}/allowlist`, `${core}/groups_allowlist`]) {
      expect(statusOf(await ask(platform, who as keyof typeof expected, path)), `${who} ${path}`).toBe(status);
    }
    const change = await ask(platform, who as keyof typeof expected, core, json('PATCH', { enabled: true }));
    expect(change.status, who).toBe(status === 200 ? 204 : status);
  }
  expect(statusOf(await ask(platform, 'admin', core))).toBe(200);
  expect(statusOf(await ask(platform, null, core))).toBe(401);
  expect(statusOf(await ask(platform, null, at))).toBe(401);
  expect(statusOf(await ask(platform, 'read_api', core, json('PATCH', { enabled: true })))).toBe(403);
});
