import type { PersonFact, PersonSource } from '#shared/contract/people.ts';

/** A cached row that describes a person. `fields`: what it says about the account. */
export interface Description {
  source: FoundSource;
  fields: Readonly<Record<string, unknown>>;
}
export type FoundSource = Omit<PersonSource, 'label'>;

/** When the platform last reported the row, in epoch milliseconds. */
export function ageOf({
  listFetchedAt,
  detailFetchedAt,
}: Pick<FoundSource, 'listFetchedAt' | 'detailFetchedAt'>): number {
  return Math.max(listFetchedAt ?? 0, detailFetchedAt ?? 0);
}

/** Rows that are still returned come first, then the newest; at equal times, the given order. */
export function newestFirst(rows: readonly Description[]): Description[] {
  const isReturned = ({ source }: Description): number => Number(source.notReturnedSince === null);
  return rows.toSorted((a, b) => isReturned(b) - isReturned(a) || ageOf(b.source) - ageOf(a.source));
}

/**
 * Each field from the first row that has it; null is a value. `sources`: the rows of `isAlwaysShown`, and those that a
 * field is taken from.
 */
export function factsOf(
  rows: readonly Description[],
  isAlwaysShown: (source: FoundSource) => boolean,
): { sources: FoundSource[]; facts: PersonFact[] } {
  const facts: { field: string; value: unknown; of: Description }[] = [];
  const known = new Set<string>();
  for (const of of newestFirst(rows)) {
    for (const [field, value] of Object.entries(of.fields)) {
      if (field === 'id' || known.has(field)) continue;
      known.add(field);
      facts.push({ field, value, of });
    }
  }
  const used = new Set(facts.map(({ of }) => of));
  const shown = newestFirst(rows).filter((row) => used.has(row) || isAlwaysShown(row.source));
  const places = new Map(shown.map((row, at) => [row, at]));
  return {
    sources: shown.map(({ source }) => source),
    facts: facts.map(({ field, value, of }) => ({ field, value, source: places.get(of) ?? 0 })),
  };
}

/** Fields with an email address of the account. An address that is not confirmed may belong to somebody else. */
const emailFields = ['email', 'public_email', 'commit_email'] as const;

/** All email addresses of an account, without a copy that differs only in case. `folded`: how addresses are compared. */
export function emailsOf(rows: readonly Description[], folded: (email: string) => string): string[] {
  const found = new Map<string, string>();
  for (const { fields } of newestFirst(rows)) {
    for (const name of emailFields) {
      const email = fields[name];
      // The platform may send the name of a setting instead of an address
      if (typeof email !== 'string' || !email.includes('@')) continue;
      if (!found.has(folded(email))) found.set(folded(email), email);
    }
  }
  return [...found.values()];
}
