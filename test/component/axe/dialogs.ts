import type { Component } from 'svelte';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';
import type { Values } from '../../../src-renderer/console/forms/form-draft.svelte.ts';
import type { MakeForm } from '../../../src-renderer/console/forms/form-spec.ts';
import FormHost from '../../../src-renderer/console/forms/FormHost.svelte';
import { violations } from '../axe.ts';
import { fill } from '../click.ts';
import { renderPage } from '../console/render-page.ts';
import { eventually } from '../eventually.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleEntry, sampleProfile } from '../samples.ts';

type Ended = 'onclose' | 'ondone' | 'onsaved' | 'onadded' | 'onshow';

/** Opens a dialog in one state. */
export type OpenDialog = () => Promise<unknown>;

interface Options {
  /** Texts to enter before the form is submitted, by the label of the field. */
  fill?: Record<string, string>;
  /** Whether the form is submitted, and must then show an error at a field. Default: true. */
  isRefused?: boolean;
  answers?: FakeAnswers;
  world?: Partial<FakeWorld>;
  /** Opens the dialog, if the component at first shows only a button for it. */
  opener?: () => Promise<unknown>;
  /** A text that must be shown before the dialog is checked. */
  shows?: RegExp;
  /** Called after the form is filled in. */
  act?: () => unknown;
}

export const scope = 'project:7';
const project = sampleEntry({ kind: 'project', id: 7, path: 'corp/platform/app' });
const branches = [
  { name: 'main', default: true, protected: true, merged: false },
  { name: 'fix/login', default: false, protected: false, merged: true },
  { name: 'old/"quote"', default: false, protected: false, merged: false },
];
const lists: FakeAnswers = {
  branches: {
    ...listAnswers<'branches'>(fakeList(branches, { scope })),
    copy: () => ({ text: JSON.stringify(branches), rows: branches.length, leftOut: 0 }),
    ownCommits: () => ({ count: 0, isMore: false, commits: [] }),
  },
};

/** A dialog component alone, with a project that has branches. */
export function dialogOf<C extends Component<never>>(
  component: C,
  props: Omit<Parameters<C>[1], Ended>,
  { fill: texts = {}, isRefused = true, answers = {}, world = {}, opener, shows, act }: Options = {},
): OpenDialog {
  const noop = (): void => undefined;
  const ended = { onclose: noop, ondone: noop, onsaved: noop, onadded: noop, onshow: noop };
  return async () => {
    await renderPage(component, {
      props: { ...ended, ...props },
      world: { catalogue: [project], profiles: [sampleProfile({ name: 'Corp' })], ...world },
      answers: { ...lists, ...answers },
    });
    await opener?.();
    await expect.element(dialog()).toBeVisible();
    for (const [label, text] of Object.entries(texts))
      await fill(dialog().getByLabelText(label, { exact: true }), text);
    await act?.();
    if (shows !== undefined) await expect.element(dialog().getByText(shows).first()).toBeVisible();
    if (isRefused) await submit();
  };
}

/** A form that is defined as data, in its dialog. */
export function formOf<T, V extends Values>(make: MakeForm<T, V>, target: T, options: Options = {}): OpenDialog {
  return dialogOf(FormHost as Component<never>, { make, target } as never, options);
}

export const dialog = () => page.getByRole('dialog');

/** Submit the form of the dialog. Waits until an error is shown at a field. */
async function submit(): Promise<void> {
  const form = await eventually(() => {
    const found = dialog().element().querySelector('form');
    if (found === null) throw new Error('the dialog has no form');
    return found;
  });
  form.requestSubmit();
  await expect.poll(() => dialog().element().querySelector('[aria-invalid="true"], [data-invalid]')).not.toBe(null);
}

/** Assert for each dialog, one after the other, that axe finds nothing in it. */
export async function expectNoFindings(dialogs: Record<string, OpenDialog>): Promise<void> {
  for (const [name, open] of Object.entries(dialogs)) {
    cleanup();
    await open();
    const found = (await violations()).map((finding) => `${name}: ${finding}`);
    expect.soft(found).toEqual([]);
  }
}
