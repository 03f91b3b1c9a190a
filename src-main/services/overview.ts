import type { ListStem } from '#main/cache/list-stems.ts';
import type { Clock } from '#main/ports.ts';
import type { Plan, RowState } from '#shared/contract/changes.ts';
import type { Scope } from '#shared/contract/collection.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import { JournalEntry } from '#shared/contract/journal.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Overview, Place } from '#shared/contract/overview.ts';
import type { Horizon } from '#shared/contract/personal-access-tokens.ts';
import { UserQuery, type UserFilter } from '#shared/contract/users.ts';
import { days, toIso } from '#shared/time.ts';
import { dayOf, partsOf } from './access-tokens-horizon.ts';
import type { Instance } from './instance.ts';
import { listings } from './listings/all.ts';
import { fleetOf } from './overview-fleet.ts';
import type { StateTables } from './state-tables.ts';

interface Needs {
  open: () => Instance;
  state: Pick<StateTables, 'journal' | 'plans'>;
  /** Scopes of the groups that are known. */
  groupsOf: (profileId: string) => readonly Scope[];
  horizon: (scope: Scope | null, signal: AbortSignal) => Promise<Horizon>;
  clock: Clock;
}

const recentEntries = 8;
const weekMs = days(7);
/** Known groups of which it is looked up whether their tokens were read. */
const mostGroups = 200;
const counted = [
  'runners',
  'enterpriseUsers',
  'members',
  'serviceAccounts',
  'accessTokens',
  'keys',
  'sshCertificates',
] as const satisfies readonly ListStem[];
const unsent: readonly RowState[] = ['planned', 'sending', 'drifted', 'needs-secret'];
const live: readonly Plan['state'][] = ['applying', 'paused', 'waiting'];

/** What needs attention now, from what is cached and noted on this machine. Asks the platform nothing. */
export function overview({ open, state, groupsOf, horizon, clock }: Needs) {
  const one = { from: 0, count: 1 };

  async function usersOf({ reader }: Instance, signal: AbortSignal): Promise<Overview['users']> {
    const weekBegan = toIso(dayOf(clock.now() - weekMs));
    const count = async (filter: UserFilter): Promise<number> =>
      (await reader.users.list({ query: UserQuery.parse({ filter }), slice: one }, signal)).total;
    const { live: all, completedAt, view } = await reader.users.summary(signal);
    return {
      live: all,
      completedAt,
      newInWeek: await count({ created_after: weekBegan }),
      weekBegan,
      unprotectedAdmins: view === 'administrator' ? await count({ admins: true, two_factor: 'disabled' }) : null,
    };
  }

  async function tokensOf({ reader, profile }: Instance, scope: Scope | null, signal: AbortSignal) {
    const tokens = reader.lists('accessTokens');
    const { live: all, completedAt } = await tokens.summary(scope, signal);
    const groups = groupsOf(profile.id);
    const looked = groups.slice(0, mostGroups);
    const summaries = await Promise.all(looked.map((group) => tokens.summary(group, signal)));
    return {
      scope,
      live: all,
      completedAt,
      horizon: await horizon(scope, signal),
      groups: looked.length,
      unreadGroups: summaries.filter((summary) => summary.completedAt === null).length,
    };
  }

  function writesOf({ profile }: Instance): Overview['writes'] {
    const { journal, plans } = state;
    const query = { search: '', profileId: profile.id };
    const pending = plans
      .list()
      .filter((plan) => plan.profileId === profile.id && live.includes(plan.state))
      .map(({ id }) => plans.counts(id))
      .reduce((sum, counts) => sum + unsent.reduce((all, state) => all + (counts[state] ?? 0), 0), 0);
    return {
      pending,
      refused: journal.count({ ...query, state: 'refused', after: clock.now() - weekMs }),
      unknown: journal.count({ ...query, state: 'unknown' }),
      recent: journal.list(query, { from: 0, count: recentEntries }).map((entry) => JournalEntry.parse(entry)),
    };
  }

  return {
    look: async ({ group, project }, signal) => {
      const instance = open();
      const fleetScope = project ?? group ?? '';
      const [users, runners, tokens] = await Promise.all([
        usersOf(instance, signal),
        fleetOf(instance.reader.lists('runners'), fleetScope, signal),
        tokensOf(instance, group, signal),
      ]);
      return { users, runners, tokens, writes: writesOf(instance) };
    },
    counts: async (place, signal) => {
      const { reader } = open();
      const shown = counted.flatMap((stem) => {
        const scope = shownScope(stem, place);
        return scope === undefined ? [] : [{ stem, scope }];
      });
      const users = await reader.users.summary(signal);
      const lists = await Promise.all(
        shown.map(async ({ stem, scope }) => {
          const { live: rows, completedAt, counts } = await reader.lists(stem).summary(scope, signal);
          return { stem, scope, live: rows, completedAt, counts };
        }),
      );
      const { offline = 0, stale = 0 } = lists.find(({ stem }) => stem === 'runners')?.counts['status'] ?? {};
      const tokensIn = lists.find(({ stem }) => stem === 'accessTokens')?.scope ?? null;
      const ending = { ...partsOf(dayOf(clock.now())).week, search: '', scope: tokensIn, sort: byId };
      const { total } = await reader.lists('accessTokens').list({ query: ending, slice: one }, signal);
      return {
        lists: [
          { stem: 'users', scope: '', live: users.live, completedAt: users.completedAt },
          ...lists.map(({ stem, scope, live: rows, completedAt }) => ({ stem, scope, live: rows, completedAt })),
        ],
        offlineRunners: offline + stale,
        endingTokens: total,
      };
    },
  } satisfies Services<ReeveContract>['overview'];
}

const byId = { by: 'id', direction: 'asc' } as const;

/** Where the page of a list shows it: the deepest level that the list has. Undefined: the page asks for a choice. */
function shownScope(stem: (typeof counted)[number], { group, project }: Place): Scope | null | undefined {
  const { scopes } = listings[stem];
  if (scopes.includes('project') && project !== null) return project;
  if (scopes.includes('group') && group !== null) return group;
  if (scopes.includes('instance')) return '';
  return stem === 'accessTokens' ? null : undefined;
}
