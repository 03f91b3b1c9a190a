import {
  pushRuleChecks,
  pushRuleFields,
  pushRuleRegexes,
  type PushRule,
  type PushRuleCheck,
  type PushRuleEdit,
  type PushRuleField,
  type PushRuleRegex,
} from '#shared/contract/push-rules.ts';

/** The changed fields of a rule. Other fields follow the stored rule. The size is kept as it was typed. */
export type Edits = Readonly<
  Partial<Record<PushRuleRegex | 'max_file_size', string>> & Partial<Record<PushRuleCheck, boolean | null>>
>;

export function textOf(edits: Edits, stored: PushRule | null, field: PushRuleRegex | 'max_file_size'): string {
  return edits[field] ?? storedText(stored, field);
}

/** Null: never set, or reset. */
export function checkOf(edits: Edits, stored: PushRule | null, field: PushRuleCheck): boolean | null {
  const edited = edits[field];
  return edited === undefined ? (stored?.[field] ?? null) : edited;
}

/** The size in MB; null if the text is not a size. Empty means no limit. */
export function sizeOf(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  const size = Number(trimmed);
  return /^\d+$/.test(trimmed) && Number.isSafeInteger(size) ? size : null;
}

/** The body of a write: the fields that differ from the stored rule. An invalid size is left out. */
export function changesOf(edits: Edits, stored: PushRule | null): PushRuleEdit {
  const body: PushRuleEdit = {};
  for (const field of pushRuleRegexes) {
    const text = textOf(edits, stored, field);
    if (text !== storedText(stored, field)) body[field] = text;
  }
  for (const field of pushRuleChecks) {
    const value = checkOf(edits, stored, field);
    if (value !== (stored?.[field] ?? null)) body[field] = value;
  }
  const size = sizeOf(textOf(edits, stored, 'max_file_size'));
  if (size !== null && size !== (stored?.max_file_size ?? 0)) body.max_file_size = size;
  return body;
}

/** The complete rule after the write, for the replay. */
export function ruleOf(edits: Edits, stored: PushRule | null): PushRuleEdit {
  return { ...(stored === null ? {} : fieldsOf(stored)), ...changesOf(edits, stored) };
}

/** The fields of a stored rule that can be written. */
export function fieldsOf(rule: PushRule): PushRuleEdit {
  return Object.fromEntries(pushRuleFields.map((field) => [field, rule[field]]));
}

/** Revert the change of one field. */
export function without(edits: Edits, field: PushRuleField): Edits {
  const { [field]: _, ...others } = edits;
  return others;
}

function storedText(stored: PushRule | null, field: PushRuleRegex | 'max_file_size'): string {
  const value = stored?.[field];
  return value === null || value === undefined ? '' : String(value);
}
