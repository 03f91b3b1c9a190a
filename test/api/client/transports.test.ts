import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint, exact, lossy, none, rowsOf, serviceHeaders, table } from '#main/api/endpoint.ts';
import { failureOf, json, testServer, senderTo } from '../rig.ts';
import { sampleEndpoints } from '../samples.ts';

const Action = z.strictObject({ action: z.string(), file_path: z.string(), content: z.string().optional() });
const mirrors = endpoint('GET /projects/:id/remote_mirrors', {
  query: z.object({ page: z.number(), per_page: z.number() }),
  reply: rowsOf(z.looseObject({})),
  doc: '1:183',
});
const samples = table('samples', {
  commit: endpoint('POST /projects/:id/repository/commits', {
    body: z.object({ branch: z.string(), force: z.boolean().optional(), actions: z.array(Action).optional() }),
    undo: lossy('history'),
    doc: '1:150',
  }),
  removeContext: endpoint('DELETE /projects/:id/merge_requests/:merge_request_iid/context_commits', {
    body: z.object({ commits: z.array(z.string()) }),
    undo: exact(),
    doc: '2:44',
  }),
  revoke: endpoint('DELETE /groups/:id/ssh_certificates/:certificate_id', {
    otherPath: '/groups/:id/ssh_certificate/:certificate_id',
    undo: lossy('id'),
    doc: '3:72',
  }),
  rule: endpoint('GET /groups/:id/push_rule', { reply: z.looseObject({}), missing: 'never-configured', doc: '3:75' }),
  mirror: endpoint('POST /projects/:id/remote_mirrors', {
    body: z.object({ url: z.string(), enabled: z.boolean().optional() }),
    secrets: ['url'],
    ceiling: { count: 10, list: mirrors, field: 'enabled', self: 'mirror_id' },
    undo: none('x'),
    doc: '1:186',
  }),
  key: endpoint('GET /keys', { query: z.object({ fingerprint: z.string() }), reply: z.looseObject({}), doc: '3:66' }),
  head: endpoint('HEAD /projects/:id/repository/files/:file_path', {
    reply: serviceHeaders(z.looseObject({ size: z.coerce.number(), file_path: z.string().nullish() })),
    doc: '1:141',
  }),
});

test('a body is sent as JSON, or as form fields with the hashes of an array in order', async () => {
  const platform = await testServer((_, __, response) => json(response, {}));
  const { send } = senderTo(platform.url);
  const actions = [
    { action: 'create', file_path: 'a b.md', content: 'x&y=ü\n' },
    { content: '', action: 'update', file_path: 'c' },
    { action: 'delete', file_path: 'd[]' },
  ];
  const input = { path: { id: 1 }, body: { branch: 'main', force: false, actions } };
  await send(samples.commit, input);
  await send(samples.commit, { ...input, as: 'form' });
  const [asJson, asForm] = platform.seen;
  expect(asJson?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(asJson?.body ?? '')).toEqual(input.body);
  expect(asForm?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect([...new URLSearchParams(asForm?.body)]).toEqual([
    ['branch', 'main'],
    ['force', 'false'],
    ['actions[][action]', 'create'],
    ['actions[][file_path]', 'a b.md'],
    ['actions[][content]', 'x&y=ü\n'],
    // Each hash begins with the same field, also if the caller used another order
    ['actions[][action]', 'update'],
    ['actions[][file_path]', 'c'],
    ['actions[][content]', ''],
    ['actions[][action]', 'delete'],
    ['actions[][file_path]', 'd[]'],
  ]);
});

test('a DELETE may have a body', async () => {
  const platform = await testServer((_, __, response) => response.writeHead(204).end());
  const path = { id: 1, merge_request_iid: 2 };
  await senderTo(platform.url).send(samples.removeContext, { path, body: { commits: ['a', 'b'] } });
  expect(platform.seen[0]).toMatchObject({ method: 'DELETE', body: '{"commits":["a","b"]}' });
  expect(platform.seen[0]?.headers['content-type']).toBe('application/json');
});

test.each([
  ['shorter', 'abc'],
  ['longer', 'abcdefghij'],
])('an upload that becomes %s while it is read fails', async (_, text) => {
  const platform = await testServer((__, ___, response) => json(response, { id: 1 }, 201));
  async function* open() {
    yield Buffer.from(text);
  }
  const file = { fileName: 'a.txt', sizeBytes: 5, open };
  const failure = await failureOf(
    senderTo(platform.url).send(sampleEndpoints.upload, { path: { id: 1 }, body: { file } }),
  );
  expect(failure).toMatchObject({ code: 'invalid', field: 'file' });
  expect(platform.seen).toEqual([]);
});

test('an upload is opened again for every attempt', async () => {
  let count = 0;
  const platform = await testServer((_, __, response) =>
    (count += 1) === 1 ? json(response, { message: '429 Too Many Requests' }, 429) : json(response, { id: 1 }, 201),
  );
  let opened = 0;
  async function* open() {
    opened += 1;
    yield Buffer.from('ab');
    yield Buffer.from('cde');
  }
  const file = { fileName: 'a.txt', sizeBytes: 5, open };
  await senderTo(platform.url).send(sampleEndpoints.upload, { path: { id: 1 }, body: { file } });
  expect(opened).toBe(2);
  expect(platform.seen.map(({ body }) => body.includes('abcde'))).toEqual([true, true]);
});

const old = '/api/v4/groups/1/ssh_certificate/2';
const current = '/api/v4/groups/1/ssh_certificates/2';

test('the other spelling of a path is tried if the platform has no such route', async () => {
  const platform = await testServer((seen, _, response) => {
    if (seen.url === old) response.writeHead(204).end();
    else json(response, { error: '404 Not Found' }, 404);
  });
  await senderTo(platform.url).send(samples.revoke, { path: { id: 1, certificate_id: 2 } });
  expect(platform.seen.map(({ url }) => url)).toEqual([current, old]);
});

test.each([
  ['a certificate that is missing', 404, '404 SSH Certificate Not Found', 'missing'],
  ['a refusal', 403, '403 Forbidden', 'denied'],
])('%s does not count as a missing route', async (_, status, message, code) => {
  const platform = await testServer((__, ___, response) => json(response, { message }, status));
  const failure = await failureOf(senderTo(platform.url).send(samples.revoke, { path: { id: 1, certificate_id: 2 } }));
  expect(failure).toMatchObject({ code, reportedMessage: message });
  expect(platform.seen.map(({ url }) => url)).toEqual([current]);
});

test('if both routes are missing, the first reply counts; any other refusal of the second is reported', async () => {
  const neither = await testServer((_, __, response) => json(response, { message: '404 Not Found' }, 404));
  const input = { path: { id: 1, certificate_id: 2 } };
  expect(await failureOf(senderTo(neither.url).send(samples.revoke, input))).toMatchObject({ code: 'missing' });
  expect(neither.seen).toHaveLength(2);
  const forbidden = await testServer((seen, _, response) =>
    json(response, { message: 'no' }, seen.url === old ? 403 : 404),
  );
  const failure = await failureOf(senderTo(forbidden.url).send(samples.revoke, input));
  expect(failure).toMatchObject({ status: 404, reportedMessage: 'no' });
  expect(forbidden.seen).toHaveLength(1);
});

test.each([
  ['404 Push Rule Not Found', 'never-configured'],
  ['404 Not Found', 'never-configured'],
  ['404 Group Not Found', 'hidden-or-missing'],
])('%s of a push rule is %s', async (message, reason) => {
  const platform = await testServer((_, __, response) => json(response, { message }, 404));
  const failure = await failureOf(senderTo(platform.url).send(samples.rule, { path: { id: 1 } }));
  expect(failure).toMatchObject({ code: 'missing', reason });
});

test('enabled rows are counted on all pages before another one is enabled', async () => {
  const rows = Array.from({ length: 150 }, (_, at) => ({ id: at + 1, enabled: at % 15 === 0 }));
  const platform = await testServer(({ method, url }, _, response) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page'));
    json(response, method === 'GET' ? rows.slice((page - 1) * 100, page * 100) : {}, method === 'GET' ? 200 : 201);
  });
  const { send } = senderTo(platform.url);
  const sent = () => platform.seen.filter(({ method }) => method === 'POST').length;
  const input = { path: { id: 1 }, body: { url: 'https://git.example/a.git', enabled: true } };
  const failure = await failureOf(send(samples.mirror, input));
  expect(failure).toMatchObject({ code: 'invalid', reason: 'limit-known', field: 'enabled' });
  expect(sent()).toBe(0);
  await send(samples.mirror, { ...input, body: { ...input.body, enabled: false } });
  rows[0] = { id: 1, enabled: false };
  await send(samples.mirror, input);
  expect(sent()).toBe(2);
});

test('if the list cannot be read, the write is sent and the platform checks the limit', async () => {
  const platform = await testServer(({ method }, __, response) => {
    if (method === 'GET') json(response, { message: '403 Forbidden' }, 403);
    else json(response, {}, 201);
  });
  const { send } = senderTo(platform.url);
  await send(samples.mirror, { path: { id: 1 }, body: { url: 'https://git.example/a.git', enabled: true } });
  expect(platform.seen.map(({ method }) => method)).toEqual(['GET', 'POST']);
});

test('a password in an address is masked in refusals, in all spellings', async () => {
  const platform = await testServer((_, __, response) =>
    json(response, { message: 'bad url https://me:p%40ss-word@git.example, password p@ss-word or p%40ss-word' }, 400),
  );
  const body = { url: 'https://me:p%40ss-word@git.example/a.git' };
  const failure = await failureOf(senderTo(platform.url).send(samples.mirror, { path: { id: 1 }, body }));
  expect(failure.reportedMessage).toContain('bad url');
  expect(failure.reportedMessage).not.toMatch(/ss-word/);
});

test('a SHA256 fingerprint is encoded as a whole', async () => {
  const platform = await testServer((_, __, response) => json(response, {}));
  await senderTo(platform.url).send(samples.key, { query: { fingerprint: 'SHA256:nUhzNyftwADy8AH3wFY31+t/Bu=' } });
  expect(platform.seen[0]?.url).toBe('/api/v4/keys?fingerprint=SHA256%3AnUhzNyftwADy8AH3wFY31%2Bt%2FBu%3D');
});

test('a HEAD returns its headers as fields of a resource', async () => {
  const platform = await testServer((_, __, response) =>
    response
      .writeHead(200, {
        'X-Gitlab-Size': '12',
        'X-Gitlab-Last-Commit-Id': 'abc',
        'X-Gitlab-File-Path': Buffer.from('docs/日本.md').toString('latin1'),
        ETag: 'x',
      })
      .end(),
  );
  const { send } = senderTo(platform.url, { dialect: 'gitlab' });
  expect(await send(samples.head, { path: { id: 1, file_path: 'x' } })).toEqual({
    size: 12,
    last_commit_id: 'abc',
    file_path: 'docs/日本.md',
  });
});

test('a HEAD reply without required headers is unreadable', async () => {
  const platform = await testServer((_, __, response) => response.writeHead(200, { 'x-service-size': 'many' }).end());
  const failure = await failureOf(senderTo(platform.url).send(samples.head, { path: { id: 1, file_path: 'x' } }));
  expect(failure).toMatchObject({ code: 'remote', reason: 'unreadable-reply', field: 'size' });
});
