import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { files } from '#main/api/endpoints/files.ts';
import { imports } from '#main/api/endpoints/imports.ts';
import { knownEndpoints } from '#main/api/endpoints/known.ts';
import { probes } from '#main/api/endpoints/probes.ts';
import { pushRules } from '#main/api/endpoints/push-rules.ts';
import { runners } from '#main/api/endpoints/runners.ts';
import { users } from '#main/api/endpoints/users.ts';
import { failureOf, rawServer, testServer, senderTo, token, user } from '../rig.ts';

const withThread = (script: URL) => ({ script, endpoints: knownEndpoints });
const decoder = withThread(pathToFileURL(join(import.meta.dirname, '../../../src-main/api/decode-worker.ts')));
const path = { id: 1 };

/** A sender to a server that replies to every request with this JSON text. */
async function answering(body: string | Buffer, status = 200) {
  const { url } = await testServer((_, __, response) => {
    response.on('error', () => undefined);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  return senderTo(url, { decoder });
}

const times = (text: string, sizeBytes: number): string => text.repeat(Math.floor(sizeBytes / text.length));
const list = (row: string, sizeBytes: number): string => `[${times(`${row},`, sizeBytes)}${row}]`;

test.each([
  ['numbers', '0'],
  ['empty objects', '{}'],
  ['short rows', '{"id":1}'],
  ['lists', '[[]]'],
])('8 MB of %s are refused before they are parsed', async (_, row) => {
  const { send } = await answering(list(row, 8_000_000));
  const before = process.memoryUsage().rss;
  expect(await failureOf(send(users.list))).toMatchObject({ code: 'remote', reason: 'too-large' });
  expect(await failureOf(send(probes.groups, {}))).toMatchObject({ code: 'remote', reason: 'too-large' });
  expect(await failureOf(send(users.get, { path }))).toMatchObject({ code: 'remote', reason: 'too-large' });
  expect(await failureOf(send.rows(runners.listJobs, { path }))).toMatchObject({ reason: 'too-large' });
  // Parsing any of them would take more than 250 MB
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
});

test('a page with more rows than requested is refused, even if it is small', async () => {
  const { send } = await answering(list('0', 2_200));
  expect(await failureOf(send(users.list))).toMatchObject({ code: 'remote', reason: 'too-large' });
});

test('a page of up to 1,000 rows is read, its unreadable rows left out and counted', async () => {
  const rows = Array.from({ length: 999 }, (_, at) => (at % 3 === 0 ? user(at) : { id: 'x', tags: [at] }));
  const { send } = await answering(JSON.stringify(rows));
  const { value, unreadable } = await send.answer(users.list);
  expect(value).toHaveLength(333);
  expect(unreadable).toBe(666);
});

test('a large page is decoded like a small one', async () => {
  const bio = 'x'.repeat(20_000);
  const rows = Array.from({ length: 60 }, (_, at) => ({ ...user(at + 1), bio, linkedin: 'anna' }));
  const { url } = await testServer((_, __, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([...rows, { id: 1 }, user(99)]));
  });
  const { send } = senderTo(url, { decoder, dialect: 'gitlab' });
  const { value, unreadable } = await send.answer(users.list);
  expect(unreadable).toBe(1);
  expect(value).toHaveLength(61);
  expect(value[0]).toMatchObject({ id: 1, bio, network_a: 'anna' });
  const page = await send.rows(users.list, {});
  expect(page.rows).toHaveLength(62);
  expect(page.rows[61]).toEqual(user(99));
});

test('a large object is decoded as a whole, and a failure names its invalid field', async () => {
  const rule = { id: 7, commit_message_regex: 'x'.repeat(400_000) };
  const { send } = await answering(JSON.stringify(rule));
  expect(await send(pushRules.get, { path })).toEqual(rule);
  const wrong = await answering(JSON.stringify({ ...rule, id: '7' }));
  const failure = await failureOf(wrong.send(pushRules.get, { path }));
  expect(failure).toMatchObject({ code: 'remote', reason: 'unreadable-reply', field: 'id' });
});

test('only one error is kept for a reply with many invalid values', async () => {
  const { send } = await answering(`{"id":"1","tag_list":${list('0', 180_000)}}`);
  const failure = await failureOf(send(runners.get, { path }));
  expect(failure).toMatchObject({ reason: 'unreadable-reply', field: 'id' });
  expect(failure.cause).toBeUndefined();
});

test.each([200, 400_000])(
  'rows nested deeper than 100 levels are unreadable, in a page with %i characters of other rows',
  async (size) => {
    const deep = `{"id":1,"username":"a","name":"a","state":"active","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const other = JSON.stringify({ ...user(2), bio: 'x'.repeat(size) });
    const ofOtherType = JSON.stringify({ ...user(3), created_at: 7 });
    const { send } = await answering(`[${deep},${other},${ofOtherType}]`);
    const { value, unreadable } = await send.answer(users.list);
    expect(value.map(({ id }) => id)).toEqual([2, 3]);
    expect(unreadable).toBe(1);
    const page = await send.rows(users.list, {});
    expect([page.rows.length, page.unreadable]).toEqual([2, 1]);
  },
);

test('an object nested deeper than 100 levels is unreadable', async () => {
  const { send } = await answering(`{"id":1,"x":${'{"x":'.repeat(20_000)}1${'}'.repeat(20_001)}`);
  expect(await failureOf(send(pushRules.get, { path }))).toMatchObject({ code: 'remote', reason: 'unreadable-reply' });
});

test('a refusal of a change that repeats 1 MB of its input is read to its end', async () => {
  const { send } = await answering(JSON.stringify({ message: { branch_name_regex: [times('x', 1_000_000)] } }), 400);
  const failure = await failureOf(send(pushRules.edit, { path, body: { branch_name_regex: 'x' } }));
  expect(failure).toMatchObject({ code: 'invalid', field: 'branch_name_regex' });
});

test('a refusal that is nested too deeply is reported by its status', async () => {
  const { send } = await answering(`{"message":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 403);
  expect(await failureOf(send(pushRules.get, { path }))).toMatchObject({ code: 'remote', status: 403 });
  const other = await answering(`{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 400);
  expect(await failureOf(other.send(pushRules.get, { path }))).toMatchObject({ code: 'invalid', status: 400 });
});

test('a reply that repeats the token too often is refused', async () => {
  const { send } = await answering(`["${times(`${token} `, 7_000_000)}"]`);
  expect(await failureOf(send(users.list))).toMatchObject({ code: 'remote', reason: 'unreadable-reply' });
});

test('an abort ends the decoding of a large reply', async () => {
  const controller = new AbortController();
  const { send } = await answering(JSON.stringify([{ ...user(1), bio: 'x'.repeat(1_000_000) }]));
  const reading = send(users.list, {}, controller.signal);
  setTimeout(() => controller.abort(), 5);
  expect((await failureOf(reading)).code).toBe('aborted');
});

test('the deadline of a request includes decoding its reply', async () => {
  const { url } = await testServer((_, __, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify([{ ...user(1), bio: 'x'.repeat(1_000_000) }]));
  });
  // A thread that never replies
  const silent = new URL('data:text/javascript,setInterval(() => undefined, 1000)');
  const { send } = senderTo(url, { decoder: withThread(silent), deadlineMs: 1_000 });
  expect(await failureOf(send(users.list))).toMatchObject({ code: 'offline', reason: 'timed-out' });
});

test('a thread that runs out of memory fails its replies and is replaced', async () => {
  const breaking = new URL(
    'data:text/javascript,import{parentPort}from"node:worker_threads";parentPort.once("message",()=>{throw Object.assign(Error("memory"),{code:"ERR_WORKER_OUT_OF_MEMORY"})})',
  );
  const { url } = await testServer((_, __, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify([{ ...user(1), bio: 'x'.repeat(1_000_000) }]));
  });
  const { send } = senderTo(url, { decoder: withThread(breaking) });
  expect(await failureOf(send(users.list))).toMatchObject({ code: 'remote', reason: 'too-large' });
  expect(await failureOf(send(users.list))).toMatchObject({ code: 'remote', reason: 'too-large' });
});

test.each([
  ['a field of another type', '{"id":"7","name":"x"}', { id: '7', name: 'x' }],
  ['no JSON', '{"id":', undefined],
  ['too deep', `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, undefined],
  ['too many values', list('0', 400_000), undefined],
  ['empty', '', undefined],
])(
  'a write whose reply is %s has succeeded, and `replyFailure` says that its reply is unreadable',
  async (_, body, value) => {
    const { send } = await answering(body, 201);
    const answer = await send.answer(pushRules.create, { path, body: {} });
    expect(answer).toMatchObject({ status: 201, replyFailure: { code: 'remote' } });
    expect(answer.value).toEqual(value);
  },
);

test.each([
  ['cut short', 'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"id"'],
  ['too large', `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n{`],
  ['of an unknown compression', 'HTTP/1.1 201 Created\r\ncontent-encoding: br\r\ncontent-length: 2\r\n\r\n{}'],
])('a write whose reply is %s has succeeded', async (_, text) => {
  const server = await rawServer((socket) => socket.end(text));
  const { send, attempts } = senderTo(server.url, { decoder });
  const answer = await send.answer(pushRules.create, { path, body: {} });
  expect(answer).toMatchObject({ status: 201, value: undefined });
  expect(answer.replyFailure).not.toBeNull();
  expect(attempts).toHaveLength(1);
});

test('the HTML page of a portal does not count as the success of a write', async () => {
  const { url } = await testServer((_, __, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>sign in</html>');
  });
  const { send } = senderTo(url, { decoder });
  const failure = await failureOf(send.answer(imports.cancel, { body: { project_id: 1 } }));
  expect(failure).toMatchObject({ code: 'remote', reason: 'not-json' });
});

test('large bodies are received two at a time, and do not delay other requests', async () => {
  const rows = JSON.stringify([{ ...user(1), bio: 'x'.repeat(3_000_000) }]);
  const waiting: (() => void)[] = [];
  const { url } = await testServer((seen, _, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (seen.url.includes('search=small')) response.end(JSON.stringify([user(2)]));
    else {
      response.write(rows.slice(0, 2_000_000));
      waiting.push(() => void response.end(rows.slice(2_000_000)));
    }
  });
  const { send } = senderTo(url, { decoder });
  const ended: number[] = [];
  const large = [1, 2, 3].map((at) => send(users.list).then((value) => void ended.push(at * value.length)));
  await expect.poll(() => waiting.length).toBe(3);
  expect(await send(users.list, { query: { search: 'small' } })).toHaveLength(1);
  expect(ended).toEqual([]);
  for (const finish of waiting) finish();
  await Promise.all(large);
  expect(ended).toHaveLength(3);
});

test('a value has at most 8 MB, the content of a file and a page for the cache 16 MB', async () => {
  const row = JSON.stringify({ ...user(1), bio: 'x'.repeat(9_000_000) });
  const { send } = await answering(`[${row}]`);
  expect(await failureOf(send(users.list))).toMatchObject({ code: 'remote', reason: 'too-large' });
  expect(await failureOf(send.rows(users.list, {}))).toMatchObject({ code: 'remote', reason: 'too-large' });
  expect((await send.page(users.list, {})).body.byteLength).toBe(row.length + 2);
  const content = 'QUJD'.repeat(3_000_000);
  const file = await answering(JSON.stringify({ content }));
  const path = { id: 1, file_path: 'a' };
  expect((await file.send(files.get, { path, query: { ref: 'HEAD' } })).content).toBe(content);
});

test('the headers of a file are read, however large the file is', async () => {
  const { url } = await testServer((_, __, response) => {
    const facts = { 'x-service-size': '99000000', 'x-service-blob-id': 'a' };
    response.writeHead(200, { 'content-length': '99000000', ...facts }).end();
  });
  const { send } = senderTo(url, { decoder });
  const path = { id: 1, file_path: 'a' };
  expect(await send(files.metadata, { path, query: { ref: 'HEAD' } })).toMatchObject({ size: 99_000_000 });
});

test('a large body keeps its slot until it is decoded', async () => {
  const { url } = await testServer((seen, _, response) => {
    const isLarge = !seen.url.includes('search=small');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify([{ ...user(1), bio: 'x'.repeat(isLarge ? 3_000_000 : 1) }]));
  });
  const silent = new URL('data:text/javascript,setInterval(() => undefined, 1000)');
  const { send, attempts } = senderTo(url, { decoder: withThread(silent) });
  const controllers = [new AbortController(), new AbortController()];
  const decoding = controllers.map(({ signal }) => failureOf(send(users.list, {}, signal)));
  await expect.poll(() => attempts.length).toBe(2);
  const third = send.page(users.list, {});
  // Without the limit, the third body would have been received by now
  for (let count = 0; count < 50; count += 1) await send(users.list, { query: { search: 'small' } });
  expect(attempts).toHaveLength(52);
  controllers[1]?.abort();
  expect((await third).body.byteLength).toBeGreaterThan(3_000_000);
  controllers[0]?.abort();
  expect((await Promise.all(decoding)).map(({ code }) => code)).toEqual(['aborted', 'aborted']);
});

test('slow bodies delay only other large bodies of the same instance, until their deadline', async () => {
  const rows = JSON.stringify([{ ...user(1), bio: 'x'.repeat(3_000_000) }]);
  const mixed = Array.from({ length: 100 }, (_, at) => ({ ...user(at + 1), bio: randomBytes(7_000).toString('hex') }));
  const packed = gzipSync(JSON.stringify(mixed));
  let slow = 0;
  const { url } = await testServer((seen, _, response) => {
    response.on('error', () => undefined);
    const isPacked = seen.url.includes('search=packed');
    response.writeHead(200, { 'content-type': 'application/json', ...(isPacked && { 'content-encoding': 'gzip' }) });
    if (seen.url.includes('search=slow')) response.write(rows.slice(0, 2_000_000), () => void (slow += 1));
    else response.end(isPacked ? packed : rows);
  });
  // Long enough for the other replies, which are decoded in a new worker, on a busy machine
  const one = senderTo(url, { decoder, deadlineMs: 10_000, attempts: 1 });
  const slowly = [1, 2].map(() => failureOf(one.send(users.list, { query: { search: 'slow' } })));
  await expect.poll(() => slow).toBe(2);
  expect(await one.send(users.list, { query: { search: 'packed' } })).toHaveLength(100);
  const other = senderTo(url, { decoder });
  expect(await other.send(users.list)).toHaveLength(1);
  const waiting = one.send.page(users.list, {});
  expect((await Promise.all(slowly)).map(({ reason }) => reason)).toEqual(['timed-out', 'timed-out']);
  expect((await waiting).body.byteLength).toBe(rows.length);
});
