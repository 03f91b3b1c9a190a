import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { PATHS } from '../../platform/seed/repository-files.ts';
import { createPlatform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Draft, Push } from '../../platform/world/repositories.ts';
import { repositoryPath, commit, filePath, headOf, json, messageOf, projectOf } from '../repository-rig.ts';
import { ask, start } from '../rig.ts';

const NO_COMMIT = '0'.repeat(40);
const seeded = ['private', 'public', 'sub'] as const;

test('the Git repository has exactly the planned commits, branches and tags, and passes `git fsck`', async () => {
  const platform = await start();
  for (const name of seeded) {
    const project = projectOf(platform, name);
    const { repositories } = platform.world;
    const planned = repositories.planned(project);
    const repository = repositories.of(project);
    expect(await repository.commits(planned?.commits.map(({ id }) => id) ?? [])).toEqual(planned?.commits);
    const branches = (await repository.branches()).map((ref) => [ref.name, ref.commit]);
    expect(branches).toEqual([...(planned?.branches ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)));
    const tags = await repository.tags();
    expect(new Map(tags.map((tag) => [tag.name, tag.commit]))).toEqual(planned?.tags);
    expect(tags.find((tag) => tag.name === 'v1.0.0')?.message).toBe('Version 1.0.0');
    expect((await repository.git(['fsck', '--strict', '--full'])).toString('utf8')).toBe('');
  }
});

test('the same seed gives the same history, another seed another one', async () => {
  const [one, two, three] = [await start(), await start({ users: 90 }), await start({ seed: 2 })];
  const head = (platform: typeof one) => headOf(platform, 'main');
  expect(await head(one)).toBe(await head(two));
  expect(await head(one)).not.toBe(await head(three));
});

test('a submodule points to a commit of the project in .gitmodules', async () => {
  const platform = await start();
  const { repositories } = platform.world;
  const entry = await repositories.of(projectOf(platform)).entry(await headOf(platform, 'main'), PATHS.submodule);
  const [found] = await repositories.of(projectOf(platform, 'public')).commits([entry?.id ?? '']);
  expect(found?.id).toBe(entry?.id);
});

test('repositories are written to the disk when first used, and deleted when the platform is closed', async () => {
  const platform = await createPlatform({ users: 20 });
  const project = platform.world.projects.lookup(PROJECT_PATHS.private);
  if (project === undefined) throw new Error('no project');
  const folder = (await platform.world.repositories.of(project).git(['rev-parse', '--absolute-git-dir']))
    .toString()
    .trim();
  expect(existsSync(folder)).toBe(true);
  await platform.close();
  expect(existsSync(folder)).toBe(false);
});

test('commits that are created through the API are valid Git objects', async () => {
  const platform = await start();
  await commit(platform, 'main', [
    { action: 'create', file_path: 'a b/ü/c.txt', content: 'x' },
    { action: 'move', file_path: 'a.b', previous_path: 'README.md' },
    { action: 'create', file_path: 'a-b/c', content: '' },
  ]);
  await commit(platform, 'other', [{ action: 'create', file_path: 'x', content: 'x' }], {
    start_project: 'acme/website',
    start_branch: 'main',
  });
  const { git } = platform.world.repositories.of(projectOf(platform));
  expect((await git(['fsck', '--strict', '--full', '--no-dangling'])).toString('utf8')).toBe('');
});

test('listeners are called for every change of a branch', async () => {
  const platform = await start();
  const pushes: Push[] = [];
  platform.world.repositories.onPush((push) => pushes.push(push));
  const before = await headOf(platform, 'main');
  const made = await commit(platform, 'main', [{ action: 'create', file_path: 'x', content: 'x' }]);
  await ask(platform, 'developer', `${repositoryPath()}/branches`, json('POST', { branch: 'new', ref: 'main' }));
  await ask(platform, 'developer', `${repositoryPath()}/branches/new`, { method: 'DELETE' });
  const shown = pushes.map(({ project, user, commits, ...rest }) => ({
    ...rest, path: project.path, by: user.username, commits: commits.map(({ id }) => id),
  })); // prettier-ignore
  const id = made.id as string;
  const common = { path: 'core', isCreated: false, isRemoved: false, commits: [] };
  expect(shown).toEqual([
    { ...common, ref: 'refs/heads/main', before, after: id, by: 'maintainer', commits: [id] },
    { ...common, ref: 'refs/heads/new', before: NO_COMMIT, after: id, by: 'developer', isCreated: true },
    { ...common, ref: 'refs/heads/new', before: id, after: NO_COMMIT, by: 'developer', isRemoved: true },
  ]);
  const [push] = pushes;
  const changes = push?.commits[0] && (await platform.world.repositories.of(push.project).changes(push.commits[0]));
  expect(changes).toEqual({ added: ['x'], modified: [], removed: [] });
});

test('a check gets the commit before it is created, and its refusal becomes the reply', async () => {
  const platform = await start();
  const drafts: Draft[] = [];
  platform.world.repositories.beforeCommit((_project, draft) => {
    drafts.push(draft);
    return draft.commit?.message.includes('secret') === true ? new Refusal(400, 'No secrets, please') : undefined;
  });
  const before = await headOf(platform, 'feature/login-form');
  const body = { branch: 'feature/login-form', content: 'abc', author_name: 'A', author_email: 'a@mail.example' };
  const send = (path: string, commit_message: string) =>
    ask(platform, 'developer', filePath(path), json('POST', { ...body, commit_message }));
  const refused = await send('one.txt', 'my secret');
  expect([refused.status, messageOf(refused)]).toEqual([400, '"No secrets, please"']);
  expect(await headOf(platform, 'feature/login-form')).toBe(before);
  expect((await send('one.txt', 'fine')).status).toBe(201);
  expect(drafts.at(-1)).toMatchObject({
    branch: 'feature/login-form',
    isNewBranch: false,
    deletedTag: null,
    user: { username: 'developer' },
    commit: {
      message: 'fine',
      author: { name: 'A', email: 'a@mail.example' },
      committer: { email: 'developer@platform.example' },
      files: [{ path: 'one.txt', kind: 'added', sizeBytes: 3 }],
    },
  });
  await ask(platform, 'developer', `${repositoryPath()}/branches`, json('POST', { branch: 'new', ref: 'main' }));
  expect(drafts.at(-1)).toMatchObject({ branch: 'new', isNewBranch: true, commit: null });
});

test('removing a project removes its repository', async () => {
  const platform = await start();
  const project = projectOf(platform);
  const folder = (await platform.world.repositories.of(project).git(['rev-parse', '--absolute-git-dir']))
    .toString()
    .trim();
  platform.world.projects.remove(project.id);
  expect(existsSync(folder)).toBe(false);
  expect(platform.world.protectedBranches.of(project)).toEqual([]);
});
