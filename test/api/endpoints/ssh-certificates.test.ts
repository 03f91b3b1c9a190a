import { expect, test } from 'vitest';
import { sshCertificates } from '#main/api/endpoints/ssh-certificates.ts';
import { failureOf, json, testServer, senderTo } from '../rig.ts';
import { groups, simulator } from './simulator.ts';

const path = { id: groups.top };
const PATH = '/groups/:id/ssh_certificates';
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBw0g8cm2sO0hGXv3pGTgMYQF5q1D4sVXzqk5b1YV8aX ca@test.example';

test('certificates are listed in pages', async () => {
  const { as, reached } = await simulator();
  const send = as('owner');
  const all = await send(sshCertificates.list, { path });
  expect(all.length).toBeGreaterThan(1);
  expect(Object.keys(all[0] ?? {}).sort()).toEqual(['created_at', 'id', 'key', 'title']);
  const answer = await send.answer(sshCertificates.list, { path, query: { page: 2, per_page: 1 } });
  expect(answer.value).toEqual([all[1]]);
  expect(reached(`GET ${PATH}`).at(-1)?.query).toEqual([
    ['page', '2'],
    ['per_page', '1'],
  ]);
});

test('a certificate is added, listed and deleted', async () => {
  const { as, reached } = await simulator();
  const send = as('owner');
  const added = await send(sshCertificates.create, { path, body: { title: 'Laptops', key } });
  expect(added).toMatchObject({ title: 'Laptops', key });
  expect(reached(`POST ${PATH}`)[0]?.body).toEqual({ title: 'Laptops', key });
  expect(await send(sshCertificates.list, { path })).toContainEqual(added);
  const at = { path: { ...path, certificate_id: added.id } };
  expect(await send(sshCertificates.remove, at)).toBeUndefined();
  expect(reached(`DELETE ${PATH}/:certificate_id`)).toMatchObject([
    { path: `/api/v4/groups/acme/ssh_certificates/${added.id}` },
  ]);
  expect(await send(sshCertificates.list, { path })).not.toContainEqual(added);
  expect(await failureOf(send(sshCertificates.remove, at))).toMatchObject({ code: 'missing', status: 404 });
});

test('a certificate is deleted with the other spelling of the path if the platform has only that one', async () => {
  const platform = await testServer(({ url }, _, response) => {
    if (url.includes('/ssh_certificates/')) json(response, { message: '404 Not Found' }, 404);
    else response.writeHead(204).end();
  });
  await senderTo(platform.url).send(sshCertificates.remove, { path: { id: 'acme', certificate_id: 7 } });
  expect(platform.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'DELETE /api/v4/groups/acme/ssh_certificates/7',
    'DELETE /api/v4/groups/acme/ssh_certificate/7',
  ]);
});

test('an invalid or existing key is refused', async () => {
  const { as } = await simulator();
  const send = as('owner');
  await send(sshCertificates.create, { path, body: { title: 'First', key } });
  for (const body of [
    { title: 'Second', key },
    { title: 'Third', key: 'not a key' },
  ]) {
    const { code, status } = await failureOf(send(sshCertificates.create, { path, body }));
    expect([code, status]).toBeOneOf([
      ['invalid', 400],
      ['invalid', 422],
      ['conflict', 409],
    ]);
  }
  expect(await failureOf(send(sshCertificates.create, { path, body: { title: '', key } }))).toMatchObject({
    code: 'invalid',
    field: 'title',
  });
});

test('SSH certificates require the Owner role in the top-level group', async () => {
  const { as } = await simulator();
  const send = as('maintainer');
  const refused = [
    send(sshCertificates.list, { path }),
    send(sshCertificates.create, { path, body: { title: 'x', key } }),
    send(sshCertificates.remove, { path: { ...path, certificate_id: 1 } }),
    as('owner')(sshCertificates.list, { path: { id: groups.sub } }),
  ];
  for (const { code, status } of await Promise.all(refused.map(failureOf))) {
    expect([code, status]).toBeOneOf([
      ['denied', 403],
      ['missing', 404],
    ]);
  }
});
