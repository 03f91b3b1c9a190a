import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { parsePublicKey } from '../../platform/world/ssh-public-key.ts';
import { expectRoles } from '../accounts-rig.ts';
import { fieldsOf, row } from '../repository-rig.ts';
import { ADMIN_USER, DEPLOY_KEY, DEPLOY_KEY_PROJECT, KEY } from '../resources/accounts.ts';
import { ask, start } from '../rig.ts';

/** The MD5 and SHA256 fingerprints that `ssh-keygen -l` prints. */
function fingerprints(line: string) {
  const blob = Buffer.from(line.split(' ')[1] ?? '', 'base64');
  return {
    md5: createHash('md5')
      .update(blob)
      .digest('hex')
      .replace(/(..)(?!$)/g, '$1:'),
    sha256: createHash('sha256').update(blob).digest('base64').replace(/=+$/, ''),
  };
}

const by = (fingerprint: string) => `/keys?fingerprint=${encodeURIComponent(fingerprint)}`;

test('keys require an administrator', async () => {
  const platform = await start();
  const others = { auditor: 403, owner: 403, guest: 403, outsider: 403, anonymous: 401 };
  await expectRoles(platform, '/keys/1', { admin: 200, ...others });
  const { md5 } = fingerprints(platform.world.keys.get(1)?.key ?? '');
  await expectRoles(platform, by(md5), { admin: 200, ...others });
});

test('small IDs are SSH keys with their users, and deploy keys with their projects', async () => {
  const platform = await start();
  const kinds = new Set<boolean>();
  for (let id = 1; id <= 80; id += 1) {
    const answer = await ask(platform, 'admin', `/keys/${id}`);
    if (answer.status === 404) continue;
    const key = row(answer);
    const isDeployKey = 'deploy_keys_projects' in key;
    kinds.add(isDeployKey);
    expect(fieldsOf(key)).toEqual((isDeployKey ? DEPLOY_KEY : KEY).toSorted());
    expect(fieldsOf(key.user)).toEqual(ADMIN_USER);
    expect(parsePublicKey(String(key.key))).toBeDefined();
    for (const use of (key.deploy_keys_projects ?? []) as Record<string, unknown>[]) {
      expect(fieldsOf(use)).toEqual(DEPLOY_KEY_PROJECT);
      expect(use.deploy_key_id).toBe(id);
      expect(platform.world.projects.get(Number(use.project_id))).toBeDefined();
    }
  }
  expect(kinds).toEqual(new Set([false, true]));
});

test('every key is found by its MD5 and its SHA256 fingerprint, with and without a prefix', async () => {
  const platform = await start();
  for (const key of platform.world.keys.all()) {
    const { md5, sha256 } = fingerprints(key.key);
    for (const fingerprint of [md5, md5.toUpperCase(), `MD5:${md5}`, `SHA256:${sha256}`, sha256]) {
      const answer = await ask(platform, 'admin', by(fingerprint));
      expect([answer.status, row(answer).id], fingerprint).toEqual([200, key.id]);
    }
  }
});

test('fingerprints are those of ssh-keygen, for RSA and ECDSA', async () => {
  const platform = await start();
  const known = [
    ['9c:9d:de:f8:80:ae:71:1a:2f:f0:ba:3f:59:27:d9:0e', 'ssh-rsa'],
    ['SHA256:PWRQQ5Ydu4g4cn8+eO+kVz7jqFl1GthZRAg4JIWjOhA', 'ssh-rsa'],
    ['0a:96:82:98:51:df:f1:cd:23:8f:97:9b:fc:7e:9b:00', 'ecdsa-sha2-nistp256'],
    ['SHA256:ovU08gN7h6hf14FAac/hUhiWH4eiouOvA9baI6KAMRA', 'ecdsa-sha2-nistp256'],
  ] as const;
  for (const [fingerprint, type] of known) {
    expect(row(await ask(platform, 'admin', by(fingerprint))).key).toMatch(new RegExp(`^${type} `));
  }
});

test.each(['/keys/99999', '/keys/0', '/keys?fingerprint=00%3A11', '/keys?fingerprint=SHA256%3Anothing'])(
  '%s replies 404',
  async (path) => {
    const platform = await start();
    expect((await ask(platform, 'admin', path)).status).toBe(404);
  },
);

test('the fingerprint is required, and the ID must be a number', async () => {
  const platform = await start();
  for (const path of ['/keys', '/keys?fingerprint=', '/keys/abc']) {
    expect((await ask(platform, 'admin', path)).status, path).toBe(400);
  }
});

test('removing an account removes its SSH keys, but not deploy keys', async () => {
  const platform = await start();
  const own = platform.world.keys.find(({ kind, user_id }) => kind === 'user' && user_id === 3);
  const deploy = platform.world.keys.find(({ kind, user_id }) => kind === 'deploy' && user_id === 3);
  platform.world.users.remove(3);
  expect((await ask(platform, 'admin', `/keys/${own?.id}`)).status).toBe(404);
  const { md5 } = fingerprints(own?.key ?? '');
  expect((await ask(platform, 'admin', by(md5))).status).toBe(404);
  expect(row(await ask(platform, 'admin', `/keys/${deploy?.id}`))).toMatchObject({ id: deploy?.id, user: null });
});

test.each([
  ['ssh-ed25519', false],
  ['ssh-ed25519 AAAA', false],
  ['ssh-ed25519 not*base64 x', false],
  ['-----BEGIN OPENSSH PRIVATE KEY-----', false],
  ['ssh-dss AAAAB3NzaC1kc3MAAAABAQAAAAEBAAAAAQEAAAABAQ==', false],
  ['ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIIiz5MwM1CyQPCWkCXiYZsPn8L/6bXDj8LzyF9vPPPPP', false],
  ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIiz5MwM1CyQPCWkCXiYZsPn8L/6bXDj8LzyF9vPPPPP me', true],
])('%s is a valid public key: %s', (text, isKey) => {
  expect(parsePublicKey(text) !== undefined).toBe(isKey);
});
