import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { endpoints, notInApi } from '../../platform/endpoints.ts';
import type { Operation, Operations } from '../../platform/operation.ts';
import { operations } from '../../platform/operations.ts';
import { createPlatform } from '../../platform/platform.ts';
import { reader } from '../../platform/http/reader.ts';
import { file, ok } from '../../platform/http/reply.ts';
import { createRouter } from '../../platform/http/router.ts';
import { AT_MS, ask, start } from '../rig.ts';

const router = createRouter(endpoints, operations);
const json = (value: unknown, method = 'POST') => ({
  method,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});
/** Records what is written to standard error, instead of printing it. */
function errorOutput() {
  const spy = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => spy.mockRestore());
  return spy;
}
/** An operation that replies with the parameters that `read` returns. */
const echo =
  (read: (parameters: ReturnType<typeof reader>) => unknown): Operation =>
  (_world, { body }) =>
    ok({ value: read(reader(body)) ?? null });

test('endpoints.json has each endpoint of the documents once', () => {
  expect(endpoints).toHaveLength(152);
  expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length);
  expect(notInApi).toHaveLength(10);
});

test('the path of every endpoint leads to that endpoint', () => {
  for (const { method, path } of endpoints) {
    const concrete = path.replace(/:\w+/g, '7').replace(/\*\w+/, 'a/b.txt');
    expect(router.match(method, concrete)?.route.name).toBe(`${method} ${path}`);
  }
});

test.each<[string, string, string, Record<string, string>]>([
  ['GET', '/projects/a%2Fb/members/all', 'GET /projects/:id/members/all', { id: 'a/b' }],
  [
    'GET',
    '/projects/1/jobs/2/artifacts/tree',
    'GET /projects/:id/jobs/:job_id/artifacts/tree',
    { id: '1', job_id: '2' },
  ],
  [
    'GET',
    '/projects/1/jobs/2/artifacts/tree/x%20y%2Fz',
    'GET /projects/:id/jobs/:job_id/artifacts/*artifact_path',
    { id: '1', job_id: '2', artifact_path: 'tree/x y/z' },
  ],
  [
    'GET',
    '/projects/1/repository/files/src%2Fm%C3%BC.ts/raw',
    'GET /projects/:id/repository/files/:file_path/raw',
    { id: '1', file_path: 'src/mü.ts' },
  ],
  ['HEAD', '/users/5', 'GET /users/:id', { id: '5' }],
  [
    'HEAD',
    '/projects/1/repository/files/a',
    'HEAD /projects/:id/repository/files/:file_path',
    { id: '1', file_path: 'a' },
  ],
])('%s %s is %s', (method, path, name, parameters) => {
  const match = router.match(method, path);
  expect(match?.route.name).toBe(name);
  expect(match?.path).toEqual(parameters);
});

test('an operation for an unknown endpoint, or a second one for the same endpoint, prevents the start', async () => {
  const none = { 'GET /user': () => ok({}) } satisfies Operations;
  const one = { 'GET /keys': () => ok({}) } satisfies Operations;
  await expect(createPlatform({}, [none])).rejects.toThrow('"GET /user"');
  await expect(createPlatform({}, [one, one])).rejects.toThrow('two operations');
});

test('an unknown path, a wrong method and an endpoint without an operation have their own replies', async () => {
  const platform = await start({}, []);
  const status = async (path: string, method = 'GET') => (await ask(platform, 'admin', path, { method })).status;
  expect(await status('/no/such')).toBe(404);
  expect(await status('/users/')).toBe(404);
  expect(await status(`${platform.url}/users`)).toBe(404);
  expect(await status('/users/%E0%A4%A')).toBe(400);
  expect(await status('/users')).toBe(501);
  const refused = await ask(platform, 'admin', '/users/1', { method: 'DELETE' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET']);
});

test('the reply to HEAD has the headers of GET and no body', async () => {
  const platform = await start();
  const get = await ask(platform, 'admin', '/users/1');
  const head = await ask(platform, 'admin', '/users/1', { method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
});

test('with a matching ETag the reply is 304 without a body', async () => {
  const platform = await start();
  const etag = (await ask(platform, 'admin', '/users/1')).headers.get('etag') ?? '';
  const again = () => ask(platform, 'admin', '/users/1', { headers: { 'if-none-match': etag } });
  expect(await again()).toMatchObject({ status: 304, text: '' });
  platform.world.users.edit(1, { name: 'Other' });
  expect((await again()).status).toBe(200);
});

test('with bare headers, undocumented headers are not sent', async () => {
  const unshown = ['etag', 'x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];
  const headersOf = async (bareHeaders: boolean) => {
    const platform = await start({ bareHeaders, ratePerMinute: 1 });
    const answers = [await ask(platform, 'admin', '/users'), await ask(platform, 'admin', '/users')];
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    return unshown.filter((name) => answers.some(({ headers }) => headers.has(name)));
  };
  expect(await headersOf(false)).toEqual(unshown);
  expect(await headersOf(true)).toEqual([]);
});

test('a rate limit counts by user, reports the budget in headers, and ends with its window', async () => {
  const platform = await start({ ratePerMinute: 2 });
  const answers = [1, 2, 3].map(() => ask(platform, 'guest', '/users'));
  const [first, , third] = (await Promise.all(answers)).toSorted((a, b) => a.status - b.status);
  expect(first?.headers.get('ratelimit-limit')).toBe('2');
  expect(first?.headers.get('ratelimit-reset')).toBe(String(AT_MS / 1000 + 60));
  expect([third?.status, third?.headers.get('retry-after')]).toEqual([429, '60']);
  expect(third?.json).toHaveProperty('message', '429 Too Many Requests');
  expect((await ask(platform, 'developer', '/users')).status).toBe(200);
  platform.clock.advance(60_000);
  expect((await ask(platform, 'guest', '/users')).status).toBe(200);
});

test('without limits no rate limit applies', async () => {
  const platform = await start({ ratePerMinute: 1, limits: false });
  const statuses = [1, 2, 3].map(async () => (await ask(platform, 'guest', '/users')).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
});

test('parameters are accepted as JSON, form, multipart and query', async () => {
  const both = echo((read) => [read.required.text('title'), read.list('tags'), read.hash('not')]);
  const platform = await start({}, [{ 'POST /snippets': both }]);
  const value = { value: ['a b', ['x', 'y'], { k: 'v' }] };
  const pairs: [string, string][] = [['title', 'a b'], ['tags[]', 'x'], ['tags[]', 'y'], ['not[k]', 'v']]; // prettier-ignore
  const query = new URLSearchParams(pairs);
  const form = new FormData();
  for (const [name, text] of pairs) form.append(name, text);
  const send = (path: string, init: RequestInit) => ask(platform, 'admin', path, { method: 'POST', ...init });
  expect((await send('/snippets', json({ title: 'a b', tags: ['x', 'y'], not: { k: 'v' } }))).json).toEqual(value);
  expect((await send('/snippets', { body: query })).json).toEqual(value);
  expect((await send('/snippets', { body: form })).json).toEqual(value);
  expect((await send(`/snippets?${query.toString()}`, {})).json).toEqual(value);
  expect((await send(`/snippets?title=lost&tags[]=x&tags[]=y`, json({ title: 'a b', not: { k: 'v' } }))).json).toEqual(
    value,
  );
});

test('a form can contain lists of hashes', async () => {
  const platform = await start({}, [{ 'POST /snippets': echo((read) => read.hashes('actions')) }]);
  const body = new URLSearchParams([
    ['actions[][action]', 'create'],
    ['actions[][file_path]', 'a'],
    ['actions[][action]', 'delete'],
    ['actions[][file_path]', 'b'],
  ]);
  expect((await ask(platform, 'admin', '/snippets', { method: 'POST', body })).json).toEqual({
    value: [
      { action: 'create', file_path: 'a' },
      { action: 'delete', file_path: 'b' },
    ],
  });
});

test('files in a multipart body keep their name, type and bytes', async () => {
  const files: Operation = (_world, request) => {
    const { name, type, bytes } = request.files['file'] ?? { name: '', type: '', bytes: Buffer.alloc(0) };
    return ok({ name, type, bytes: bytes.toString('hex') });
  };
  const platform = await start({}, [{ 'POST /projects/:id/uploads': files }]);
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array([0, 255, 13, 10])], { type: 'image/png' }), 'dög "1".png');
  const answer = await ask(platform, 'admin', '/projects/1/uploads', { method: 'POST', body });
  expect(answer.json).toEqual({ name: 'dög "1".png', type: 'image/png', bytes: '00ff0d0a' });
});

test.each<[string, (read: ReturnType<typeof reader>) => unknown, unknown, unknown]>([
  ['text', (read) => read.required.text('a'), { a: 7 }, '7'],
  ['missing text', (read) => read.required.text('a'), {}, 'a is missing'],
  ['null for text', (read) => read.required.text('a'), { a: null }, 'a is missing'],
  ['a list for text', (read) => read.text('a'), { a: ['x'] }, 'a is invalid'],
  ['an integer as text', (read) => read.integer('a'), { a: '12' }, 12],
  ['a fraction', (read) => read.integer('a'), { a: 1.5 }, 'a is invalid'],
  ['an empty integer', (read) => read.integer('a'), { a: '' }, null],
  ['a boolean as text', (read) => read.boolean('a'), { a: 'True' }, true],
  ['another boolean', (read) => read.boolean('a'), { a: 'maybe' }, 'a is invalid'],
  ['one of', (read) => read.oneOf('a', ['x', 'y']), { a: 'y' }, 'y'],
  ['none of', (read) => read.oneOf('a', ['x', 'y']), { a: 'z' }, 'a does not have a valid value'],
  ['an instant', (read) => read.instant('a'), { a: '2026-01-01T00:00:00.5+01:00' }, Date.UTC(2025, 11, 31, 23) + 500],
  ['a date', (read) => read.date('a'), { a: '2026-01-02' }, Date.UTC(2026, 0, 2)],
  ['no date', (read) => read.date('a'), { a: '2026-02-31T00:00:00Z' }, 'a is invalid'],
  ['a list with commas', (read) => read.list('a'), { a: 'x, y,' }, ['x', 'y']],
  ['integers', (read) => read.integers('a'), { a: ['1', 2] }, [1, 2]],
  ['two exclusive ones', (read) => read.exclusive('a', 'b'), { a: 1, b: 2 }, 'a, b are mutually exclusive'],
  ['one of two exclusive ones', (read) => read.exclusive('a', 'b'), { a: 1 }, null],
  ['neither of two', (read) => read.someOf('a', 'b'), {}, 'a, b are missing, at least one parameter must be provided'],
  ['a name of the prototype', (read) => read.text('constructor'), {}, null],
])('parameters are converted or refused: %s', async (_name, read, body, expected) => {
  const platform = await start({}, [{ 'POST /snippets': echo(read) }]);
  const answer = await ask(platform, 'admin', '/snippets', json(body));
  if (answer.status === 200) expect(answer.json).toEqual({ value: expected });
  else expect([answer.status, answer.json]).toEqual([400, { error: expected }]);
});

test.each(['{', '[1]', '"text"'])('the JSON body %s is refused', async (body) => {
  const platform = await start({}, [{ 'POST /snippets': () => ok({}) }]);
  const answer = await ask(platform, 'admin', '/snippets', { ...json({}), body });
  expect(answer.status).toBe(400);
});

test('a body over the limit is refused, with or without `content-length`', async () => {
  const platform = await start({ maxBodyBytes: 1000 }, [{ 'POST /snippets': () => ok({}) }]);
  const send = (bytes: number) =>
    ask(platform, 'admin', '/snippets', { ...json({}), body: `"${'x'.repeat(bytes - 2)}"` });
  expect((await send(1001)).status).toBe(413);
  expect((await send(1000)).status).toBe(400);
  const body = Readable.toWeb(Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(50_000))));
  const streamed = await ask(platform, 'admin', '/snippets', { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect(streamed.status).toBe(413);
});

test('the platform keeps running if a client disconnects while it sends its body', async () => {
  const platform = await start({}, [{ 'POST /snippets': () => ok({}), 'GET /keys': () => ok({}) }]);
  const socket = connect(Number(new URL(platform.url).port), '127.0.0.1');
  socket.write('POST /api/v4/snippets HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nabc');
  await expect.poll(() => platform.requests.count('POST /snippets')).toBe(1);
  socket.destroy();
  const errors = errorOutput();
  for (let i = 0; i < 3; i += 1) expect((await ask(platform, 'admin', '/keys')).status).toBe(200);
  expect(errors).not.toHaveBeenCalled();
  expect(platform.requests.list('POST /snippets')).toMatchObject([{ status: null }]);
});

test('a path is not normalized, so dots are kept', async () => {
  const platform = await start();
  const socket = connect(Number(new URL(platform.url).port), '127.0.0.1');
  socket.write('GET /api/v4/projects/../users HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 404 /);
  expect(platform.requests.list()[0]?.path).toBe('/api/v4/projects/../users');
});

test('the `date` header of a reply is the time of the simulated clock', async () => {
  const platform = await start();
  const answer = await ask(platform, 'admin', '/users');
  expect(answer.headers.get('date')).toBe('Sun, 15 Nov 2026 12:00:00 GMT');
});

test('bytes and streams are sent unchanged', async () => {
  const stream: Operation = () => file(Readable.from([Buffer.from([1]), Buffer.from([2])]), 'application/zip', 'ä.zip');
  const platform = await start({}, [{ 'GET /snippets/:id/raw': stream }]);
  const response = await fetch(`${platform.url}/api/v4/snippets/1/raw`, {
    headers: { 'private-token': platform.tokens.admin },
  });
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2]));
  expect(response.headers.get('content-disposition')).toContain("UTF-8''%C3%A4.zip");
});

test('an operation that throws replies 500, and the platform keeps running', async () => {
  const broken: Operation = () => {
    throw new TypeError('broken on purpose');
  };
  const errors = errorOutput();
  const platform = await start({}, [{ 'GET /snippets': broken, 'GET /keys': () => ok({}) }]);
  expect((await ask(platform, 'admin', '/snippets')).status).toBe(500);
  expect((await ask(platform, 'admin', '/keys')).status).toBe(200);
  expect(errors).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('broken on purpose'));
});

test('requests are recorded by endpoint, with user, content and result', async () => {
  const platform = await start();
  await ask(platform, 'guest', '/users?username=x', { headers: { 'x-probe': '1' } });
  await ask(platform, null, '/users/3');
  await ask(platform, 'admin', '/no/such');
  expect(platform.requests.count('GET /users')).toBe(1);
  expect(platform.requests.count()).toBe(3);
  expect(platform.requests.list()).toMatchObject([
    { n: 1, method: 'GET', path: '/api/v4/users', query: 'username=x', by: 'guest', status: 200, atMs: AT_MS },
    { n: 2, endpoint: 'GET /users/:id', by: null, status: 401 },
    { n: 3, endpoint: undefined, status: 404 },
  ]);
  expect(platform.requests.list('GET /users')[0]?.headerNames).toContain('x-probe');
  expect(JSON.stringify(platform.requests.list())).not.toContain(platform.tokens.guest);
  platform.requests.clear();
  expect([platform.requests.count(), platform.requests.list()]).toEqual([0, []]);
});

test('only the beginning of a large body is recorded', async () => {
  const platform = await start({}, [{ 'POST /snippets': () => ok({}) }]);
  await ask(platform, 'admin', '/snippets', json({ content: 'x'.repeat(10_000) }));
  expect(platform.requests.list('POST /snippets')[0]?.body).toHaveLength(4096);
});
