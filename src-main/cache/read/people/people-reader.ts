import type { Person, PersonMembership } from '#shared/contract/people.ts';
import type { RowOf } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { User } from '#shared/contract/users.ts';
import { foldedText } from '../../normal-text.ts';
import type { Connection } from '../../open-cache.ts';
import { answerLimit } from '../../row-size.ts';
import { ageOf, emailsOf, factsOf, type FoundSource } from './facts.ts';
import { ownedRows } from './owned-rows.ts';
import { accountLists, describedBy, personRows, type MemberRow } from './person-rows.ts';

export type FoundMembership = Omit<PersonMembership, 'label'>;
/** A person without the paths of places, and without the groups, which are inferred from these paths. */
export type FoundPerson = Omit<Person, 'sources' | 'memberships' | 'groups'> & {
  sources: FoundSource[];
  memberships: FoundMembership[];
};
/** `syncedProjects`: those whose members are synced. */
export interface FoundPeople {
  people: (FoundPerson | null)[];
  syncedProjects: Scope[];
}

const ownerLevel = 50;
const documented = [...Object.keys(User.shape), 'group_saml_identity', 'group_scim_identity'];

/** Reads everything that is cached about people, in the order of `ids`; null: no cached row names the id. */
export function peopleReader(db: Connection) {
  const rows = personRows(db);
  const ownedBy = ownedRows(db);
  const synced = db
    .prepare<[], Scope>(`SELECT DISTINCT scope FROM passes WHERE collection = 'members' AND finished_at IS NOT NULL`)
    .pluck();
  const owners = db
    .prepare<[number], [Scope, number]>(
      'SELECT scope, count(*) FROM members WHERE is_gone = 0 AND access_level = ? GROUP BY scope',
    )
    .raw();

  function read(ids: readonly number[]): FoundPeople {
    rows.forget();
    const found = rows.of(ids);
    const named = rows.naming(ids.filter((id) => !found.has(id)));
    const isOwner = ({ found: { row, notReturnedSince } }: MemberRow): boolean =>
      row['access_level'] === ownerLevel && notReturnedSince === null;
    const hasOwner = [...found.values()].some(({ members }) => members.some(isOwner));
    const ownersOf = new Map(hasOwner ? owners.all(ownerLevel) : []);
    const limit = answerLimit(documented);
    const described = ids.map((id, at) => {
      const { accounts = [], members = [] } = found.get(id) ?? {};
      const listed = [...accounts, ...members.map(describedBy)];
      const all = [...listed, ...(named.get(id) ?? [])];
      if (all.length === 0) return null;
      const { sources, facts } = factsOf(all, isOfAccountList);
      const cut = limit.cut(Object.fromEntries(facts.map(({ field, value }) => [field, value])), ids.length - 1 - at);
      return {
        id,
        kind: kindOf(listed.map(({ source }) => source)),
        sources,
        facts: facts.flatMap((fact) => (Object.hasOwn(cut, fact.field) ? [{ ...fact, value: cut[fact.field] }] : [])),
        memberships: members.map((member) =>
          membershipOf(member, isOwner(member) ? (ownersOf.get(member.scope) ?? 1) - 1 : null),
        ),
        emails: emailsOf(all, foldedText),
      };
    });
    const owned = ownedBy(described.filter((one) => one !== null));
    return {
      people: described.map((one) => one && { ...one, ...owned(one) }),
      syncedProjects: synced.all(),
    };
  }

  return ({ ids }: { ids: readonly number[] }): FoundPeople => db.transaction(() => read(ids))();
}

const isOfAccountList = ({ collection }: FoundSource): boolean => accountLists.some((name) => name === collection);

/** In the order of precedence. */
const kinds = [
  ['serviceAccounts', 'service-account'],
  ['enterpriseUsers', 'enterprise-user'],
  ['users', 'user'],
  ['members', 'member'],
] as const;

/** `sources`: rows of the account itself; those that are no longer returned count only if no list returns it any more. */
function kindOf(sources: readonly FoundSource[]): Person['kind'] {
  const returned = sources.filter(({ notReturnedSince }) => notReturnedSince === null);
  const all = returned.length > 0 ? returned : sources;
  return kinds.find(([list]) => all.some(({ collection }) => collection === list))?.[1] ?? 'author';
}

function membershipOf({ scope, found }: MemberRow, otherOwners: number | null): FoundMembership {
  const { row, notReturnedSince } = found;
  const own = row as RowOf<'members'>;
  return {
    scope,
    access_level: own.access_level,
    direct_access_level: own.direct_access_level ?? null,
    is_direct: own.is_direct ?? null,
    expires_at: own.expires_at ?? null,
    created_at: own.created_at ?? null,
    is_using_seat: own.is_using_seat ?? null,
    addedBy: own.created_by ? { id: own.created_by.id ?? null, name: own.created_by.name ?? null } : null,
    otherOwners,
    fetchedAt: ageOf(found),
    notReturnedSince,
  };
}
