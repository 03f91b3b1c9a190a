import { page, userEvent, type Locator } from 'vitest/browser';
import { expect } from 'vitest';
// Loaded before the tests, because the first load also compiles them
import '../../../src-renderer/console/thread/Composer.svelte';
import '../../../src-renderer/console/thread/edit-note.svelte.ts';
import Thread from '../../../src-renderer/console/thread/Thread.svelte';
import type { RenderedPage } from '../console/render-page.ts';
import { fakeList, listAnswers, type FakeList } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import type { FakeWrites } from '../fake-writes.ts';
import { renderWithPlan } from '../plan/render-with-plan.ts';

export const note = (id: number, fields: object = {}) => ({
  id,
  body: `Note ${id}`,
  author: { id: 1, username: 'mei', name: 'Mei Weber' },
  created_at: `2026-11-01T00:0${id}:00.000Z`,
  updated_at: `2026-11-01T00:0${id}:00.000Z`,
  system: false,
  ...fields,
});

interface Options {
  rows?: readonly Record<string, unknown>[];
  writes?: Partial<FakeWrites>;
  world?: Partial<FakeWorld>;
}

/** The notes of an issue, a merge request or a snippet, and the form of a new note. `place`: for example `issue:12`. */
export async function thread(
  place: string,
  { rows = [note(1)], ...more }: Options = {},
): Promise<RenderedPage & { list: FakeList }> {
  const scope = `project:7/${place}`;
  const list = fakeList(rows, { scope });
  const props = { scope, noun: 'item', base: 'https://git.corp.example/acme/core/-/issues/12', changedAt: null };
  const rendered = await renderWithPlan(Thread, { ...more, props, answers: { notes: listAnswers<'notes'>(list) } });
  await expect.element(field()).toBeVisible();
  return { ...rendered, list };
}

export const composer = (): Locator => page.getByRole('region', { name: 'New note', exact: true });
export const field = (): Locator => composer().getByRole('textbox', { name: 'New note', exact: true });
export const add = (): Locator => composer().getByRole('button', { name: /^Add note/ });
export const internal = (): Locator => composer().getByRole('checkbox', { name: 'Internal note' });

/** Replace the text of the new note without typing it. */
export function write(text: string): void {
  const area = field().element() as HTMLTextAreaElement;
  area.value = text;
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Press Ctrl+Enter in the field. */
export async function send(): Promise<void> {
  (field().element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
}
