import { expect, test } from 'vitest';
import { withRepository } from './repository.ts';

test('a developer can’t push to a protected branch, and can commit to a new one', async () => {
  const git = await withRepository({ as: 'developer', path: 'acme/core' });
  const head = await git.newest();
  const edit = (more: object) => ({
    op: 'files.edit',
    path: { id: git.id, file_path: 'LICENSE' },
    body: { commit_message: 'Update LICENSE', content: 'More.', encoding: 'text', ...more },
  });
  expect((await git.apply(edit({ branch: 'main' }))).row).toMatchObject({ state: 'refused', status: 403 });
  expect(await git.newest()).toEqual(head);
  const { row } = await git.apply(edit({ branch: 'update-LICENSE', start_branch: 'main' }));
  expect(row?.state).toBe('applied');
  expect(await git.text('LICENSE', 'update-LICENSE')).toBe('More.');
  expect(await git.newest()).toEqual(head);
});

test('a refused new file says whether a file, a folder or its branch exists', async () => {
  const git = await withRepository({ path: 'acme/core' });
  const create = async (file_path: string, more: object = {}) => {
    const body = { branch: 'main', commit_message: 'Add it', content: 'New\n', ...more };
    return (await git.apply({ op: 'files.create', path: { id: git.id, file_path }, body })).row;
  };
  const head = await git.commitAt('main');
  expect(await create('README.md')).toMatchObject({ state: 'refused', status: 400 });
  const folder = await create('docs/guide');
  expect(folder).toMatchObject({ state: 'refused', status: 400 });
  expect(folder?.reportedMessage).toMatch(/directory/i);
  const branch = await create('docs/new.md', { branch: 'stable', start_branch: 'main' });
  expect(branch).toMatchObject({ state: 'refused', status: 400 });
  expect(branch?.reportedMessage).toMatch(/branch.*already exists/i);
  expect(await git.commitAt('main')).toBe(head);
});

test('a file that somebody else has changed is neither overwritten nor deleted', async () => {
  const git = await withRepository({ path: 'acme/core' });
  const last_commit_id = await git.repository.lastTouch(await git.commitAt('main'), 'LICENSE');
  await git.change('LICENSE', 'Theirs\n');
  const path = { id: git.id, file_path: 'LICENSE' };
  const body = { branch: 'main', commit_message: 'Ours', last_commit_id };
  const edited = await git.apply({ op: 'files.edit', path, body: { ...body, content: 'Ours\n' } });
  expect(edited.row).toMatchObject({ state: 'refused', status: 400 });
  expect((await git.apply({ op: 'files.remove', path, body })).row).toMatchObject({ state: 'refused', status: 400 });
  expect(await git.text('LICENSE')).toBe('Theirs\n');
});

test('a byte order mark and line ends are committed as they are, and so is the text that an undo restores', async () => {
  const git = await withRepository({ path: 'acme/core' });
  const former = '\ufeffone\r\ntwo\r\nthree';
  await git.change('LICENSE', former);
  const body = { branch: 'main', commit_message: 'Count on', content: `${former} and four`, encoding: 'text' };
  const path = { id: git.id, file_path: 'LICENSE' };
  const { plan } = await git.client.changes.run({ op: 'files.edit', path, body });
  expect(await git.text('LICENSE')).toBe(`${former} and four`);
  await git.undo(plan.id);
  expect(await git.text('LICENSE')).toBe(former);
});

test('the mode of a file is changed without its content, and the undo restores it', async () => {
  const git = await withRepository({ path: 'acme/core' });
  const file = 'scripts/deploy.sh';
  const mode = async () => (await git.repository.blob(await git.commitAt('main'), file))?.mode;
  const former = await git.text(file);
  const actions = [{ action: 'chmod', file_path: file, execute_filemode: false }];
  const body = { branch: 'main', commit_message: 'Make it not executable', actions };
  const { plan } = await git.client.changes.run({ op: 'commits.create', path: { id: git.id }, body });
  expect([await mode(), await git.text(file)]).toEqual(['100644', former]);
  await git.undo(plan.id);
  expect([await mode(), await git.text(file)]).toEqual(['100755', former]);
});
