import type { RowOf } from '#shared/contract/collections.ts';
import { PersonMembership, type Person } from '#shared/contract/people.ts';
import { scopeKindOf, type Scope } from '#shared/contract/scope.ts';
import { isActiveOwner } from '../filters/account-facts.ts';
import { firstColumn, type Connection } from '../../open-cache.ts';
import { rowReader, type RowsOf } from '../cached-row.ts';
import { answerLimit } from '../../row-size.ts';
import { ownedRows } from './owned-rows.ts';
import { accountFields, personRows, type PersonRow } from './person-rows.ts';

/** A person without the groups, which are inferred from the paths of projects. The `label` of each place is null. */
export type FoundPerson = Omit<Person, 'groups' | 'syncedProjects'>;
/** `syncedProjects`: those whose members are synced. */
export interface FoundPeople {
  people: (FoundPerson | null)[];
  syncedProjects: Scope[];
}

const ownerLevel = 50;
/** Fields with an email address of the account. An address that is not confirmed may belong to another person. */
const emailFields = ['email', 'public_email', 'commit_email'] as const;

/**
 * Reads everything that is cached about people, in the order of `ids`; null: no cached row contains the ID.
 * Decision: build/decisions/0046-people-are-put-together-by-id.md
 */
export function peopleReader(db: Connection, rowsOf: RowsOf = rowReader) {
  const synced = `SELECT DISTINCT scope FROM passes WHERE collection = 'members' AND finished_at IS NOT NULL`;
  const owners = db
    .prepare<[], [Scope, number]>(`SELECT scope, count(*) FROM members WHERE ${isActiveOwner} GROUP BY scope`)
    .raw();

  function read(ids: readonly number[]): FoundPeople {
    const found = personRows(db, ids, rowsOf);
    const owned = ownedRows(db);
    const ownersOf = new Map(owners.all());
    const limit = answerLimit(accountFields);
    const people = ids.map((id, at): FoundPerson | null => {
      const rows = found.get(id);
      const first = rows?.find(isReturned) ?? rows?.[0];
      if (rows === undefined || first === undefined) return null;
      const { kind } = first;
      const { row, ...facts } = factsOf(rows);
      const kept = limit.cut(row, ids.length - 1 - at);
      const group = kind === 'service-account' ? facts.sources.find(isOfGroup) : undefined;
      return {
        ...{ id, kind, ...facts, row: kept, isCut: kept !== row },
        memberships: rows.filter((one) => one.kind === 'member').map((one) => membershipOf(one, ownersOf)),
        ...owned(id, rows.flatMap(emailsIn), group?.scope),
      };
    });
    return { people, syncedProjects: firstColumn<Scope>(db, synced).all() };
  }

  return ({ ids }: { ids: readonly number[] }): FoundPeople => db.transaction(() => read(ids))();
}

const isReturned = ({ source }: PersonRow): boolean => source.notReturnedSince === null;
const isOfGroup = ({ collection, scope }: PersonRow['source']): boolean =>
  collection === 'serviceAccounts' && scopeKindOf(scope) === 'group';
const ageOf = ({ source }: PersonRow): number => Math.max(source.listFetchedAt ?? 0, source.detailFetchedAt ?? 0);

/** The platform may send the name of a setting instead of an address. */
function emailsIn({ fields }: PersonRow): string[] {
  const values = emailFields.map((name) => fields[name]);
  return values.filter((email): email is string => typeof email === 'string' && email.includes('@'));
}

/** Each field from the newest row that has it, as `Person` describes it. */
function factsOf(rows: readonly PersonRow[]): Pick<Person, 'row' | 'sourceOf' | 'sources'> {
  const newest = rows.toSorted((a, b) => Number(isReturned(b)) - Number(isReturned(a)) || ageOf(b) - ageOf(a));
  const found = new Map<string, PersonRow>();
  for (const row of newest)
    for (const field of Object.keys(row.fields)) if (field !== 'id' && !found.has(field)) found.set(field, row);
  const used = new Set(found.values());
  const shown = newest.filter((row) => used.has(row) || (row.kind !== 'member' && row.kind !== 'author'));
  return {
    sources: shown.map(({ source }) => source),
    row: Object.fromEntries([...found].map(([field, { fields }]) => [field, fields[field]])),
    sourceOf: Object.fromEntries([...found].map(([field, row]) => [field, shown.indexOf(row)])),
  };
}

/** `owners`: how many active Owners each project has. */
function membershipOf({ source, row }: PersonRow, owners: ReadonlyMap<Scope, number>): PersonMembership {
  const { access_level: level, state, created_by: addedBy } = row as RowOf<'members'>;
  const isOwner = level === ownerLevel && source.notReturnedSince === null;
  const others = (owners.get(source.scope) ?? 0) - Number(state === 'active');
  return PersonMembership.parse({ ...row, ...source, addedBy, otherOwners: isOwner ? others : null });
}
