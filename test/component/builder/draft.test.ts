import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { shell } from '#shared/text/en/shell.ts';
import { sampleConnection, sampleProfile } from '../samples.ts';
import { fakeRepository } from '../code/fake-repository.ts';
import { click, clickInVain, fill } from '../click.ts';
import { button, field, write } from '../code/controls.ts';
import { addAction, changeReadme, column, openBuilder, plan, send } from './open-builder.ts';

const asksBeforeReload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
const theirs = { 'README.md': { text: 'Theirs\n', lastCommitId: 'f'.repeat(40) } };
const alert = () => column('Update README.md').getByRole('alert');

test('a stored draft is shown again, and a file that changed since is named until the person decides', async () => {
  const { repository } = await openBuilder();
  await changeReadme();
  expect(asksBeforeReload()).toBe(true);
  await expect.element(page.getByRole('status').filter({ hasText: '1 action, draft saved' })).toBeVisible();
  await expect.poll(asksBeforeReload).toBe(false);
  repository.files['main'] = theirs;
  // A new window, as after a reload
  const { bodies } = await openBuilder({ repository });
  await expect.element(field('Commit message')).toHaveValue('Ours');
  await expect.element(alert()).toMatchTextContent('Changed on main');
  await fill(field('Commit message'), 'Ours, after all');
  await expect.poll(() => repository.draft).toContain('Ours, after all');
  await openBuilder({ repository });
  await expect.element(field('Commit message')).toHaveValue('Ours, after all');
  await expect.element(alert()).toMatchTextContent('Changed on main');
  await plan();
  await expect.element(page.getByRole('status').filter({ hasText: '1 file changed on main: README.md' })).toBeVisible();
  expect(bodies()).toEqual([]);
});

test('a discarded draft is no longer stored, and comes back with its undo', async () => {
  const { repository } = await openBuilder();
  await expect.element(button('Discard draft')).toHaveAttribute('aria-disabled', 'true');
  await changeReadme();
  await expect.poll(() => repository.draft).toContain('Ours');
  await click(button('Discard draft'));
  await expect.element(page.getByText('No actions yet.')).toBeVisible();
  await expect.element(field('Commit message')).toHaveValue('');
  await expect.poll(() => repository.draft).toBeNull();
  await click(button('Undo'));
  await expect.element(column('Update README.md')).toBeVisible();
  await expect.element(field('Commit message')).toHaveValue('Ours');
});

test('offline, a stored draft is shown and can be changed, and the reason why it can’t be sent is shown', async () => {
  const { repository } = await openBuilder();
  await changeReadme('Written online\n');
  await expect.poll(() => repository.draft).toContain('Ours');
  const connection = sampleConnection({ state: 'offline', reason: 'timed-out' });
  const { bodies, calls } = await openBuilder({ repository, world: { connection } });
  const difference = page.getByRole('textbox', { name: 'Difference of README.md' });
  await expect.element(difference).toMatchTextContent('Written online');
  await expect.element(field('Branch')).toHaveValue('main');
  await expect
    .element(page.getByText('It can’t be checked or sent while the instance can’t be reached.', { exact: false }))
    .toBeVisible();
  await fill(field('Commit message'), 'Written offline');
  await addAction('Create a file', 'docs/later.md');
  await write('Content of docs/later.md', '# Later\n');
  await expect.poll(() => repository.draft).toContain('# Later');
  await expect.poll(() => repository.draft).toContain('Written offline');
  await expect.element(send()).toHaveAttribute('aria-disabled', 'true');
  (send().element() as HTMLElement).focus();
  await expect.element(page.getByText(/^Requires the network\./).first()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Check again')).toHaveAttribute('aria-disabled', 'true');
  expect(bodies()).toEqual([]);
  const asked = ['repositoryFiles.check', 'repositoryFiles.heads', 'branches.refresh'].flatMap((verb) => calls(verb));
  expect(asked).toEqual([]);
});

test('with a read-only profile, a commit can’t be planned, and the reason is shown', async () => {
  const { bodies, stores } = await openBuilder({ world: { profiles: [sampleProfile({ readOnly: true })] } });
  await changeReadme();
  await expect.element(send()).toHaveAttribute('aria-disabled', 'true');
  (send().element() as HTMLElement).focus();
  await expect.element(page.getByText(shell.readOnlyWhy).first()).toBeVisible();
  await clickInVain(send());
  expect(bodies()).toEqual([]);
  const command = stores.commands.list.find(({ id }) => id === 'builder.plan');
  expect(command?.disabledReason).toBe(shell.readOnlyWhy);
});

test('on a small page, one action is shown at a time, and a problem opens the form', async () => {
  const repository = fakeRepository();
  await openBuilder({ repository, query: '?edit=README.md&ref=main' });
  const main = document.querySelector<HTMLElement>('main');
  Object.assign(main?.style ?? {}, { width: '720px', height: '450px' });
  await expect.element(column('Update README.md')).toMatchTextContent('No change on main');
  await expect.element(field('Commit message')).not.toBeVisible();
  await addAction('Delete a file', 'LICENSE');
  await expect.element(column('Delete LICENSE')).toBeVisible();
  await expect.element(column('Update README.md')).not.toBeInTheDocument();
  await click(button('Previous action'));
  await expect.element(column('Update README.md')).toBeVisible();
  await expect.element(column('Delete LICENSE')).not.toBeInTheDocument();
  await plan();
  await expect.element(field('Commit message')).toBeVisible();
});
