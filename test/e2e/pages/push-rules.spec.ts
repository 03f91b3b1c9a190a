import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { chooseScope, expectClean, pressTogether, tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

async function press(window: Page, name: string): Promise<void> {
  await tabTo(window, window.getByRole('button', { name, exact: true }));
  await window.keyboard.press('Enter');
}
async function type(window: Page, label: string, text: string): Promise<void> {
  await tabTo(window, window.getByRole('textbox', { name: label }));
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.insertText(text);
}

/** Pin the group, and projects if given, with the scope switcher; then open the page. */
async function openConsole(window: Page, projects: readonly string[] = []): Promise<void> {
  // If the page was open already, it would be shown again for the chosen project while the next key is pressed
  const heading = window.getByRole('heading', { level: 1, name: 'Push rules' });
  await pressTogether(window, 'g', 'v');
  await expect(heading).toBeHidden();
  await chooseScope(window, 'group', 'acme');
  for (const path of projects) await chooseScope(window, 'project', path);
  await pressTogether(window, 'g', 'p');
  await expect(heading).toBeVisible();
}

const acme = ({ world }: Platform) => {
  const group = world.groups.lookup('acme');
  if (group === undefined) throw new Error('there is no group acme');
  return group;
};
const ruleIn = (simulator: Platform) => simulator.world.pushRules.ofGroup(acme(simulator));

/** The rule of the group, created by another user. */
async function makeRule(simulator: Platform, body: object): Promise<void> {
  const answer = await fetch(`${simulator.url}/api/v4/groups/acme/push_rule`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': simulator.tokens.owner, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
}

test('a rule is created, changed, undone and deleted, and a draft is replayed on cached data, also when the network is cut, by keyboard alone', async ({
  window,
  simulator,
  network,
}) => {
  await openConsole(window);

  await test.step('a rule is created, changed, undone and deleted', async () => {
    await expect(window.getByText('No push rule for this group')).toBeVisible();
    await press(window, 'Create push rule…');

    await type(window, 'Messages must match', '[A-Z]+-\\d+');
    await type(window, 'Maximum file size (MB)', '5');
    await window.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => ruleIn(simulator)).toMatchObject({ commit_message_regex: '[A-Z]+-\\d+', max_file_size: 5 });
    await expect(window.getByRole('button', { name: 'Reset to inherited…' })).toBeVisible();

    await type(window, 'Author email must match', '@platform\\.example$');
    await tabTo(
      window,
      window.getByRole('radiogroup', { name: 'Commits must be signed' }).getByRole('radio', { checked: true }),
    );
    await window.keyboard.press('ArrowUp');
    await window.keyboard.press('ArrowUp');
    await expect(window.getByRole('button', { name: 'Save 2 changes' })).toBeVisible();
    await window.keyboard.press('ControlOrMeta+s');
    await expect
      .poll(() => ruleIn(simulator))
      .toMatchObject({ author_email_regex: '@platform\\.example$', reject_unsigned_commits: true, max_file_size: 5 });
    const message = window.getByRole('listitem').filter({ hasText: 'Push rule of acme changed' });
    await message.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect
      .poll(() => ruleIn(simulator))
      .toMatchObject({ author_email_regex: '', reject_unsigned_commits: false, max_file_size: 5 });
    await expect(window.getByRole('textbox', { name: 'Author email must match' })).toHaveValue('');

    await press(window, 'Reset to inherited…');
    const dialog = window.getByRole('dialog', { name: 'Reset push rule to inherited' });
    await expect(dialog).toContainText('a new ID and date');
    await tabTo(window, dialog.getByRole('button', { name: 'Reset push rule to inherited' }));
    await window.keyboard.press('Enter');
    await expect.poll(() => ruleIn(simulator)).toBeUndefined();
    await window.keyboard.press('Escape');
    await expect(window.getByText('No push rule for this group')).toBeVisible();
  });

  await test.step('a draft is replayed on cached data, also when the network is cut', async () => {
    await makeRule(simulator, { commit_message_negative_regex: '(?i)wip' });
    const paths = ['acme/core', 'acme/website'];
    await openConsole(window, paths);
    await press(window, 'Refresh');
    await expect(window.getByRole('textbox', { name: 'Messages must not match' })).toHaveValue('(?i)wip');
    await window.keyboard.press('t');
    await expect(window.getByText('Selected projects not synced yet')).toBeVisible();
    // Nothing was replayed, so no result is shown
    await expect(window.getByText('The replay includes all checks of this rule.')).toBeHidden();
    const settings = window.getByRole('complementary', { name: 'Replay settings' });
    await tabTo(window, settings.getByRole('button', { name: 'Sync commits of 2 projects' }));
    await window.keyboard.press('Enter');

    const commits = paths.flatMap((path) => {
      const project = simulator.world.projects.lookup(path);
      return project === undefined ? [] : (simulator.world.repositories.planned(project)?.commits ?? []);
    });
    const figures = window.getByLabel('Result');
    await expect(figures).toContainText(`of ${commits.length}`);
    network.cut();
    await window.keyboard.press('t');
    await type(window, 'Messages must match', 'fix');
    const refused = commits.filter(({ message }) => !message.includes('fix')).length;
    await expect(window.getByRole('region', { name: 'Effect of this draft' })).toContainText(`Would reject ${refused}`);
    await tabTo(window, window.getByRole('button', { name: 'Open replay' }));
    await window.keyboard.press('Enter');
    const grid = window.getByRole('grid', { name: 'Commits' });
    await expect(grid).toHaveAttribute('aria-rowcount', String(refused + 1));
    await expectClean(window, 'push-rules-replay');
    await tabTo(window, grid);
    await window.keyboard.press('j');
    // A row has no details; its link opens a web page only when clicked
    await window.keyboard.press('Enter');
    await expect(window.getByRole('menuitem', { name: 'Open in browser' })).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(grid).toBeFocused();
    await window.keyboard.press('x');
    await expect(window.getByText('1 selected')).toBeVisible();
    await window.keyboard.press('Escape');

    await press(window, 'Show rejected: Messages must match');
    await expect(window.getByRole('button', { name: /Remove filter: Rule/ })).toBeVisible();
    await press(window, 'Export CSV…');
    await tabTo(window, window.getByRole('button', { name: 'Export', exact: true }));
    await window.keyboard.press('Enter');
    await expect(window.getByText(`${refused} rows exported`)).toBeVisible();
  });
});
