import { expectClean, goOffline } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { addAction, apply, column, edit, openBuilder, plan, post, repositoryOf } from './builder.ts';
import { dialog, undoLast } from './forms.ts';

test('binary files from this computer are committed byte by byte, and undone', async ({ window, simulator }) => {
  const git = repositoryOf(simulator);
  const [picture, data] = ['assets/logo.png', 'assets/data.bin'];
  const former = await git.bytes(picture);
  const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const chosen = { [picture]: Buffer.concat([everyByte, everyByte]), [data]: everyByte.toReversed() };
  await openBuilder(window, git.project.id);
  await window.getByLabel('Branch', { exact: true }).fill('main');
  await test.step('a file is chosen for each of two actions', async () => {
    await addAction(window, 'Update a file', picture);
    await addAction(window, 'Create a file', data);
    for (const [name, file] of [
      [`Update ${picture}`, picture],
      [`Create ${data}`, data],
    ] as const) {
      const action = column(window, name);
      await action.getByRole('button', { name: 'Base64', exact: true }).click();
      const buffer = Buffer.from(chosen[file] ?? []);
      await action
        .getByLabel('Or a file from this computer')
        .setInputFiles({ name: 'chosen.bin', mimeType: '', buffer });
      await expect(action.getByText('chosen.bin')).toBeVisible();
      await expect(action.getByLabel('Content in Base64')).toBeDisabled();
    }
    await window.getByLabel('Commit message').fill('New pictures');
    await expectClean(window, 'builder-base64');
  });
  await test.step('the commit has their bytes', async () => {
    await plan(window);
    await apply(window, /^Commit 2 actions to main/, 'main');
    expect((await git.newest()).message).toBe('New pictures');
    for (const [file, bytes] of Object.entries(chosen)) expect(await git.bytes(file)).toEqual(Buffer.from(bytes));
  });
  await test.step('the undo restores the picture and deletes the new file', async () => {
    await undoLast(window);
    await expect.poll(() => git.bytes(data)).toBeUndefined();
    expect(await git.bytes(picture)).toEqual(former);
  });
});

test('an empty commit must be allowed, and the plan says why it can’t be undone', async ({ window, simulator }) => {
  const git = repositoryOf(simulator);
  const before = await git.newest();
  await openBuilder(window, git.project.id);
  await window.getByLabel('Branch', { exact: true }).fill('main');
  await window.getByLabel('Commit message').fill('Start the pipeline again');
  await plan(window);
  await expect(window.getByText('Add an action, or allow an empty commit.')).toBeVisible();
  expect(simulator.requests.count(post)).toBe(0);
  await window.getByRole('checkbox', { name: 'Allow an empty commit' }).check();
  const why = 'Can’t be undone: an empty commit changes no files';
  await expect(window.getByRole('region', { name: 'Request', exact: true })).toContainText(why);
  await plan(window);
  await expect(dialog(window)).toContainText(why);
  await apply(window, /^Commit 0 actions to main/, 'main');
  const made = await git.newest();
  expect(made).toMatchObject({ message: 'Start the pipeline again', parent_ids: [before.id] });
  expect(await git.changes(made)).toEqual({ added: [], modified: [], removed: [] });
  await expect(window.getByRole('button', { name: 'Show commit' })).toBeVisible();
  await expect(window.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
});

test('offline, the draft is kept over a reload, and the reason why it can’t be sent is shown', async ({
  window,
  simulator,
  network,
}) => {
  const git = repositoryOf(simulator);
  const send = window.getByRole('button', { name: 'Plan commit…' });
  await openBuilder(window, git.project.id);
  await window.getByLabel('Branch', { exact: true }).fill('main');
  await addAction(window, 'Update a file', 'README.md');
  await edit(window, 'README.md', 'Written online\n');
  await goOffline(window, network);
  await test.step('the button is disabled with the reason, and the draft can be changed', async () => {
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await send.focus();
    await expect(window.getByText(/^Requires the network\./).first()).toBeVisible();
    await expect(
      window.getByText('It can’t be checked or sent while the instance can’t be reached.', { exact: false }),
    ).toBeVisible();
    await window.getByLabel('Commit message').fill('Written offline');
    await edit(window, 'README.md', 'Written offline\n');
    await addAction(window, 'Create a file', 'docs/later.md');
    await edit(window, 'docs/later.md', '# Later\n');
    await expectClean(window, 'builder-offline');
    await send.press('Enter');
    await expect(window.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('after a reload, the draft is shown again', async () => {
    // The last change is stored after a short delay. Until then, the window asks for confirmation of a reload
    await expect(async () => {
      await window.reload();
      await expect(column(window, 'Create docs/later.md')).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(window.getByLabel('Branch', { exact: true })).toHaveValue('main');
    await expect(window.getByLabel('Commit message')).toHaveValue('Written offline');
    for (const [name, text] of [
      ['Update README.md', 'Written offline'],
      ['Create docs/later.md', '# Later'],
    ] as const)
      await expect(column(window, name)).toContainText(text);
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    expect(simulator.requests.count(post)).toBe(0);
    expect(await git.text('docs/later.md')).toBeUndefined();
  });
});
