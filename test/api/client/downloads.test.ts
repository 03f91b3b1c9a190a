import { createHash } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { failureOf, json, rawServer, testServer, senderTo, token } from '../rig.ts';
import { sampleEndpoints } from '../samples.ts';

const file = { path: { id: 1, job_id: 2, artifact_path: 'out/log.txt' } };
const content = Buffer.from('one two three four five six seven\n'.repeat(3_000));
const sha256 = createHash('sha256').update(content).digest('hex');

async function folder(): Promise<string> {
  const at = await mkdtemp(path.join(os.tmpdir(), 'reeve-download-'));
  onTestFinished(() => rm(at, { recursive: true, force: true }));
  return at;
}

const serving = (bytes: Buffer, headers: Record<string, string> = {}) =>
  testServer((_, __, response) =>
    response
      .writeHead(200, { 'content-type': 'application/zip', 'content-length': bytes.length, ...headers })
      .end(bytes),
  );

test('a file is saved under its name; its hash and its progress are reported', async () => {
  const platform = await serving(content, { 'content-disposition': 'attachment; filename="artifacts.zip"' });
  const into = await folder();
  const progressReports: { receivedBytes: number; totalBytes: number | null }[] = [];
  const saved = await senderTo(platform.url).send.bytes(sampleEndpoints.raw, file, {
    into,
    onProgress: (progress) => progressReports.push(progress),
  });
  expect(saved).toEqual({
    path: path.join(into, 'artifacts.zip'),
    name: 'artifacts.zip',
    sizeBytes: content.length,
    sha256,
    contentType: 'application/zip',
  });
  expect(await readFile(path.join(into, 'artifacts.zip'))).toEqual(content);
  expect(await readdir(into)).toEqual(['artifacts.zip']);
  expect((await stat(path.join(into, 'artifacts.zip'))).mode & 0o077).toBe(0);
  expect(progressReports.at(-1)).toEqual({ receivedBytes: content.length, totalBytes: content.length });
  expect(platform.seen[0]?.headers).toMatchObject({
    'accept-encoding': 'identity',
    accept: '*/*',
    'private-token': token,
  });
});

test.each([
  [`attachment; filename="../../../etc/passwd"`, 'passwd'],
  [`attachment; filename*=UTF-8''..%2F..%2Fpasswd`, 'passwd'],
  ['attachment; filename="/etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\windows\\\\x.dll"', 'x.dll'],
  ['attachment; filename=".."', 'log.txt'],
  ['attachment; filename="nul.txt"', '_nul.txt'],
  [`attachment; filename*=UTF-8''invoice%E2%80%AEfdp.exe`, 'invoicefdp.exe'],
  [`attachment; filename=${'x'.repeat(3_000)}.zip`, `${'x'.repeat(196)}.zip`],
])('the name of %s is made safe as %s', async (disposition, name) => {
  const platform = await serving(content, { 'content-disposition': disposition });
  const into = await folder();
  const saved = await senderTo(platform.url).send.bytes(sampleEndpoints.raw, file, { into });
  expect(saved).toMatchObject({ name, path: path.join(into, name) });
  expect(await readdir(into)).toEqual([name]);
});

test('a file name in UTF-8 bytes is decoded', async () => {
  const platform = await rawServer((socket) => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-disposition: inline; filename="Übersicht 日本.pdf"';
    socket.end(Buffer.from(`${head}\r\n\r\nx`));
  });
  const saved = await senderTo(platform.url).send.bytes(sampleEndpoints.raw, file, { into: await folder() });
  expect(saved.name).toBe('Übersicht 日本.pdf');
});

test('without a name from the platform the file is named by the path; a name from the caller takes precedence', async () => {
  const platform = await serving(content);
  const into = await folder();
  const { send } = senderTo(platform.url);
  expect((await send.bytes(sampleEndpoints.raw, file, { into })).name).toBe('log.txt');
  expect((await send.bytes(sampleEndpoints.raw, file, { into, name: '../mine.zip' })).name).toBe('mine.zip');
  expect((await readdir(into)).sort()).toEqual(['log.txt', 'mine.zip']);
});

test('existing files are not overwritten', async () => {
  const platform = await serving(content);
  const into = await folder();
  await writeFile(path.join(into, 'log.txt'), 'mine');
  await writeFile(path.join(into, 'log.txt.part'), 'of another download');
  const { send } = senderTo(platform.url);
  const saved = await Promise.all([1, 2].map(() => send.bytes(sampleEndpoints.raw, file, { into })));
  expect(saved.map(({ name }) => name).sort()).toEqual(['log (2).txt', 'log (3).txt']);
  expect(await readFile(path.join(into, 'log.txt'), 'utf8')).toBe('mine');
  expect((await readdir(into)).sort()).toEqual(['log (2).txt', 'log (3).txt', 'log.txt', 'log.txt.part']);
});

test('a handle is overwritten from its start and stays open; a stream is written and closed', async () => {
  const platform = await serving(content);
  const { send } = senderTo(platform.url);
  const handle = await open(path.join(await folder(), 'x'), 'w+');
  onTestFinished(() => handle.close());
  await handle.write('z'.repeat(content.length + 100));
  expect(await send.bytes(sampleEndpoints.raw, file, { into: handle })).toEqual({
    name: 'log.txt',
    sizeBytes: content.length,
    sha256,
    contentType: 'application/zip',
  });
  expect((await handle.stat()).size).toBe(content.length);

  const chunks: Uint8Array[] = [];
  let isClosed = false;
  const into = new WritableStream<Uint8Array>({
    write: (chunk) => void chunks.push(chunk),
    close: () => void (isClosed = true),
  });
  expect((await send.bytes(sampleEndpoints.raw, file, { into })).sha256).toBe(sha256);
  expect(Buffer.concat(chunks)).toEqual(content);
  expect(isClosed).toBe(true);
});

test('a file that ends early is requested again from its start, and deleted after the last attempt', async () => {
  let count = 0;
  const platform = await testServer((_, __, response) => {
    count += 1;
    response.on('error', () => undefined);
    response.writeHead(200, { 'content-length': String(content.length) });
    if (count === 2) response.end(content);
    else response.write(content.subarray(0, 50_000), () => response.destroy());
  });
  const into = await folder();
  const { send, attempts } = senderTo(platform.url, { attempts: 3 });
  expect((await send.bytes(sampleEndpoints.raw, file, { into })).sha256).toBe(sha256);
  expect(attempts.map(({ failure }) => failure?.reason)).toEqual(['connection-lost', undefined]);
  await rm(path.join(into, 'log.txt'));
  const failure = await failureOf(send.bytes(sampleEndpoints.raw, file, { into }));
  expect(failure).toMatchObject({ code: 'remote', reason: 'connection-lost' });
  expect(count).toBe(5);
  expect(await readdir(into)).toEqual([]);
});

test('a download into a stream is not repeated after its first byte', async () => {
  const platform = await testServer((_, __, response) => {
    response.on('error', () => undefined);
    response.writeHead(200, { 'content-length': String(content.length) });
    response.write(content.subarray(0, 50_000), () => response.destroy());
  });
  let reason: unknown;
  const into = new WritableStream<Uint8Array>({ abort: (why) => void (reason = why) });
  const failure = await failureOf(senderTo(platform.url).send.bytes(sampleEndpoints.raw, file, { into }));
  expect(failure).toMatchObject({ code: 'remote', reason: 'connection-lost' });
  expect(platform.seen).toHaveLength(1);
  expect(reason).toBeDefined();
});

test('a chunked body without its last chunk counts as a file that ended early', async () => {
  const platform = await rawServer((socket) => {
    socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n');
  });
  const into = await folder();
  const { send } = senderTo(platform.url, { attempts: 1 });
  expect(await failureOf(send.bytes(sampleEndpoints.raw, file, { into }))).toMatchObject({
    code: 'remote',
    reason: 'connection-lost',
  });
  expect(await readdir(into)).toEqual([]);
});

test('an abort deletes the incomplete file', async () => {
  const platform = await testServer((_, __, response) => {
    response.on('error', () => undefined);
    response.writeHead(200, { 'content-length': String(content.length) });
    response.write(content.subarray(0, 50_000));
  });
  const into = await folder();
  const controller = new AbortController();
  const { send } = senderTo(platform.url);
  const onProgress = () => controller.abort();
  const failure = await failureOf(send.bytes(sampleEndpoints.raw, file, { into, onProgress }, controller.signal));
  expect(failure.code).toBe('aborted');
  expect(await readdir(into)).toEqual([]);
  expect(platform.seen).toHaveLength(1);
});

test.each([
  ['announced', { 'content-length': String(content.length) }],
  ['not announced', {}],
])('a file over the size limit is refused, its size %s', async (_, headers) => {
  const platform = await testServer((__, ___, response) => {
    response.on('error', () => undefined);
    response.writeHead(200, headers).end(content);
  });
  const into = await folder();
  const failure = await failureOf(
    senderTo(platform.url).send.bytes(sampleEndpoints.raw, file, { into, mostBytes: 1_000 }),
  );
  expect(failure).toMatchObject({ code: 'remote', reason: 'too-large' });
  expect(await readdir(into)).toEqual([]);
  expect(platform.seen).toHaveLength(1);
});

test.each([
  [404, { message: '404 Not Found' }, { code: 'missing', status: 404 }],
  [403, { message: '403 Forbidden' }, { code: 'denied', reason: 'role' }],
  [202, {}, { code: 'missing', reason: 'not-finished' }],
  [206, {}, { code: 'remote', reason: 'unreadable-reply' }],
])('status %i is not accepted as a file', async (status, body, expected) => {
  const platform = await testServer((_, __, response) => json(response, body, status));
  const into = await folder();
  expect(await failureOf(senderTo(platform.url).send.bytes(sampleEndpoints.raw, file, { into }))).toMatchObject(
    expected,
  );
  expect(await readdir(into)).toEqual([]);
});

test('a file with a compression that was not requested is refused', async () => {
  const platform = await serving(content, { 'content-encoding': 'gzip' });
  const failure = await failureOf(
    senderTo(platform.url).send.bytes(sampleEndpoints.raw, file, { into: await folder() }),
  );
  expect(failure).toMatchObject({ code: 'remote', reason: 'unreadable-reply' });
});

test('a folder that can’t be written fails with the field, and the file is not requested again', async () => {
  const platform = await serving(content);
  const into = path.join(await folder(), 'not there');
  const failure = await failureOf(senderTo(platform.url).send.bytes(sampleEndpoints.raw, file, { into }));
  expect(failure).toMatchObject({ code: 'invalid', field: 'into', reportedMessage: 'ENOENT' });
  expect(platform.seen).toHaveLength(1);
});

test('a redirect to a CDN is followed without token and job token', async () => {
  const cdn = await serving(content);
  const platform = await testServer((_, __, response) =>
    response.writeHead(302, { location: `${cdn.url}/blob?sig=a%2Fb&job_token=job-secret` }).end(),
  );
  const into = await folder();
  const { send, attempts } = senderTo(platform.url);
  const saved = await send.bytes(sampleEndpoints.raw, { ...file, query: { job_token: 'job-secret' } }, { into });
  expect(saved).toMatchObject({ name: 'log.txt', sha256 });
  expect(cdn.seen.map(({ url }) => url)).toEqual(['/blob?sig=a%2Fb']);
  expect(JSON.stringify(cdn.seen)).not.toMatch(new RegExp(`${token}|job-secret`));
  expect(JSON.stringify(attempts)).not.toContain('job-secret');
});

test('a refusal of the CDN is not reported as a refusal of the platform', async () => {
  const cdn = await testServer((_, __, response) =>
    response.writeHead(403, { 'content-type': 'application/xml' }).end('<Error>Request has expired</Error>'),
  );
  const platform = await testServer((_, __, response) => response.writeHead(302, { location: cdn.url }).end());
  const failure = await failureOf(
    senderTo(platform.url).send.bytes(sampleEndpoints.raw, file, { into: await folder() }),
  );
  expect(failure).toMatchObject({ code: 'remote', reason: undefined, status: 403 });
});

test('a download with progress may last longer than the deadline; one that is too slow or stops fails', async () => {
  const deadlineMs = 1_000;
  const brisk = await testServer((_, __, response) => {
    response.writeHead(200, { 'content-length': String(content.length * 2) }).write(content);
    setTimeout(() => response.end(content), deadlineMs + 100);
  });
  const into = await folder();
  const saved = await senderTo(brisk.url, { deadlineMs }).send.bytes(sampleEndpoints.raw, file, { into });
  expect(saved.sizeBytes).toBe(content.length * 2);

  const drip = await rawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\nx');
    const timer = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  const failure = await failureOf(
    senderTo(drip.url, { deadlineMs: 150 }).send.bytes(sampleEndpoints.raw, file, { into }),
  );
  expect(failure).toMatchObject({ code: 'offline', reason: 'timed-out' });
  expect(drip.count()).toBe(1);
  expect(await readdir(into)).toEqual(['log.txt']);
});

test('two downloads run at a time and do not delay reads', async () => {
  const waiting: (() => void)[] = [];
  const platform = await testServer((seen, _, response) => {
    if (seen.url.includes('/runners')) json(response, []);
    else waiting.push(() => response.writeHead(200).end('x'));
  });
  const into = await folder();
  const { send } = senderTo(platform.url);
  const downloads = [1, 2, 3].map((count) => send.bytes(sampleEndpoints.raw, file, { into, name: `${count}` }));
  await expect.poll(() => waiting.length).toBe(2);
  expect(await send(sampleEndpoints.list)).toEqual([]);
  waiting.shift()?.();
  await expect.poll(() => platform.seen.length).toBe(4);
  for (const go of waiting) go();
  expect(await Promise.all(downloads)).toHaveLength(3);
});
