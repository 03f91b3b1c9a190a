import { mostNoteCharacters } from '#shared/contract/notes.ts';
import { textUpTo } from '#shared/contract/kit.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { noteForms as words } from '#shared/text/en/note-forms.ts';
import { fromIso, toIso } from '#shared/time.ts';
import { z } from 'zod';
import type { Stores } from '../../stores/context.ts';
import { detachedEffect } from '../detached-effect.svelte.ts';
import { askWhileUnsaved } from '../forms/drafts.ts';
import { FormDraft } from '../forms/form-draft.svelte.ts';

/** The text of a note. */
export const noteBody = textUpTo(mostNoteCharacters).refine((text) => text.trim() !== '', words.empty);

/** `created_at` is typed in local time without an offset, and sent in UTC. */
const schema = z.object({
  body: noteBody,
  internal: z.boolean().optional(),
  created_at: z
    .string()
    .refine((typed) => fromIso(typed) !== null, { message: words.dateIncomplete, abort: true })
    .refine((typed) => (fromIso(typed) ?? 0) > 0, words.dateTooEarly)
    .transform((typed) => toIso(fromIso(typed) ?? 0))
    .optional(),
});
type NewNote = z.infer<typeof schema>;

/** A note that is being written. */
export class NoteDraft extends FormDraft<NewNote> {
  /** The note was sent, and its outcome is not known yet. */
  isSending = $state(false);

  constructor() {
    super(schema, { body: '', internal: false });
  }
}

type Kept = Map<string, { value: NoteDraft; end: () => void }>;
const draftsByWindow = new WeakMap<Stores, Kept>();

const keyOf = ({ profiles }: Stores, scope: Scope): string => `${profiles.openId} ${scope}`;

/**
 * The draft of a new note in a thread. It is kept while another page is shown, and the window asks before a reload, so
 * that no text is lost.
 */
export function keptNoteDraft(stores: Stores, scope: Scope): NoteDraft {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- looked up by what is reactive
  const drafts = draftsByWindow.get(stores) ?? (new Map() as Kept);
  draftsByWindow.set(stores, drafts);
  const key = keyOf(stores, scope);
  const kept =
    drafts.get(key) ??
    askWhileUnsaved(
      detachedEffect(() => new NoteDraft()),
      ({ isDirty }) => isDirty,
    );
  drafts.set(key, kept);
  return kept.value;
}

/** Forget the draft of a thread that is no longer shown, unless it has input. */
export function dropEmptyNoteDraft(stores: Stores, scope: Scope): void {
  const drafts = draftsByWindow.get(stores);
  const key = keyOf(stores, scope);
  const kept = drafts?.get(key);
  if (kept === undefined || kept.value.isDirty || kept.value.isSending) return;
  kept.end();
  drafts?.delete(key);
}
