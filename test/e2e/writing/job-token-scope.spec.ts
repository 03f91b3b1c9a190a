import type { Locator, Page } from '@playwright/test';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { chooseScope, tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { applyPlan, dialog, openAt, runCommand, undoLast } from './forms.ts';
import type { Project } from '../../platform/world/projects.ts';

const button = (window: Page, name: string | RegExp): Locator => window.getByRole('button', { name });
const submit = (window: Page, name: string | RegExp): Promise<void> =>
  dialog(window).getByRole('button', { name, exact: true }).click();
const entry = (window: Page, name: string): Locator => window.getByRole('checkbox', { name: `Select ${name}` });

/** Enter an entry in a field for several entries. */
async function enter(window: Page, name: string, text: string): Promise<void> {
  const field = dialog(window).getByLabel(name, { exact: true });
  await field.fill(text);
  await field.press('Enter');
}

test('entries are added and removed, the allowlist is turned off and on, and several projects are changed as one plan, each with undo', async ({
  window,
  simulator,
}) => {
  const { world } = simulator;
  const [core, website, images, warehouse] = [
    PROJECT_PATHS.private,
    PROJECT_PATHS.public,
    PROJECT_PATHS.sub,
    PROJECT_PATHS.other,
  ].map((path) => {
    const project = world.projects.lookup(path);
    if (project === undefined) throw new Error(`there is no project ${path}`);
    return project;
  }) as [Project, Project, Project, Project];
  const scope = world.jobTokenScopes.of(core);
  const other = world.groups.lookup(GROUP_PATHS.other)?.id ?? 0;
  await chooseScope(window, 'project', PROJECT_PATHS.private);

  await test.step('the palette opens the form from another page; a project is added, shown at once, and undone', async () => {
    await openAt(window, '/runners');
    await runCommand(window, 'Add to allowlist…');
    await expect(dialog(window).getByRole('heading', { name: /^Add to the allowlist/ })).toBeVisible();
    await window.keyboard.press('Escape');
    await button(window, 'Sync this project').click();
    await expect(window.getByText('Allowlist on').first()).toBeVisible();
    await button(window, 'Add to allowlist…').click();
    await enter(window, 'Projects', String(images.id));
    await submit(window, 'Add to allowlist');
    await expect(dialog(window)).toBeHidden();
    await expect.poll(() => scope.projects.has(images.id)).toBe(true);
    await expect(entry(window, PROJECT_PATHS.sub)).toBeVisible();
    await undoLast(window);
    await expect.poll(() => scope.projects.has(images.id)).toBe(false);
    await expect(entry(window, PROJECT_PATHS.sub)).toBeHidden();
  });

  await test.step('projects and groups together are one plan, and one entry is removed by keyboard and undone', async () => {
    await button(window, 'Add to allowlist…').click();
    await enter(window, 'Projects', String(images.id));
    await enter(window, 'Groups', String(other));
    await submit(window, 'Add to allowlist');
    await applyPlan(window, /^Add 2 entries/, 2);
    expect([scope.projects.has(images.id), scope.groups.has(other)]).toEqual([true, true]);
    await tabTo(window, entry(window, PROJECT_PATHS.sub));
    await window.keyboard.press('Space');
    await tabTo(window, button(window, 'Remove 1 entry'));
    await window.keyboard.press('Enter');
    await expect.poll(() => scope.projects.has(images.id)).toBe(false);
    await expect(entry(window, PROJECT_PATHS.sub)).toBeHidden();
    await undoLast(window);
    await expect.poll(() => scope.projects.has(images.id)).toBe(true);
    await expect(entry(window, PROJECT_PATHS.sub)).toBeVisible();
  });

  await test.step('the allowlist is turned off after its consequences are shown, and on again, and undone', async () => {
    await button(window, 'Turn off allowlist…').click();
    await expect(
      dialog(window).getByText(/Job tokens of every project will be accepted in this project|in acme/),
    ).toBeVisible();
    await submit(window, 'Turn off allowlist');
    await expect.poll(() => scope.isInboundEnabled).toBe(false);
    await expect(dialog(window)).toBeHidden();
    await expect(window.getByText('Allowlist off').first()).toBeVisible();
    await button(window, 'Turn on allowlist…').click();
    await submit(window, 'Turn on allowlist');
    await expect.poll(() => scope.isInboundEnabled).toBe(true);
    await expect(window.getByText('Allowlist on').first()).toBeVisible();
    // The form closes after its message is shown, and the newest message comes first
    await expect(dialog(window)).toBeHidden();
    await button(window, /^Undo$/)
      .first()
      .click();
    await expect.poll(() => scope.isInboundEnabled).toBe(false);
    await expect(window.getByText('Allowlist off').first()).toBeVisible();
  });

  await test.step('the same entries are added to and removed from several projects as one plan, and undone', async () => {
    const listed = () => [core, images, website].map((one) => [...world.jobTokenScopes.of(one).projects].sort());
    const before = listed();
    await runCommand(window, 'Change allowlists of several projects…');
    await enter(window, 'Projects to add', String(warehouse.id));
    await enter(window, 'Projects to remove', String(website.id));
    await dialog(window)
      .getByLabel('Projects to change', { exact: true })
      .fill([core.id, images.id, website.id].join('\n'));
    await submit(window, 'Change allowlists…');
    // The website can't be added to or removed from the allowlist of the same project, and the other project doesn't list it
    await expect(dialog(window).getByText('No change in 1 of 5 rows.')).toBeVisible();
    await dialog(window)
      .getByRole('button', { name: /^Change 4 allowlist entries/ })
      .click();
    const left = [[images.id, warehouse.id].sort(), [warehouse.id], [warehouse.id]];
    await expect.poll(listed).toEqual(left);
    await dialog(window).getByRole('button', { name: /^Undo/ }).click();
    await dialog(window).getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(listed).toEqual(before);
  });
});
