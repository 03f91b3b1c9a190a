import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { expectRoles } from '../accounts-rig.ts';
import { repositoryPath, fieldsOf, filePath, form, json, messageOf, row } from '../repository-rig.ts';
import { PUSH_RULE, REGEXES, SWITCHES } from '../resources/group-rules.ts';
import { ask, start } from '../rig.ts';
import type { Answer } from '../rig.ts';

const PATH = '/groups/acme/push_rule';
const post = (platform: Platform, body: object, path = PATH) => ask(platform, 'owner', path, json('POST', body));

/** Creates a file on the feature branch of the private project, as its maintainer. */
async function commits(platform: Platform, more: object = {}, path = 'notes.txt'): Promise<Answer> {
  const actions = [{ action: 'create', file_path: path, content: 'text' }];
  const body = { branch: 'main', commit_message: 'A change', actions, ...more };
  return ask(platform, 'maintainer', `${repositoryPath()}/commits`, json('POST', body));
}

test('the push rule of a group requires an Owner or administrator', async () => {
  const platform = await start();
  const others = { maintainer: 403, guest: 403, auditor: 403, outsider: 404, anonymous: 401 };
  await expectRoles(platform, PATH, { owner: 201, ...others }, json('POST', {}));
  await expectRoles(platform, PATH, { owner: 200, admin: 200, ...others });
  await expectRoles(platform, PATH, { owner: 200, admin: 200, ...others }, json('PUT', { max_file_size: 5 }));
  await expectRoles(platform, PATH, { ...others, admin: 204 }, { method: 'DELETE' });
});

test('before the first POST, GET replies 404 with a message', async () => {
  const platform = await start();
  for (const init of [{}, json('PUT', { max_file_size: 5 }), { method: 'DELETE' }]) {
    const answer = await ask(platform, 'owner', PATH, init);
    expect(answer.status).toBe(404);
    expect(row(answer).message).toMatch(/^404 /);
  }
});

test('a rule that is created without parameters has every field and no restriction', async () => {
  const platform = await start();
  const answer = await ask(platform, 'owner', PATH, { method: 'POST' });
  expect(answer.status).toBe(201);
  const rule = row(answer);
  expect(fieldsOf(rule)).toEqual(PUSH_RULE);
  for (const name of SWITCHES) expect([false, null], name).toContain(rule[name]);
  expect(rule.max_file_size).toBe(0);
  expect(row(await ask(platform, 'owner', PATH))).toEqual(rule);
  expect((await commits(platform)).status).toBe(201);
});

test('POST stores and PUT changes every field, as JSON and as a form', async () => {
  const platform = await start();
  const regexes = Object.fromEntries(REGEXES.map((name, i) => [name, `^a${i}`]));
  const switches = Object.fromEntries(SWITCHES.map((name) => [name, true]));
  const made = await post(platform, { ...regexes, ...switches, max_file_size: 7 });
  expect(made.status).toBe(201);
  expect(row(made)).toMatchObject({ ...regexes, ...switches, max_file_size: 7 });
  const changed = await ask(platform, 'owner', PATH, form('PUT', [['deny_delete_tag', 'false']]));
  expect(changed.status).toBe(200);
  expect(row(changed)).toEqual({ ...row(made), deny_delete_tag: row(changed).deny_delete_tag });
  expect([false, null]).toContain(row(changed).deny_delete_tag);
  const emptied = row(await ask(platform, 'owner', PATH, json('PUT', { branch_name_regex: '' })));
  expect(emptied.branch_name_regex || null).toBeNull();
});

test('a second POST is refused until the rule is deleted', async () => {
  const platform = await start();
  const first = await post(platform, { max_file_size: 1 });
  const second = await post(platform, { max_file_size: 2 });
  expect([400, 409, 422]).toContain(second.status);
  expect(row(await ask(platform, 'owner', PATH))).toEqual(row(first));
  const removed = await ask(platform, 'owner', PATH, { method: 'DELETE' });
  expect([removed.status, removed.text]).toEqual([204, '']);
  expect((await ask(platform, 'owner', PATH)).status).toBe(404);
  expect((await post(platform, {})).status).toBe(201);
});

test.each([
  ...REGEXES.map((name) => ({ [name]: '(?!lookahead)' })),
  { commit_message_regex: '(' },
  { file_name_regex: '*' },
  { max_file_size: -1 },
  { max_file_size: 'large' },
  { member_check: 'perhaps' },
])('%j is refused', async (body) => {
  const platform = await start();
  expect([400, 422]).toContain((await post(platform, body)).status);
  expect((await ask(platform, 'owner', PATH)).status).toBe(404);
  await post(platform, {});
  expect([400, 422]).toContain((await ask(platform, 'owner', PATH, json('PUT', body))).status);
});

test.each<[string, object, object, object, string?]>([
  ['messages that lack a pattern', { commit_message_regex: '^[A-Z]+-\\d+' }, {}, { commit_message: 'ABC-1 done' }],
  [
    'messages with a forbidden pattern',
    { commit_message_negative_regex: 'wip' },
    { commit_message: 'still wip' },
    { commit_message: 'done' },
  ],
  [
    'addresses of authors',
    { author_email_regex: '@platform\\.example$' },
    { author_email: 'me@elsewhere.example' },
    {},
  ],
  [
    'authors who are nobody here',
    { member_check: true },
    { author_email: 'nobody@elsewhere.example' },
    { author_email: 'developer@platform.example' },
  ],
  ['names of authors', { commit_committer_name_check: true }, { author_name: 'Somebody' }, {}],
  [
    'messages without a sign-off',
    { reject_non_dco_commits: true },
    {},
    { commit_message: 'A change\n\nSigned-off-by: Me <me@platform.example>' },
  ],
  ['file names', { file_name_regex: '\\.txt$' }, {}, {}, 'notes.md'],
  ['keys', { prevent_secrets: true }, {}, {}, 'ssh/id_rsa'],
])('%s are refused in commits made through the API', async (_what, rule, bad, good, path) => {
  const platform = await start();
  expect((await post(platform, rule)).status).toBe(201);
  const isSecret = path === 'ssh/id_rsa';
  const refused = await commits(platform, bad, isSecret ? path : 'notes.txt');
  expect(refused.status, refused.text).toBe(400);
  expect(messageOf(refused)).not.toBe('null');
  expect((await ask(platform, 'maintainer', filePath('notes.txt') + '?ref=main')).status).toBe(404);
  const accepted = await commits(platform, good, isSecret ? 'ssh/id_rsa.md' : (path ?? 'notes.txt'));
  expect(accepted.status, accepted.text).toBe(201);
});

test('commits with files over the limit are refused, also at the endpoint for files', async () => {
  const platform = await start();
  await post(platform, { max_file_size: 1 });
  const create = (size: number) =>
    ask(
      platform,
      'maintainer',
      filePath('big.bin'),
      json('POST', { branch: 'main', commit_message: 'Add it', content: 'x'.repeat(size) }),
    );
  expect((await create(1024 * 1024 + 1)).status).toBe(400);
  expect((await create(1024 * 1024)).status).toBe(201);
});

test('the pattern for branch names applies to new branches only', async () => {
  const platform = await start();
  await post(platform, { branch_name_regex: '^(feature|fix)/' });
  const branch = (name: string) =>
    ask(platform, 'maintainer', `${repositoryPath()}/branches`, json('POST', { branch: name, ref: 'main' }));
  expect((await branch('anything')).status).toBe(400);
  expect((await branch('feature/new')).status).toBe(201);
  expect((await commits(platform)).status).toBe(201);
  const elsewhere = await commits(platform, { branch: 'side', start_branch: 'main' }, 'side.txt');
  expect(elsewhere.status).toBe(400);
});

test('a rule applies to projects in subgroups without their own rule, and not to other groups', async () => {
  const platform = await start();
  await post(platform, { commit_message_regex: '^top' });
  const inImages = (message: string, path: string) => {
    const actions = [{ action: 'create', file_path: path, content: 'x' }];
    return ask(
      platform,
      'maintainer',
      `${repositoryPath('sub')}/commits`,
      json('POST', { branch: 'main', commit_message: message, actions }),
    );
  };
  expect((await inImages('sub one', 'a.md')).status).toBe(400);
  expect((await inImages('top one', 'a.md')).status).toBe(201);
  await post(platform, { commit_message_regex: '^sub' }, '/groups/acme%2Fplatform/push_rule');
  expect((await inImages('sub one', 'b.md')).status).toBe(201);
  expect((await commits(platform)).status).toBe(400);
  await ask(platform, 'owner', PATH, { method: 'DELETE' });
  expect((await commits(platform)).status).toBe(201);
});
