import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { askWith, expectOk, values } from '../accounts-rig.ts';
import { fieldsOf, json, messageOf, row } from '../repository-rig.ts';
import { ACCESS_TOKEN, NEW_ACCESS_TOKEN } from '../resources/accounts.ts';
import { AT_MS, ask, start } from '../rig.ts';

const PATH = '/groups/acme/service_accounts';
const at = (id: unknown) => `${PATH}/${String(id)}`;
const tokensAt = (id: unknown) => `${at(id)}/personal_access_tokens`;

async function make(platform: Platform, body: object = {}, path = PATH) {
  const answer = await ask(platform, 'owner', path, json('POST', body));
  expectOk(answer);
  return row(answer);
}

test('the secret of a new token is returned once, and works at once with its scopes', async () => {
  const platform = await start();
  const { id } = await make(platform);
  const answer = await ask(
    platform,
    'owner',
    tokensAt(id),
    json('POST', { name: 'reader', scopes: ['read_api'], description: 'Reads', expires_at: '2026-12-24' }),
  );
  expectOk(answer);
  const token = row(answer);
  expect(fieldsOf(token)).toEqual(NEW_ACCESS_TOKEN);
  expect(token).toMatchObject({
    name: 'reader',
    scopes: ['read_api'],
    description: 'Reads',
    expires_at: '2026-12-24',
    user_id: id,
    active: true,
    revoked: false,
    last_used_at: null,
  });
  const reads = await askWith(platform, String(token.token), `/users/${String(id)}`);
  expect([reads.status, ((await reads.json()) as { id: unknown }).id]).toEqual([200, id]);
  expect((await askWith(platform, String(token.token), '/import/codehost_a/gists', { method: 'POST' })).status).toBe(
    403,
  );
  const [listed] = (await ask(platform, 'owner', tokensAt(id))).rows;
  expect(fieldsOf(listed)).toEqual(ACCESS_TOKEN);
  expect(listed?.last_used_at).toBe('2026-11-15T12:00:00Z');
  platform.clock.set(Date.UTC(2026, 11, 24));
  expect((await askWith(platform, String(token.token), '/users/1')).status).toBe(401);
  expect((await ask(platform, 'owner', tokensAt(id))).rows[0]?.active).toBe(false);
});

test('scopes are accepted as a list in a form, and without `expires_at` a token has the maximum lifetime', async () => {
  const platform = await start();
  const { id } = await make(platform);
  const body = new URLSearchParams([
    ['name', 'form'],
    ['scopes[]', 'api'],
    ['scopes[]', 'read_repository'],
  ]);
  const token = row(await ask(platform, 'owner', tokensAt(id), { method: 'POST', body }));
  expect(token.scopes).toEqual(['api', 'read_repository']);
  expect(token.expires_at).toBe(
    new Date(Math.floor(AT_MS / DAY_MS) * DAY_MS + 365 * DAY_MS).toISOString().slice(0, 10),
  );
});

test.each([
  [{ scopes: ['api'] }, /name/],
  [{ name: 'x' }, /scopes/],
  [{ name: 'x', scopes: [] }, /scopes/],
  [{ name: 'x', scopes: ['everything'] }, /scopes/],
  [{ name: 'x', scopes: ['api'], expires_at: '2026-11-01' }, /expires at/i],
  [{ name: 'x', scopes: ['api'], expires_at: '2029-01-01' }, /expires at/i],
  [{ name: 'x', scopes: ['api'], expires_at: 'tomorrow' }, /expires_at/],
])('the token %j is refused', async (body, why) => {
  const platform = await start();
  const { id } = await make(platform);
  const answer = await ask(platform, 'owner', tokensAt(id), json('POST', body));
  expect(answer.status).toBe(400);
  expect(messageOf(answer)).toMatch(why);
});

test('tokens are filtered by dates, state, revocation and name, and sorted in eight orders', async () => {
  const platform = await start();
  const { id } = await make(platform);
  const day = (n: number) => AT_MS + n * DAY_MS;
  const rows = [
    { name: 'Alpha', created: -40, expires: 30, used: -1, revoked: false },
    { name: 'beta', created: -30, expires: 10, used: null, revoked: true },
    { name: 'gamma', created: -20, expires: -5, used: -10, revoked: false },
    { name: 'Delta', created: -10, expires: null, used: -5, revoked: false },
  ];
  for (const { name, created, expires, used, revoked } of rows) {
    platform.world.tokens.add({
      value: `filter ${name}`,
      user_id: id as number,
      name,
      description: '',
      scopes: ['api'],
      created_at: day(created),
      expires_at: expires === null ? null : day(expires),
      last_used_at: used === null ? null : day(used),
      revoked,
    });
  }
  const names = async (query: string) => values(await ask(platform, 'owner', `${tokensAt(id)}?${query}`), 'name');
  const iso = (n: number) => new Date(day(n)).toISOString();
  expect(await names('')).toEqual(['Alpha', 'beta', 'gamma', 'Delta']);
  expect(await names(`created_after=${iso(-25)}`)).toEqual(['gamma', 'Delta']);
  expect(await names(`created_before=${iso(-25)}`)).toEqual(['Alpha', 'beta']);
  expect(await names(`expires_after=${iso(0).slice(0, 10)}`)).toEqual(['Alpha', 'beta']);
  expect(await names(`expires_before=${iso(0).slice(0, 10)}`)).toEqual(['gamma']);
  expect(await names(`last_used_after=${iso(-7)}`)).toEqual(['Alpha', 'Delta']);
  expect(await names(`last_used_before=${iso(-7)}`)).toEqual(['gamma']);
  expect(await names('revoked=true')).toEqual(['beta']);
  expect(await names('revoked=false')).toEqual(['Alpha', 'gamma', 'Delta']);
  expect(await names('state=active')).toEqual(['Alpha', 'Delta']);
  expect(await names('state=inactive')).toEqual(['beta', 'gamma']);
  expect(await names('search=TA')).toEqual(['beta', 'Delta']);
  expect(await names('state=inactive&revoked=false')).toEqual(['gamma']);
  expect(await names('sort=created_asc')).toEqual(['Alpha', 'beta', 'gamma', 'Delta']);
  expect(await names('sort=created_desc')).toEqual(['Delta', 'gamma', 'beta', 'Alpha']);
  expect((await names('sort=expires_asc')).slice(0, 3)).toEqual(['gamma', 'beta', 'Alpha']);
  expect((await names('sort=expires_desc')).filter((name) => name !== 'Delta')).toEqual(['Alpha', 'beta', 'gamma']);
  expect((await names('sort=last_used_asc')).filter((name) => name !== 'beta')).toEqual(['gamma', 'Delta', 'Alpha']);
  expect((await names('sort=last_used_desc')).filter((name) => name !== 'beta')).toEqual(['Alpha', 'Delta', 'gamma']);
  expect(await names('sort=name_asc')).toEqual(['Alpha', 'beta', 'Delta', 'gamma']);
  expect(await names('sort=name_desc')).toEqual(['gamma', 'Delta', 'beta', 'Alpha']);
  expect(await names('per_page=1&page=3')).toEqual(['gamma']);
  for (const bad of ['sort=age', 'state=dead', 'created_after=once', 'revoked=perhaps']) {
    expect((await ask(platform, 'owner', `${tokensAt(id)}?${bad}`)).status, bad).toBe(400);
  }
});
