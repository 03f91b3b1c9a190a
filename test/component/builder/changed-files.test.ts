import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleWrites } from '../fake-writes.ts';
import { refused, type FakeRepository } from '../code/fake-repository.ts';
import { click, fill } from '../click.ts';
import { button, dialog, field, write } from '../code/controls.ts';
import { addAction, changeReadme, column, openBuilder, plan } from './open-builder.ts';

const stale = refused(
  400,
  '400 Bad request - You are attempting to update a file that has changed since you started editing it.',
);
const alertOf = (name: string) => column(name).getByRole('alert');
const changeOnMain = (repository: FakeRepository, path: string): void => {
  repository.files['main'] = {
    ...repository.files['main'],
    [path]: { text: 'Theirs\n', lastCommitId: 'f'.repeat(40) },
  };
};

test('a file that changed meanwhile is named before sending, and its new version can be compared', async () => {
  const { bodies, repository, calls } = await openBuilder();
  await changeReadme();
  await addAction('Update a file', 'LICENSE');
  await write('Content of LICENSE', 'Ours too\n');
  changeOnMain(repository, 'LICENSE');
  await plan();
  const changed = page.getByRole('status').filter({ hasText: '1 file changed on main: LICENSE. Nothing was sent.' });
  await expect.element(changed).toBeVisible();
  await expect.element(alertOf('Update LICENSE')).toMatchTextContent('Changed on main since the action was added');
  await expect.element(alertOf('Update LICENSE')).toMatchTextContent('by ffffffff');
  expect(alertOf('Update README.md').elements()).toEqual([]);
  expect(bodies()).toEqual([]);
  expect(calls('repositoryFiles.heads')).toMatchObject([{ ref: 'main', paths: ['README.md', 'LICENSE'] }]);

  await click(button('Compare with new version', column('Update LICENSE')));
  await expect.element(alertOf('Update LICENSE')).not.toBeInTheDocument();
  await click(button('Show difference', column('Update LICENSE')));
  const difference = page.getByRole('textbox', { name: 'Difference of LICENSE' });
  await expect.element(difference).toMatchTextContent('Theirs');
  await expect.element(difference).toMatchTextContent('Ours too');
  await plan();
  await expect.element(button('Commit 2 actions to main')).toBeVisible();
  expect(bodies()[0]?.actions).toContainEqual({
    ...{ action: 'update', file_path: 'LICENSE', content: 'Ours too\n', last_commit_id: 'f'.repeat(40) },
  });
});

test('the new version replaces the own text on demand, and the own text can be restored, also after a reload', async () => {
  const { repository } = await openBuilder();
  await changeReadme();
  changeOnMain(repository, 'README.md');
  await click(button('Show difference', column('Update README.md')));
  await click(button('Check again'));
  await click(button('Discard my text and use new version', column('Update README.md')));
  const difference = page.getByRole('textbox', { name: 'Difference of README.md' });
  await expect.element(difference).toMatchTextContent('Theirs');
  await expect.element(difference).not.toMatchTextContent('Ours');
  await plan();
  await expect.element(alertOf('Update README.md')).toHaveTextContent('The content is unchanged.');

  await expect.poll(() => repository.draft).toContain('"discardedText":"Ours');
  await openBuilder({ repository });
  await expect
    .element(column('Update README.md').getByText('Your discarded text is kept in this draft.'))
    .toBeVisible();
  await click(button('Restore my text', column('Update README.md')));
  await expect.element(difference).toMatchTextContent('Ours');
  await expect.element(button('Restore my text')).not.toBeInTheDocument();
});

test('a path that was taken meanwhile leaves the text of a new file as it is, and a removed action comes back', async () => {
  const { repository } = await openBuilder();
  await addAction('Create a file', 'docs/new.md');
  await write('Content of docs/new.md', 'Ours\n');
  await expect.element(column('Create docs/new.md')).toMatchTextContent('HEAD returned 404: no file with this path');
  changeOnMain(repository, 'docs/new.md');
  await click(button('Check again'));
  await click(button('Refresh file', column('Create docs/new.md')));
  await expect.element(column('Create docs/new.md').getByText('Now exists on main')).not.toBeInTheDocument();
  await click(button('Show difference', column('Create docs/new.md')));
  const difference = page.getByRole('textbox', { name: 'Difference of docs/new.md' });
  await expect.element(difference).toMatchTextContent('Ours');
  await click(button('Remove action for docs/new.md'));
  await expect.element(difference).not.toBeInTheDocument();
  await click(button('Undo'));
  await expect.element(difference).toMatchTextContent('Ours');
});

test('a file that disappeared and a path that was taken meanwhile are named', async () => {
  const { repository } = await openBuilder();
  await changeReadme();
  await addAction('Create a file', 'docs/new.md');
  await expect.element(column('Create docs/new.md')).toMatchTextContent('HEAD returned 404: no file with this path');
  const { 'README.md': _, ...others } = repository.files['main'] ?? {};
  repository.files['main'] = { ...others, 'docs/new.md': { text: 'Theirs\n', lastCommitId: 'f'.repeat(40) } };
  await click(button('Check again'));
  await expect.element(alertOf('Update README.md')).toMatchTextContent('No longer exists on main');
  await expect.element(alertOf('Create docs/new.md')).toMatchTextContent('Now exists on main');
  await expect
    .element(page.getByRole('status').filter({ hasText: '2 files changed on main: README.md and docs/new.md' }))
    .toBeVisible();
});

test('after a refusal that names no file, the files are compared again, and the input is kept', async () => {
  const { repository } = await openBuilder({ world: { writes: sampleWrites({ answer: stale }) } });
  await changeReadme();
  await plan();
  await expect.element(button('Commit 1 action to main')).toBeVisible();
  changeOnMain(repository, 'README.md');
  await click(button('Commit 1 action to main'));
  await click(button('Close', dialog()));
  const strip = page.getByRole('alert').filter({ hasText: 'has changed since you started editing' });
  await expect.element(strip).toBeVisible();
  await expect.element(alertOf('Update README.md')).toMatchTextContent('Changed on main');
  await expect.element(field('Commit message')).toHaveValue('Ours');
  await fill(field('Commit message'), 'Ours, after all');
  await expect.element(strip).not.toBeInTheDocument();
});

test('after a refusal, the builder says if no file has changed', async () => {
  await openBuilder({ world: { writes: sampleWrites({ answer: stale }) } });
  await changeReadme();
  await plan();
  await click(button('Commit 1 action to main'));
  await click(button('Close', dialog()));
  const strip = page.getByRole('alert').filter({ hasText: 'No file has changed since its action was added' });
  await click(strip.getByText('Details'));
  await expect.element(strip.getByText(/^HTTP 400 · 400 Bad request - You are/)).toBeVisible();
});
