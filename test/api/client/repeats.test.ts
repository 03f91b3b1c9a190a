import net from 'node:net';
import { expect, test } from 'vitest';
import { createGovernor } from '#main/api/client/governor/governor.ts';
import type { Endpoint } from '#main/api/types.ts';
import { waitWhenHeld } from '#main/api/client/governor/wait-when-held.ts';
import { users } from '#main/api/endpoints/users.ts';
import { aborted } from '#shared/errors.ts';
import { failureOf, json, listen, quickClock, rawServer, testServer, senderTo, user } from '../rig.ts';
import { sampleEndpoints } from '../samples.ts';

const add = { path: { id: 1 }, body: { title: 't', key: 'ssh-ed25519 AAAA' } };

test.each([408, 500, 502, 503, 504])('a GET is repeated after %i', async (status) => {
  const platform = await testServer((_, __, response) => {
    if (platform.seen.length < 3) json(response, { message: `${status} x` }, status);
    else json(response, user(1));
  });
  const { send, attempts, clock } = senderTo(platform.url);
  expect(await send(users.get, { path: { id: 1 } })).toEqual(user(1));
  expect(attempts.map((attempt) => [attempt.attempt, attempt.status])).toEqual([
    [1, status],
    [2, status],
    [3, 200],
  ]);
  expect(clock.slept).toHaveLength(2);
  expect(clock.slept.every((ms, index) => ms >= 0 && ms <= 500 * 2 ** index)).toBe(true);
});

test('after five attempts the request fails', async () => {
  const platform = await testServer((_, __, response) => json(response, { message: '502 Bad Gateway' }, 502));
  const failure = await failureOf(senderTo(platform.url).send(users.list));
  expect(failure).toMatchObject({
    code: 'remote',
    reason: 'platform-down',
    status: 502,
    reportedMessage: '502 Bad Gateway',
  });
  expect(platform.seen).toHaveLength(5);
});

test.each([400, 401, 403, 404, 409, 422, 501])('status %i is not repeated', async (status) => {
  const platform = await testServer((_, __, response) => json(response, { message: 'no' }, status));
  expect(await failureOf(senderTo(platform.url).send(users.list))).toMatchObject({ status });
  expect(platform.seen).toHaveLength(1);
});

test.each([408, 500, 502, 503, 504])('a POST is not repeated after %i', async (status) => {
  const platform = await testServer((_, __, response) => json(response, { message: 'x' }, status));
  expect(await failureOf(senderTo(platform.url).send(sampleEndpoints.add, add))).toMatchObject({ status });
  expect(platform.seen).toHaveLength(1);
});

test('a POST is repeated after a 429, with its body', async () => {
  const platform = await testServer((_, __, response) => {
    if (platform.seen.length === 1) json(response, { message: '429 Too Many Requests' }, 429);
    else json(response, { id: 5 }, 201);
  });
  expect(await senderTo(platform.url).send(sampleEndpoints.add, add)).toEqual({ id: 5 });
  expect(platform.seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([add.body, add.body]);
});

test('after a 429 from a proxy a POST is not sent again, because it may have been applied; a PUT is', async () => {
  const platform = await testServer((_, __, response) =>
    response.writeHead(429, { 'content-type': 'text/html' }).end('<h1>Too many requests</h1>'),
  );
  const { send } = senderTo(platform.url);
  let missed = 0;
  const onNoEffect = () => void (missed += 1);
  const failure = await failureOf(send(sampleEndpoints.add as Endpoint, { ...add, onNoEffect }));
  expect(failure).toMatchObject({ code: 'throttled', status: 429, reason: 'other-limit' });
  expect([platform.seen.length, missed]).toEqual([1, 0]);
  await failureOf(send(sampleEndpoints.edit as Endpoint, { path: { id: 1 }, body: { paused: true }, onNoEffect }));
  expect([platform.seen.length, missed]).toEqual([6, 0]);
});

test('a POST whose connection is lost after it was sent is not repeated, a PUT is', async () => {
  const cut = await rawServer((socket) => socket.resetAndDestroy());
  const { send, attempts } = senderTo(cut.url);
  const failure = await failureOf(send(sampleEndpoints.add, add));
  expect(failure).toMatchObject({ code: 'offline', reason: 'connection-lost' });
  expect(attempts).toHaveLength(1);
  await failureOf(send(sampleEndpoints.edit, { path: { id: 1 }, body: { paused: true } }));
  expect(attempts).toHaveLength(6);
});

test('a POST without a body that is lost after it was sent is not repeated either', async () => {
  const cut = await rawServer((socket) => socket.resetAndDestroy());
  const { send, attempts } = senderTo(cut.url);
  expect(await failureOf(send(sampleEndpoints.sync, { path: { id: 1, mirror_id: 2 } }))).toMatchObject({
    code: 'offline',
  });
  expect(attempts).toHaveLength(1);
});

test('a POST is repeated if the connection was refused', async () => {
  const platform = await testServer((_, __, response) => json(response, { id: 5 }, 201));
  const { send, attempts } = senderTo('http://127.0.0.1:1');
  const failure = await failureOf(send(sampleEndpoints.add, add));
  expect(failure).toMatchObject({ code: 'offline', reason: 'connection-refused' });
  expect(attempts).toHaveLength(5);
  expect(platform.seen).toEqual([]);
});

test.each([
  ['a body', sampleEndpoints.add as Endpoint, add],
  ['no body', sampleEndpoints.remove as Endpoint, { path: { id: 1, mirror_id: 2 } }],
])('a failure before the connection is established has no effect, with %s', async (_, endpoint, input) => {
  // With TLS, no byte of a request is sent before the handshake ends
  const port = await listen(net.createServer((socket) => socket.on('error', () => undefined).resetAndDestroy()));
  const { send, attempts } = senderTo(`https://127.0.0.1:${port}`);
  const missed: (string | undefined)[] = [];
  const failure = await failureOf(send(endpoint, { ...input, onNoEffect: ({ reason }) => void missed.push(reason) }));
  expect(failure).toMatchObject({ code: 'offline', reason: 'connection-lost' });
  expect(attempts).toHaveLength(5);
  expect(missed).toEqual(Array(5).fill('connection-lost'));
});

test('after an attempt that may have had an effect, `onNoEffect` is not called for the repetition either', async () => {
  const platform = await testServer((_, __, response) => {
    if (platform.seen.length === 1) json(response, { message: 'x' }, 502);
    else json(response, { message: 'x' }, 429, { 'retry-after': '1000' });
  });
  let missed = 0;
  const input = { path: { id: 1 }, body: { paused: true }, onNoEffect: () => void (missed += 1) };
  expect((await failureOf(senderTo(platform.url).send(sampleEndpoints.edit as Endpoint, input))).status).toBe(429);
  expect(missed).toBe(0);
});

test('a repetition can be stopped while it waits, and fails like the attempt before', async () => {
  const platform = await testServer((_, __, response) =>
    json(response, { message: '429 Too Many Requests' }, 429, { 'retry-after': '60' }),
  );
  const clock = { ...quickClock(), sleep: (_: number, signal?: AbortSignal) => stuck(signal) };
  const { send } = senderTo(platform.url, { clock, governor: createGovernor({ clock }) });
  const hold = new AbortController();
  const input = { ...add, held: hold.signal, onNoEffect: () => hold.abort() };
  expect(await failureOf(send(sampleEndpoints.add as Endpoint, input))).toMatchObject({
    code: 'throttled',
    status: 429,
  });
  expect(platform.seen).toHaveLength(1);
});

test('half a body counts as a lost connection, and the request is repeated', async () => {
  const half = await rawServer((socket, count) => {
    const whole = JSON.stringify(user(1));
    socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${whole.length}\r\n\r\n`);
    if (count > 1) socket.end(whole);
    else socket.write(whole.slice(0, 10), () => socket.destroy());
  });
  const { send, attempts } = senderTo(half.url);
  expect(await send(users.get, { path: { id: 1 } })).toEqual(user(1));
  expect(attempts[0]?.failure).toMatchObject({ code: 'offline', reason: 'connection-lost' });
});

test('a 404 on a repeated DELETE counts as success, on the first attempt as missing', async () => {
  const platform = await testServer((_, __, response) => {
    if (platform.seen.length === 1) json(response, { message: '502' }, 502);
    else json(response, { message: '404 Not Found' }, 404);
  });
  const { send } = senderTo(platform.url);
  const input = { path: { id: 1, mirror_id: 2 } };
  expect(await send(sampleEndpoints.remove, input)).toBeUndefined();
  expect(await failureOf(send(sampleEndpoints.remove, input))).toMatchObject({
    code: 'missing',
    reason: 'hidden-or-missing',
  });
});

test('a 404 on a DELETE whose earlier attempts were throttled counts as missing', async () => {
  const platform = await testServer((_, __, response) => {
    const isFirst = platform.seen.length === 1;
    json(response, { message: isFirst ? '429 Too Many Requests' : '404 Not Found' }, isFirst ? 429 : 404);
  });
  const failure = await failureOf(
    senderTo(platform.url).send(sampleEndpoints.remove, { path: { id: 1, mirror_id: 2 } }),
  );
  expect(failure.code).toBe('missing');
});

const start = Date.parse('2026-11-20T08:00:00Z');
test.each([
  ['seconds', '7', [7_000]],
  ['ten minutes', '600', [600_000]],
  ['an hour', '3600', [3_600_000]],
  ['thirty years, of which an hour is believed,', '999999999', [3_600_000]],
  ['an HTTP date', 'Fri, 20 Nov 2026 08:00:30 GMT', [30_000]],
])('Retry-After as %s is obeyed', async (_, header, slept) => {
  const platform = await testServer((__, ___, response) => {
    if (platform.seen.length === 1) json(response, { message: '429' }, 429, { 'retry-after': header });
    else json(response, []);
  });
  const clock = quickClock(start);
  const { send } = senderTo(platform.url, { clock, ...gateOn(clock) });
  await waitWhenHeld(send, () => undefined)(users.list);
  expect(clock.slept).toEqual(slept);
});

test('a read waits for a short pause of a 429 that a proxy may have sent', async () => {
  const platform = await testServer((_, __, response) => {
    if (platform.seen.length > 1) return json(response, []);
    return response.writeHead(429, { 'content-type': 'text/plain', 'retry-after': '20' }).end('Too many requests');
  });
  const clock = quickClock(start);
  expect(await senderTo(platform.url, { clock, ...gateOn(clock) }).send(users.list)).toEqual([]);
  expect(clock.slept).toEqual([20_000]);
});

test.each(['soon', '-5', 'Fri, 20 Nov 2020 08:00:30 GMT', ''])(
  'Retry-After %j is ignored, and the client chooses the pause',
  async (header) => {
    const platform = await testServer((_, __, response) => {
      if (platform.seen.length < 4) json(response, { message: '429' }, 429, { 'retry-after': header });
      else json(response, []);
    });
    const clock = quickClock(start);
    await senderTo(platform.url, { clock, ...gateOn(clock) }).send(users.list);
    expect(clock.slept).toHaveLength(3);
    expect(clock.slept.every((ms, index) => ms >= 500 * 2 ** index && ms <= 1_000 * 2 ** index)).toBe(true);
  },
);

test.each([
  ['31', start + 31_000],
  ['600', start + 600_000],
  ['Fri, 20 Nov 2026 09:00:00 GMT', start + 3_600_000],
])(
  'a read fails with the end of a long pause (%s) instead of waiting, and nothing is sent before',
  async (header, retryAtMs) => {
    const platform = await testServer((_, __, response) =>
      json(response, { message: '429' }, 429, { 'retry-after': header }),
    );
    const clock = quickClock(start);
    const { send } = senderTo(platform.url, { clock, ...gateOn(clock) });
    expect(await failureOf(send(users.list))).toMatchObject({ code: 'throttled', status: 429, retryAtMs });
    expect(await failureOf(send(users.list))).toMatchObject({ code: 'throttled', retryAtMs });
    expect(platform.seen).toHaveLength(1);
    expect(clock.slept).toEqual([]);
  },
);

const perEndpoint = { message: { error: 'This endpoint has been requested too many times. Try again later.' } };

test('a 429 about one endpoint holds back that endpoint, and requests to others are still sent', async () => {
  const platform = await testServer((seen, _, response) => {
    if (seen.url.startsWith('/api/v4/users')) json(response, perEndpoint, 429, { 'retry-after': '600' });
    else json(response, []);
  });
  const clock = quickClock(start);
  const { send, attempts } = senderTo(platform.url, { clock, ...gateOn(clock) });
  const until = { code: 'throttled', reason: 'endpoint-limit', retryAtMs: start + 600_000 };
  expect(await failureOf(send(users.list))).toMatchObject(until);
  expect(await failureOf(send(users.list))).toMatchObject(until);
  expect(await send(sampleEndpoints.list)).toEqual([]);
  expect(platform.seen.map(({ url }) => url)).toEqual(['/api/v4/users', '/api/v4/runners']);
  expect(attempts.map(({ heldUntil }) => heldUntil)).toEqual([null, null]);
  expect(clock.slept).toEqual([]);
});

test('a 429 with a text body is the limit of the instance and holds back all requests', async () => {
  const platform = await testServer((_, __, response) =>
    response
      .writeHead(429, {
        'content-type': 'text/plain',
        'retry-after': '31',
        'ratelimit-limit': '60',
        'ratelimit-remaining': '0',
      })
      .end('Retry later\n'),
  );
  const clock = quickClock(start);
  const { send, attempts } = senderTo(platform.url, { clock, ...gateOn(clock) });
  expect(await failureOf(send(users.list))).toMatchObject({ code: 'throttled', reportedMessage: 'Retry later' });
  expect(await failureOf(send(sampleEndpoints.list))).toMatchObject({ code: 'throttled' });
  expect(platform.seen).toHaveLength(1);
  expect(attempts[0]?.heldUntil).toBeGreaterThanOrEqual(start + 30_000);
});

test('a 503 with Retry-After holds back all requests', async () => {
  const platform = await testServer((_, __, response) => {
    if (platform.seen.length === 1) json(response, { message: 'maintenance' }, 503, { 'retry-after': '3' });
    else json(response, []);
  });
  const { send, clock } = senderTo(platform.url);
  await send(users.list);
  expect(clock.slept).toEqual([3_000]);
});

function gateOn(clock: ReturnType<typeof quickClock>) {
  return { governor: createGovernor({ clock }) };
}

/** A sleep that ends only with its signal. */
function stuck(signal?: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    const leave = (): void => reject(aborted());
    if (signal?.aborted === true) leave();
    else signal?.addEventListener('abort', leave, { once: true });
  });
}
