import { expect, test } from 'vitest';
import { accessTokens } from '#main/api/endpoints/access-tokens.ts';
import { groupServiceAccounts } from '#main/api/endpoints/service-accounts.ts';
import type { InputOf } from '#main/api/types.ts';
import { users } from '#main/api/endpoints/users.ts';
import { failureOf, json, testServer, senderTo } from '../rig.ts';
import { groups, simulator } from './simulator.ts';

const path = { id: groups.top };
const TOKENS = '/groups/:id/service_accounts/:user_id/personal_access_tokens';

/** A service account of the top-level group with tokens. */
async function withTokens() {
  const rig = await simulator();
  const send = rig.as('owner');
  const account = (await send(groupServiceAccounts.list, { path, query: { order_by: 'id' } })).at(0);
  const at = { path: { ...path, user_id: account?.id ?? 0 } };
  return { ...rig, send, at };
}

test('tokens are listed, and each filter is applied', async () => {
  const { send, at, reached } = await withTokens();
  const list = (query: InputOf<typeof accessTokens.listTokens>['query']) =>
    send(accessTokens.listTokens, { ...at, query });
  const all = await list({ sort: 'name_asc' });
  const names = all.map(({ name }) => name ?? '');
  expect(names.length).toBeGreaterThan(2);
  expect(names).toEqual(names.toSorted());
  expect(await list({ sort: 'name_asc', page: 2, per_page: 2 })).toEqual(all.slice(2, 4));

  expect((await list({ revoked: true })).every(({ revoked }) => revoked)).toBe(true);
  expect((await list({ state: 'active' })).length).toBe(all.filter(({ active }) => active).length);
  expect((await list({ state: 'inactive' })).length).toBe(all.filter(({ active }) => active === false).length);
  const one = all[0]?.name ?? '';
  expect((await list({ search: one })).map(({ name }) => name)).toContain(one);

  for (const field of ['created', 'expires', 'last_used'] as const) {
    const dates = all.flatMap((token) => token[`${field}_at`] ?? []).toSorted();
    const middle = new Date(dates[Math.floor(dates.length / 2)] ?? '').toISOString().replace('.000', '');
    const after = await list({ [`${field}_after`]: middle });
    const before = await list({ [`${field}_before`]: middle });
    expect(after.length + before.length, field).toBeGreaterThan(0);
    expect(after.length + before.length, field).toBeLessThanOrEqual(all.length);
    expect(
      after.every((token) => Date.parse(token[`${field}_at`] ?? '') >= Date.parse(middle)),
      field,
    ).toBe(true);
    expect(
      before.every((token) => Date.parse(token[`${field}_at`] ?? '') <= Date.parse(middle)),
      field,
    ).toBe(true);
    expect(reached(`GET ${TOKENS}`).at(-1)?.query).toEqual([[`${field}_before`, middle]]);
  }
});

test('a created token works at once, and its secret is only in the reply', async () => {
  const { send, at, platform, rigAs, reached } = await withTokens();
  const body = { name: 'Fresh', scopes: ['read_api'], description: 'For a test', expires_at: '2027-01-31' };
  const minted = await send(accessTokens.createToken, { ...at, body });
  expect(minted).toMatchObject({ name: 'Fresh', scopes: ['read_api'], expires_at: '2027-01-31' });
  expect(reached(`POST ${TOKENS}`).at(-1)?.body).toEqual(body);
  const { token = '' } = minted;
  const ofItsOwn = senderTo(platform.url, { token: () => token ?? '' }).send;
  expect((await ofItsOwn(users.get, { path: { id: at.path.user_id } })).id).toBe(at.path.user_id);

  const rig = rigAs('owner');
  await rig.send(accessTokens.listTokens, at);
  await rig.send(accessTokens.createToken, { ...at, body: { name: 'Second', scopes: ['api'] } });
  expect(JSON.stringify([rig.attempts, rig.lines])).not.toContain(token);
  expect(JSON.stringify(await send(accessTokens.listTokens, at))).not.toContain(token);
});

test('a token requires a name, a scope and a valid date', async () => {
  const { send, at, reached } = await withTokens();
  for (const [field, body] of [
    ['name', { name: '', scopes: ['api'] }],
    ['scopes', { name: 'x', scopes: [] }],
    ['expires_at', { name: 'x', scopes: ['api'], expires_at: '2027-02-30' }],
  ] as const) {
    const failure = await failureOf(
      send(accessTokens.createToken, { ...at, body: { ...body, scopes: [...body.scopes] } }),
    );
    expect(failure).toMatchObject({ code: 'invalid', field });
  }
  expect(reached(`POST ${TOKENS}`)).toEqual([]);
});

test('creating a token is not repeated, because the first request may have created it', async () => {
  const platform = await testServer((_, __, response) => json(response, { message: '502 Bad Gateway' }, 502));
  const at = { path: { ...path, user_id: 1 }, body: { name: 'x', scopes: ['api'] } };
  await failureOf(senderTo(platform.url).send(accessTokens.createToken, at));
  expect(platform.seen).toHaveLength(1);
});

test('a reply without a secret is not a failure, because the token exists', async () => {
  const platform = await testServer((_, __, response) => json(response, { id: 5 }, 201));
  const at = { path: { ...path, user_id: 1 }, body: { name: 'x', scopes: ['api'] } };
  expect(await senderTo(platform.url).send(accessTokens.createToken, at)).toEqual({ id: 5 });
});

test('accounts and tokens require a token of an Owner', async () => {
  const { as, at } = await withTokens();
  const send = as('maintainer');
  const refused = [
    send(groupServiceAccounts.list, { path }),
    send(groupServiceAccounts.create, { path }),
    send(groupServiceAccounts.edit, { ...at, body: { name: 'x' } }),
    send(groupServiceAccounts.remove, at),
    send(accessTokens.listTokens, at),
    send(accessTokens.createToken, { ...at, body: { name: 'x', scopes: ['api'] } }),
  ];
  for (const { code, status } of await Promise.all(refused.map(failureOf))) {
    expect([code, status]).toBeOneOf([
      ['denied', 403],
      ['missing', 404],
    ]);
  }
  expect(await failureOf(as(null)(accessTokens.listTokens, at))).toMatchObject({ code: 'denied', status: 401 });
  const nobody = { path: { ...path, user_id: 999_999 } };
  expect(await failureOf(as('owner')(accessTokens.listTokens, nobody))).toMatchObject({
    code: 'missing',
    status: 404,
  });
});
