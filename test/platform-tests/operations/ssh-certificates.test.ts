import { expect, test } from 'vitest';
import { createRandom } from '../../platform/random.ts';
import { ed25519Line } from '../../platform/seed/keys.ts';
import { expectOk, expectRoles } from '../accounts-rig.ts';
import { fieldsOf, form, json, row } from '../repository-rig.ts';
import { SSH_CERTIFICATE } from '../resources/group-rules.ts';
import { ask, ids, start } from '../rig.ts';

const PATH = '/groups/acme/ssh_certificates';
const keyNo = (n: number) => ed25519Line(createRandom(n, 'certificates under test'), `ca-${n}@acme.example`);

test('only Owners of the top-level group can list its certificates', async () => {
  const platform = await start();
  const others = { maintainer: 403, guest: 403, auditor: 403, outsider: 404, anonymous: 401 };
  await expectRoles(platform, PATH, { owner: 200, ...others });
  await expectRoles(platform, PATH, { owner: 201, ...others }, json('POST', { title: 'CA', key: keyNo(1) }));
  const [id] = ids(await ask(platform, 'owner', PATH));
  await expectRoles(platform, `${PATH}/${String(id)}`, { ...others, owner: 204 }, { method: 'DELETE' });
  expect((await ask(platform, 'owner', '/groups/acme%2Fplatform/ssh_certificates')).status).toBeGreaterThanOrEqual(400);
});

test('certificates are listed in pages', async () => {
  const platform = await start();
  for (let n = 1; n <= 21; n += 1) {
    expectOk(await ask(platform, 'owner', PATH, json('POST', { title: `CA ${n}`, key: keyNo(n) })));
  }
  const first = await ask(platform, 'owner', PATH);
  expect(first.rows).toHaveLength(20);
  for (const certificate of first.rows) expect(fieldsOf(certificate)).toEqual(SSH_CERTIFICATE);
  const second = await ask(platform, 'owner', `${PATH}?page=2`);
  expect(second.rows).toHaveLength(platform.world.sshCertificates.size - 20);
});

test('a new certificate is stored unchanged, and can be deleted with both spellings of the path', async () => {
  const platform = await start();
  for (const [n, spelling] of ['ssh_certificates', 'ssh_certificate'].entries()) {
    const pairs = [
      ['title', 'Laptops'],
      ['key', keyNo(n)],
    ] as const;
    const made = await ask(platform, 'owner', PATH, form('POST', pairs));
    expectOk(made);
    expect(row(made)).toEqual({
      id: row(made).id,
      title: 'Laptops',
      key: keyNo(n),
      created_at: '2026-11-15T12:00:00Z',
    });
    const path = `/groups/acme/${spelling}/${String(row(made).id)}`;
    expectOk(await ask(platform, 'owner', path, { method: 'DELETE' }));
    expect(ids(await ask(platform, 'owner', PATH))).not.toContain(row(made).id);
    expect((await ask(platform, 'owner', path, { method: 'DELETE' })).status).toBe(404);
  }
});

test.each([
  { key: keyNo(1) },
  { title: 'CA' },
  { title: ' ', key: keyNo(1) },
  { title: 'CA', key: 'ssh-rsa nonsense' },
  { title: 'CA', key: '-----BEGIN OPENSSH PRIVATE KEY-----' },
])('%j is refused', async (body) => {
  const platform = await start();
  const before = platform.world.sshCertificates.size;
  expect([400, 422]).toContain((await ask(platform, 'owner', PATH, json('POST', body))).status);
  expect(platform.world.sshCertificates.size).toBe(before);
});

test('an existing key is refused, whatever its comment; another group can add it', async () => {
  const platform = await start();
  expectOk(await ask(platform, 'owner', PATH, json('POST', { title: 'CA', key: keyNo(1) })));
  const again = { title: 'Other', key: `${keyNo(1)} again` };
  expect([400, 409, 422]).toContain((await ask(platform, 'owner', PATH, json('POST', again))).status);
  expectOk(await ask(platform, 'outsider', '/groups/globex/ssh_certificates', json('POST', again)));
});

test("a group cannot remove another one's", async () => {
  const platform = await start();
  const [id] = ids(await ask(platform, 'owner', PATH));
  const path = `/groups/globex/ssh_certificates/${String(id)}`;
  expect((await ask(platform, 'outsider', path, { method: 'DELETE' })).status).toBe(404);
  expect(ids(await ask(platform, 'owner', PATH))).toContain(id);
});
