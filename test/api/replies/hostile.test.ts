import { setTimeout as after } from 'node:timers/promises';
import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { users } from '#main/api/endpoints/users.ts';
import { failureOf, json, rawServer, testServer, senderTo, user } from '../rig.ts';
import { sampleEndpoints } from '../samples.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

test('a body that arrives byte by byte ends at the deadline, and the request is not repeated', async () => {
  const drip = await rawServer((socket) => {
    socket.write(`${head}content-length: 1000\r\n\r\n[`);
    const timer = setInterval(() => socket.write(' '), 20);
    socket.on('close', () => clearInterval(timer));
  });
  const { send, attempts } = senderTo(drip.url, { deadlineMs: 150 });
  expect(await failureOf(send(users.list))).toMatchObject({ code: 'offline', reason: 'timed-out' });
  expect(attempts).toHaveLength(1);
});

test('headers that arrive byte by byte end at the deadline too', async () => {
  const drip = await rawServer((socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write('x-more: 1\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  const { send } = senderTo(drip.url, { deadlineMs: 150 });
  expect(await failureOf(send(users.list))).toMatchObject({ code: 'offline', reason: 'timed-out' });
});

test('a compressed page is read', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => user(index + 1));
  const platform = await testServer((seen, _, response) => {
    const compress = seen.url.includes('deflate') ? zlib.deflateSync : zlib.gzipSync;
    const encoding = seen.url.includes('deflate') ? 'deflate' : 'gzip';
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
    response.end(compress(JSON.stringify(rows)));
  });
  const { send, attempts } = senderTo(platform.url);
  expect(await send(users.list)).toEqual(rows);
  const page = await send.page(users.list, { next: `${platform.url}/api/v4/users?deflate` });
  expect(JSON.parse(Buffer.from(page.body).toString())).toEqual(rows);
  expect(attempts[0]?.bytes).toBeLessThan(JSON.stringify(rows).length / 4);
});

test.each([
  ['of more than a hundred to one', zlib.gzipSync(Buffer.alloc(4_000_000, 32))],
  [
    'of more than 16 MB',
    zlib.gzipSync(
      Buffer.concat([Buffer.alloc(300_000).map((_, i) => (i * i * 31) >> 3), Buffer.alloc(17_000_000, 32)]),
    ),
  ],
])('a gzip bomb %s is refused, and the request is not repeated', async (_, bomb) => {
  const platform = await testServer((__, ___, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
  });
  const failure = await failureOf(senderTo(platform.url).send.page(users.list, {}));
  expect(failure).toMatchObject({ code: 'remote', reason: 'too-large' });
  expect(platform.seen).toHaveLength(1);
});

test('bodies up to 1 MB may have any compression ratio', async () => {
  const padded = `[${' '.repeat(900_000)}]`;
  const platform = await testServer((_, __, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(zlib.gzipSync(padded));
  });
  expect(await senderTo(platform.url).send(users.list)).toEqual([]);
});

test.each([
  ['announced', { 'content-length': '20000000' }],
  ['not announced', {}],
])('a plain body of over 16 MB is refused, its size %s', async (_, length) => {
  const platform = await testServer((__, ___, response) => {
    response.on('error', () => undefined);
    response.writeHead(200, { 'content-type': 'application/json', ...length });
    response.end(Buffer.alloc(20_000_000, 32));
  });
  const failure = await failureOf(senderTo(platform.url).send(users.list));
  expect(failure).toMatchObject({ code: 'remote', reason: 'too-large' });
});

test.each([
  ['cut short', 'gzip', zlib.gzipSync(JSON.stringify([user(1)])).subarray(0, 30)],
  ['no gzip at all', 'gzip', Buffer.from('[]')],
  ['with a compression that was not requested', 'br', zlib.brotliCompressSync('[]')],
  ['compressed twice', 'gzip, gzip', zlib.gzipSync(zlib.gzipSync('[]'))],
])('a body that is %s cannot be read', async (_, encoding, body) => {
  const platform = await testServer((__, ___, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body);
  });
  const failure = await failureOf(senderTo(platform.url).send(users.list));
  expect(failure).toMatchObject({ code: 'remote', reason: 'unreadable-reply' });
});

test('huge headers are refused', async () => {
  const huge = await rawServer((socket) =>
    socket.end(`${head}x-huge: ${'a'.repeat(100_000)}\r\ncontent-length: 2\r\n\r\n[]`),
  );
  const { send, attempts } = senderTo(huge.url);
  expect(await failureOf(send(users.list))).toMatchObject({ code: 'remote', reason: 'too-large' });
  expect(attempts).toHaveLength(1);
});

test('a server that does not use HTTP has the reason not-this-api', async () => {
  const ssh = await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2p1\r\n'));
  expect(await failureOf(senderTo(ssh.url).send(users.list))).toMatchObject({ code: 'remote', reason: 'not-this-api' });
});

test('only the beginning of an endless refusal is read', async () => {
  const endless = await rawServer((socket) => {
    socket.write('HTTP/1.1 403 Forbidden\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n');
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const pour = () => void (socket.destroyed || socket.write(chunk, () => setImmediate(pour)));
    pour();
  });
  const failure = await failureOf(senderTo(endless.url).send(users.list));
  expect(failure).toMatchObject({ code: 'remote', status: 403 });
  expect(failure.reportedMessage?.length).toBeLessThanOrEqual(2_000);
});

test('a key called __proto__ changes nothing', async () => {
  const platform = await testServer((_, __, response) => {
    const row = JSON.stringify(user(1)).replace('{', '{"__proto__":{"is_admin":true},');
    response.writeHead(200, { 'content-type': 'application/json' }).end(`[${row}]`);
  });
  const [row] = await senderTo(platform.url).send(users.list);
  expect(row?.is_admin).toBeUndefined();
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
});

test.each([
  ['headers', 'HTTP/1.1 200 OK\r\n'],
  ['body', `${head}content-length: 9\r\n\r\n[`],
])('an abort while waiting for the %s ends the request and closes the socket', async (_, start) => {
  const controller = new AbortController();
  const closed = Promise.withResolvers<void>();
  const hanging = await rawServer((socket) => {
    socket.on('close', () => closed.resolve());
    socket.write(start, () => controller.abort());
  });
  expect((await failureOf(senderTo(hanging.url).send(users.list, {}, controller.signal))).code).toBe('aborted');
  await closed.promise;
});

test('an abort before the start sends nothing', async () => {
  const platform = await testServer((_, __, response) => json(response, []));
  const { send } = senderTo(platform.url);
  expect(await failureOf(send(users.list, {}, AbortSignal.abort()))).toMatchObject({ code: 'aborted' });
  expect(platform.seen).toEqual([]);
});

test('an abort ends the wait between two attempts', async () => {
  const controller = new AbortController();
  const platform = await testServer((_, __, response) => json(response, { message: 'x' }, 502));
  const clock = {
    now: () => 0,
    monotonic: () => 0,
    sleep: (_: number, signal?: AbortSignal) => {
      controller.abort();
      return signal?.aborted === true ? Promise.reject(new DOMException('x', 'AbortError')) : after(0);
    },
  };
  const { send } = senderTo(platform.url, { clock });
  await expect(send(users.list, {}, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  expect(platform.seen).toHaveLength(1);
});

test('close aborts running requests and refuses later ones', async () => {
  const hanging = await rawServer(() => void send.close());
  const { send } = senderTo(hanging.url);
  expect(await failureOf(send(sampleEndpoints.add, { path: { id: 1 }, body: { title: 't', key: 'k' } }))).toMatchObject(
    {
      code: 'aborted',
    },
  );
  expect(await failureOf(send(users.list))).toMatchObject({ code: 'aborted' });
});
