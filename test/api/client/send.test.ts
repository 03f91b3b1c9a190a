import { expect, expectTypeOf, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import { files } from '#main/api/endpoints/files.ts';
import { enterpriseUsers } from '#main/api/endpoints/enterprise-users.ts';
import { imports } from '#main/api/endpoints/imports.ts';
import { remoteMirrors } from '#main/api/endpoints/remote-mirrors.ts';
import { runners } from '#main/api/endpoints/runners.ts';
import { users } from '#main/api/endpoints/users.ts';
import { failureOf, json, testServer, senderTo, token, user } from '../rig.ts';
import { sampleEndpoints } from '../samples.ts';

test('a list is requested below the base path of the instance, with the token and the whole query', async () => {
  const platform = await testServer((_, __, response) => json(response, [user(1)]));
  const { send } = senderTo(`${platform.url}/sub/`);
  const rows = await send(users.list, {
    query: { search: 'a b', active: true, custom_attributes: { team: 'x' }, pagination: 'keyset', per_page: 100 },
  });
  expect(rows.map(({ id }) => id)).toEqual([1]);
  expect(platform.seen).toHaveLength(1);
  expect(platform.seen[0]).toMatchObject({
    method: 'GET',
    url: '/sub/api/v4/users?active=true&custom_attributes[team]=x&search=a%20b&per_page=100&pagination=keyset',
    headers: { 'private-token': token, accept: 'application/json' },
  });
});

test('without a token no token header is sent', async () => {
  const platform = await testServer((_, __, response) => json(response, []));
  await senderTo(platform.url, { token: () => null }).send(users.list);
  expect(platform.seen[0]?.headers).not.toHaveProperty('private-token');
});

test('a token with invalid characters is refused, and the failure does not contain it', async () => {
  const platform = await testServer((_, __, response) => json(response, []));
  const { send } = senderTo(platform.url, { token: () => `${token}\r\nx: y` });
  const failure = await failureOf(send(users.list));
  expect(failure).toMatchObject({ code: 'denied', reason: 'token-rejected' });
  expect(JSON.stringify(failure.toData())).not.toContain(token);
  expect(platform.seen).toEqual([]);
});

test('unreadable rows are left out and counted, unknown fields and unknown values are kept', async () => {
  const odd = { ...user(3), state: 'hibernating', invented: { deep: [1] } };
  const platform = await testServer((_, __, response) => json(response, [user(1), { id: 'two' }, null, 'x', odd]));
  const answer = await senderTo(platform.url).send.answer(users.list);
  expect(answer.unreadable).toBe(3);
  expect(answer.value).toEqual([user(1), odd]);
  expect(answer.status).toBe(200);
});

test('a single unreadable object is a failure', async () => {
  const platform = await testServer((_, __, response) => json(response, { ...user(1), id: 'one' }));
  const failure = await failureOf(senderTo(platform.url).send(users.get, { path: { id: 1 } }));
  expect(failure).toMatchObject({ code: 'remote', reason: 'unreadable-reply', field: 'id' });
});

test.each([
  ['an object for a list', '{"a":1}', 'application/json', 'unreadable-reply'],
  ['broken JSON', '[{"id":1},', 'application/json', 'unreadable-reply'],
  ['nothing', '', 'application/json', 'unreadable-reply'],
  ['a portal', '<html><title>Sign in</title>', 'text/html; charset=utf-8', 'not-json'],
  ['a portal that lies', ' <!doctype html>', 'application/json', 'not-json'],
  ['plain text', 'ok', 'text/plain', 'not-json'],
  ['broken JSON as plain text', '[{', 'text/plain', 'unreadable-reply'],
])('%s with status 200 is refused with its own reason', async (_, body, type, reason) => {
  const platform = await testServer((__, ___, response) => response.writeHead(200, { 'content-type': type }).end(body));
  expect(await failureOf(senderTo(platform.url).send(users.list))).toMatchObject({ code: 'remote', reason });
});

test('JSON that a server sends as plain text is read', async () => {
  const platform = await testServer((_, __, response) =>
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(JSON.stringify([user(1)])),
  );
  expect(await senderTo(platform.url).send(users.list)).toEqual([user(1)]);
});

test('a HEAD returns headers with the documents’ names', async () => {
  const platform = await testServer((_, __, response) => response.writeHead(200, { 'X-Gitlab-Size': '12' }).end());
  const { send } = senderTo(platform.url, { dialect: 'gitlab' });
  const headers = await send(sampleEndpoints.head, { path: { id: 'a/b', file_path: 'x.md' }, query: { ref: 'HEAD' } });
  expect(headers['x-service-size']).toBe('12');
  expect(platform.seen[0]).toMatchObject({
    method: 'HEAD',
    url: '/api/v4/projects/a%2Fb/repository/files/x%2Emd?ref=HEAD',
  });
});

test('a dialect renames paths and fields of requests, and fields of replies', async () => {
  const platform = await testServer((seen, _, response) =>
    json(response, seen.method === 'GET' ? [{ ...user(1), linkedin: 'me' }] : {}),
  );
  const { send, attempts } = senderTo(platform.url, { dialect: 'gitlab' });
  const [row] = await send(users.list);
  expect(row).toEqual({ ...user(1), network_a: 'me' });
  await send(sampleEndpoints.importA, { body: { personal_access_token: 'their-own-token', codehost_a_hostname: 'h' } });
  expect(platform.seen[1]?.url).toBe('/api/v4/import/github');
  expect(JSON.parse(platform.seen[1]?.body ?? '')).toEqual({
    personal_access_token: 'their-own-token',
    github_hostname: 'h',
  });
  expect(attempts[1]?.path).toBe('/import/github');
});

test('writes send JSON, a write without a body has length 0, and an empty reply is undefined', async () => {
  const platform = await testServer((seen, _, response) => {
    if (seen.method === 'PUT') json(response, { id: 7 });
    else response.writeHead(204).end();
  });
  const { send } = senderTo(platform.url);
  expect(await send(sampleEndpoints.edit, { path: { id: 7 }, body: { paused: true, tag_list: [] } })).toEqual({
    id: 7,
  });
  expect(await send(sampleEndpoints.sync, { path: { id: 1, mirror_id: 2 } })).toBeUndefined();
  expect(await send(sampleEndpoints.remove, { path: { id: 1, mirror_id: 2 } })).toBeUndefined();
  const [put, post, remove] = platform.seen;
  expect(put).toMatchObject({ body: '{"paused":true,"tag_list":[]}', headers: { 'content-type': 'application/json' } });
  expect(post).toMatchObject({ body: '', headers: { 'content-length': '0' } });
  expect(remove).toMatchObject({ method: 'DELETE', body: '' });
  expect(remove?.headers).not.toHaveProperty('transfer-encoding');
});

test('a multipart body is streamed with its length, and its file names are escaped', async () => {
  const platform = await testServer((_, __, response) => json(response, { id: 1 }, 201));
  const bytes = Buffer.from('first second');
  async function* open() {
    yield bytes.subarray(0, 6);
    yield bytes.subarray(6);
  }
  const file = { fileName: 'a"\r\nx: y.txt', sizeBytes: bytes.byteLength, type: 'text/plain', open };
  await senderTo(platform.url).send(sampleEndpoints.upload, { path: { id: 1 }, body: { file, note: 'hi' } });
  const [seen] = platform.seen;
  const boundary = /boundary=(.+)/.exec(seen?.headers['content-type'] ?? '')?.[1];
  expect(seen?.headers['content-length']).toBe(String(Buffer.byteLength(seen?.body ?? '')));
  expect(seen?.body.split('\r\n')).toEqual([
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="a%22%0D%0Ax: y.txt"',
    'Content-Type: text/plain',
    '',
    'first second',
    `--${boundary}`,
    'Content-Disposition: form-data; name="note"',
    '',
    'hi',
    `--${boundary}--`,
    '',
  ]);
});

test('input that the endpoint does not accept is refused before anything is sent', async () => {
  const platform = await testServer((_, __, response) => json(response, []));
  const { send, attempts } = senderTo(platform.url);
  const loose = send as (endpoint: unknown, input?: unknown) => Promise<unknown>;
  const refused = async (input: unknown) => (await failureOf(loose(users.list, input))).toData();
  expect(await refused({ query: { activ: true } })).toMatchObject({ code: 'invalid', field: 'activ' });
  expect(await refused({ query: { per_page: 500 } })).toMatchObject({ code: 'invalid', field: 'per_page' });
  expect(await refused({ query: { blocked: false } })).toMatchObject({ code: 'invalid', field: 'blocked' });
  expect(await refused({ body: {} })).toMatchObject({ code: 'invalid', field: 'body' });
  expect((await failureOf(loose(users.get))).toData()).toMatchObject({ code: 'invalid', field: 'id' });
  expect(platform.seen).toEqual([]);
  expect(attempts).toEqual([]);
});

test('pairs of filters that no document forbids are sent', async () => {
  const platform = await testServer((_, __, response) => json(response, []));
  const { send } = senderTo(platform.url);
  await send(users.list, { query: { active: true, blocked: true, exclude_active: true } });
  await send(users.list, { query: { external: true, exclude_external: true, humans: true, exclude_humans: true } });
  await send(users.list, { query: { extern_uid: 'x' } });
  await send(enterpriseUsers.list, { path: { id: 1 }, query: { active: true, blocked: true } });
  expect(platform.seen).toHaveLength(4);
});

test('false and an empty text do not count as given for fields that exclude each other', async () => {
  const platform = await testServer((_, __, response) => json(response, { id: 1 }, 201));
  const { send } = senderTo(platform.url);
  const body = { url: 'https://mirror.example' };
  const give = (more: object) => send(remoteMirrors.create, { path: { id: 1 }, body: { ...body, ...more } });
  await give({ mirror_branch_regex: '^release', only_protected_branches: false });
  await give({ mirror_branch_regex: '', only_protected_branches: true });
  expect(platform.seen).toHaveLength(2);
  const failure = await failureOf(give({ mirror_branch_regex: '^release', only_protected_branches: true }));
  expect(failure).toMatchObject({ reason: 'exclusive-parameters', field: 'only_protected_branches' });
});

test('a deprecated switch is refused with its successor, whether or not they agree', async () => {
  const platform = await testServer((_, __, response) => json(response, {}));
  const { send } = senderTo(platform.url);
  const edit = (body: object) => send(runners.edit, { path: { id: 1 }, body });
  await edit({ active: false });
  for (const active of [true, false]) {
    const failure = await failureOf(edit({ active, paused: true }));
    expect(failure).toMatchObject({ code: 'invalid', reason: 'two-names', field: 'active' });
  }
  expect(platform.seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ active: false }]);
});

test('the gitlab dialect sends the namespace of a Bitbucket Server import under both names', async () => {
  const platform = await testServer((_, __, response) => json(response, {}, 201));
  const { send } = senderTo(platform.url, { dialect: 'gitlab' });
  const body = {
    codehost_b_server_project: 'TEAM',
    codehost_b_server_repo: 'shop',
    codehost_b_server_url: 'https://b.example',
    codehost_b_server_username: 'me',
    personal_access_token: 'external-token-5c2e',
    target_namespace: 'acme/platform',
  };
  await send(imports.fromCodehostBServer, { body });
  const [seen] = platform.seen;
  expect(seen?.url).toBe('/api/v4/import/bitbucket_server');
  const names = { new_namespace: 'acme/platform', target_namespace: 'acme/platform' };
  expect(JSON.parse(seen?.body ?? '')).toMatchObject(names);
});

test('the length of a maintenance note is counted in characters, not in bytes or UTF-16 units', async () => {
  const platform = await testServer((_, __, response) => json(response, {}));
  const { send } = senderTo(platform.url);
  const note = (text: string) => send(runners.edit, { path: { id: 1 }, body: { maintenance_note: text } });
  await note('🔧'.repeat(1_024));
  expect(await failureOf(note('🔧'.repeat(1_025)))).toMatchObject({ code: 'invalid', field: 'maintenance_note' });
  expect(platform.seen).toHaveLength(1);
});

test('a commit of over 300 MB is refused, other requests of that size are sent', async () => {
  const platform = await testServer((_, __, response) => json(response, {}));
  const file = { fileName: 'big', sizeBytes: 300 * 1_048_576, open: () => (async function* () {})() };
  const { send } = senderTo(platform.url);
  const failure = await failureOf(send(sampleEndpoints.commit, { path: { id: 1 }, body: { file } }));
  expect(failure).toMatchObject({ code: 'invalid', reason: 'limit-known' });
  expect(platform.seen).toEqual([]);
  expect(await failureOf(send(sampleEndpoints.upload, { path: { id: 1 }, body: { file } }))).toMatchObject({
    field: 'file',
  });
});

const large = 11 * 1_048_576;

/** A platform whose files have the size in their name; only the headers of a HEAD report it. */
const withFiles = () =>
  testServer(({ method, url }, _, response) => {
    const sizeBytes = url.includes('large') ? large : 1_000;
    if (method === 'HEAD')
      response.writeHead(200, { 'x-service-blob-id': 'b', 'x-service-size': String(sizeBytes) }).end();
    else if (url.includes('/raw')) response.writeHead(200).end(Buffer.alloc(sizeBytes));
    else if (method === 'GET') json(response, { content: Buffer.alloc(sizeBytes).toString('base64') });
    else json(response, { response_status: 200 });
  });

test.each(['as JSON', 'as it is', 'in the explorer', 'after a HEAD'])(
  'a large file is read at most five times a minute, %s',
  async (how) => {
    const platform = await withFiles();
    const { send, clock } = senderTo(platform.url);
    const sink = () => new WritableStream<Uint8Array>();
    const at = (file_path: string) => ({ path: { id: 1, file_path }, query: { ref: 'HEAD' } });
    const read = async (file_path: string): Promise<unknown> => {
      if (how === 'as it is') return send.bytes(files.raw, at(file_path), { into: sink() });
      if (how === 'in the explorer') return send.raw(sampleEndpoints.file, at(file_path));
      return send(sampleEndpoints.file, at(file_path));
    };
    if (how === 'after a HEAD') {
      await send(files.metadata, at('large.bin'));
      await Promise.all(Array.from({ length: 5 }, () => read('large.bin')));
    } else for (let count = 0; count < 5; count += 1) await read('large.bin');
    for (let count = 0; count < 7; count += 1) await read('small.bin');
    await read('other-large.bin');
    const until = clock.now() + 60_000;
    expect(await failureOf(read('large.bin'))).toMatchObject({ code: 'throttled', retryAtMs: until });
    expect(clock.slept).toEqual([]);
    await clock.sleep(60_000);
    await read('large.bin');
  },
);

test('resends are limited for each webhook', async () => {
  const platform = await withFiles();
  const { send, clock } = senderTo(platform.url);
  const resend = (hook_id: number) => send(sampleEndpoints.resend, { path: { id: 1, hook_id, hook_event_id: 3 } });
  for (let count = 0; count < 5; count += 1) await resend(1);
  await resend(2);
  expect(clock.slept).toEqual([]);
  await resend(1);
  expect(clock.slept).toEqual([60_000]);
});

test('every endpoint has a unique name and a line in the documents, and every write has its undo', () => {
  expect(endpoints.get('users.list')).toBe(users.list);
  for (const [name, endpoint] of endpoints) {
    expect(name).toMatch(/^[a-z][\w-]*\.[a-zA-Z]+$/);
    expect(endpoint.doc).toMatch(/^[123]:\d+$/);
    expect(endpoint.undo === null).toBe(['GET', 'HEAD'].includes(endpoint.method));
  }
});

test('input and reply are typed by the endpoint', () => {
  const { send } = senderTo('http://localhost');
  const get = () => send(users.get, { path: { id: 1 } });
  expectTypeOf(get).returns.resolves.toHaveProperty('username').toEqualTypeOf<string>();
  // @ts-expect-error a path parameter that the template does not have
  const wrongPath = () => send(users.get, { path: { user: 1 } });
  // @ts-expect-error a filter that the endpoint does not have
  const wrongQuery = () => send(users.list, { query: { nobody: true } });
  // @ts-expect-error a body is missing
  const withoutBody = () => send(sampleEndpoints.add, { path: { id: 1 } });
  expect([wrongPath, wrongQuery, withoutBody]).toHaveLength(3);
  expect(sampleEndpoints.add.repeat).toBe('never');
  expect(sampleEndpoints.edit.repeat).toBe('same');
});
