import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { publicKeyOf } from '../../platform/world/host-keys.ts';
import { repositoryPath as repository, commit, fieldsOf, json, messageOf, row } from '../repository-rig.ts';
import { REMOTE_MIRROR } from '../resources/remote-mirrors.ts';
import { ask, ids, start } from '../rig.ts';

type Row = Record<string, unknown>;
const at = '/projects/acme%2Fcore/remote_mirrors';
const URL_WITH_SECRETS = 'https://robot:hunter2@git.example/copy.git';
const KEY = publicKeyOf(Buffer.alloc(32, 7));
const FINGERPRINT = `SHA256:${createHash('sha256')
  .update(Buffer.from(KEY.split(' ')[1] ?? '', 'base64'))
  .digest('base64')
  .replace(/=+$/, '')}`;

const post = (platform: Platform, body: Row) => ask(platform, 'maintainer', at, json('POST', body));
const put = (platform: Platform, id: unknown, body: Row) =>
  ask(platform, 'maintainer', `${at}/${String(id)}`, json('PUT', body));
const read = async (platform: Platform, id: unknown) => row(await ask(platform, 'maintainer', `${at}/${String(id)}`));
const sync = (platform: Platform, id: unknown) =>
  ask(platform, 'maintainer', `${at}/${String(id)}/sync`, { method: 'POST' });

async function create(platform: Platform, body: Row = {}): Promise<Row> {
  const answer = await post(platform, { url: URL_WITH_SECRETS, ...body });
  expect(answer.status, answer.text).toBe(201);
  return row(answer);
}

test('the seeded mirrors have both authentication methods, and exactly the documented fields', async () => {
  const platform = await start();
  const answer = await ask(platform, 'maintainer', at);
  expect(answer.rows.map(fieldsOf)).toEqual(answer.rows.map(() => REMOTE_MIRROR));
  expect(new Set(answer.rows.map(({ auth_method }) => auth_method))).toEqual(new Set(['password', 'ssh_public_key']));
  expect(answer.rows.some(({ last_error }) => last_error !== null)).toBe(true);
  const page = await ask(platform, 'maintainer', `${at}?per_page=1&page=2`);
  expect([page.rows, page.headers.get('x-total')]).toEqual([[answer.rows[1]], String(answer.rows.length)]);
});

test('a new mirror is disabled, and its user name and password are not returned', async () => {
  const platform = await start();
  const made = await create(platform);
  expect(fieldsOf(made)).toEqual(REMOTE_MIRROR);
  expect(made).toMatchObject({ enabled: false, auth_method: 'password', host_keys: [], update_status: 'none' });
  expect(made).toMatchObject({ keep_divergent_refs: false, only_protected_branches: false, last_error: null });
  for (const text of [JSON.stringify(made), JSON.stringify(await read(platform, made.id))]) {
    expect(text).toContain('git.example/copy.git');
    expect(text).not.toMatch(/robot|hunter2/);
  }
  const noUser = await create(platform, { url: 'https://git.example/open.git' });
  expect(noUser.url).toBe('https://git.example/open.git');
});

test('a mirror is changed and deleted', async () => {
  const platform = await start();
  const { id } = await create(platform);
  const changes = {
    enabled: true,
    keep_divergent_refs: true,
    only_protected_branches: true,
    auth_method: 'ssh_public_key',
  };
  const answer = await put(platform, id, changes);
  expect([answer.status, row(answer)]).toEqual([200, expect.objectContaining(changes)]);
  expect(row(await put(platform, id, { enabled: false }))).toMatchObject({ enabled: false, keep_divergent_refs: true });
  const gone = await ask(platform, 'maintainer', `${at}/${String(id)}`, { method: 'DELETE' });
  expect([gone.status, gone.text]).toEqual([204, '']);
  for (const path of [`${at}/${String(id)}`, `${at}/${String(id)}/public_key`]) {
    expect((await ask(platform, 'maintainer', path)).status).toBe(404);
  }
  expect((await sync(platform, id)).status).toBe(404);
  expect((await put(platform, id, { enabled: true })).status).toBe(404);
});

test('host keys, as a key or as a known_hosts line, are returned as fingerprints', async () => {
  const platform = await start();
  for (const text of [KEY, `${KEY} a comment`, `git.example ${KEY}`, `git.example,10.0.0.1 ${KEY}`]) {
    const made = await create(platform, { url: 'ssh://git@git.example/copy.git', host_keys: [text] });
    expect(made.host_keys, text).toEqual([{ fingerprint_sha256: FINGERPRINT }]);
  }
  const { id } = await create(platform, { host_keys: [KEY] });
  expect(row(await put(platform, id, { keep_divergent_refs: true })).host_keys).toHaveLength(1);
  expect(row(await put(platform, id, { host_keys: [] })).host_keys).toEqual([]);
  for (const text of ['nonsense', 'ssh-ed25519', 'ssh-ed25519 AAAA', KEY.replace('ssh-ed25519', 'ssh-rsa')]) {
    const answer = await put(platform, id, { host_keys: [text] });
    expect([[400, 422].includes(answer.status), messageOf(answer).length > 2], text).toEqual([true, true]);
  }
});

test('only a mirror with SSH authentication has a public key', async () => {
  const platform = await start();
  const ssh = await create(platform, { url: 'ssh://git@git.example/copy.git', auth_method: 'ssh_public_key' });
  const answer = await ask(platform, 'maintainer', `${at}/${String(ssh.id)}/public_key`);
  expect([answer.status, fieldsOf(answer.json)]).toEqual([200, ['public_key']]);
  expect(row(answer).public_key).toMatch(/^ssh-\S+ AAAA\S+/);
  const other = await create(platform);
  expect([400, 404]).toContain((await ask(platform, 'maintainer', `${at}/${String(other.id)}/public_key`)).status);
});

test('a project can have at most ten enabled mirrors', async () => {
  const platform = await start();
  const on = (await ask(platform, 'maintainer', at)).rows.filter(({ enabled }) => enabled === true).length;
  for (let i = on; i < 10; i += 1) await create(platform, { enabled: true });
  const refused = await post(platform, { url: URL_WITH_SECRETS, enabled: true });
  expect([[400, 409, 422].includes(refused.status), messageOf(refused).length > 2]).toEqual([true, true]);
  const { id } = await create(platform);
  expect([400, 409, 422]).toContain((await put(platform, id, { enabled: true })).status);
  const last = (await ask(platform, 'maintainer', at)).rows.find(({ enabled }) => enabled === true)?.id;
  expect((await put(platform, last, { keep_divergent_refs: true })).status).toBe(200);
  await put(platform, last, { enabled: false });
  expect((await put(platform, id, { enabled: true })).status).toBe(200);
});

test('`mirror_branch_regex` and `only_protected_branches` exclude each other', async () => {
  const platform = await start();
  const { id } = await create(platform, { mirror_branch_regex: '^release/' });
  const both = await post(platform, {
    url: URL_WITH_SECRETS,
    mirror_branch_regex: '^x',
    only_protected_branches: true,
  });
  expect([400, 422]).toContain(both.status);
  expect([400, 422]).toContain((await put(platform, id, { only_protected_branches: true })).status);
  expect([400, 422]).toContain((await put(platform, id, { mirror_branch_regex: '(' })).status);
  const answer = await put(platform, id, { only_protected_branches: true, mirror_branch_regex: '' });
  expect([answer.status, row(answer).only_protected_branches]).toEqual([200, true]);
});

test('an update is scheduled, started and finished, one at a time', async () => {
  const platform = await start();
  const { id } = await create(platform, { enabled: true });
  const seen: unknown[] = [];
  const note = async () => {
    const { update_status } = await read(platform, id);
    if (seen.at(-1) !== update_status) seen.push(update_status);
  };
  await note();
  const answer = await sync(platform, id);
  expect([answer.status, answer.text]).toEqual([204, '']);
  for (let i = 0; i < 100; i += 1) {
    await note();
    platform.clock.advance(100);
    if (i === 5) expect((await sync(platform, id)).status).toBe(204);
  }
  expect(seen).toEqual(['none', 'scheduled', 'started', 'finished']);
  const done = await read(platform, id);
  expect(done.last_update_at).toBe(done.last_successful_update_at);
  expect(String(done.last_update_started_at) < String(done.last_update_at)).toBe(true);
  expect(done.last_error).toBeNull();
});

test('a failed update has an error, until one succeeds', async () => {
  const platform = await start();
  const { id } = await create(platform, {
    enabled: true,
    url: 'ssh://git@git.example/copy.git',
    auth_method: 'ssh_public_key',
  });
  await sync(platform, id);
  platform.clock.advance(60_000);
  const failed = await read(platform, id);
  expect(failed).toMatchObject({ update_status: 'failed', last_successful_update_at: null });
  expect(failed.last_error).toMatch(/\w/);
  await put(platform, id, { host_keys: [KEY] });
  await sync(platform, id);
  platform.clock.advance(60_000);
  expect(await read(platform, id)).toMatchObject({ update_status: 'finished', last_error: null });
  const unknown = await create(platform, { enabled: true, url: 'https://git.invalid/copy.git' });
  await sync(platform, unknown.id);
  platform.clock.advance(60_000);
  expect((await read(platform, unknown.id)).update_status).toBe('failed');
});

test('a disabled mirror is not updated', async () => {
  const platform = await start();
  const { id } = await create(platform);
  const answer = await sync(platform, id);
  expect([204, 400, 409, 422]).toContain(answer.status);
  expect((await read(platform, id)).update_status).toBe('none');
});

test('a push schedules an update of the mirrors that include its branch', async () => {
  const platform = await start();
  const all = await create(platform, { enabled: true });
  const off = await create(platform);
  const byPattern = await create(platform, { enabled: true, mirror_branch_regex: '^docs-' });
  const safe = await create(platform, { enabled: true, only_protected_branches: true });
  const status = async ({ id }: Row) => (await read(platform, id)).update_status;
  const statuses = async () => [await status(all), await status(off), await status(byPattern), await status(safe)];
  await commit(platform, 'feature/login-form', [{ action: 'create', file_path: 'new.txt', content: 'x' }]);
  expect(await statuses()).toEqual(['scheduled', 'none', 'none', 'none']);
  await commit(platform, 'docs-v2.1', [{ action: 'create', file_path: 'new.txt', content: 'x' }]);
  expect(await statuses()).toEqual(['scheduled', 'none', 'scheduled', 'none']);
  await commit(platform, 'stable', [{ action: 'create', file_path: 'new.txt', content: 'x' }]);
  expect((await statuses()).at(-1)).toBe('scheduled');
  expect((await ask(platform, 'maintainer', `${repository()}/branches/stable`)).status).toBe(200);
});

test('missing parameters, wrong types and invalid addresses are refused', async () => {
  const platform = await start();
  const url = URL_WITH_SECRETS;
  const bad: Row[] = [
    {},
    { url: '' },
    { url: 'copy.git' },
    { url: 'ftp://git.example/copy.git' },
    { url: 'file:///etc/passwd' },
    { url: 'javascript:alert(1)' },
    { url, enabled: 'perhaps' },
    { url, auth_method: 'token' },
    { url, keep_divergent_refs: 'x' },
  ];
  const before = ids(await ask(platform, 'maintainer', at));
  for (const body of bad) {
    const answer = await post(platform, body);
    expect([[400, 422].includes(answer.status), messageOf(answer).length > 2], JSON.stringify(body)).toEqual([
      true,
      true,
    ]);
  }
  expect(ids(await ask(platform, 'maintainer', at))).toEqual(before);
});

test('mirrors require the Maintainer role', async () => {
  const platform = await start();
  const expected = { outsider: 404, guest: 403, reporter: 403, developer: 403, auditor: 403, owner: 200 } as const;
  const [mirror] = (await ask(platform, 'maintainer', at)).rows;
  for (const [who, status] of Object.entries(expected)) {
    const as = who as keyof typeof expected;
    expect((await ask(platform, as, at)).status, who).toBe(status);
    expect((await ask(platform, as, `${at}/${String(mirror?.id)}`)).status, who).toBe(status);
    const made = await ask(platform, as, at, json('POST', { url: URL_WITH_SECRETS }));
    expect(made.status, who).toBe(status === 200 ? 201 : status);
  }
  expect((await ask(platform, null, at)).status).toBe(401);
  expect((await ask(platform, 'read_api', at)).status).toBe(200);
  expect((await ask(platform, 'read_api', `${at}/${String(mirror?.id)}/sync`, { method: 'POST' })).status).toBe(403);
});

test('an update that stalls stays started, a failed one has an error, and the next one starts only after it has ended', async () => {
  const platform = await start();
  const { id } = await create(platform, { enabled: true });
  platform.world.settings.background = 'fails';
  await sync(platform, id);
  platform.clock.advance(10_000);
  expect(await read(platform, id)).toMatchObject({
    update_status: 'failed',
    last_error: expect.stringContaining('hung up') as string,
  });
  platform.world.settings.background = 'stalls';
  await sync(platform, id);
  platform.clock.advance(3_600_000);
  const stalled = await read(platform, id);
  expect(stalled).toMatchObject({ update_status: 'started' });
  platform.world.settings.background = 'finishes';
  await sync(platform, id);
  platform.clock.advance(10_000);
  expect(await read(platform, id)).toEqual(stalled);
});
