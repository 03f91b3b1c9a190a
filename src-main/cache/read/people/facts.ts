import type { Person, PersonSource } from '#shared/contract/people.ts';

/** A cached row that describes a person. `fields`: what it says about the account. */
export interface Description {
  source: FoundSource;
  fields: Readonly<Record<string, unknown>>;
}
export type FoundSource = Omit<PersonSource, 'label'>;

/** Rows that are still returned come first, then the newest; at equal times, the given order. */
export function newestFirst(rows: readonly Description[]): Description[] {
  const isReturned = ({ source }: Description): number => Number(source.notReturnedSince === null);
  const ageOf = ({ source }: Description): number => Math.max(source.listFetchedAt ?? 0, source.detailFetchedAt ?? 0);
  return rows.toSorted((a, b) => isReturned(b) - isReturned(a) || ageOf(b) - ageOf(a));
}

/**
 * Each field from the first row that has it; null is a value. `rows`: in the order of `newestFirst`. `sources`: the rows of
 * `isAlwaysShown`, and those that a field is taken from.
 */
export function factsOf(
  rows: readonly Description[],
  isAlwaysShown: (source: FoundSource) => boolean,
): Pick<Person, 'row' | 'sourceOf'> & { sources: FoundSource[] } {
  const found = new Map<string, Description>();
  for (const row of rows)
    for (const field of Object.keys(row.fields)) if (field !== 'id' && !found.has(field)) found.set(field, row);
  const used = new Set(found.values());
  const shown = rows.filter((row) => used.has(row) || isAlwaysShown(row.source));
  return {
    sources: shown.map(({ source }) => source),
    row: Object.fromEntries([...found].map(([field, { fields }]) => [field, fields[field]])),
    sourceOf: Object.fromEntries([...found].map(([field, row]) => [field, shown.indexOf(row)])),
  };
}

/** Fields with an email address of the account. An address that is not confirmed may belong to somebody else. */
const emailFields = ['email', 'public_email', 'commit_email'] as const;

/** All confirmed email addresses of an account. The platform may send the name of a setting instead of an address. */
export function emailsOf(rows: readonly Description[]): string[] {
  const values = rows.flatMap(({ fields }) => emailFields.map((name) => fields[name]));
  return values.filter((email): email is string => typeof email === 'string' && email.includes('@'));
}
