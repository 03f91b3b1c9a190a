import type { Key } from './collection.ts';

/** The same check as the schema `Key`. */
export function isKey(value: unknown): value is Key {
  return typeof value === 'string' ? value !== '' : Number.isSafeInteger(value);
}

/** Parse the key of a row in an address; null: no row can have this key. `isNumeric`: the keys of its list are numbers. */
export function readKey(text: string, isNumeric: boolean): Key | null {
  if (!isNumeric) return text === '' ? null : text;
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
}
