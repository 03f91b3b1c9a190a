import type { FieldChange } from '#shared/contract/changes.ts';
import { changes as words } from '#shared/text/en/changes.ts';
import { consoles } from '#shared/text/en/console.ts';
import { fieldName } from '#shared/text/en/fields.ts';

/** One side of a change. `quiet`: the text describes the value instead of showing it. */
export interface ShownValue {
  text: string;
  isQuiet: boolean;
}

/** One side of a change as text. A missing value cannot be read; a secret has no value on either side. */
export function shownValue(change: FieldChange, side: 'before' | 'after'): ShownValue {
  const value = change[side];
  if (change.isSecret) return quiet(side === 'before' && value === undefined ? words.notReadable : words.secretValue);
  if (value === undefined) return quiet(side === 'before' ? words.notReadable : words.notSet);
  if (value === null) return quiet(words.notSet);
  if (value === '') return quiet(words.emptyText);
  if (Array.isArray(value)) return value.length === 0 ? quiet(words.emptyList) : plain(value.map(textOf).join(', '));
  return plain(textOf(value));
}

/** Whether the write creates this field: there is no value before. */
export function isMade({ method }: { method: string }, { before }: FieldChange): boolean {
  return method === 'POST' && before === undefined;
}

/** A change as one line to copy: "Paused: false → true", or "Title: Laptops" for a created field. */
export function changeText(call: { method: string }, change: FieldChange): string {
  const field = fieldName(change.field);
  if (isMade(call, change)) return `${field}: ${shownValue(change, 'after').text}`;
  return `${field}: ${shownValue(change, 'before').text} → ${shownValue(change, 'after').text}`;
}

const plain = (text: string): ShownValue => ({ text, isQuiet: false });
const quiet = (text: string): ShownValue => ({ text, isQuiet: true });

/** Booleans are shown with the words of the lists. A text that equals one of these words is quoted. */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? consoles.yes : consoles.no;
  const isText = typeof value === 'string' && value !== consoles.yes && value !== consoles.no;
  return isText ? value : JSON.stringify(value);
}
