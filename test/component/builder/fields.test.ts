import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeRepository } from '../code/fake-repository.ts';
import { fill } from '../click.ts';
import { button, dialog, expectWrong, field } from '../code/controls.ts';
import { addAction, column, correctPath, enterPath, openBuilder, plan } from './open-builder.ts';

test('missing values of a commit are explained at their fields, the first field gets the focus, and nothing is planned', async () => {
  const { bodies, calls } = await openBuilder({ repository: fakeRepository({ branches: [] }) });
  await plan();
  await expectWrong(field('Branch'), 'Enter the name of a branch.');
  await expectWrong(field('Commit message'), 'Enter a commit message.');
  await expect.element(field('Branch')).toHaveFocus();
  await expect.element(page.getByText('Add an action, or allow an empty commit.')).toBeVisible();
  expect(dialog().elements()).toEqual([]);
  expect(bodies()).toEqual([]);
  expect(calls('repositoryFiles.heads')).toEqual([]);
});

test('a wrong SHA, project or email address is explained while it is entered', async () => {
  await openBuilder();
  await fill(field('Branch'), 'hotfix');
  (button('SHA').element() as HTMLElement).click();
  const sha = '0123456789'.repeat(4);
  for (const wrong of ['abc123', sha.slice(1), `${sha}0`, `${sha.slice(1)}g`]) {
    await fill(field('Start commit'), wrong);
    await expectWrong(field('Start commit'), 'Enter a full SHA with 40 characters.');
  }
  await fill(field('Start commit'), sha);
  await expect.element(field('Start commit')).not.toHaveAttribute('aria-invalid');
  await fill(field('Start project'), 'no project');
  await expectWrong(field('Start project'), 'Enter an ID, or a path such as group/project.');
  await fill(field('Author email'), 'rosa');
  await expectWrong(field('Author email'), 'Enter an email address.');
  await fill(field('Branch'), 'fix it');
  await expectWrong(field('Branch'), 'A branch name can’t contain spaces.');
});

test('a path that is not valid for its action is explained at the path, and the commit is not planned', async () => {
  const { bodies } = await openBuilder();
  await addAction('Update a file', 'a//b');
  await expectWrong(field('Path'), 'Enter a path without empty segments, “.”, “..” or “.git”.');
  await enterPath('no/such.md');
  await expectWrong(field('Path'), 'No file with this path exists.');
  await expect.element(column('Update no/such.md')).toMatchTextContent('Enter the path of an existing file');
  await expect.element(column('Update no/such.md')).not.toMatchTextContent('Not checked yet');
  await correctPath('README.md');
  await addAction('Delete a file', 'README.md');
  await expectWrong(field('Path'), 'Another action already changes this path.');
  await correctPath('LICENSE');
  await addAction('Change the mode of a file', 'LICENSE');
  await expectWrong(field('Path'), 'An earlier action of this commit deletes this file. Enter another path.');
  await correctPath('src/main.ts');
  await addAction('Create a file', 'src/main.ts');
  await expectWrong(field('Path'), 'Another action already changes this path.');
  await enterPath('logo.png');
  await expectWrong(field('Path'), 'A file with this path already exists.');
  await fill(field('Commit message'), 'Change them');
  await plan();
  await expect.element(column('Update README.md').getByRole('alert')).toHaveTextContent('The content is unchanged.');
  expect(bodies()).toEqual([]);
});

test('the path of an existing file is hidden, and the focus goes to the action', async () => {
  await openBuilder();
  await addAction('Delete a file', 'README.md');
  await expect.element(column('Delete README.md')).toMatchTextContent('No change on main since the action was added');
  await expect.element(field('Path')).not.toBeInTheDocument();
  expect(column('Delete README.md').element().contains(document.activeElement)).toBe(true);
});
