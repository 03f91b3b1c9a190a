import type { Page } from '@playwright/test';
import { find, goOffline, goTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import type { Platform } from '../../platform/platform.ts';

const grid = (window: Page) => window.getByRole('grid');
const heading = (window: Page) => window.getByRole('heading', { level: 1 });
const notes = (window: Page) => window.getByRole('list', { name: 'Notes', exact: true });
const expectNotes = (window: Page, count: number) =>
  expect(notes(window).locator(':scope > li').first()).toHaveAttribute('aria-setsize', String(count));

/** An issue with comments and notes of the platform, and a description with hostile Markdown. */
function threadIn({ world }: Platform) {
  const issue = world.issues.all().find(({ id }) => world.notes.on('Issue', id).length > 1);
  if (issue === undefined) throw new Error('no issue has notes');
  issue.title = 'Gateway answers 504 \u202Etuoemit';
  issue.description = [
    'Since release 18.1 the gateway waits up to `30s`. <img src=x onerror="document.title=1">',
    '- [x] Give the store its own timeout\n- [ ] Make it configurable',
    '```\nlimits: store.Add: context deadline exceeded\n```',
    '<script>document.title = "run"</script>',
    '[run](javascript:document.title=2) [docs](https://elsewhere.example/docs)',
  ].join('\n\n');
  const [first] = world.notes.on('Issue', issue.id);
  if (first !== undefined) first.internal = true;
  return issue;
}

test('an issue is opened from the list by keyboard, online and offline; Back leads to the list, which is filtered offline', async ({
  window,
  network,
  simulator,
}) => {
  const issue = threadIn(simulator);
  const { issues, notes: allNotes, users } = simulator.world;
  const all = allNotes.on('Issue', issue.id);
  await expect(heading(window)).toBeVisible();
  await goTo(window, 'Issues');
  await window.keyboard.press('r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(issues.all().length + 1));
  await find(window, 'Gateway answers');
  await window.keyboard.press('Enter');

  await expect(heading(window)).toHaveText('Gateway answers 504 ⟨U+202E⟩tuoemit');
  await expect(window).toHaveURL(new RegExp(`#/p/${issue.project_id}/issues/${issue.iid}$`));
  const thread = window.getByRole('region', { name: 'Description and notes' });
  await expect(thread).toContainText('<script>document.title = "run"</script>');
  await expect(thread.getByRole('img', { name: 'Not done' })).toBeVisible();
  await expect(thread.locator('img, script')).toHaveCount(0);
  // Besides the names of people
  await expect(thread.locator('a:not([href*="#/people/"])')).toHaveText(['docs']);
  // The notes are synced without a click, because they never were
  await expectNotes(window, all.length);
  await expect(thread.getByText('Internal', { exact: true }).first()).toBeVisible();

  const comments = all.filter(({ system }) => !system).length;
  await window.getByRole('button', { name: `Comments ${comments}` }).click();
  await expectNotes(window, comments);

  // The details beside the thread scroll with it
  await window.setViewportSize({ width: 1024, height: 700 });
  await expect(thread.getByRole('complementary', { name: 'Details' })).toContainText('Author');
  const scrollingInside = thread.locator('*').evaluateAll((all) =>
    all
      .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))
      .filter((one) => one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.outerHTML.slice(0, 100)),
  );
  expect(await scrollingInside).toEqual([]);
  await window.setViewportSize({ width: 1280, height: 800 });
  await goOffline(window, network);
  await window.reload();
  await expect(heading(window)).toHaveText('Gateway answers 504 ⟨U+202E⟩tuoemit');
  await expectNotes(window, all.length);
  await expect(window.getByText(/^Offline: showing notes/)).toBeVisible();

  await window.goBack();
  await expect(heading(window)).toHaveText('Issues');
  await expect(window.getByRole('toolbar').getByRole('textbox')).toHaveValue('Gateway answers');
  await find(window, 'Timeout');

  // The address of a row leads to its page
  await window.evaluate((id) => (location.hash = `#/issues/${id}`), issue.id);
  await expect(window).toHaveURL(new RegExp(`#/p/${issue.project_id}/issues/${issue.iid}$`));
  await expect(heading(window)).toHaveText('Gateway answers 504 ⟨U+202E⟩tuoemit');

  await test.step('issues are filtered by assignee and due date together with a search', async () => {
    const open = issues.find((one) => one.id !== issue.id && one.assignee_ids.length > 0 && one.due_date === null);
    const assignee = users.get(open?.assignee_ids[0] ?? 0);
    const expected = issues.filter(
      ({ assignee_ids: ids, due_date: due }) => due === null && ids.includes(assignee?.id ?? 0),
    );
    await window.evaluate(() => (location.hash = '#/issues'));
    await expect(heading(window)).toHaveText('Issues');
    await find(window, '');
    await window.getByRole('button', { name: /^Filter/ }).click();
    const menu = window.getByRole('dialog');
    expect(await menu.getByRole('textbox').evaluateAll(cutOffPlaceholders)).toEqual([]);
    await menu.getByLabel('Assignee', { exact: true }).fill(assignee?.username ?? '');
    await window.keyboard.press('Enter');
    await menu.getByLabel('Due', { exact: true }).selectOption('0');
    await expect(grid(window)).toHaveAttribute('aria-rowcount', String(expected.length + 1));
    await window.keyboard.press('Escape');
    await find(window, open?.title ?? '');
  });
});

/** Runs in the window. The placeholders that do not fit into their fields. */
function cutOffPlaceholders(fields: readonly (HTMLElement | SVGElement)[]): string[] {
  const context = document.createElement('canvas').getContext('2d');
  return fields
    .filter((field) => field instanceof HTMLInputElement)
    .filter((field) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      if (context !== null) context.font = font;
      const widthPx = context?.measureText(field.placeholder).width ?? 0;
      return widthPx > field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    })
    .map(({ placeholder }) => placeholder);
}
