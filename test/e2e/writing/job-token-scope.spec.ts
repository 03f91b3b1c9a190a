import type { Locator, Page } from '@playwright/test';
import { shell } from '#shared/text/en/shell.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { Platform } from '../../platform/platform.ts';
import { expectClean, goOffline, tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { applyPlan, dialog, openAt, runCommand, undoLast } from './forms.ts';

const button = (window: Page, name: string | RegExp): Locator => window.getByRole('button', { name });
const submit = (window: Page, name: string | RegExp): Promise<void> =>
  dialog(window).getByRole('button', { name, exact: true }).click();
const entry = (window: Page, name: string): Locator => window.getByRole('checkbox', { name: `Select ${name}` });
/** The field of a form for several entries. */
const field = (window: Page, name: string): Locator => dialog(window).getByLabel(name, { exact: true });

async function enter(window: Page, name: string, text: string): Promise<void> {
  await field(window, name).fill(text);
  await field(window, name).press('Enter');
}

function dataOf({ world }: Platform) {
  const projectOf = (path: string) => {
    const project = world.projects.lookup(path);
    if (project === undefined) throw new Error(`there is no project ${path}`);
    return project;
  };
  const groupOf = (path: string): number => world.groups.lookup(path)?.id ?? 0;
  const scopeOf = (project: typeof core) => world.jobTokenScopes.of(project);
  const core = projectOf(PROJECT_PATHS.private);
  return { core, website: projectOf(PROJECT_PATHS.public), scopeOf, projectOf, groupOf };
}

async function openSynced(window: Page, id: number): Promise<void> {
  await openAt(window, `/p/${id}/access/job-token`);
  await button(window, 'Sync this project').click();
  await expect(window.getByText(/^Allowlist (on|off)$/).first()).toBeVisible();
  await expect(button(window, 'Sync this project')).not.toHaveAttribute('aria-disabled');
}

test('entries are added and removed, and the allowlist is turned off and on, each with undo', async ({
  window,
  simulator,
}) => {
  test.slow();
  const { core, website, scopeOf, projectOf, groupOf } = dataOf(simulator);
  const scope = scopeOf(core);
  const images = projectOf(PROJECT_PATHS.sub);
  await openSynced(window, core.id);

  await test.step('bad input is explained at the field, and nothing is sent', async () => {
    await button(window, 'Add to allowlist…').click();
    await submit(window, 'Add');
    await expect(dialog(window).getByText('Enter at least one project or group.')).toBeVisible();
    await enter(window, 'Projects', 'nothing');
    await expect(dialog(window).getByText('“nothing” is not a project of this instance.')).toBeVisible();
    await expectClean(window, 'job-token-add');
    await button(window, 'Remove nothing').click();
    await enter(window, 'Projects', String(website.id));
    await submit(window, 'Add');
    await expect(dialog(window).getByText(`${PROJECT_PATHS.public} is already in the allowlist.`)).toBeVisible();
    await button(window, `Remove ${website.id}`).click();
    await enter(window, 'Projects', String(core.id));
    await submit(window, 'Add');
    await expect(dialog(window).getByText('A project always accepts its own job tokens.')).toBeVisible();
    await button(window, `Remove ${core.id}`).click();
    await enter(window, 'Projects', 'unknown/project');
    await submit(window, 'Add');
    await expect(dialog(window).getByText('The ID of unknown/project isn’t known')).toBeVisible();
    await button(window, 'Remove unknown/project').click();
    expect(simulator.requests.count('POST /projects/:id/job_token_scope/allowlist')).toBe(0);
  });

  await test.step('an entry that the platform does not find is refused at the field', async () => {
    await enter(window, 'Projects', '987654');
    await submit(window, 'Add');
    await expect(dialog(window).getByText(/^The entry or the project doesn’t exist/)).toBeVisible();
    await button(window, 'Remove 987654').click();
  });

  await test.step('a project is added, shown at once, and undone', async () => {
    await enter(window, 'Projects', String(images.id));
    await submit(window, 'Add');
    await expect(dialog(window)).toBeHidden();
    await expect.poll(() => scope.projects.has(images.id)).toBe(true);
    await expect(entry(window, PROJECT_PATHS.sub)).toBeVisible();
    await undoLast(window);
    await expect.poll(() => scope.projects.has(images.id)).toBe(false);
    await expect(entry(window, PROJECT_PATHS.sub)).toBeHidden();
  });

  await test.step('projects and groups together are one plan', async () => {
    await runCommand(window, 'Add to allowlist…');
    await enter(window, 'Projects', String(images.id));
    await enter(window, 'Groups', String(groupOf(GROUP_PATHS.other)));
    await submit(window, 'Add');
    await applyPlan(window, /^Add 2 entries/, 2);
    expect(scope.projects.has(images.id)).toBe(true);
    expect(scope.groups.has(groupOf(GROUP_PATHS.other))).toBe(true);
    await expect(entry(window, PROJECT_PATHS.sub)).toBeVisible();
  });

  await test.step('one entry is removed by keyboard, and undone', async () => {
    await tabTo(window, entry(window, PROJECT_PATHS.sub));
    await window.keyboard.press('Space');
    await expect(window.getByText('1 selected')).toBeVisible();
    await expectClean(window, 'job-token-selected');
    await tabTo(window, button(window, 'Remove 1 entry'));
    await window.keyboard.press('Enter');
    await expect.poll(() => scope.projects.has(images.id)).toBe(false);
    await expect(entry(window, PROJECT_PATHS.sub)).toBeHidden();
    await undoLast(window);
    await expect.poll(() => scope.projects.has(images.id)).toBe(true);
    await expect(entry(window, PROJECT_PATHS.sub)).toBeVisible();
  });

  await test.step('all entries are removed as one plan', async () => {
    const before = scope.projects.size + scope.groups.size;
    await window.getByRole('checkbox', { name: /^Select all/ }).check();
    await button(window, `Remove ${before} entries…`).click();
    await expect(dialog(window).getByText(/their job tokens are no longer accepted/)).toBeVisible();
    await applyPlan(window, `Remove ${before} entries from the allowlist`, before);
    expect([scope.projects.size, scope.groups.size]).toEqual([0, 0]);
    await expect(window.getByText('No group is allowed.')).toBeVisible();
    await expect(window.getByText('No other project is allowed.')).toBeVisible();
  });

  await test.step('the allowlist is turned off after its consequences are shown, and turned on again', async () => {
    await button(window, 'Turn off allowlist…').click();
    await expect(
      dialog(window).getByText(/Job tokens of every project will be accepted in this project/),
    ).toBeVisible();
    await expect(
      dialog(window).getByText(/If the instance enforces the allowlist, it refuses this change \(400\)/),
    ).toBeVisible();
    await expectClean(window, 'job-token-off');
    await submit(window, 'Turn off the allowlist');
    await expect.poll(() => scope.isInboundEnabled).toBe(false);
    await expect(dialog(window)).toBeHidden();
    await expect(window.getByText('Allowlist off').first()).toBeVisible();
    await button(window, 'Turn on allowlist…').click();
    await expect(dialog(window).getByText(/Only job tokens of the projects and groups in its allowlist/)).toBeVisible();
    await submit(window, 'Turn on the allowlist');
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
});

test('the same entries are added to and removed from several projects as one plan, and undone', async ({
  window,
  simulator,
}) => {
  const { core, website, scopeOf, projectOf } = dataOf(simulator);
  const images = projectOf(PROJECT_PATHS.sub);
  const warehouse = projectOf(PROJECT_PATHS.other);
  const listed = (): number[][] => [core, images, website].map((one) => [...scopeOf(one).projects].sort());
  await openSynced(window, core.id);
  const before = listed();
  await runCommand(window, 'Change allowlists of several projects…');
  await expect(field(window, 'Projects to change')).toHaveValue(String(core.id));
  await submit(window, 'Show plan');
  await expect(dialog(window).getByText('Enter at least one project or group.')).toBeVisible();
  await enter(window, 'Projects to add', String(warehouse.id));
  await enter(window, 'Projects to remove', String(warehouse.id));
  await field(window, 'Projects to change').fill(`${core.id}\nnot a project`);
  await expect(dialog(window).getByText(/“not a project” is not a project/)).toBeVisible();
  await field(window, 'Projects to change').fill([core.id, images.id, website.id].join('\n'));
  await submit(window, 'Show plan');
  await expect(dialog(window).getByText(/is both added and removed/)).toBeVisible();
  await button(window, `Remove ${warehouse.id}`).last().click();
  await enter(window, 'Projects to remove', String(website.id));
  await expect(dialog(window).getByText('At most 6 changes: 3 projects × 2 entries.')).toBeVisible();
  await expectClean(window, 'job-token-bulk');
  await submit(window, 'Show plan');
  // The website can't be added to or removed from the allowlist of the same project, and the other project doesn't list it
  await expect(dialog(window).getByText('1 of 5 already set; skipped.')).toBeVisible();
  await dialog(window)
    .getByRole('button', { name: /^Change 4 allowlist entries/ })
    .click();
  await expect.poll(listed).toEqual([[warehouse.id], [warehouse.id], [warehouse.id]]);
  await dialog(window).getByRole('button', { name: /^Undo/ }).click();
  await dialog(window).getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(listed).toEqual(before);
});

test('offline, nothing can be changed, and the reason is shown', async ({ window, simulator, network }) => {
  const { core } = dataOf(simulator);
  await openSynced(window, core.id);
  await goOffline(window, network);
  for (const name of ['Add to allowlist…', 'Turn off allowlist…']) {
    await expect(button(window, name)).toHaveAttribute('aria-disabled', 'true');
    await expect(button(window, name)).toHaveAttribute('data-tooltip', /network|reach/i);
  }
  await entry(window, PROJECT_PATHS.public).check();
  await expect(button(window, 'Remove 1 entry')).toHaveAttribute('aria-disabled', 'true');
});

test.describe('with a read-only profile', () => {
  test.use({ isReadOnly: true });

  test('nothing can be changed, and the reason is shown', async ({ window, simulator }) => {
    const { core } = dataOf(simulator);
    await openSynced(window, core.id);
    for (const name of ['Add to allowlist…', 'Turn off allowlist…']) {
      await expect(button(window, name)).toHaveAttribute('data-tooltip', shell.readOnlyWhy);
    }
  });
});

test.describe('with the token of a developer', () => {
  test.use({ as: 'developer' });

  test('a change is refused because the role is missing', async ({ window, simulator }) => {
    const { core, website, scopeOf } = dataOf(simulator);
    scopeOf(core).projects.clear();
    await openAt(window, `/p/${core.id}/access/job-token`);
    await button(window, 'Add to allowlist…').click();
    await enter(window, 'Projects', String(website.id));
    await submit(window, 'Add');
    await expect(
      dialog(window)
        .getByText(/Only a Maintainer or Owner of the project|Forbidden/)
        .first(),
    ).toBeVisible();
    expect(scopeOf(core).projects.size).toBe(0);
  });
});

test.describe('on an instance that enforces the allowlist', () => {
  test('turning it off is refused with the reason', async ({ window, simulator }) => {
    const { core } = dataOf(simulator);
    Object.assign(simulator.world.settings, { enforceJobTokenAllowlist: true });
    await openSynced(window, core.id);
    await button(window, 'Turn off allowlist…').click();
    await dialog(window).getByRole('button', { name: 'Turn off the allowlist' }).click();
    await expect(
      dialog(window)
        .getByText(/The instance enforces the allowlist for all projects/)
        .first(),
    ).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(window.getByText('Allowlist on').first()).toBeVisible();
    expect(simulator.world.jobTokenScopes.isInboundEnabled(core)).toBe(true);
  });
});

test.describe('in a small window', () => {
  test.use({ viewport: { width: 720, height: 450 } });

  test('the selection and the form fit', async ({ window, simulator }) => {
    const { core } = dataOf(simulator);
    await openSynced(window, core.id);
    await entry(window, PROJECT_PATHS.public).check();
    await expect(button(window, 'Remove 1 entry')).toBeInViewport();
    await expectClean(window, 'job-token-small');
    await button(window, 'Add to allowlist…').click();
    await expect(dialog(window).getByRole('button', { name: 'Add', exact: true })).toBeInViewport();
    await expectClean(window, 'job-token-small-add');
  });
});
