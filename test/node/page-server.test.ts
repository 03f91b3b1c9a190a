import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { test, expect } from 'vitest';
import { WebSocket } from 'ws';
import { rig } from './page-server-rig.ts';

/** Open a socket; returns the status if the upgrade is refused. */
function socketTo(url: string, headers: Record<string, string>, protocols: string[] = []): Promise<WebSocket | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, protocols, { headers });
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.on('error', reject);
  });
}

test('the start address passes on a link in the fragment, which stays in the browser', async () => {
  const { ask, startPath } = await rig({ link: 'reeve://i/code.example.com/p/7/issues\r\nx: y' });
  const { headers } = await ask(startPath);
  const [, link = ''] = /^\/#key=[\w-]{43}&link=([^&]*)$/.exec(headers.location ?? '') ?? [];
  expect(decodeURIComponent(link)).toBe('reeve://i/code.example.com/p/7/issues\r\nx: y');
});

test('the start address sets the cookie once and redirects to the page', async () => {
  const { ask, startPath } = await rig();
  const first = await ask(startPath);
  expect(first.status).toBe(303);
  expect(first.headers.location).toMatch(/^\/#key=[\w-]{43}$/);
  expect(first.body).toBe('');
  expect(first.headers['set-cookie']?.[0]).toMatch(/^reeve-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  const second = await ask(startPath);
  expect(second.status).toBe(403);
  expect(second.headers['set-cookie']).toBeUndefined();
  expect(second.body).toContain('already used');
});

test('a wrong start token and a HEAD request do not use up the token', async () => {
  const { ask, startPath } = await rig();
  expect((await ask('/start?t=wrong')).status).toBe(403);
  expect((await ask('/start')).status).toBe(403);
  expect((await ask(startPath, { method: 'HEAD' })).status).toBe(405);
  expect((await ask(startPath)).status).toBe(303);
});

test('without the cookie nothing is served, not even a file that exists', async () => {
  const { ask, port } = await rig();
  for (const path of ['/', '/index.html', '/assets/app-1a2b.js', '/none']) {
    const { status, body } = await ask(path);
    expect(status, path).toBe(403);
    expect(body).toContain('This browser has no access to Reeve');
  }
  expect((await ask('/', { cookie: `reeve-${port}=guess` })).status).toBe(403);
});

test('the page can be loaded repeatedly with the cookie, and has the policy and the density', async () => {
  const { ask, enter } = await rig();
  const cookie = await enter();
  for (const path of ['/', '/index.html']) {
    const { status, headers, body } = await ask(path, { cookie });
    expect(status).toBe(200);
    expect(body).toContain('<html data-density="compact" lang="en">');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    for (const rule of ["script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"])
      expect(headers['content-security-policy']).toContain(`; ${rule};`);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cache-control']).toBe('no-store');
  }
  const script = await ask('/assets/app-1a2b.js', { cookie });
  expect(script.body).toBe('export {};');
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(script.headers['cache-control']).toContain('immutable');
});

test('the page has the chosen theme, but no attribute for the theme of the system', async () => {
  const dark = await rig({ theme: 'dark' });
  expect((await dark.ask('/', { cookie: await dark.enter() })).body).toContain('data-theme="dark"');
  const system = await rig();
  expect((await system.ask('/', { cookie: await system.enter() })).body).not.toContain('data-theme');
});

test('an unknown file is missing, also for a request that accepts HTML', async () => {
  const { ask, enter } = await rig();
  const cookie = await enter();
  expect((await ask('/assets/none.js', { cookie })).status).toBe(404);
  expect((await ask('/users/7', { cookie, accept: 'text/html' })).status).toBe(404);
  expect((await ask('/assets', { cookie })).status).toBe(404);
});

test('without a built window, the reply has status 503 and an explanation', async () => {
  const { ask, enter, page } = await rig();
  rmSync(join(page, 'index.html'));
  const { status, body } = await ask('/', { cookie: await enter() });
  expect(status).toBe(503);
  expect(body).toContain('isn’t built');
});

test('files outside of the page folder are not served', async () => {
  const { ask, enter } = await rig();
  const cookie = await enter();
  const paths = [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%00',
    '/%E0%A4%A',
  ];
  for (const path of paths) {
    const { status, body } = await ask(path, { cookie });
    expect(status, path).toBe(404);
    expect(body).not.toContain('outside');
  }
});

test('requests with another host name or origin are refused, even with the cookie', async () => {
  const { ask, enter, port, host } = await rig();
  const cookie = await enter();
  for (const foreign of [
    'evil.example',
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `127.0.0.2:${port}`,
  ]) {
    expect((await ask('/', { cookie, host: foreign })).status, foreign).toBe(403);
  }
  for (const origin of ['https://evil.example', 'null', `http://localhost:${port}`, `https://${host}`]) {
    expect((await ask('/', { cookie, origin })).status, origin).toBe(403);
  }
  expect((await ask('/', { cookie, origin: `http://${host}` })).status).toBe(200);
  expect((await ask('/', { cookie, host: 'localhost:9000', origin: 'http://localhost:9000' })).status).toBe(200);
});

test('a request target with a host name is refused', async () => {
  const { ask, enter } = await rig();
  const cookie = await enter();
  expect((await ask('//evil.example/', { cookie })).status).toBe(403);
  expect((await ask('http://evil.example/', { cookie })).status).toBe(403);
});

test('methods other than GET and HEAD are refused', async () => {
  const { ask, enter } = await rig();
  const cookie = await enter();
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await ask('/', { cookie, method });
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD');
  }
  const head = await ask('/', { cookie, method: 'HEAD' });
  expect([head.status, head.body]).toEqual([200, '']);
});

test('the socket requires cookie, key, origin, host name and path', async () => {
  const { begin, port, host, wires } = await rig();
  const { cookie, key } = await begin();
  const right = ['reeve', key];
  const origin = `http://${host}`;
  const url = `ws://${host}/wire`;
  expect(await socketTo(url, { origin }, right)).toBe(403);
  expect(await socketTo(url, { cookie }, right)).toBe(403);
  expect(await socketTo(url, { cookie, origin: 'https://evil.example' }, right)).toBe(403);
  expect(await socketTo(url, { cookie, origin: 'http://evil.example', host: 'evil.example' }, right)).toBe(403);
  expect(await socketTo(`ws://127.0.0.1:${port}/other`, { cookie, origin }, right)).toBe(404);
  expect(wires).toHaveLength(0);
  const socket = await socketTo(url, { cookie, origin }, right);
  expect(socket).toBeInstanceOf(WebSocket);
  expect((socket as WebSocket).protocol).toBe('reeve');
  await expect.poll(() => wires.length).toBe(1);
});

test('the socket passes on the profile in the address of its window', async () => {
  const { begin, host, shown } = await rig();
  const { cookie, key } = await begin();
  const headers = { cookie, origin: `http://${host}` };
  await socketTo(`ws://${host}/wire?i=p2`, headers, ['reeve', key]);
  await socketTo(`ws://${host}/wire`, headers, ['reeve', key]);
  await expect.poll(() => shown).toEqual(['p2', null]);
});

test('a server on another port cannot open the socket with the headers that the browser sends to it', async () => {
  const { begin, host, wires } = await rig();
  // A browser sends the cookie to every port of this host name; a process can write the rest of the request
  const { cookie } = await begin();
  const taken = { cookie, origin: `http://${host}` };
  const guesses = [[], ['reeve'], ['reeve', 'A'.repeat(43)], [cookie.split('=')[1] ?? '']];
  for (const guess of guesses) expect(await socketTo(`ws://${host}/wire`, taken, guess)).toBe(403);
  expect(wires).toHaveLength(0);
});

test('a wire carries text in both directions, reports its end and refuses binary messages', async () => {
  const { begin, host, wires } = await rig();
  const { cookie, key } = await begin();
  const socket = await socketTo(`ws://${host}/wire`, { cookie, origin: `http://${host}` }, ['reeve', key]);
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  const [wire] = wires;
  const received: string[] = [];
  let isClosed = false;
  wire?.onText((text) => received.push(text));
  wire?.onClose(() => (isClosed = true));
  const answer = new Promise((resolve) => socket.once('message', (data: Buffer) => resolve(data.toString())));
  socket.send('hello ✓');
  wire?.send('and back');
  await expect.poll(() => received).toEqual(['hello ✓']);
  expect(await answer).toBe('and back');
  socket.send(Buffer.from([1, 2, 3]));
  await expect.poll(() => isClosed).toBe(true);
  expect(received).toHaveLength(1);
});

test('an export is downloaded once, with the cookie, and is then deleted from the folder', async () => {
  const { ask, enter, downloads, folder } = await rig();
  const cookie = await enter();
  const path = await downloads.exports.place('reeve-users-demo.csv');
  expect(path).not.toBeNull();
  writeFileSync(path ?? '', 'id,name\n1,Anna\n', { mode: 0o600 });
  expect(statSync(join(folder, 'downloads')).mode & 0o777).toBe(0o700);
  const manifest = join(dirname(path ?? ''), 'reeve-users-demo.manifest.json');
  writeFileSync(manifest, '{}', { mode: 0o600 });
  const [file, beside] = await downloads.exports.finish([path ?? '', manifest]);
  expect(file).toMatchObject({ name: 'reeve-users-demo.csv' });
  const address = file?.address ?? '';
  expect(address).toMatch(/^\/download\/[\w-]{43}$/);
  expect((await ask(address)).status).toBe(403);
  expect((await ask(address, { cookie, method: 'HEAD' })).status).toBe(404);
  expect((await ask('/download/guess', { cookie })).status).toBe(404);
  const first = await ask(address, { cookie });
  expect(first).toMatchObject({ status: 200, body: 'id,name\n1,Anna\n' });
  expect(first.headers).toMatchObject({
    'content-disposition': `attachment; filename="reeve-users-demo.csv"; filename*=UTF-8''reeve-users-demo.csv`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect((await ask(beside?.address ?? '', { cookie })).body).toBe('{}');
  await expect.poll(() => readdirSync(join(folder, 'downloads'))).toEqual([]);
  expect((await ask(address, { cookie })).status).toBe(404);
});

test('exports that were not downloaded are deleted when Reeve ends, and those of an earlier run before the next export', async () => {
  const { downloads, folder } = await rig();
  const inFolder = () => (existsSync(join(folder, 'downloads')) ? readdirSync(join(folder, 'downloads')) : []);
  mkdirSync(join(folder, 'downloads', 'earlier'), { recursive: true });
  const path = (await downloads.exports.place('a.csv')) ?? '';
  expect(inFolder()).not.toContain('earlier');
  writeFileSync(path, 'a');
  await downloads.exports.finish([path]);
  downloads.close();
  expect(inFolder()).toEqual([]);
});

test('a download is aborted when Reeve ends, and its folder is deleted', async () => {
  const { downloads, folder } = await rig();
  const path = (await downloads.exports.place('a.csv')) ?? '';
  writeFileSync(path, 'a');
  const [file] = await downloads.exports.finish([path]);
  const stuck = Object.assign(new Writable({ write: () => undefined }), { writeHead: () => undefined });
  const served = downloads.serve(file?.address ?? '', stuck as unknown as ServerResponse);
  downloads.close();
  stuck.destroy();
  expect(await served).toBe(true);
  expect(existsSync(join(folder, 'downloads'))).toBe(false);
});

test('the server listens only on loopback', async () => {
  const { port } = await rig();
  const reached = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.2', port: Number(port) });
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
  expect(reached).toBe(false);
});
