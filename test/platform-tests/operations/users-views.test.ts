import { expect, test } from 'vitest';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { ask, start } from '../rig.ts';

const PUBLIC = ['id', 'username', 'name', 'state', 'locked', 'avatar_url', 'web_url'];
const SIGNED_IN = [
  ...PUBLIC,
  ...['created_at', 'bio', 'bot', 'location', 'public_email', 'network_a', 'network_b', 'network_c', 'codehost_a'],
  ...['website_url', 'organization', 'job_title', 'pronouns', 'work_information', 'followers', 'following'],
  ...['local_time', 'is_followed'],
];
const ADMIN = [
  ...SIGNED_IN,
  ...['email', 'is_admin', 'last_sign_in_at', 'confirmed_at', 'theme_id', 'last_activity_on', 'color_scheme_id'],
  ...['projects_limit', 'current_sign_in_at', 'note', 'identities', 'can_create_group', 'can_create_project'],
  ...['two_factor_enabled', 'external', 'private_profile', 'current_sign_in_ip', 'last_sign_in_ip', 'namespace_id'],
  ...['created_by', 'scim_identities', 'is_auditor', 'shared_runners_minutes_limit'],
  ...['extra_shared_runners_minutes_limit', 'using_license_seat', 'provisioned_by_group_id'],
];
const fieldsOf = (value: unknown) => Object.keys(value as object).sort();

test.each<[TokenName, string[]]>([
  ['admin', ADMIN],
  ['auditor', PUBLIC],
  ['developer', PUBLIC],
])('the fields of a list depend on the user: %s', async (who, fields) => {
  const { rows } = await ask(await start(), who, '/users');
  for (const row of rows) expect(fieldsOf(row)).toEqual(fields.toSorted());
});

test.each<[TokenName, string[]]>([
  ['admin', ADMIN],
  ['auditor', SIGNED_IN],
  ['outsider', SIGNED_IN],
  ['read_api', SIGNED_IN],
])('the fields of a single account depend on the user: %s', async (who, fields) => {
  const { json } = await ask(await start(), who, '/users/3');
  expect(fieldsOf(json)).toEqual(fields.toSorted());
});

test('without a token, a single user is refused, and the list requires `username`', async () => {
  const platform = await start();
  expect(await ask(platform, null, '/users/3')).toMatchObject({ status: 401, json: { message: '401 Unauthorized' } });
  const list = await ask(platform, null, '/users');
  expect(list.status).toBe(403);
  expect(list.json).toHaveProperty('message', expect.stringMatching(/^403 /));
  const byName = await ask(platform, null, '/users?username=owner');
  expect(byName.rows.map(fieldsOf)).toEqual([PUBLIC.toSorted()]);
});

test('an unknown user is 404, and a user name is not accepted as an ID', async () => {
  const platform = await start();
  expect(await ask(platform, 'admin', '/users/999999')).toMatchObject({
    status: 404,
    json: { message: '404 User Not Found' },
  });
  expect((await ask(platform, 'admin', '/users/owner')).status).toBe(400);
});

test('a private profile is visible to its owner and to administrators', async () => {
  const platform = await start();
  platform.world.users.edit(5, { private_profile: true });
  expect(fieldsOf((await ask(platform, 'guest', '/users/5')).json)).toEqual(PUBLIC.toSorted());
  expect(fieldsOf((await ask(platform, 'developer', '/users/5')).json)).toEqual(SIGNED_IN.toSorted());
  expect(fieldsOf((await ask(platform, 'admin', '/users/5')).json)).toEqual(ADMIN.toSorted());
});

test('custom attributes are returned only to administrators who request them', async () => {
  const platform = await start();
  platform.world.users.edit(5, { custom_attributes: [{ key: 'team', value: 'red' }] });
  const query = '/users?username=developer&with_custom_attributes=true';
  expect((await ask(platform, 'admin', query)).rows).toMatchObject([
    { custom_attributes: [{ key: 'team', value: 'red' }] },
  ]);
  expect((await ask(platform, 'guest', query)).rows[0]).not.toHaveProperty('custom_attributes');
  expect((await ask(platform, 'admin', '/users?username=developer')).rows[0]).not.toHaveProperty('custom_attributes');
});

test('values have the format of the documents', async () => {
  const platform = await start();
  platform.world.users.edit(5, {
    created_at: Date.UTC(2020, 1, 3, 4, 5, 6),
    last_activity_on: Date.UTC(2026, 0, 2),
    created_by_id: 1,
    follower_ids: [7],
    utc_offset_minutes: 345,
  });
  expect((await ask(platform, 'admin', '/users/5')).json).toMatchObject({
    created_at: '2020-02-03T04:05:06Z',
    last_activity_on: '2026-01-02',
    created_by: { id: 1, username: 'admin' },
    local_time: '5:45 PM',
    followers: 1,
    is_followed: false,
    web_url: `${platform.url}/developer`,
  });
  expect((await ask(platform, 'guest', '/users/5')).json).toMatchObject({ is_followed: true });
});
