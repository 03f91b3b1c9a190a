import { z } from 'zod';
import type { Scoped } from '#shared/contract/collection.ts';
import { splitScope } from '#shared/contract/scope.ts';
import { noteForms } from '#shared/text/en/note-forms.ts';
import { attempt } from '../../components/messages/attempt.ts';
import type { Stores } from '../../stores/context.ts';
import type { WriteCall } from '../../stores/plans/writes.ts';
import { wholeRow } from '../../stores/lists/collection-detail.svelte.ts';
import { keptDraft } from '../forms/drafts.ts';
import { part, type Form } from '../forms/form-spec.ts';
import EditedText from './EditedText.svelte';
import { authorOf } from './note-actions.ts';
import { noteBody } from './note-draft.svelte.ts';
import type { NoteWrites } from './note-writes.ts';
import type { NoteRow } from './thread-state.svelte.ts';

const words = noteForms.edit;
const schema = z.object({ body: noteBody });

interface Target {
  entry: Scoped<NoteRow>;
  writes: NoteWrites;
  op: WriteCall['op'];
  /** The web page that relative links of the preview refer to. */
  base: string | null | undefined;
}

/** Edits the text of a note. */
export function form(stores: Stores, { entry, writes, op, base }: Target): Form<z.infer<typeof schema>> {
  const { scope, row, isCut } = entry;
  const name = `notes.edit ${scope} ${row.id}`;
  const [project] = splitScope(scope);
  /** The text when the form was opened; undefined while a large one is loaded. */
  let shown = $state<string>();

  void attempt(async () => {
    const whole = isCut === true ? await wholeRow(stores.session, 'notes', { scope, id: row.id }) : row;
    const body = whole?.['body'];
    shown = typeof body === 'string' ? body : row.body;
  });
  return {
    name,
    title: words.title(authorOf(row)),
    schema,
    get isReady() {
      return shown !== undefined;
    },
    get initial() {
      return { body: shown ?? '' };
    },
    fields: [
      { name: 'body', label: words.body, control: { kind: 'custom', input: part(EditedText, { base, project }) } },
    ],
    submitLabel: words.button,
    change(body) {
      // A draft can be older than the shown text, so the plan compares with the text from which the draft was made
      const seen = keptDraft(stores, name, schema, { body: shown ?? '' }).initial;
      return {
        calls: [{ op, path: { ...writes.path, note_id: row.id }, body, seen }],
        title: () => words.plan,
        done: () => words.done(writes.place),
      };
    },
    isWide: true,
  };
}
