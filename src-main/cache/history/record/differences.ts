import { isSameValue } from '../recorded-fields.ts';
import type { ChangedFields, RecordedRow } from '../history-types.ts';

export interface Differences {
  changed: ChangedFields;
  /** Fields that only the later row has, with their values. */
  sent: RecordedRow;
  /** Fields that only the earlier row has, with their values. */
  unsent: RecordedRow;
}

export function differences(before: RecordedRow, after: RecordedRow): Differences {
  const changed: Record<string, [unknown, unknown]> = {};
  const sent: Record<string, unknown> = {};
  const unsent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(after)) {
    if (!(name in before)) sent[name] = value;
    else if (!isSameValue(before[name], value)) changed[name] = [before[name], value];
  }
  for (const [name, value] of Object.entries(before)) if (!(name in after)) unsent[name] = value;
  return { changed, sent, unsent };
}
export const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;
