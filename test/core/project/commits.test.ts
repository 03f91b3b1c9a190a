import { expect, test } from 'vitest';
import { BRANCHES } from '../../platform/seed/repositories.ts';
import { repositoryOf, withRepository } from './repository.ts';

const commit = (id: number, body: object) => ({ op: 'commits.create', path: { id }, body: { ...body } });

test('a new branch starts at a branch, a commit or another project, and the undo restores the file of its start', async () => {
  const git = await withRepository();
  const website = repositoryOf(git, 'acme/website');
  const tagged = await git.commitAt('v1.0.0');
  const starts = [
    { of: git, ref: BRANCHES.dot, start: { start_branch: BRANCHES.dot } },
    { of: git, ref: tagged, start: { start_sha: tagged } },
    { of: website, ref: 'main', start: { start_branch: 'main', start_project: 'acme/website' } },
  ];
  const [main, other] = [await git.newest(), await website.newest()];
  for (const [at, { of, ref, start }] of starts.entries()) {
    const branch = `made-${at}`;
    const [head, former] = [await of.commitAt(ref), await of.text('README.md', ref)];
    const author = { author_name: 'Юлия Шевченко', author_email: 'yulia@mail.example' };
    const actions = [{ action: 'update', file_path: 'README.md', content: `${branch}\n` }];
    const body = { branch, commit_message: 'Begin', ...start, ...author, actions };
    const { plan, row } = await git.apply(commit(git.id, body));
    expect(row).toMatchObject({
      state: 'applied',
      undo: { kind: 'exact', leaves: expect.stringContaining('on a new branch') as string },
    });
    expect(await git.newest(branch)).toMatchObject({
      ...{ message: 'Begin', parent_ids: [head], committer: { name: 'Ines Moreau' } },
      author: { name: 'Юлия Шевченко', email: 'yulia@mail.example' },
    });
    expect(await git.text('README.md', branch)).toBe(`${branch}\n`);
    await git.undo(plan.id);
    expect(await git.text('README.md', branch)).toBe(former);
    expect((await git.newest(branch))?.author).toMatchObject({ name: 'Юлия Шевченко' });
    expect(await of.commitAt(ref)).toBe(head);
  }
  expect([await git.newest(), await website.newest()]).toEqual([main, other]);
  expect(await website.branches()).not.toContain('made-2');
});

test('the undo of a commit that starts at another commit deletes the file that the commit created', async () => {
  const git = await withRepository();
  const start_sha = await git.commitAt('v1.0.0');
  const actions = [{ action: 'create', file_path: 'docs/hotfix.md', content: '# Hotfix\n' }];
  const body = { branch: 'hotfix', start_sha, commit_message: 'Describe it', actions };
  const { plan } = await git.apply(commit(git.id, body));
  expect(await git.text('docs/hotfix.md', 'hotfix')).toBe('# Hotfix\n');
  await git.undo(plan.id);
  expect(await git.text('docs/hotfix.md', 'hotfix')).toBeUndefined();
});

test('a forced commit is on its start, without the commits of the branch, and can’t be undone', async () => {
  const git = await withRepository();
  const branch = BRANCHES.slash;
  const [main, before] = [await git.newest(), await git.commitAt(branch)];
  const actions = [{ action: 'create', file_path: 'docs/again.md', content: '# Again\n' }];
  const body = { branch, start_branch: 'main', commit_message: 'Begin again', actions };
  const unforced = await git.apply(commit(git.id, body));
  expect(unforced.row).toMatchObject({ state: 'refused', status: 400 });
  expect(await git.commitAt(branch)).toBe(before);
  const forced = await git.apply(commit(git.id, { ...body, force: true }));
  expect(forced.before?.undo).toMatchObject({
    ...{ kind: 'none', why: expect.stringContaining('the previous commits are no longer on the branch') as unknown },
  });
  expect(forced.row?.state).toBe('applied');
  expect(await git.newest(branch)).toMatchObject({ message: 'Begin again', parent_ids: [main?.id] });
  expect(await git.text('src/login/form.ts', branch)).toBeUndefined();
  expect(await git.newest()).toEqual(main);
  await expect(git.client.changes.undo({ planId: forced.plan.id })).rejects.toMatchObject({ reason: 'no-undo' });
});

test('an empty commit is refused unless it is allowed, and then changes no file and can’t be undone', async () => {
  const git = await withRepository();
  const before = await git.newest();
  const body = { branch: 'main', commit_message: 'Start the pipeline again', actions: [] };
  expect((await git.apply(commit(git.id, body))).row).toMatchObject({ state: 'refused', status: 400 });
  expect(await git.newest()).toEqual(before);
  const allowed = await git.apply(commit(git.id, { ...body, allow_empty: true }));
  expect(allowed.before?.undo).toEqual({ kind: 'none', why: expect.stringContaining('changes no files') as unknown });
  const made = await git.newest();
  expect(made).toMatchObject({ message: 'Start the pipeline again', parent_ids: [before?.id] });
  if (made === undefined) throw new Error('no commit');
  expect(await git.repository.changes(made)).toEqual({ added: [], modified: [], removed: [] });
});

test('a commit of files that somebody else has changed is refused, and overwrites nothing', async () => {
  const git = await withRepository();
  const last_commit_id = await git.repository.lastTouch(await git.commitAt('main'), 'README.md');
  await git.change('README.md', 'Theirs\n');
  const actions = [
    { action: 'update', file_path: 'LICENSE', content: 'Ours\n' },
    { action: 'update', file_path: 'README.md', content: 'Ours\n', last_commit_id },
  ];
  const head = await git.commitAt('main');
  const { row } = await git.apply(commit(git.id, { branch: 'main', commit_message: 'Ours', actions }));
  expect(row).toMatchObject({
    ...{ state: 'refused', status: 400 },
    reportedMessage: expect.stringContaining('has changed since you started editing it') as unknown,
  });
  expect(await git.commitAt('main')).toBe(head);
  expect(await git.text('README.md')).toBe('Theirs\n');
});

test('a commit that the push rule refuses names its message, and the next one is accepted', async () => {
  const git = await withRepository({ path: 'acme/core' });
  const { world, clock } = git.platform;
  world.pushRules.add({
    ...{ author_email_regex: '', branch_name_regex: '', commit_message_negative_regex: '', file_name_regex: '' },
    ...{ commit_committer_check: false, commit_committer_name_check: false, deny_delete_tag: false },
    ...{ member_check: false, prevent_secrets: true, reject_non_dco_commits: true, reject_unsigned_commits: false },
    ...{ commit_message_regex: '^(feat|fix)', max_file_size: 5, created_at: clock.now() },
    group_id: world.groups.lookup('acme')?.id ?? 0,
  });
  const actions = [{ action: 'create', file_path: 'docs/new.md', content: 'New\n' }];
  const { row } = await git.apply(commit(git.id, { branch: 'main', commit_message: 'Add a page', actions }));
  expect(row).toMatchObject({
    ...{ state: 'refused', status: 400 },
    reportedMessage: expect.stringMatching(/^Commit message does not follow the pattern/) as unknown,
  });
  expect(await git.text('docs/new.md')).toBeUndefined();
  const commit_message = 'feat: add a page\n\nSigned-off-by: Rosa Tamm <rosa@corp.example>';
  const signed = await git.apply(commit(git.id, { branch: 'main', commit_message, actions }));
  expect(signed.row?.state).toBe('applied');
  expect((await git.newest())?.message).toBe(commit_message);
});

test('binary files in a commit arrive byte by byte, and the undo restores them', async () => {
  const git = await withRepository({ path: 'acme/core' });
  const [picture, data] = ['assets/logo.png', 'assets/data.bin'];
  const former = await git.bytes(picture);
  const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const reversed = Buffer.from(everyByte.toReversed());
  const { key, sizeBytes } = await git.client.stagedFiles.add({
    ...{ key: null, part: everyByte.toString('base64'), isLast: true },
  });
  const content = { staged: key, sizeBytes };
  const actions = [
    { action: 'update', file_path: picture, content, encoding: 'base64' },
    { action: 'create', file_path: data, content: reversed.toString('base64'), encoding: 'base64' },
  ];
  const { plan } = await git.apply(commit(git.id, { branch: 'main', commit_message: 'New pictures', actions }));
  expect(await git.bytes(picture)).toEqual(everyByte);
  expect(await git.bytes(data)).toEqual(reversed);
  await git.undo(plan.id);
  expect(await git.bytes(data)).toBeUndefined();
  expect(await git.bytes(picture)).toEqual(former);
});
