import type { Leaving, LeavingFact, ManualStep } from '#shared/contract/leavers.ts';
import type { Person, PersonMembership } from '#shared/contract/people.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { isPageOf } from '#shared/instance-page.ts';

/** The access level of an Owner (document 3:29). */
const ownerLevel = 50;

/**
 * What is known besides the person. `base`: the address of the instance. `tokensOf`: the active tokens of service accounts
 * by group; null: never synced. `ownersLeaving`: how many of the active Owners of each project leave together, this
 * person included.
 */
interface Known {
  base: string;
  tokensOf: ReadonlyMap<Scope, number | null>;
  ownersLeaving: ReadonlyMap<Scope, number>;
}

/** How many of the active Owners of each project are among these people. */
export function countOwners(people: readonly (Person | null)[]): Map<Scope, number> {
  const counts = new Map<Scope, number>();
  for (const { scope, state, otherOwners } of people.flatMap((one) => one?.memberships ?? []))
    if (otherOwners !== null && state === 'active') counts.set(scope, (counts.get(scope) ?? 0) + 1);
  return counts;
}

/** The groups that a person owns, inferred from the members of projects. */
export const ownedGroups = (person: Person | null): Person['groups'] =>
  person?.groups.filter(({ access_level }) => access_level >= ownerLevel) ?? [];

/** What ends, what keeps working, what breaks and what has to be done if this account leaves. */
export function leavingOf(person: Person, { base, tokensOf, ownersLeaving }: Known): Leaving {
  const { id, kind, keys, deployKeys, tokens, work } = person;
  const text = (field: string): string | null => {
    const value = person.row[field];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const isAdministrator = person.row['is_admin'];
  const page = text('web_url');
  const memberships = person.memberships.filter(({ notReturnedSince }) => notReturnedSince === null);
  const direct = memberships.filter(
    ({ is_direct, direct_access_level: level }) => is_direct === true || level !== null,
  );
  const onlyOwnerOf = memberships
    .filter(({ otherOwners, scope, state }) => {
      const leaving = (ownersLeaving.get(scope) ?? 0) - Number(state === 'active');
      return otherOwners !== null && otherOwners <= leaving;
    })
    .map(placeOf);
  const groups = ownedGroups(person).map(({ scope, label }) => ({ label, count: tokensOf.get(scope) ?? null }));
  const withTokens = groups.filter(({ count }) => count !== null && count > 0);
  const neverSynced = groups.filter(({ count }) => count === null);
  const groupTokens = withTokens.reduce((sum, { count }) => sum + (count ?? 0), 0);
  const [issues, mergeRequests] = [work.issues, work.mergeRequests].map(({ open, places }) =>
    places === 0 ? null : open,
  );
  const inGroups = (collection: string) =>
    person.sources
      .filter((one) => one.collection === collection && one.notReturnedSince === null)
      .filter(({ scope }) => readScope(scope)?.kind === 'group')
      .map(placeOf);
  return {
    ...{ id, kind, name: text('name'), username: text('username') },
    ends: [
      ...found('memberships', memberships.length),
      ...found('administrator', typeof isAdministrator === 'boolean' ? Number(isAdministrator) : null),
      ...found('keys', keys),
      ...(tokens === null
        ? found('personal-tokens', null)
        : found('tokens', tokens.syncedAt === null ? null : tokens.active)),
    ],
    keeps: [
      ...found('deploy-keys', deployKeys),
      ...found('group-tokens', groupTokens, withTokens),
      ...found('group-tokens', neverSynced.length === 0 ? 0 : null, neverSynced),
    ],
    breaks: [
      ...found('only-owner', onlyOwnerOf.length, onlyOwnerOf),
      ...found('issues', issues ?? null),
      ...found('merge-requests', mergeRequests ?? null),
    ],
    planned: [
      ...onlyOwnerOf.map((place) => ({ kind: 'add-owner' as const, ...place })),
      ...inGroups('enterpriseUsers').map((place) => ({ kind: 'remove-enterprise-user' as const, ...place })),
      ...inGroups('serviceAccounts').map((place) => ({ kind: 'delete-service-account' as const, ...place })),
    ],
    manual: [
      ...step('block', kind === 'service-account' ? 0 : 1, page !== null && isPageOf(base, page) ? [page] : []),
      ...step(
        'remove-memberships',
        direct.length,
        direct.flatMap((one) => membersPage(base, one)),
      ),
      ...step('delete-keys', keys),
      ...step('replace-deploy-keys', deployKeys),
      ...step('hand-over-tokens', groupTokens),
      ...step('reassign-work', (issues ?? 0) + (mergeRequests ?? 0)),
    ],
  };
}

const found = (kind: LeavingFact['kind'], count: number | null, of: readonly { label: string }[] = []): LeavingFact[] =>
  count === 0 ? [] : [{ kind, count, labels: of.map(({ label }) => label) }];

const step = (kind: ManualStep['kind'], count: number, links: string[] = []): ManualStep[] =>
  count === 0 ? [] : [{ kind, count, links }];

const placeOf = ({ scope, label }: { scope: Scope; label: string | null }) => ({ scope, label: label ?? scope });

/** The page with the members of a project. None if its path is not known. */
function membersPage(base: string, { label }: PersonMembership): string[] {
  if (label === null) return [];
  const path = label.split('/').map(encodeURIComponent).join('/');
  return [`${base.replace(/\/+$/, '')}/${path}/-/project_members`];
}
