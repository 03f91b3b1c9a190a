import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { shared } from '../gitlab-rig.ts';
import { json, projectOf, repositoryPath, row } from '../repository-rig.ts';
import { ask, ids } from '../rig.ts';

const gitlab = shared('gitlab');
const documented = shared('documented');
const rulePath = '/groups/acme/push_rule';

test('a wiki page that is changed without a format becomes Markdown', async () => {
  const formatAfter = async (platform: Platform, body: object) => {
    const wikis = '/projects/acme%2Fcore/wikis';
    const page = { title: `Page ${JSON.stringify(body).length}`, content: '= Hi', format: 'asciidoc' };
    const { slug } = row(await ask(platform, 'developer', wikis, json('POST', page)));
    const changed = await ask(platform, 'developer', `${wikis}/${encodeURIComponent(String(slug))}`, json('PUT', body));
    return row(changed).format;
  };
  expect(await formatAfter(gitlab(), { content: '= Ho' })).toBe('markdown');
  expect(await formatAfter(gitlab(), { content: '= Ho', format: 'asciidoc' })).toBe('asciidoc');
  expect(await formatAfter(documented(), { content: '= Ho' })).toBe('asciidoc');
});

let files = 0;

/** Commits to the private project under this push rule. Returns the status of the commit. */
async function commitUnder(platform: Platform, rule: object, message: string, more: object = {}): Promise<number> {
  await ask(platform, 'owner', rulePath, { method: 'DELETE' });
  const made = await ask(platform, 'owner', rulePath, json('POST', rule));
  expect(made.status, made.text).toBe(201);
  files += 1;
  const actions = [{ action: 'create', file_path: `rule-${files}.txt`, content: 'text' }];
  const body = { branch: 'main', commit_message: message, actions, ...more };
  const { status } = await ask(platform, 'maintainer', `${repositoryPath()}/commits`, json('POST', body));
  await ask(platform, 'owner', rulePath, { method: 'DELETE' });
  return status;
}

test.each<[string, object, string, object, number, number]>([
  ['^ matches at each line', { commit_message_regex: '^Fixes #1' }, 'A change\n\nFixes #1', {}, 201, 201],
  ['$ matches at each line', { commit_message_regex: 'change$' }, 'A change\n\nFixes #1', {}, 201, 201],
  ['(?-m) switches this off', { commit_message_regex: '(?-m)^Fixes #1' }, 'A change\n\nFixes #1', {}, 400, 400],
  ['a message ends with a line end', { commit_message_regex: '(?-m)^A change$' }, 'A change', {}, 201, 400],
  ['a line end can be required', { commit_message_regex: '(?-m)^A change\\n$' }, 'A change', {}, 400, 201],
  [
    '^ of the forbidden pattern matches at each line',
    { commit_message_negative_regex: '^wip' },
    'A change\nwip',
    {},
    400,
    400,
  ],
  ['(?-m) of the forbidden pattern', { commit_message_negative_regex: '(?-m)^wip' }, 'A change\nwip', {}, 201, 201],
  [
    'the forbidden pattern does not see the final line end',
    { commit_message_negative_regex: '\\n' },
    'A change\n',
    {},
    201,
    201,
  ],
  ['it sees other line ends', { commit_message_negative_regex: '\\n' }, 'A change\nand more', {}, 400, 400],
  [
    'the address of the committer must match',
    { author_email_regex: '@elsewhere\\.example$' },
    'A change',
    { author_email: 'me@elsewhere.example' },
    400,
    400,
  ],
  [
    'the address of the author must match',
    { author_email_regex: '@platform\\.example$' },
    'A change',
    { author_email: 'me@elsewhere.example' },
    400,
    400,
  ],
  [
    'both addresses match',
    { author_email_regex: '@platform\\.example$' },
    'A change',
    { author_email: 'me@platform.example' },
    201,
    201,
  ],
])('push rules: %s', async (_what, rule, message, more, byDocuments, onGitlab) => {
  expect(await commitUnder(documented(), rule, message, more), 'documented').toBe(byDocuments);
  expect(await commitUnder(gitlab(), rule, message, more), 'gitlab').toBe(onGitlab);
});

test.each([
  [{ commit_message_regex: 'a'.repeat(511) }, 201],
  [{ commit_message_regex: 'a'.repeat(512) }, 400],
  [{ commit_message_regex: '🦊'.repeat(511) }, 201],
  [{ commit_message_negative_regex: 'a'.repeat(2047) }, 201],
  [{ commit_message_negative_regex: 'a'.repeat(2048) }, 400],
  [{ branch_name_regex: '(?=lookahead)' }, 400],
  [{ branch_name_regex: '\\p{Emoji}' }, 400],
  [{ branch_name_regex: '\\p{Greek}\\pL\\\\p{Emoji}\\Q\\p{Emoji}\\E' }, 201],
])('push rules: patterns are RE2 and have a maximum length, case %#', async (rule, status) => {
  await ask(gitlab(), 'owner', rulePath, { method: 'DELETE' });
  expect((await ask(gitlab(), 'owner', rulePath, json('POST', rule))).status).toBe(status);
  await ask(gitlab(), 'owner', rulePath, { method: 'DELETE' });
});

test('the message of a commit through the API ends with a line end', async () => {
  const messageOn = async (platform: Platform, commit_message: string) => {
    files += 1;
    const actions = [{ action: 'create', file_path: `message-${files}.txt`, content: 'text' }];
    const body = { branch: 'main', commit_message, actions };
    return row(await ask(platform, 'maintainer', `${repositoryPath()}/commits`, json('POST', body))).message;
  };
  expect(await messageOn(gitlab(), 'A change')).toBe('A change\n');
  expect(await messageOn(gitlab(), 'A change\n')).toBe('A change\n');
  expect(await messageOn(documented(), 'A change')).toBe('A change');
});

test('hidden notes leave gaps in the pages of notes', async () => {
  const pages = async (platform: Platform) => {
    const issue = platform.world.issues.find(({ project_id }) => project_id === projectOf(platform).id);
    const notes = `/projects/acme%2Fcore/issues/${issue?.iid}/notes`;
    for (const note of platform.world.notes.on('Issue', issue?.id ?? 0)) platform.world.notes.remove(note.id);
    for (const [i, internal] of [false, true, true, true, false].entries()) {
      platform.clock.advance(1000);
      await ask(platform, 'owner', notes, json('POST', { body: `Note ${i}`, internal }));
    }
    const lists = [];
    for (const page of [1, 2, 3]) {
      const answer = await ask(platform, 'guest', `${notes}?sort=asc&per_page=2&page=${page}`);
      lists.push([ids(answer).length, answer.headers.get('x-next-page')]);
    }
    return lists;
  };
  expect(await pages(gitlab())).toEqual([
    [1, '2'],
    [0, '3'],
    [1, ''],
  ]);
  expect(await pages(documented())).toEqual([
    [2, ''],
    [0, ''],
    [0, ''],
  ]);
});

test('an export that is not ready has a body without fields', async () => {
  const { world, clock } = gitlab();
  const made = await ask(
    gitlab(),
    'owner',
    '/projects/acme%2Fcore/dependency_list_exports',
    json('POST', { export_type: 'csv' }),
  );
  const { self } = row(made);
  for (const body of ['202', '', '{}', 'null'] as const) {
    world.settings.unreadyExport = body;
    const waiting = await ask(gitlab(), 'owner', String(self));
    expect([waiting.status, waiting.text]).toEqual([202, body]);
  }
  clock.advance(10_000);
  const ready = await ask(gitlab(), 'owner', String(self));
  expect([ready.status, row(ready).has_finished]).toEqual([200, true]);
});
