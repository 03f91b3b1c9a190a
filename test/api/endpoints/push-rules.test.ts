import { expect, test } from 'vitest';
import { pushRules } from '#main/api/endpoints/push-rules.ts';
import { pushRuleChecks, pushRuleRegexes } from '#shared/contract/push-rules.ts';
import { failureOf, json, testServer, senderTo } from '../rig.ts';
import { groups, simulator } from './simulator.ts';

const path = { id: groups.sub };
const PATH = '/groups/:id/push_rule';

const everything = {
  author_email_regex: '@acme\\.example$',
  branch_name_regex: '^(main|release/.+)$',
  commit_message_regex: '^[A-Z]',
  commit_message_negative_regex: 'WIP',
  file_name_regex: '\\.exe$',
  commit_committer_check: true,
  commit_committer_name_check: true,
  deny_delete_tag: true,
  member_check: true,
  prevent_secrets: true,
  reject_non_dco_commits: true,
  reject_unsigned_commits: true,
  max_file_size: 50,
};

test('a push rule is created with every field, read and changed', async () => {
  const { as, reached } = await simulator();
  const send = as('owner');
  expect(Object.keys(everything).sort()).toEqual([...pushRuleRegexes, ...pushRuleChecks, 'max_file_size'].sort());
  const made = await send(pushRules.create, { path, body: everything });
  expect(made).toMatchObject(everything);
  expect(reached(`POST ${PATH}`)).toMatchObject([
    { path: '/api/v4/groups/acme%2Fplatform/push_rule', body: everything, status: 201 },
  ]);
  expect(await send(pushRules.get, { path })).toEqual(made);

  const body = { max_file_size: 10, member_check: false, branch_name_regex: '' };
  const edited = await send(pushRules.edit, { path, body });
  expect(edited).toMatchObject({ id: made.id, max_file_size: 10, prevent_secrets: true });
  expect(edited.member_check ?? false).toBe(false);
  expect(edited.branch_name_regex ?? '').toBe('');
  expect(reached(`PUT ${PATH}`)).toMatchObject([{ body, status: 200 }]);
});

test('writing the read values back restores every field, including null', async () => {
  const { as } = await simulator();
  const send = as('owner');
  const { id, created_at, ...before } = await send(pushRules.create, { path, body: { prevent_secrets: true } });
  await send(pushRules.edit, { path, body: everything });
  expect(await send(pushRules.edit, { path, body: before })).toEqual({ id, created_at, ...before });
});

test('a deleted push rule has the reason never-configured, a hidden group has another', async () => {
  const { as, reached } = await simulator();
  const send = as('owner');
  const never = { code: 'missing', reason: 'never-configured', status: 404 };
  expect(await failureOf(send(pushRules.get, { path }))).toMatchObject(never);
  await send(pushRules.create, { path, body: {} });
  expect(await send(pushRules.remove, { path })).toBeUndefined();
  expect(reached(`DELETE ${PATH}`)).toMatchObject([{ status: 204 }]);
  expect(await failureOf(send(pushRules.get, { path }))).toMatchObject(never);
  expect(await failureOf(send(pushRules.edit, { path, body: { member_check: true } }))).toMatchObject(never);
  expect(await failureOf(send(pushRules.remove, { path }))).toMatchObject(never);
  const hidden = send(pushRules.get, { path: { id: 'no/such/group' } });
  expect(await failureOf(hidden)).toMatchObject({ code: 'missing', reason: 'hidden-or-missing' });
});

test('a 404 message that only mentions the group is about the push rule', async () => {
  const message = '404 Push rules were never configured for this group';
  const platform = await testServer((_, __, response) => json(response, { message }, 404));
  const failure = await failureOf(senderTo(platform.url).send(pushRules.get, { path }));
  expect(failure).toMatchObject({ reason: 'never-configured', reportedMessage: message });
});

test('a second push rule for a group is refused', async () => {
  const { as } = await simulator();
  const send = as('owner');
  await send(pushRules.create, { path, body: {} });
  const { code, status } = await failureOf(send(pushRules.create, { path, body: {} }));
  expect([code, status]).toBeOneOf([
    ['invalid', 400],
    ['invalid', 422],
    ['conflict', 409],
  ]);
});

test('push rules require an Owner or administrator', async () => {
  const { as } = await simulator();
  const send = as('maintainer');
  await as('admin')(pushRules.create, { path, body: {} });
  const refused = [
    send(pushRules.get, { path }),
    send(pushRules.create, { path, body: {} }),
    send(pushRules.edit, { path, body: {} }),
    send(pushRules.remove, { path }),
  ];
  for (const { code, status } of await Promise.all(refused.map(failureOf))) {
    expect([code, status]).toBeOneOf([
      ['denied', 403],
      ['missing', 404],
    ]);
  }
  expect(await failureOf(as(null)(pushRules.get, { path }))).toMatchObject({ code: 'denied', status: 401 });
});
