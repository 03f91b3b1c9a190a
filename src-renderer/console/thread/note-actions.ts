import ClipboardCopy from '@lucide/icons/icons/clipboard-copy';
import Link from '@lucide/icons/icons/link';
import SquarePen from '@lucide/icons/icons/square-pen';
import Trash from '@lucide/icons/icons/trash';
import type { Scoped } from '#shared/contract/collection.ts';
import { noteForms as words } from '#shared/text/en/note-forms.ts';
import { thread } from '#shared/text/en/thread.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { visibleText } from '../../components/text/visible-text.ts';
import { writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import { wholeRow } from '../../stores/lists/collection-detail.svelte.ts';
import { copyValue } from '../clipboard-actions.ts';
import type { PageAction } from '../page/page-action.ts';
import { planAndApply } from '../plan/plan-and-apply.ts';
import type { NoteWrites } from './note-writes.ts';
import type { NoteRow } from './thread-state.svelte.ts';

/** The author of a note, for texts. */
export function authorOf({ author }: NoteRow): string {
  return visibleText(author?.name ?? author?.username ?? thread.unknownAuthor, 100);
}

interface On {
  writes: NoteWrites;
  /** The web page of what the notes belong to. */
  base: string | null | undefined;
  edit: (entry: Scoped<NoteRow>) => void;
}

/** The actions on a note. `entry` null: no note was chosen yet. */
export function noteActions(stores: Stores, entry: Scoped<NoteRow> | null, { writes, base, edit }: On): PageAction[] {
  const author = entry === null ? null : authorOf(entry.row);
  const unchosen = entry === null ? words.chooseFirst : null;
  return [
    {
      id: 'notes.edit',
      label: words.edit.label,
      title: author === null ? words.edit.commandNone : words.edit.command(author),
      icon: SquarePen,
      disabledReason: writes.edit === null ? words.noEdit : (writeReason(stores) ?? unchosen),
      run: () => entry !== null && edit(entry),
    },
    {
      id: 'notes.copyText',
      label: words.copyText,
      icon: ClipboardCopy,
      disabledReason: unchosen,
      run: () => entry !== null && void attempt(() => copyText(stores, entry)),
    },
    {
      id: 'notes.copyLink',
      label: words.copyLink,
      icon: Link,
      disabledReason: unchosen ?? (typeof base === 'string' && base !== '' ? null : words.noLink),
      run: () => entry !== null && void copyValue(`${base}#note_${entry.row.id}`, words.link),
    },
    {
      id: 'notes.remove',
      label: words.remove.label,
      title: author === null ? words.remove.commandNone : words.remove.command(author),
      icon: Trash,
      isBad: true,
      disabledReason: writes.remove === null ? words.noRemove : (writeReason(stores) ?? unchosen),
      run: () => entry !== null && void remove(stores, writes, entry),
    },
  ];
}

async function copyText({ session }: Stores, { scope, row, isCut }: Scoped<NoteRow>): Promise<void> {
  const whole = isCut === true ? await wholeRow(session, 'notes', { scope, id: row.id }) : row;
  const body = whole?.['body'];
  await copyValue(typeof body === 'string' ? body : row.body, words.text);
}

async function remove(stores: Stores, { remove: op, path, place }: NoteWrites, entry: Scoped<NoteRow>): Promise<void> {
  if (op === null) return;
  await planAndApply(stores, {
    calls: [{ op, path: { ...path, note_id: entry.row.id } }],
    title: () => words.remove.command(authorOf(entry.row)),
    done: () => words.remove.done(place),
    isDestructive: true,
    // Only the plan knows whether another person wrote the note
    isShown: true,
  });
}
