import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fileForms } from '#shared/text/en/file-forms.ts';
import { refusalOf } from '#shared/text/en/refusals.ts';
import { refused } from '../code/fake-repository.ts';
import { click, fill } from '../click.ts';
import { button, dialog, expectWrong, field, write } from '../code/controls.ts';
import { openForm } from './open-form.ts';

const create = () => click(button('Create file'));
const toNewBranch = () => click(dialog().getByText('A new branch', { exact: true }));

test('a path that a new file can’t have is explained at the path, and nothing is sent', async () => {
  const { sent } = await openForm({ path: 'docs/', isNew: true, submodules: ['vendor/shared'] });
  await expect.element(field('Path')).toHaveValue('docs/');
  await expect.element(field('Path')).toHaveFocus();
  await fill(field('Commit message'), 'Add it');
  await fill(field('Path'), 'docs/../next.md');
  await create();
  await expectWrong(field('Path'), /A path can’t have empty segments/);
  for (const path of ['vendor/shared', 'vendor/shared/next.md']) {
    await fill(field('Path'), path);
    await create();
    await expectWrong(field('Path'), /This path is a submodule/);
  }
  expect(sent()).toEqual([]);
});

test('a file or folder that exists at the path on the instance is named', async () => {
  const taken = await openForm({
    ...{ path: 'README.md', isNew: true },
    writes: { answer: refused(400, 'A file with this name already exists') },
  });
  await create();
  await expectWrong(field('Path'), /A file exists at this path on main\. Open it to edit it\./);
  expect(taken.written).toEqual([]);
  await openForm({
    ...{ path: 'src', isNew: true },
    writes: { answer: refused(400, 'A directory with this name already exists') },
  });
  await create();
  await expectWrong(field('Path'), /A folder exists at this path on main/);
});

test('the suggested message and branch follow the path until they are changed', async () => {
  await openForm({ path: 'docs/', isNew: true });
  await expect.element(field('Commit message')).toHaveValue('');
  await fill(field('Path'), 'docs/next steps.md');
  await expect.element(field('Commit message')).toHaveValue('Add next steps.md');
  await toNewBranch();
  await expect.element(field('New branch')).toHaveValue('add-next-steps.md');
  await fill(field('New branch'), 'mine');
  await fill(field('Path'), 'docs/last.md');
  await expect.element(field('Commit message')).toHaveValue('Add last.md');
  await expect.element(field('New branch')).toHaveValue('mine');
});

test('the name of a new branch is checked before anything is sent', async () => {
  const { sent, written } = await openForm({ path: 'docs/next.md', isNew: true });
  await toNewBranch();
  await fill(field('New branch'), 'next steps');
  await create();
  await expectWrong(field('New branch'), /A branch name can’t contain spaces\./);
  await fill(field('New branch'), 'stable');
  await create();
  await expectWrong(field('New branch'), new RegExp(fileForms.errors.branchExists));
  await fill(field('New branch'), 'next/steps');
  await expect.element(field('Start branch')).toHaveValue('main');
  await write('Text of next.md', '# Next\n');
  expect(sent()).toEqual([]);
  await create();
  await expect.element(page.getByText('Created docs/next.md on next/steps')).toBeVisible();
  expect(written).toEqual([{ path: 'docs/next.md', branch: 'next/steps' }]);
  const body = { branch: 'next/steps', start_branch: 'main', commit_message: 'Add next.md', content: '# Next\n' };
  expect(sent()).toEqual([{ op: 'files.create', body: { ...body, encoding: 'text' } }]);
});

test('the name of a branch that was created meanwhile is refused at its field', async () => {
  const reportedMessage = 'A branch called ‘late’ already exists';
  await openForm({
    ...{ path: 'docs/next.md', isNew: true },
    writes: { answer: refused(400, reportedMessage) },
  });
  await toNewBranch();
  await fill(field('New branch'), 'late');
  await create();
  const { reason } = refusalOf('files.create', { code: 'invalid', status: 400, reportedMessage });
  await expectWrong(field('New branch'), new RegExp(reason));
});
