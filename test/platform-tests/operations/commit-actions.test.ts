import { expect, test } from 'vitest';
import { PATHS, PIXEL_PNG } from '../../platform/seed/repository-files.ts';
import {
  repositoryPath,
  commit,
  fieldsOf,
  filePath,
  form,
  headOf,
  json,
  messageOf,
  row,
  textOf,
} from '../repository-rig.ts';
import { NEW_COMMIT } from '../resources/repositories.ts';
import { ask, start } from '../rig.ts';

const path = `${repositoryPath()}/commits`;
const create = { action: 'create', file_path: 'new.txt', content: 'new' };
const base = { branch: 'feature/login-form', commit_message: 'Change', actions: [create] };

test('one commit can have all five actions', async () => {
  const platform = await start();
  const before = await headOf(platform, 'main');
  const readme = await textOf(platform, 'README.md', 'main');
  const made = await commit(platform, 'main', [
    { action: 'create', file_path: 'a/b/picture.png', content: PIXEL_PNG.toString('base64'), encoding: 'base64' },
    { action: 'update', file_path: 'LICENSE', content: 'none\n' },
    { action: 'delete', file_path: '.gitignore' },
    { action: 'move', file_path: 'docs/README.md', previous_path: 'README.md' },
    { action: 'move', file_path: 'src/entry.ts', previous_path: 'src/main.ts', content: 'moved\n' },
    { action: 'chmod', file_path: PATHS.script, execute_filemode: false },
  ]);
  expect(fieldsOf(made)).toEqual([...NEW_COMMIT].sort());
  expect(made).toMatchObject({ parent_ids: [before], title: 'A change', status: null });
  expect(await headOf(platform, 'main')).toBe(made.id);
  expect(await textOf(platform, 'LICENSE', 'main')).toBe('none\n');
  expect(await textOf(platform, '.gitignore', 'main')).toBeNull();
  expect(await textOf(platform, 'README.md', 'main')).toBeNull();
  expect(await textOf(platform, 'docs/README.md', 'main')).toBe(readme);
  expect(await textOf(platform, 'src/entry.ts', 'main')).toBe('moved\n');
  const picture = row(await ask(platform, 'maintainer', `${filePath('a/b/picture.png')}?ref=main`));
  expect(picture.content).toBe(PIXEL_PNG.toString('base64'));
  const script = row(await ask(platform, 'maintainer', `${filePath(PATHS.script)}?ref=main`));
  expect(script.execute_filemode).toBe(false);
});

test('a moved file keeps its mode, and `chmod` changes it', async () => {
  const platform = await start();
  await commit(platform, 'main', [
    { action: 'move', file_path: 'run', previous_path: PATHS.script },
    { action: 'chmod', file_path: 'LICENSE', execute_filemode: true },
  ]);
  for (const name of ['run', 'LICENSE']) {
    const { execute_filemode } = row(await ask(platform, 'maintainer', `${filePath(name)}?ref=main`));
    expect(execute_filemode, name).toBe(true);
  }
});

test('`stats` has the line counts of the commit, and can be left out', async () => {
  const platform = await start();
  const made = await commit(platform, 'main', [{ ...create, content: 'one\ntwo\nthree\n' }]);
  expect(made.stats).toEqual({ additions: 3, deletions: 0, total: 3 });
  const bare = await commit(platform, 'main', [{ action: 'delete', file_path: 'new.txt' }], { stats: false });
  expect(fieldsOf(bare)).toEqual(NEW_COMMIT.filter((field) => field !== 'stats').sort());
});

test('the reply to a new commit has its trailers', async () => {
  const platform = await start();
  const commit_message = 'Add\n\nSigned-off-by: A <a@mail.example>\nCc: B\nCc: C\n';
  const made = await commit(platform, 'main', [create], { commit_message });
  expect(made.trailers).toEqual({ 'Signed-off-by': 'A <a@mail.example>', Cc: 'C' });
  expect(made.extended_trailers).toEqual({ 'Signed-off-by': ['A <a@mail.example>'], Cc: ['B', 'C'] });
});

test('a commit with several actions can be sent as a form', async () => {
  const platform = await start();
  const pairs = [
    ['branch', base.branch],
    ['commit_message', 'By form'],
    ['author_name', 'Form Author'],
    ['author_email', 'form@mail.example'],
    ['actions[][action]', 'create'],
    ['actions[][file_path]', 'one.txt'],
    ['actions[][content]', '1'],
    ['actions[][action]', 'delete'],
    ['actions[][file_path]', 'LICENSE'],
  ] as const;
  const answer = await ask(platform, 'developer', path, form('POST', pairs));
  expect(answer.status, answer.text).toBe(201);
  expect(row(answer)).toMatchObject({ author_name: 'Form Author', author_email: 'form@mail.example' });
  expect(await textOf(platform, 'one.txt', base.branch)).toBe('1');
  expect(await textOf(platform, 'LICENSE', base.branch)).toBeNull();
});

test('`start_branch`, `start_sha` and `start_project` create a new branch', async () => {
  const platform = await start();
  const stable = await headOf(platform, 'stable');
  const website = await headOf(platform, 'main', 'public');
  const one = await commit(platform, 'one', [create], { start_branch: 'stable' });
  const two = await commit(platform, 'two', [create], { start_sha: stable });
  const three = await commit(platform, 'three', [create], { start_project: 'acme/website', start_branch: 'main' });
  expect([one.parent_ids, two.parent_ids, three.parent_ids]).toEqual([[stable], [stable], [website]]);
  expect(await textOf(platform, 'README.md', 'three')).toMatch(/^# Website/);
});

test('`force` overwrites a branch from its start, without it this is refused', async () => {
  const platform = await start();
  const stable = await headOf(platform, 'stable');
  const again = { ...base, start_branch: 'stable' };
  const refused = await ask(platform, 'developer', path, json('POST', again));
  expect(refused.status).toBe(400);
  const forced = await ask(platform, 'developer', path, json('POST', { ...again, force: true }));
  expect([forced.status, row(forced).parent_ids]).toEqual([201, [stable]]);
  const kept = { ...base, force: true, actions: [{ ...create, file_path: 'second.txt' }] };
  const plain = await ask(platform, 'developer', path, json('POST', kept));
  expect(row(plain).parent_ids).toEqual([row(forced).id]);
});

test('an empty commit is created only with `allow_empty`', async () => {
  const platform = await start();
  const content = await textOf(platform, 'LICENSE', base.branch);
  const same = { ...base, actions: [{ action: 'update', file_path: 'LICENSE', content }] };
  expect((await ask(platform, 'developer', path, json('POST', same))).status).toBe(400);
  expect((await ask(platform, 'developer', path, json('POST', { ...base, actions: [] }))).status).toBe(400);
  for (const body of [same, { ...base, actions: [] }, { ...base, actions: undefined }]) {
    const answer = await ask(platform, 'developer', path, json('POST', { ...body, allow_empty: true }));
    expect([answer.status, row(answer).stats]).toEqual([201, { additions: 0, deletions: 0, total: 0 }]);
  }
});

test('an invalid commit is refused with 400, and the branch stays unchanged', async () => {
  const platform = await start();
  const before = await headOf(platform, base.branch);
  const stale = { last_commit_id: await headOf(platform, 'stable') };
  const cases: Record<string, object> = {
    'no branch': { branch: undefined },
    'no message': { commit_message: undefined },
    'a NUL in the message': { commit_message: 'a\0b' },
    'no actions': { actions: undefined },
    'actions of another kind': { actions: 'create' },
    'an unknown action': { actions: [{ ...create, action: 'copy' }] },
    'no file_path': { actions: [{ action: 'create', content: '' }] },
    'no content': { actions: [{ action: 'create', file_path: 'x' }] },
    'a path that climbs': { actions: [{ ...create, file_path: 'a/../b' }] },
    'a file that exists': { actions: [{ ...create, file_path: 'README.md' }] },
    'a file twice': { actions: [create, create] },
    'an update of nothing': { actions: [{ ...create, action: 'update' }] },
    'a removal of nothing': { actions: [{ action: 'delete', file_path: 'nothing' }] },
    'a chmod of nothing': { actions: [{ action: 'chmod', file_path: 'nothing', execute_filemode: true }] },
    'a chmod without a mode': { actions: [{ action: 'chmod', file_path: 'LICENSE' }] },
    'a move without its origin': { actions: [{ action: 'move', file_path: 'x' }] },
    'a move of nothing': { actions: [{ action: 'move', file_path: 'x', previous_path: 'nothing' }] },
    'a move onto a file': { actions: [{ action: 'move', file_path: 'LICENSE', previous_path: 'README.md' }] },
    'a stale update': { actions: [{ action: 'update', file_path: PATHS.stations, content: 'x', ...stale }] },
    'a stale removal': { actions: [{ action: 'delete', file_path: PATHS.stations, ...stale }] },
    'a stale move': { actions: [{ action: 'move', file_path: 'x', previous_path: PATHS.stations, ...stale }] },
    'an unknown branch': { branch: 'nowhere' },
    'an unknown start_branch': { branch: 'x', start_branch: 'nowhere' },
    'an unknown start_sha': { branch: 'x', start_sha: '1'.repeat(40) },
    'a short start_sha': { branch: 'x', start_sha: before.slice(0, 10) },
    'two starts': { branch: 'x', start_branch: 'main', start_sha: before },
    'a bad branch name': { branch: 'a b', start_branch: 'main' },
    'a branch below another one': { branch: 'main/x', start_branch: 'main' },
  };
  for (const [what, changes] of Object.entries(cases)) {
    const answer = await ask(platform, 'maintainer', path, json('POST', { ...base, ...changes }));
    expect(answer.status, `${what}: ${answer.text}`).toBe(400);
    expect(messageOf(answer), what).toMatch(/\w/);
  }
  expect(await headOf(platform, base.branch)).toBe(before);
});

test('committing requires the Developer role, and on protected branches the Maintainer role', async () => {
  const platform = await start();
  const status = async (who: Parameters<typeof ask>[1], changes: object) =>
    (await ask(platform, who, path, json('POST', { ...base, ...changes }))).status;
  expect(await status(null, {})).toBe(401);
  expect(await status('outsider', {})).toBe(404);
  expect(await status('guest', {})).toBe(403);
  expect(await status('reporter', {})).toBe(403);
  expect(await status('read_api', {})).toBe(403);
  expect(await status('developer', { branch: 'stable' })).toBe(403);
  expect(await status('developer', {})).toBe(201);
  expect(await status('maintainer', { branch: 'stable' })).toBe(201);
  expect(await status('maintainer', { branch: 'stable', start_branch: 'main', force: true })).toBe(403);
  expect(await status('maintainer', { branch: 'x', start_project: 'acme/no-such' })).toBe(404);
});
