import type { Locator, Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { PATHS } from '../../platform/seed/repository-files.ts';
import { chooseScope, goTo } from '../by-keyboard.ts';
import { expect } from '../consoles.ts';

/** The project that these tests pin. */
export const path = PROJECT_PATHS.private;
/** A file of the project that is stored with the pin, because it is opened before. */
export const file = PATHS.stations;

/** The headings of tabs and parts that are not the same as their title. */
const headings: Readonly<Record<string, string>> = {
  Summary: 'Core',
  Code: 'Files',
  Integrations: 'Webhooks',
  Mirrors: 'Remote mirrors',
  Exports: 'Dependency exports',
  Access: 'Members',
  Notifications: 'Notification settings',
  Releases: 'Group releases',
  'Push rule': 'Push rules',
};

/** Use a control with the keyboard. */
export async function enter(control: Locator, key = 'Enter'): Promise<void> {
  await control.focus();
  await control.press(key);
}

/** The name of a link to a part of a page. The number of its rows can follow. */
export const withCount = (title: string): RegExp => new RegExp(`^${title}( [\\d,]+)?$`);

/** Open a tab of the project or of its group with the palette, and a part of it by its link. */
export async function openTab(window: Page, kind: 'Project' | 'Group', tab: string, part?: string): Promise<void> {
  const shown = (name: string) => window.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await goTo(window, `${kind}: ${tab}`);
  await shown(headings[tab] ?? tab);
  if (part === undefined) return;
  await enter(window.getByRole('navigation', { name: tab }).getByRole('link', { name: withCount(part) }));
  await shown(headings[part] ?? part);
}

/** The simulated project. */
export function projectOf({ world }: Platform) {
  const project = world.projects.lookup(path);
  if (project === undefined) throw new Error('no project');
  return project;
}

/** The answer of the platform to a request that Reeve does not send. With a body it is a POST. */
export async function ask(simulator: Platform, what: string, body?: object): Promise<unknown> {
  const headers = { 'PRIVATE-TOKEN': simulator.tokens.owner, 'Content-Type': 'application/json' };
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${simulator.url}/api/v4${what}`, init);
  expect(answer.ok, what).toBe(true);
  return answer.json();
}

/** Choose the project and its groups, open one file, and pin everything at all depths. */
export async function pinEverything(window: Page): Promise<void> {
  await chooseScope(window, 'group', GROUP_PATHS.top);
  await chooseScope(window, 'group', GROUP_PATHS.sub);
  await chooseScope(window, 'project', path);
  await openTab(window, 'Project', 'Code');
  await window.getByLabel('Filter or open a path').fill(file);
  await window.keyboard.press('Enter');
  await window.getByRole('treeitem', { name: /^stations\.csv/ }).waitFor();

  await goTo(window, 'Make everything available offline');
  const dialog = window.getByRole('dialog');
  await dialog.getByText('Total: at least').waitFor();
  const files = dialog.getByRole('checkbox', { name: 'Files' });
  if (!(await files.isChecked())) await enter(files, 'Space');
  await expect(files).toBeChecked();
  await dialog.getByRole('button', { name: 'Pin', exact: true }).focus();
  await window.keyboard.press('Enter');
  const pins = window.getByRole('table', { name: 'Pinned groups, projects and views' });
  // Jobs without artifacts are named, but are no gap
  await pins.getByText('Ready', { exact: true }).waitFor();
}
