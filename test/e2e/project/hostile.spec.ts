import type { Page } from '@playwright/test';
import { expect, test } from '../consoles.ts';
import { expectOnlyText } from '../only-text.ts';
import { hostileName, seedHostile, shownName, threadNotes } from './hostile-data.ts';

const goto = (window: Page, path: string) => window.evaluate((to) => void (location.hash = to), `#${path}`);
const heading = (window: Page, name?: string) =>
  window.getByRole('heading', { level: 1, ...(name === undefined ? {} : { name, exact: true }) });

/** The addresses of other origins that the window requested. */
function requestsElsewhere(window: Page): string[] {
  const found: string[] = [];
  const origin = new URL(window.url()).origin;
  window.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) found.push(request.url());
  });
  window.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== new URL(origin).host) found.push(socket.url());
  });
  return found;
}

test('scripts and overrides of the text direction are text on every page of a project', async ({
  window,
  simulator,
}) => {
  const { project, group, issue, thread, mergeRequest, snippet, page, job } = await seedHostile(simulator);
  const requests = requestsElsewhere(window);
  const base = `/p/${project.id}`;
  const row = window.getByRole('row').filter({ hasText: shownName }).first();
  await expect(heading(window)).toBeVisible();

  for (const [tab, title] of [
    ['issues', 'Issues'],
    ['merge-requests', 'Merge requests'],
    ['snippets', 'Snippets'],
    ['code/branches', 'Branches'],
  ] as const) {
    await goto(window, `${base}/${tab}`);
    await expect(heading(window, title)).toBeVisible();
    await window.keyboard.press('r');
    await expect(row).toBeVisible();
    await expectOnlyText(window);
  }
  await row.dblclick();
  await expect(window.getByRole('complementary')).toContainText(shownName);
  await expectOnlyText(window);

  for (const [path, title] of [
    [`issues/${issue.iid}`, issue.title],
    [`merge-requests/${mergeRequest.iid}`, mergeRequest.title],
    [`snippets/${snippet.id}`, snippet.title],
  ] as const) {
    await goto(window, `${base}/${path}`);
    await expect(heading(window)).toHaveText(title.replace(hostileName, shownName));
    const notes = window.getByRole('list', { name: 'Notes', exact: true });
    await expect(notes).toContainText('<script>hacked=1;');
    await expect(notes).toContainText(`Name: ${shownName}`);
    await expect(notes).toContainText(`renamed to ${shownName}`);
    await expectOnlyText(window);
  }
  const codeOf = window.getByRole('textbox', { name: /^Content of / });
  await expect(codeOf).toContainText('<script>hacked=1;');

  await goto(window, `${base}/issues/${thread.iid}`);
  const items = window.getByRole('list', { name: 'Notes', exact: true }).getByRole('listitem');
  // While the notes are synced, the list grows
  await expect(items.first()).toHaveAttribute('aria-setsize', String(threadNotes));
  await expect(items.first()).toContainText(shownName);
  await window.getByRole('region', { name: 'Description and notes' }).press('End');
  await expect(window.getByText(/^[\d,]+ of 100,000 characters$/)).toBeInViewport();
  await expect(window.getByRole('button', { name: 'Show more', exact: true })).toBeInViewport();
  await expect(items.last()).toHaveAttribute('aria-posinset', String(threadNotes));
  expect(await items.count()).toBeLessThan(60);
  await expectOnlyText(window);

  await goto(window, `${base}/code/commits?ref=${encodeURIComponent(hostileName)}`);
  await expect(heading(window, 'Commits')).toBeVisible();
  await window
    .getByRole('button', { name: /^Sync commits/ })
    .last()
    .click();
  await expect(row).toBeVisible();
  await expect(window.getByText(`Contains invisible characters: ${shownName}`)).toBeVisible();
  await expectOnlyText(window);
  await row.dblclick();
  await expect(window.getByRole('complementary')).toContainText('<script>hacked=1;');
  await expectOnlyText(window);

  for (const extension of ['html', 'md']) {
    const file = `hostile/${hostileName}.${extension}`.split('/').map(encodeURIComponent).join('/');
    await goto(window, `${base}/code/files/${file}?ref=${encodeURIComponent(hostileName)}`);
    await expect(codeOf).toContainText('<script>hacked=1;');
    await expect(window.getByText(`Contains invisible characters: ${shownName}`)).toBeVisible();
    await expectOnlyText(window);
  }
  await window.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(window.getByRole('region', { name: 'Preview' })).toContainText('<script>hacked=1;');
  await expectOnlyText(window);
  await window.getByRole('button', { name: 'Blame', exact: true }).click();
  await expect(codeOf).toContainText('<script>hacked=1;');
  await expectOnlyText(window);

  await goto(window, `${base}/wiki/${encodeURIComponent(page.slug)}`);
  await window.getByRole('button', { name: 'Sync wiki', exact: true }).last().click();
  const content = window.getByRole('region', { name: /^Content of / });
  await expect(content).toContainText('<script>hacked=1;');
  await expectOnlyText(window);
  await window.getByRole('button', { name: 'HTML of the instance' }).click();
  await expect(window.getByRole('button', { name: 'Back to the page' })).toBeVisible();
  await expect(content).toContainText('hacked=1;');
  await expectOnlyText(window);

  await goto(window, `${base}/deployments`);
  await window
    .getByRole('button', { name: /^Sync deployments of / })
    .last()
    .click();
  await expect(window.getByRole('rowheader', { name: `review/${shownName}` })).toBeVisible();
  await expectOnlyText(window);
  await window.getByRole('button', { name: 'List', exact: true }).click();
  await expect(row).toBeVisible();
  await row.dblclick();
  await expect(window.getByRole('complementary')).toContainText(shownName);
  await expectOnlyText(window);

  await goto(window, `/p/${job.project}/deployments/jobs/${job.id}`);
  await window.getByRole('button', { name: 'Sync the files', exact: true }).click();
  const entry = window.getByRole('treeitem', { name: /⟨U\+202E⟩/ });
  await expect(entry).toBeVisible();
  for (const path of ['../../etc/climbing', '/absolute', 'C:\\windows\\back']) {
    await expect(window.getByRole('treeitem', { name: `${path} points outside the archive` })).toBeVisible();
  }
  await entry.click();
  await window.getByRole('button', { name: 'Download the file', exact: true }).click();
  await expect(codeOf).toContainText('<script>hacked=1;');
  await expectOnlyText(window);

  const found = (text: RegExp | string) => window.getByRole('main').getByText(text).first();
  for (const [tab, title, noun, text] of [
    ['integrations/webhooks', 'Webhooks', 'webhooks', /^Hook .*⟨U\+202E⟩/],
    ['integrations/mirrors', 'Remote mirrors', 'mirrors', /Error .*⟨U\+202E⟩/],
    ['integrations/uploads', 'Uploads', 'uploads', /^upload-.*⟨U\+202E⟩/],
    ['access/members', 'Members', 'members', /^Member .*⟨U\+202E⟩/],
    ['access/runners', 'Runners', 'runners', /^Runner .*⟨U\+202E⟩/],
  ] as const) {
    await goto(window, `${base}/${tab}`);
    await expect(heading(window, title)).toBeVisible();
    await window
      .getByRole('button', { name: `Sync ${noun} of project acme/core` })
      .last()
      .click();
    await expect(found(text)).toBeVisible();
    await expectOnlyText(window);
  }
  for (const [path, sync] of [
    [`${base}/access/job-token`, 'Sync this project'],
    [`${base}/integrations/exports`, null],
    [`/g/${group.id}/home`, 'Sync group'],
    [`/g/${group.id}/releases`, null],
    ['/coverage', null],
    [`${base}/summary`, null],
  ] as const) {
    await goto(window, path);
    await expect(heading(window)).toBeVisible();
    if (sync !== null) await window.getByRole('button', { name: sync, exact: true }).click();
    await expectOnlyText(window);
  }
  await goto(window, `${base}/code/submodules?ref=${encodeURIComponent(hostileName)}`);
  await window.getByRole('button', { name: 'Check .gitmodules', exact: true }).last().click();
  await expect(found(`vendor/${shownName}`)).toBeVisible();
  await expectOnlyText(window);
  for (const [path, text] of [
    [`${base}/access/notifications`, shownName],
    ['/notification-settings', `email-${shownName}`],
  ] as const) {
    await goto(window, path);
    await expect(found(text)).toBeVisible();
    await expectOnlyText(window);
  }

  await window.keyboard.press('ControlOrMeta+k');
  await window.keyboard.type('hacked');
  await expect(window.getByRole('option').filter({ hasText: shownName }).first()).toBeVisible();
  await expectOnlyText(window);
  expect(requests).toEqual([]);
});
