import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { users } from '#main/api/endpoints/users.ts';
import { failureOf, json, listen, testServer, senderTo, user, type Seen } from '../rig.ts';
import { sampleEndpoints } from '../samples.ts';

/** A self-signed certificate for one name. */
function selfSigned(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const about = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-keyout', key, '-out', cert];
  execFileSync('openssl', [...made, ...about], { stdio: 'ignore' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

async function secure(pair: { key: string; cert: string }, location?: string) {
  const seen: Pick<Seen, 'url'>[] = [];
  const server = https.createServer(pair, (request, response) => {
    seen.push({ url: request.url ?? '' });
    if (location === undefined) json(response, [user(1)]);
    else response.writeHead(302, { location }).end();
  });
  return { url: `https://localhost:${await listen(server)}`, seen };
}

test('a self-signed certificate is refused with its own reason, and the request is not sent', async () => {
  const platform = await secure(selfSigned('localhost'));
  const { send, attempts } = senderTo(platform.url);
  const failure = await failureOf(send(users.list));
  expect(failure).toMatchObject({
    code: 'offline',
    reason: 'tls',
    distrust: 'self-signed',
    reportedMessage: 'self-signed certificate',
  });
  expect(attempts).toHaveLength(1);
  expect(platform.seen).toEqual([]);
});

test('the same certificate is accepted when the profile trusts it', async () => {
  const pair = selfSigned('localhost');
  const platform = await secure(pair);
  const ca = `# from the administrator\n${pair.cert}`;
  expect(await senderTo(platform.url, { ca }).send(users.list)).toEqual([user(1)]);
});

test('a trusted certificate for another name is refused', async () => {
  const pair = selfSigned('code.example.com');
  const platform = await secure(pair);
  const failure = await failureOf(senderTo(platform.url, { ca: pair.cert }).send(users.list));
  expect(failure).toMatchObject({ code: 'offline', reason: 'tls', distrust: 'other-name' });
  expect(failure.reportedMessage).toContain('code.example.com');
});

test('plain http on an https port has another reason than an invalid certificate', async () => {
  const plain = await testServer((_, __, response) => json(response, []));
  const failure = await failureOf(senderTo(plain.url.replace('http:', 'https:')).send(users.list));
  expect(failure).toMatchObject({ code: 'offline', reason: 'no-tls' });
});

test('a redirect from https to http is never followed', async () => {
  const plain = await testServer((_, __, response) => json(response, []));
  const pair = selfSigned('localhost');
  const platform = await secure(pair, plain.url);
  const { send } = senderTo(platform.url, { ca: pair.cert });
  const failure = await failureOf(send(sampleEndpoints.get, { path: { id: 1 } }));
  expect(failure).toMatchObject({ code: 'remote', reason: 'foreign-redirect' });
  expect(plain.seen).toEqual([]);
});

test.each(['garbage', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])(
  'an invalid certificate is refused when the sender is created',
  (ca) => {
    expect(() => senderTo('https://localhost', { ca })).toThrow(
      expect.objectContaining({ code: 'invalid', field: 'ca' }),
    );
  },
);
