import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { keys } from '#main/api/endpoints/keys.ts';
import type { Key } from '#shared/contract/keys.ts';
import { failureOf } from '../rig.ts';
import { simulator } from './simulator.ts';

/** The bytes of a public key, from which its fingerprint is computed: its second word. */
const blobOf = ({ key }: Key) => Buffer.from(key?.split(' ')[1] ?? '', 'base64');
const sha256Of = (key: Key) => `SHA256:${createHash('sha256').update(blobOf(key)).digest('base64').replace(/=+$/, '')}`;
const md5Of = (key: Key) => (createHash('md5').update(blobOf(key)).digest('hex').match(/../g) ?? []).join(':');

/** All keys of the platform, found by trying low IDs (readings 32). */
async function allKeys() {
  const rig = await simulator();
  const send = rig.as('admin');
  const { world } = rig.platform;
  const found = await Promise.all(world.keys.all().map(({ id }) => send(keys.get, { path: { id } })));
  return { ...rig, send, found };
}

test('a key is found by its ID, with its user', async () => {
  const { found, reached } = await allKeys();
  expect(found.length).toBeGreaterThan(5);
  const own = found.filter(({ deploy_keys_projects }) => deploy_keys_projects === undefined);
  for (const { id, user, key, created_at } of own) {
    expect(user?.username, String(id)).toBeTypeOf('string');
    expect(key).toMatch(/^(ssh|ecdsa)-/);
    expect(created_at).toMatch(/Z$/);
  }
  expect(reached('GET /keys/:id')[0]?.path).toBe(`/api/v4/keys/${found[0]?.id}`);
});

test('every key is found by its MD5 and its SHA256 fingerprint', async () => {
  const { send, found, reached } = await allKeys();
  for (const key of found) {
    for (const fingerprint of [sha256Of(key), md5Of(key)]) {
      expect(await send(keys.find, { query: { fingerprint } })).toEqual(key);
      expect(reached('GET /keys').at(-1)?.query).toEqual([['fingerprint', fingerprint]]);
    }
  }
  const signs = found.map(sha256Of).join('');
  expect(signs).toContain('+');
  expect(signs).toContain('/');
});

test('a deploy key has its projects', async () => {
  const { found } = await allKeys();
  const deploy = found.flatMap(({ deploy_keys_projects }) => deploy_keys_projects ?? []);
  expect(deploy.length).toBeGreaterThan(2);
  expect(new Set(deploy.map(({ can_push }) => can_push))).toEqual(new Set([true, false]));
});

test('unknown keys are missing, and the lookup requires an administrator', async () => {
  const { as, send } = await allKeys();
  const unknown = { query: { fingerprint: 'SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' } };
  expect(await failureOf(send(keys.find, unknown))).toMatchObject({ code: 'missing', status: 404 });
  expect(await failureOf(send(keys.get, { path: { id: 99_999 } }))).toMatchObject({ code: 'missing', status: 404 });
  expect(await failureOf(as('owner')(keys.get, { path: { id: 1 } }))).toMatchObject({
    code: 'denied',
    reason: 'role',
    status: 403,
  });
  expect(await failureOf(as('owner')(keys.find, unknown))).toMatchObject({ code: 'denied', status: 403 });
  expect(await failureOf(send(keys.find, { query: { fingerprint: '' } }))).toMatchObject({
    code: 'invalid',
    field: 'fingerprint',
  });
});
