import type { Key } from '#shared/contract/collection.ts';
import type { Fields } from './derive.ts';

/**
 * The value to store for a key in a column of type ANY. The driver binds a JavaScript number as REAL, which takes 8
 * bytes; a BigInt is stored as an integer. Comparisons work with a plain number.
 */
export function stored(key: Key): bigint | string {
  return typeof key === 'number' ? BigInt(key) : key;
}

/** The key of a record: the whole number or the text in its key field. Undefined: the record has none. */
export function keyOf(record: Fields, field: string): Key | undefined {
  const value = record[field];
  if (Number.isSafeInteger(value)) return value as number;
  // SQLite would replace a lone surrogate, so that two different keys could become equal
  return typeof value === 'string' && value !== '' && value.isWellFormed() ? value : undefined;
}
