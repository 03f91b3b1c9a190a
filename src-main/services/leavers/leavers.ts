import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Leaving } from '#shared/contract/leavers.ts';
import type { Person, PersonMembership } from '#shared/contract/people.ts';
import { scopeKindOf, type Scope } from '#shared/contract/scope.ts';
import { isPageOf } from '#shared/instance-page.ts';
import type { AppContext } from '../app-context.ts';
import type { Instance } from '../instances/instance.ts';

type All = Services<ReeveContract>;
type Needs = Pick<AppContext, 'texts'> & Pick<All, 'people'>;

/** The access level of an Owner (document 3:29). */
const ownerLevel = 50;

/** People who leave, from the cache. Sends no request. */
export function leavers(open: () => Instance, { texts, people }: Needs): All['leavers'] {
  return {
    leaving: async ({ ids }, signal) => {
      const { reader, profile } = open();
      const { people: found } = await people.get({ ids }, signal);
      const tokens = reader.lists('accessTokens');
      const groups = new Set(found.flatMap(ownedGroups).map(({ scope }) => scope));
      const counted = [...groups].map(async (scope) => {
        const { completedAt, counts } = await tokens.summary({ scope }, signal);
        return [scope, completedAt === null ? null : (counts['active']?.['1'] ?? 0)] as const;
      });
      const tokensOf = new Map(await Promise.all(counted));
      const owners = found.flatMap((person) => person?.memberships.filter(isActiveOwner) ?? []);
      const ownersOf = Map.groupBy(owners, ({ scope }) => scope);
      return { people: found.map((person) => person && leavingOf(person, profile.url, tokensOf, ownersOf)) };
    },
    match: async ({ text }, signal) => {
      const { reader } = open();
      const { header, json } = await texts.read('leavers', { text }, signal);
      return { header, ...(await reader.matchLeavers({ json }, signal)) };
    },
  };
}

/** The groups that a person owns, inferred from the members of projects. */
const ownedGroups = (person: Person | null): Person['groups'] =>
  person?.groups.filter(({ access_level }) => access_level >= ownerLevel) ?? [];
const isActiveOwner = ({ otherOwners, state }: PersonMembership): boolean => otherOwners !== null && state === 'active';

/**
 * What ends, what keeps working, what breaks and what has to be done if this account leaves. `base`: the address of the
 * instance. `tokensOf`: the active tokens of service accounts by group; null: never synced. `ownersOf`: the active Owners of
 * each project who leave together, this person included.
 */
function leavingOf(
  person: Person,
  base: string,
  tokensOf: ReadonlyMap<Scope, number | null>,
  ownersOf: ReadonlyMap<Scope, readonly unknown[]>,
): Leaving {
  const { id, kind, keys, deployKeys, tokens, row, work } = person;
  const isAdministrator = row['is_admin'];
  const page = textOf(row['web_url']);
  const memberships = person.memberships.filter(isReturned);
  const direct = memberships.filter((one) => one.is_direct === true || one.direct_access_level !== null);
  const onlyOwnerOf = memberships.filter((one) => {
    const otherLeavers = (ownersOf.get(one.scope)?.length ?? 0) - Number(isActiveOwner(one));
    return one.otherOwners !== null && one.otherOwners <= otherLeavers;
  });
  const groups = ownedGroups(person).map((one) => ({ ...one, count: tokensOf.get(one.scope) ?? null }));
  const neverSynced = groups.filter(({ count }) => count === null);
  const withTokens = groups.filter(({ count }) => count !== null && count > 0);
  const groupTokens = withTokens.reduce((sum, { count }) => sum + (count ?? 0), 0);
  const [issues, mergeRequests] = [openOf(work.issues), openOf(work.mergeRequests)];
  const accountsIn = (list: string) =>
    person.sources.filter((one) => one.collection === list && isReturned(one) && scopeKindOf(one.scope) === 'group');
  const serviceAccounts = accountsIn('serviceAccounts');
  const isToBlock = serviceAccounts.length === 0 && person.sources.some(isReturned);
  return {
    ...{ id, kind, name: textOf(row['name']), username: textOf(row['username']) },
    ends: facts([
      ['memberships', memberships.length],
      ['administrator', typeof isAdministrator === 'boolean' ? Number(isAdministrator) : null],
      ['keys', keys],
      ['personal-tokens', tokens === null ? null : 0],
      ['tokens', tokens?.syncedAt === null ? null : (tokens?.active ?? 0)],
    ]),
    keeps: facts([
      ['deploy-keys', deployKeys],
      ['group-tokens', groupTokens, withTokens],
      ['group-tokens', neverSynced.length === 0 ? 0 : null, neverSynced],
    ]),
    breaks: facts([
      ['only-owner', onlyOwnerOf.length, onlyOwnerOf],
      ['issues', issues],
      ['merge-requests', mergeRequests],
    ]),
    planned: [
      ...plans('add-owner', onlyOwnerOf),
      ...plans('remove-enterprise-user', accountsIn('enterpriseUsers')),
      ...plans('delete-service-account', serviceAccounts),
    ],
    manual: stepsByHand([
      ['block', Number(isToBlock), page !== null && isPageOf(base, page) ? [page] : []],
      ['remove-memberships', direct.length, direct.flatMap(({ label }) => membersPage(base, label))],
      ['delete-keys', keys],
      ['replace-deploy-keys', deployKeys],
      ['hand-over-tokens', groupTokens],
      ['reassign-work', (issues ?? 0) + (mergeRequests ?? 0)],
    ]),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const isReturned = ({ notReturnedSince }: { notReturnedSince: number | null }): boolean => notReturnedSince === null;
/** How many rows are open; null: never synced. */
const openOf = ({ open, places }: Person['work']['issues']): number | null => (places === 0 ? null : open);

interface Place {
  scope: Scope;
  label: string | null;
}
const facts = <Kind extends string>(rows: [kind: Kind, count: number | null, of?: Place[]][]) =>
  rows.flatMap(([kind, count, of = []]) =>
    count === 0 ? [] : [{ kind, count, labels: of.map(({ scope, label }) => label ?? scope) }],
  );
const plans = <Kind extends string>(kind: Kind, places: readonly Place[]) =>
  places.map(({ scope, label }) => ({ kind, scope, label: label ?? scope }));
const stepsByHand = <Kind extends string>(rows: [kind: Kind, count: number, links?: string[]][]) =>
  rows.flatMap(([kind, count, links = []]) => (count === 0 ? [] : [{ kind, count, links }]));

/** The page with the members of a project. `path` null: not known. */
function membersPage(base: string, path: string | null): string[] {
  const encoded = path?.split('/').map(encodeURIComponent).join('/');
  return encoded === undefined ? [] : [`${base.replace(/\/+$/, '')}/${encoded}/-/project_members`];
}
