import type { RowOf } from '#shared/contract/collections.ts';
import type { Person, PersonMembership } from '#shared/contract/people.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { isActiveOwner } from '../filters/account-facts.ts';
import type { Connection } from '../../open-cache.ts';
import { answerLimit } from '../../row-size.ts';
import { emailsOf, factsOf, newestFirst, type FoundSource } from './facts.ts';
import { ownedRows } from './owned-rows.ts';
import { accountFields, accountLists, describedBy, personRows, type MemberRow } from './person-rows.ts';

export type FoundMembership = Omit<PersonMembership, 'label'>;
/** A person without the paths of places, and without the groups, which are inferred from these paths. */
export type FoundPerson = Omit<Person, 'sources' | 'memberships' | 'groups' | 'syncedProjects'> & {
  sources: FoundSource[];
  memberships: FoundMembership[];
};
/** `syncedProjects`: those whose members are synced. */
export interface FoundPeople {
  people: (FoundPerson | null)[];
  syncedProjects: Scope[];
}

const ownerLevel = 50;

/**
 * Reads everything that is cached about people, in the order of `ids`; null: no cached row names the id.
 * Decision: build/decisions/0046-people-are-put-together-by-id.md
 */
export function peopleReader(db: Connection) {
  const rows = personRows(db);
  const ownedBy = ownedRows(db);
  const synced = db
    .prepare<[], Scope>(`SELECT DISTINCT scope FROM passes WHERE collection = 'members' AND finished_at IS NOT NULL`)
    .pluck();
  const owners = db
    .prepare<[], [Scope, number]>(`SELECT scope, count(*) FROM members WHERE ${isActiveOwner} GROUP BY scope`)
    .raw();

  function read(ids: readonly number[]): FoundPeople {
    rows.forget();
    const found = rows.of(ids);
    const named = rows.naming(ids.filter((id) => !found.has(id)));
    const isOwner = ({ found: { row, notReturnedSince } }: MemberRow): boolean =>
      row['access_level'] === ownerLevel && notReturnedSince === null;
    const hasOwner = [...found.values()].some(({ members }) => members.some(isOwner));
    const ownersOf = new Map(hasOwner ? owners.all() : []);
    const limit = answerLimit([...accountFields]);
    const described = ids.map((id, at) => {
      const { accounts = [], members = [] } = found.get(id) ?? {};
      const listed = [...accounts, ...members.map(describedBy)];
      const all = newestFirst([...listed, ...(named.get(id) ?? [])]);
      if (all.length === 0) return null;
      const { sources, row, sourceOf } = factsOf(all, isOfAccountList);
      const kept = limit.cut(row, ids.length - 1 - at);
      return {
        ...{ id, kind: kindOf(listed.map(({ source }) => source)), sources, row: kept, isCut: kept !== row, sourceOf },
        memberships: members.map((member) =>
          membershipOf(member, isOwner(member) ? (ownersOf.get(member.scope) ?? 0) : null),
        ),
        emails: emailsOf(all),
      };
    });
    const owned = ownedBy(described.filter((one) => one !== null));
    return {
      people: described.map((one) => {
        if (one === null) return null;
        const { emails: _, ...person } = one;
        return { ...person, ...owned(one) };
      }),
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

/** `owners`: the active Owners of the project; null: this person is no Owner. */
function membershipOf({ scope, found }: MemberRow, owners: number | null): FoundMembership {
  const own = found.row as RowOf<'members'>;
  return {
    scope,
    access_level: own.access_level,
    direct_access_level: own.direct_access_level ?? null,
    is_direct: own.is_direct ?? null,
    expires_at: own.expires_at ?? null,
    created_at: own.created_at ?? null,
    is_using_seat: own.is_using_seat ?? null,
    addedBy: own.created_by ? { id: own.created_by.id ?? null, name: own.created_by.name ?? null } : null,
    state: own.state ?? null,
    otherOwners: owners && owners - Number(own.state === 'active'),
    notReturnedSince: found.notReturnedSince,
  };
}
