import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import type { FakeWorld } from './fake-world.ts';
import { sampleEntry } from './samples.ts';

/**
 * Click a control in the page, without the pointer, which takes ten times longer. Only for a click that opens, chooses or
 * submits; tests of the pointer, focus or keys use `userEvent`.
 */
export async function click(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible();
  const element = target.element();
  if (element.getAttribute('aria-disabled') === 'true') throw new Error(`${element.textContent} is disabled`);
  (element as HTMLElement).click();
}

/** Replace the text of a field, as a paste does: at once. */
export async function type(target: Locator, text: string): Promise<void> {
  await expect.element(target).toBeVisible();
  const field = target.element() as HTMLInputElement | HTMLTextAreaElement;
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}

/** A world in which this group or project is chosen. */
export function chosen(over: Parameters<typeof sampleEntry>[0] = {}): Partial<FakeWorld> & { catalogue: object[] } {
  const place = sampleEntry({ id: 42, path: 'corp', ...over });
  const scopes = {
    p1: {
      group: place.kind === 'group' ? place.scope : null,
      project: place.kind === 'project' ? place.scope : null,
      recent: [],
    },
  };
  return { catalogue: [place], preferences: Preferences.parse({ scopes }) };
}

/** Assert that a button is disabled, and that its tooltip says why. */
export async function expectDisabled(target: Locator, why: string | RegExp): Promise<void> {
  await expect.element(target).toHaveAttribute('aria-disabled', 'true');
  await expect.element(target).toHaveAttribute('data-tooltip', expect.stringMatching(why) as unknown as string);
}
