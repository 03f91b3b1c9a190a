import { expect, test } from 'vitest';
import { remoteMirrors } from '#main/api/endpoints/remote-mirrors.ts';
import { failureOf } from '../rig.ts';
import { projects, simulator } from './simulator.ts';

const id = projects.private;
const path = { id };

test('mirrors are listed in pages and read one by one, without their passwords', async () => {
  const { as } = await simulator();
  const send = as('maintainer');
  const rows = await send(remoteMirrors.list, { path });
  expect(rows.map(({ auth_method }) => auth_method)).toEqual(expect.arrayContaining(['password', 'ssh_public_key']));
  expect(JSON.stringify(rows)).not.toContain('s3cret-word');
  const page = await send.page(remoteMirrors.list, { path, query: { per_page: 2 } });
  expect(page.total).toBe(rows.length);
  const [first] = rows;
  expect(await send(remoteMirrors.get, { path: { id, mirror_id: first?.id ?? 0 } })).toEqual(first);
  const failure = await failureOf(send(remoteMirrors.get, { path: { id, mirror_id: 9_000_000 } }));
  expect(failure).toMatchObject({ code: 'missing', status: 404 });
});

test('the public key of a mirror with an SSH key is read, other mirrors have none', async () => {
  const { as } = await simulator();
  const send = as('maintainer');
  const rows = await send(remoteMirrors.list, { path });
  const keyOf = (method: string) =>
    send(remoteMirrors.publicKey, { path: { id, mirror_id: rows.find((row) => row.auth_method === method)?.id ?? 0 } });
  expect((await keyOf('ssh_public_key')).public_key).toMatch(/^ssh-/);
  expect((await failureOf(keyOf('password'))).status).toBeOneOf([400, 404]);
});

test('a mirror is created, changed, synced and deleted', async () => {
  const { rigAs, platform, reached } = await simulator();
  const { send, attempts, lines } = rigAs('maintainer');
  const body = {
    url: 'https://me:pass-word-9@mirror.example/core.git',
    auth_method: 'password' as const,
    enabled: true,
    host_keys: [],
    keep_divergent_refs: true,
    mirror_branch_regex: '^release/',
    only_protected_branches: false,
  };
  const mirror = await send(remoteMirrors.create, { path, body });
  expect(mirror).toMatchObject({ enabled: true, keep_divergent_refs: true, auth_method: 'password' });
  expect(JSON.stringify([mirror, attempts, lines])).not.toContain('pass-word-9');
  expect(reached('POST /projects/:id/remote_mirrors')[0]?.body).toEqual(body);

  const at = { id, mirror_id: mirror.id };
  const edit = { keep_divergent_refs: false, enabled: true };
  expect(await send(remoteMirrors.edit, { path: at, body: edit })).toMatchObject({ keep_divergent_refs: false });
  expect(reached('PUT /projects/:id/remote_mirrors/:mirror_id')[0]?.body).toEqual(edit);
  expect(await send(remoteMirrors.sync, { path: at })).toBeUndefined();
  platform.clock.advance(60_000);
  expect((await send(remoteMirrors.get, { path: at })).last_update_at).toBeTruthy();
  await send(remoteMirrors.remove, { path: at });
  expect(await failureOf(send(remoteMirrors.get, { path: at }))).toMatchObject({ code: 'missing' });
});

test('a branch pattern and protected branches exclude each other, in the client and on the platform', async () => {
  const { as, platform } = await simulator();
  const send = as('maintainer');
  const both = { url: 'https://m.example/a.git', mirror_branch_regex: '^x', only_protected_branches: true };
  const failure = await failureOf(send(remoteMirrors.create, { path, body: both }));
  expect(failure).toMatchObject({ code: 'invalid', reason: 'exclusive-parameters', status: undefined });
  expect(platform.requests.count()).toBe(0);
});

test('an invalid address is refused, and the failure does not contain its password', async () => {
  const { as } = await simulator();
  const body = { url: 'gopher://me:pass-word-9@mirror.example/core.git' };
  const failure = await failureOf(as('maintainer')(remoteMirrors.create, { path, body }));
  expect(failure).toMatchObject({ code: 'invalid', status: expect.toBeOneOf([400, 422]) as number });
  expect(JSON.stringify(failure.toData())).not.toContain('pass-word-9');
});

test('an eleventh enabled mirror is not sent, and a mirror that is already enabled can still be edited', async () => {
  const { as, reached } = await simulator();
  const send = as('maintainer');
  const body = { url: 'https://m.example/a.git', enabled: true };
  const enabled = (await send(remoteMirrors.list, { path, query: { per_page: 100 } })).filter((row) => row.enabled);
  for (let count = enabled.length; count < 10; count += 1) await send(remoteMirrors.create, { path, body });
  const sent = reached('POST /projects/:id/remote_mirrors').length;
  const tooMany = { code: 'invalid', reason: 'limit-known', field: 'enabled', status: undefined };
  expect(await failureOf(send(remoteMirrors.create, { path, body }))).toMatchObject(tooMany);
  expect(reached('POST /projects/:id/remote_mirrors')).toHaveLength(sent);
  const off = await send(remoteMirrors.create, { path, body: { ...body, enabled: false } });
  const on = (mirror_id: number) =>
    send(remoteMirrors.edit, { path: { ...path, mirror_id }, body: { enabled: true, keep_divergent_refs: true } });
  expect(await failureOf(on(off.id))).toMatchObject(tooMany);
  expect(await on(enabled[0]?.id ?? 0)).toMatchObject({ enabled: true, keep_divergent_refs: true });
  expect(reached('PUT /projects/:id/remote_mirrors/:mirror_id')).toHaveLength(1);
});

test('mirrors are hidden from developers', async () => {
  const { as } = await simulator();
  expect(await failureOf(as('developer')(remoteMirrors.list, { path }))).toMatchObject({ code: 'denied' });
});
