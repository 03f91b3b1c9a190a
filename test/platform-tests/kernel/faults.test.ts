import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { Operations } from '../../platform/operation.ts';
import { noContent } from '../../platform/http/reply.ts';
import type { Platform } from '../../platform/platform.ts';
import { parseFaults } from '../../platform/faults/fault.ts';
import { ask, ids, link, start } from '../rig.ts';

/** The unchanged bytes of a reply, and the error with which the connection ended. */
async function rawly(platform: Platform, path: string): Promise<{ text: string; error: string | undefined }> {
  const socket = connect(Number(new URL(platform.url).port), '127.0.0.1');
  const { admin } = platform.tokens;
  socket.write(`GET /api/v4${path} HTTP/1.1\r\nhost: x\r\nprivate-token: ${admin}\r\nconnection: close\r\n\r\n`);
  let text = '';
  let error: string | undefined;
  socket.on('data', (chunk) => (text += chunk.toString('utf8')));
  socket.on('error', (cause: NodeJS.ErrnoException) => (error = cause.code));
  await new Promise((resolve) => socket.once('close', resolve));
  return { text, error };
}

test('a fault with `nth` affects only these requests', async () => {
  const platform = await start();
  platform.faults.add({ match: 'GET /users', nth: [2, 4], kind: 'status' });
  const statuses: number[] = [];
  for (let i = 0; i < 5; i += 1) statuses.push((await ask(platform, 'admin', '/users')).status);
  expect(statuses).toEqual([200, 502, 200, 502, 200]);
});

test('a fault affects the matching endpoint, at most `times` times, until it is removed', async () => {
  const platform = await start();
  const remove = platform.faults.add({ match: 'GET /users/:id', times: 2, kind: 'status', status: 503 });
  const one = () => ask(platform, 'admin', '/users/1').then(({ status }) => status);
  expect((await ask(platform, 'admin', '/users')).status).toBe(200);
  expect([await one(), await one(), await one()]).toEqual([503, 503, 200]);
  remove();
  platform.faults.add({ match: 'GET *', kind: 'status', status: 500 });
  expect(await one()).toBe(500);
  platform.faults.clear();
  expect(await one()).toBe(200);
});

test('the same seed gives the same random faults', async () => {
  const draw = async (seed: number) => {
    const platform = await start({ seed, faults: [{ probability: 0.5, kind: 'status' }] });
    const statuses: number[] = [];
    for (let i = 0; i < 24; i += 1) statuses.push((await ask(platform, 'admin', '/users/1')).status);
    return statuses;
  };
  const first = await draw(1);
  expect(new Set(first)).toEqual(new Set([200, 502]));
  expect(await draw(1)).toEqual(first);
  expect(await draw(2)).not.toEqual(first);
});

test('the reply to a missing route has `error`, the reply to a missing resource has `message`', async () => {
  const platform = await start({ faults: [{ kind: 'no-route', match: 'GET /users' }] });
  const { status, json } = await ask(platform, 'admin', '/users');
  expect([status, json]).toEqual([404, { error: '404 Not Found' }]);
  expect((await ask(platform, 'admin', '/users/99999')).json).toEqual({ message: '404 User Not Found' });
});

test('a reset closes the connection before the first byte', async () => {
  const platform = await start({ faults: [{ kind: 'reset' }] });
  expect(await rawly(platform, '/users')).toEqual({ text: '', error: 'ECONNRESET' });
  expect(platform.requests.list('GET /users')).toMatchObject([{ status: null, by: null }]);
});

test('with a fault before the operation nothing changes, with a fault after it the operation has run', async () => {
  let pauses = 0;
  const pause: Operations = { 'PUT /runners/:id': () => ((pauses += 1), noContent()) };
  const platform = await start({}, [pause]);
  const send = () => ask(platform, 'admin', '/runners/1', { method: 'PUT' });
  platform.faults.add({ nth: 1, kind: 'status', when: 'before' });
  platform.faults.add({ nth: 2, kind: 'status', when: 'after' });
  platform.faults.add({ nth: 3, kind: 'reset', when: 'after' });
  expect([(await send()).status, pauses]).toEqual([502, 0]);
  expect([(await send()).status, pauses]).toEqual([502, 1]);
  await expect(send()).rejects.toThrow();
  expect(pauses).toBe(2);
});

test.each(['reset', 'close'] as const)('half of the body is sent, then the connection ends with %s', async (end) => {
  const platform = await start({ faults: [{ kind: 'half-body', end }] });
  const { text, error } = await rawly(platform, '/users');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const promised = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  expect(Buffer.byteLength(body)).toBe(Math.floor(promised / 2));
  expect(error).toBe(end === 'reset' ? 'ECONNRESET' : undefined);
});

test('a body that is sent in small pieces is complete at the end', async () => {
  const platform = await start({ faults: [{ kind: 'drip', bytes: 200, everyMs: 1 }] });
  const response = await fetch(`${platform.url}/api/v4/users/1`, {
    headers: { 'private-token': platform.tokens.admin },
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body ?? []) pieces.push(piece);
  expect(pieces.length).toBeGreaterThan(2);
  expect(JSON.parse(Buffer.concat(pieces).toString('utf8'))).toMatchObject({ id: 1 });
});

test('the error page of a proxy is HTML', async () => {
  const answer = await ask(await start({ faults: [{ kind: 'status' }] }), 'admin', '/users');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/html']);
  expect(answer.text).toMatch(/^<!DOCTYPE html>/);
});

test.each([7, 'Sun, 15 Nov 2026 12:00:07 GMT', undefined])(
  'a throttle fault replies 429 with Retry-After %s',
  async (retryAfter) => {
    const platform = await start();
    platform.faults.add(retryAfter === undefined ? { kind: 'throttle' } : { kind: 'throttle', retryAfter });
    const answer = await ask(platform, 'admin', '/users');
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe(retryAfter === undefined ? null : String(retryAfter));
  },
);

test('some rows have fields of wrong types, the others are correct', async () => {
  const platform = await start({ faults: [{ kind: 'wrong-types', every: 3 }] });
  const rows = (await ask(platform, 'admin', '/users?per_page=6')).json as unknown[];
  const [right, , wrong] = rows as Record<string, unknown>[];
  const typesOf = (row: Record<string, unknown> | undefined) => [typeof row?.['id'], typeof row?.['username']];
  expect(typesOf(right)).toEqual(['number', 'string']);
  expect(typesOf(wrong)).toEqual(['string', 'object']);
  expect(rows[5]).toBe('not an object');
});

test('invalid JSON is sent with the content type of JSON', async () => {
  const answer = await ask(await start({ faults: [{ kind: 'invalid-json' }] }), 'admin', '/users');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(() => answer.json).toThrow(SyntaxError);
});

test('huge headers have the requested size', async () => {
  const { text } = await rawly(await start({ faults: [{ kind: 'huge-headers', bytes: 50_000 }] }), '/users');
  expect(text).toContain(`x-huge: ${'x'.repeat(50_000)}`);
});

test.each(['', '&pagination=keyset'])('endless paging always has another next page (%s)', async (paging) => {
  const platform = await start({ faults: [{ kind: 'endless' }] });
  const visited = new Set<string>();
  let url: string | undefined = `${platform.url}/api/v4/users?per_page=100${paging}`;
  for (let page = 0; page < 5 && url !== undefined; page += 1) {
    visited.add(url);
    url = link(await ask(platform, 'admin', url), 'next');
  }
  expect(visited.size).toBe(5);
});

test('a foreign link has another host, and with a path leads to another list on every page', async () => {
  const platform = await start({ faults: [{ kind: 'foreign-link', to: 'http://other.example:443' }] });
  expect(link(await ask(platform, 'admin', '/users'), 'next')).toBe(
    'http://other.example:443/api/v4/users?page=2&per_page=20',
  );
  expect(link(await ask(platform, 'admin', '/users?per_page=100'), 'next')).toBeUndefined();
  platform.faults.clear();
  platform.faults.add({ kind: 'foreign-link', to: 'http://other.example/somewhere' });
  expect(link(await ask(platform, 'admin', '/users?per_page=100'), 'next')).toBe(
    'http://other.example/somewhere?per_page=100',
  );
});

test('a redirect keeps path and query', async () => {
  const platform = await start({ faults: [{ kind: 'redirect', to: 'http://127.0.0.1:9' }] });
  const answer = await ask(platform, 'admin', '/users?page=2');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://127.0.0.1:9/api/v4/users?page=2']);
});

test('several faults can affect one request', async () => {
  const platform = await start({
    faults: [{ kind: 'latency', ms: 1 }, { kind: 'endless' }, { kind: 'wrong-types', every: 1 }],
  });
  const answer = await ask(platform, 'admin', '/users?per_page=100');
  expect(ids(answer)[0]).toMatch(/^number/);
  expect(link(answer, 'next')).toContain('again=1');
});

test.each(['fault', 'setting'])('with the latency of a %s, a later request can end earlier', async (source) => {
  const platform = await start({ latencyMs: source === 'setting' ? 200 : 0 });
  if (source === 'fault') platform.faults.add({ nth: 1, kind: 'latency', ms: 200 });
  const order: string[] = [];
  const slow = ask(platform, 'admin', '/users/1').then(() => order.push('slow'));
  await expect.poll(() => platform.requests.count()).toBe(1);
  platform.world.settings.latencyMs = 0;
  await ask(platform, 'admin', '/users/2').then(() => order.push('quick'));
  await slow;
  expect(order).toEqual(['quick', 'slow']);
});

test.each([
  ['{', 'not valid JSON'],
  ['{}', 'not a JSON array'],
  ['[1]', 'fault 1: kind must be one of'],
  ['[{"kind": "reset"}, {"kind": "flood"}]', 'fault 2: kind must be one of'],
  ['[{"kind": "latency"}]', 'fault 1 (latency): ms is missing'],
  ['[{"kind": "latency", "ms": "10"}]', 'fault 1 (latency): ms is invalid'],
  ['[{"kind": "reset", "when": "later"}]', 'fault 1 (reset): when is invalid'],
  ['[{"kind": "redirect", "to": "elsewhere"}]', 'fault 1 (redirect): to is invalid'],
  ['[{"kind": "reset", "nht": 1}]', 'fault 1 (reset): nht is unknown'],
  ['[{"kind": "constructor"}]', 'fault 1: kind must be one of'],
])('the faults %s are refused: %s', (json, reason) => {
  expect(() => parseFaults(json)).toThrow(reason);
});

test('faults are read from JSON', () => {
  const faults = [
    { match: 'GET /users', nth: [1, 3], times: 2, probability: 0.5, kind: 'throttle', retryAfter: '7' },
    { kind: 'half-body', end: 'close' },
  ];
  expect(parseFaults(JSON.stringify(faults))).toEqual(faults);
});
