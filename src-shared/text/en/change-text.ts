import type { FieldChange, PlanRow, UnshownValue } from '#shared/contract/changes.ts';
import { changes as words } from './changes.ts';
import { consoles } from './console.ts';
import { size } from './moments.ts';
import { writtenField, writtenValue } from './write-words.ts';

/** One side of a change. `quiet`: the text describes the value instead of showing it. */
export interface ShownValue {
  text: string;
  isQuiet: boolean;
}

/**
 * One side of a change as text, with the same label as in the lists and forms of the resource. A missing value cannot
 * be read; a secret has no value on either side.
 */
export function shownValue(op: string, change: FieldChange, side: 'before' | 'after'): ShownValue {
  const value = change[side];
  if (change.isSecret) return quiet(side === 'before' && value === undefined ? words.notReadable : words.secretValue);
  if (side === 'before' && change.unshown !== undefined) return quiet(unshownText(change.unshown));
  if (value === undefined) return quiet(side === 'before' ? words.notReadable : words.notKnown);
  if (value === null) return quiet(words.notSet);
  if (value === '') return quiet(words.emptyText);
  const file = fileText(value);
  if (file !== null) return quiet(file);
  if (Array.isArray(value)) return value.length === 0 ? quiet(words.emptyList) : plain(listText(value));
  return plain(writtenValue(op, change.field, value) ?? textOf(value));
}

/** Whether the write creates this field: there is no value before. */
export function isMade({ method }: { method: string }, { before }: FieldChange): boolean {
  return method === 'POST' && before === undefined;
}

/** A change as one line to copy: "Paused: No → Yes", or "Title: Laptops" for a created field. */
export function changeText(call: { op: string; method: string }, change: FieldChange): string {
  const field = writtenField(call.op, change.field);
  if (isMade(call, change)) return `${field}: ${shownValue(call.op, change, 'after').text}`;
  return `${field}: ${shownValue(call.op, change, 'before').text} → ${shownValue(call.op, change, 'after').text}`;
}

type UndoRow = Pick<PlanRow, 'op' | 'restored'>;

/** The result of a row that undoes a write, and its differences from the state before; null: nothing was compared. */
export function undoResult({ op, restored }: UndoRow): { outcome: string; details: string[] } | null {
  if (restored === undefined) return null;
  const { differs, unchecked } = restored;
  const { undone, restored: whole, restoredInPart, notChecked } = words.single;
  const details = differs.map((change) => changeText({ op, method: 'PUT' }, change));
  if (unchecked.length === 0) return { outcome: details.length === 0 ? whole : restoredInPart, details };
  return { outcome: details.length === 0 ? undone : restoredInPart, details: [...details, notChecked(unchecked)] };
}

/**
 * The path of a request as it is shown: "/projects/7/repository/files/README.md". Requests encode dots in names,
 * because some servers read the text after a dot as a format. Shown paths have the dots, because they are easier to read.
 */
export const requestPath = (path: string): string => path.replaceAll('%2E', '.');

const plain = (text: string): ShownValue => ({ text, isQuiet: false });
const quiet = (text: string): ShownValue => ({ text, isQuiet: true });

function unshownText({ why, sizeBytes }: UnshownValue): string {
  switch (why) {
    case 'too-large':
      return words.tooLargeToShow(size(sizeBytes));
    case 'not-text':
      return words.notText(size(sizeBytes));
    case 'not-read':
      return words.notReadable;
  }
}

/** Booleans are shown with the words of the lists. A text that equals one of these words is quoted. */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? consoles.yes : consoles.no;
  const isText = typeof value === 'string' && value !== consoles.yes && value !== consoles.no;
  return isText ? value : JSON.stringify(value, (_, item: unknown) => fileText(item) ?? item);
}

/** Each file is on a separate line, because its content follows. */
function listText(items: readonly unknown[]): string {
  const changes = items.map(fileChangeText);
  return changes.includes(null) ? items.map(textOf).join(', ') : changes.join('\n');
}

/** An action on a file, as commits and snippets list it, with its content below; null: the value is something else. */
function fileChangeText(value: unknown): string | null {
  const about = fileTitle(value);
  const content = contentIn(value);
  if (about === null || content === undefined) return about;
  return `${about}\n${fileText(content) ?? textOf(content)}`;
}

/** "Move a.md to b.md"; null: the value is not an action on a file. */
export function fileTitle(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('file_path' in value)) return null;
  const { action, file_path, previous_path, execute_filemode } = value as Readonly<Record<string, unknown>>;
  if (typeof file_path !== 'string') return null;
  return words.fileChange({
    action: typeof action === 'string' ? action : 'create',
    path: file_path,
    from: typeof previous_path === 'string' ? previous_path : null,
    isExecutable: typeof execute_filemode === 'boolean' ? execute_filemode : null,
  });
}

const contentIn = (value: unknown): unknown => (value as { content?: unknown } | null)?.content;

/** A staged file in a value: only its size; null: the value is something else. */
export function fileText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('staged' in value) || !('sizeBytes' in value)) return null;
  return typeof value.sizeBytes === 'number' ? words.fileOf(size(value.sizeBytes)) : null;
}
