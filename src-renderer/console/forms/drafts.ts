import type { z } from 'zod';
import { consoles as words } from '#shared/text/en/console.ts';
import { closeMessage, showMessage } from '../../components/messages/show-message.ts';
import type { Stores } from '../../stores/context.ts';
import { FormDraft, type Values } from './form-draft.svelte.ts';
import { askBeforeUnload } from '../../stores/window/unsaved-input.ts';
import { detachedEffect } from '../detached-effect.svelte.ts';

type Drafts = Map<string, { value: FormDraft; end: () => void }>;
const draftsByWindow = new WeakMap<Stores, Drafts>();

/**
 * The draft of a form. It is kept while another page is shown, and the window asks before a reload, so that no input is
 * lost. Each instance has its own drafts.
 * Shape: `name` is for instance "runners.edit 42".
 */
export function keptDraft<V extends Values>(
  stores: Stores,
  name: string,
  schema: z.ZodType<V>,
  initial: Partial<V>,
): FormDraft<V> {
  const drafts = draftsByWindow.get(stores) ?? (new Map() as Drafts);
  draftsByWindow.set(stores, drafts);
  const key = `${stores.profiles.openId} ${name}`;
  const kept = drafts.get(key) ?? askWhileUnsaved(draftOf(schema, initial), ({ isDirty }) => isDirty);
  drafts.set(key, kept);
  return kept.value as unknown as FormDraft<V>;
}

const draftOf = <V extends Values>(schema: z.ZodType<V>, initial: Partial<V>): { value: FormDraft; end: () => void } =>
  detachedEffect(() => new FormDraft(schema, initial) as unknown as FormDraft);

/** Show that the input of a closed form is kept. `title`: of the form. */
export function sayKept(stores: Stores, name: string, title: string): void {
  const action = { label: words.form.discard, run: () => dropDraft(stores, name) };
  showMessage({ title: words.form.kept, text: title, action, id: messageOf(name) });
}

const messageOf = (name: string): string => `draft ${name}`;

/** Discard the kept input of an open form, and close the message about it. */
export function discardKept(draft: Pick<FormDraft, 'discard'>, name: string): void {
  draft.discard();
  closeMessage(messageOf(name));
}

/** Delete the draft of a form that was sent or canceled. */
export function dropDraft(stores: Stores, name: string): void {
  closeMessage(messageOf(name));
  const drafts = draftsByWindow.get(stores);
  const key = `${stores.profiles.openId} ${name}`;
  drafts?.get(key)?.end();
  drafts?.delete(key);
}

/** The window asks before a reload while a kept state has unsaved input. */
export function askWhileUnsaved<V>(
  { value, end }: { value: V; end: () => void },
  isUnsaved: (value: V) => boolean,
): { value: V; end: () => void } {
  const endQuestion = askBeforeUnload(() => isUnsaved(value));
  return {
    value,
    end: () => {
      endQuestion();
      end();
    },
  };
}
