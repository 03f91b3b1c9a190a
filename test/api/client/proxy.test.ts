import { execFileSync } from 'node:child_process';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { expect, test } from 'vitest';
import { users } from '#main/api/endpoints/users.ts';
import { failureOf, json, listen, testServer, senderTo, token, user } from '../rig.ts';

/** A proxy that forwards absolute-form requests and CONNECT tunnels to this machine, and records both. */
async function proxy({ status = 200 }: { status?: number } = {}) {
  const lines: string[] = [];
  const headers: http.IncomingHttpHeaders[] = [];
  const server = http.createServer((request, response) => {
    lines.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
    if (status !== 200) {
      response.writeHead(status).end();
      return;
    }
    const forward = http.request(request.url ?? '', { method: request.method, headers: request.headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    request.pipe(forward);
  });
  server.on('connect', (request: http.IncomingMessage, socket: net.Socket) => {
    lines.push(`CONNECT ${request.url}`);
    headers.push(request.headers);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const tunnel = net.connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    for (const end of [tunnel, socket]) end.on('error', () => undefined);
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, lines, headers };
}

test('http requests use the absolute form through the proxy', async () => {
  const platform = await testServer((_, __, response) => json(response, [user(1)]));
  const between = await proxy();
  const { send } = senderTo(platform.url, { proxy: between.url });
  expect(await send(users.list, { query: { search: 'x' } })).toEqual([user(1)]);
  expect(between.lines).toEqual([`GET ${platform.url}/api/v4/users?search=x`]);
  expect(platform.seen).toHaveLength(1);
});

test('https uses a tunnel, so that the proxy never sees the token', async () => {
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const about = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', '-', '-out', '-'];
  const pem = execFileSync('openssl', [...made, ...about], { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  const port = await listen(https.createServer({ key: pem, cert: pem }, (_, response) => json(response, [user(1)])));
  const between = await proxy();
  const { send } = senderTo(`https://localhost:${port}`, { proxy: between.url.replace('//', '//me:pw@'), ca: pem });
  expect(await send(users.list)).toEqual([user(1)]);
  expect(between.lines).toEqual([`CONNECT localhost:${port}`]);
  expect(JSON.stringify(between.headers)).not.toContain(token);
  expect(between.headers[0]?.['proxy-authorization']).toBe(`Basic ${Buffer.from('me:pw').toString('base64')}`);
});

test.each(['http', 'https'])('an unreachable proxy has the reason proxy, for %s', async (scheme) => {
  const { send } = senderTo(`${scheme}://localhost:1`, { proxy: 'http://127.0.0.1:1', attempts: 1 });
  expect(await failureOf(send(users.list))).toMatchObject({ code: 'offline', reason: 'proxy' });
});

test.each(['http', 'https'])('a proxy that requires a password has the reason proxy, for %s', async (scheme) => {
  const between = await proxy({ status: 407 });
  const { send } = senderTo(`${scheme}://localhost:1`, { proxy: between.url, attempts: 1 });
  expect(await failureOf(send(users.list))).toMatchObject({ code: 'offline', reason: 'proxy' });
  expect(between.lines).toHaveLength(1);
});

test.each(['socks5://127.0.0.1:1', 'not a proxy', ''])('%j is refused as the address of a proxy', (address) => {
  expect(() => senderTo('https://localhost', { proxy: address })).toThrow(
    expect.objectContaining({ code: 'invalid', field: 'proxy' }),
  );
});
