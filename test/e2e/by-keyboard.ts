import process from 'node:process';
import type { Locator, Page } from '@playwright/test';
import { axeFindings, expect } from './fixtures.ts';
import type { Network } from './network.ts';

/**
 * Assert that axe finds nothing in the open dialog; if none is open, in the page without the frame around it. Contrast is
 * not checked: test/node/contrast.test.ts checks all colors of both themes. every-page.spec.ts checks the frame and the
 * first state of each page, so use this for other states. With `REEVE_LOOK` set to a folder, a screenshot of each theme is
 * saved there.
 */
export async function expectClean(window: Page, name: string): Promise<void> {
  const folder = process.env['REEVE_LOOK'];
  for (const colorScheme of folder === undefined ? [] : (['light', 'dark'] as const)) {
    await window.emulateMedia({ colorScheme });
    await window.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, animations: 'disabled' });
  }
  expect(await axeFindings(window, { within: 'page' }), name).toEqual([]);
}

/** Move the focus to an element with Tab, or with Shift+Tab if it comes before the focused one. */
export async function tabTo(window: Page, target: Locator): Promise<void> {
  let isBack: boolean | undefined;
  for (let presses = 0; presses < 120;) {
    const step = await target.evaluate(directionTo);
    if (step === 'here') return;
    // The direction is not changed on the way: a group of radio buttons is entered at the checked one from both sides
    isBack ??= step.isBack;
    // The last steps are made one by one, because an element in between may take several presses, or none
    const together = step.isBack === isBack ? Math.max(1, step.stops - 2) : 1;
    if (isBack) await window.keyboard.down('Shift');
    await pressTogether(window, ...Array.from({ length: together }, () => 'Tab'));
    if (isBack) await window.keyboard.up('Shift');
    presses += together;
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`);
}

/** Runs in the window: the direction from the focus to an element, and the number of tab stops between them. */
function directionTo(target: HTMLElement | SVGElement): 'here' | { isBack: boolean; stops: number } {
  const root = target.getRootNode();
  if ((root instanceof ShadowRoot ? root : document).activeElement === target) return 'here';
  const at = document.activeElement ?? document.body;
  // The code of a file is in a shadow tree. `document.activeElement` is only its host
  const element = root instanceof ShadowRoot ? root.host : target;
  const isAfter = (one: Element, other: Element): boolean =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  // If no element has the focus, Tab continues from where it was lost, which a script cannot read
  if (at === document.body || at === element) return { isBack: false, stops: 1 };
  const isBack = isAfter(element, at);
  const [first, last] = isBack ? [element, at] : [at, element];
  const mayStop =
    'a[href], button:enabled, input:enabled:not([type="radio"]), select:enabled, textarea:enabled, [tabindex]';
  const stops = [...document.querySelectorAll<HTMLElement>(mayStop)].filter(
    (stop) =>
      stop.tabIndex >= 0 &&
      isAfter(first, stop) &&
      isAfter(stop, last) &&
      stop.closest('[inert]') === null &&
      stop.checkVisibility({ visibilityProperty: true }),
  );
  return { isBack, stops: stops.length };
}

export async function press(window: Page, name: string | RegExp): Promise<void> {
  await tabTo(window, window.getByRole('button', { name, exact: true }).last());
  await window.keyboard.press('Enter');
}

/** Replace the text of a field, all at once: typing single letters takes seconds for long texts. */
export async function write(window: Page, label: string, text: string): Promise<void> {
  await tabTo(window, window.getByLabel(label, { exact: true }));
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.insertText(text);
}

/** Choose a group or a project in the top bar by its path. It is added to the catalogue. */
export async function chooseScope(window: Page, kind: 'group' | 'project', path: string): Promise<void> {
  await chooseInMenu(window, kind, path);
}

/** Choose the whole instance in the top bar. */
export async function chooseAllGroups(window: Page): Promise<void> {
  await chooseInMenu(window, 'group', null);
}

/** `path`: null chooses "All groups", which comes before the chosen group in the menu. */
async function chooseInMenu(window: Page, kind: 'group' | 'project', path: string | null): Promise<void> {
  const typed = window.getByRole('combobox', { name: `Find a ${kind}` });
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  // Keys go to another menu until that menu is closed
  await expect(window.getByRole('dialog')).toBeHidden();
  await pressTogether(window, 'c', kind === 'group' ? 'g' : 'p');
  await expect(typed).toBeFocused();
  if (path !== null) await window.keyboard.insertText(path);
  const name = path ?? 'All groups';
  const option = window.getByRole('option', { name }).first();
  await expect(option).toBeVisible();
  await expect(async () => {
    const isChosen = (await option.getAttribute('aria-selected')) === 'true';
    if (!isChosen) await window.keyboard.press(path === null ? 'ArrowUp' : 'ArrowDown');
    await expect(option).toHaveAttribute('aria-selected', 'true', { timeout: 200 });
  }).toPass();
  await window.keyboard.press('Enter');
  await expect(typed).toBeHidden();
  const level = kind === 'group' ? 'Group' : 'Project';
  await expect(window.getByRole('button', { name: new RegExp(`^${level}: ${name}`) })).toBeVisible();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
}

/**
 * Filter the shown list, make the first row of the result active, and check that it is this one. Nothing waits in
 * between: the table keeps keys until the result is there.
 */
export async function find(window: Page, text: string): Promise<void> {
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await window.keyboard.press('/');
  await window.locator('[role="toolbar"] input:focus').waitFor();
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.insertText(text);
  await pressTogether(window, 'Enter', 'Home');
  await window.locator('[role="row"].active', { hasText: text }).waitFor();
}

/** Move the focus to the messages when one with this button is shown. The focus stops its timer. */
export async function toMessage(window: Page, button: string): Promise<void> {
  await expect(window.getByRole('button', { name: button, exact: true })).toBeVisible();
  await window.keyboard.press('Alt+t');
}

/** Press keys of a sequence without a pause: a busy window gets them late, but not one by one. */
export async function pressTogether(window: Page, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => window.keyboard.press(key)));
}

/** Open a page with the palette. */
export async function goTo(window: Page, page: string): Promise<void> {
  await window.keyboard.press('ControlOrMeta+k');
  await window.locator('.palette-input:focus').waitFor();
  await window.keyboard.insertText(`>${page}`);
  await window.locator('[role="option"][aria-selected="true"]', { hasText: page }).waitFor();
  await window.keyboard.press('Enter');
  await window.locator('h1').waitFor();
}

/** Disconnect the network, and wait until Reeve notices. Running syncs end first. */
export async function goOffline(window: Page, network: Network): Promise<void> {
  network.cut();
  // On a page with notes, `r` writes a note
  const notes = window.getByRole('button', { name: 'Sync notes again', exact: true });
  await expect(async () => {
    if (await notes.isVisible()) await notes.click();
    else await window.keyboard.press('r');
    await expect(window.getByRole('contentinfo')).toContainText(/offline/i, { timeout: 1_500 });
  }).toPass();
}
