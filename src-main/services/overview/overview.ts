import { collectionNames, collections, isCollection, type CollectionName } from '#shared/contract/collections.ts';
import type { ListSummary } from '#shared/contract/collection.ts';
import { dayOf, figures, figuresOn, tokenFiguresOn } from '#shared/contract/figures.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import { JournalEntry, JournalQuery } from '#shared/contract/journal.ts';
import type { Services } from '#shared/contract/kit.ts';
import {
  hiddenFromToken,
  type Figure,
  type JournalFigure,
  type Overview,
  type Place,
} from '#shared/contract/overview.ts';
import { days, toIso } from '#shared/time.ts';
import type { FreshnessOf } from './overview-freshness.ts';
import { createRowCounter, type RowCounter } from './row-counter.ts';
import type { AppContext } from '../app-context.ts';
import type { Instance } from '../instances/instance.ts';
import { fleetOf } from './overview-fleet.ts';
import { mirrorAlarmsOf, mirrorsOf, type MirrorNeeds } from './overview-mirrors.ts';
import { transfers, type TransferNeeds } from './overview-transfers.ts';
import { webhookAlertsOf, webhooksOf } from './overview-webhooks.ts';
import { placesInUse } from '../setup/setup-places.ts';

type Verbs = Services<ReeveContract>;

interface Needs extends Pick<AppContext, 'state' | 'clock'> {
  open: () => Instance;
  importStates: TransferNeeds['importStates'];
  /** The services of the same window that the overview calls. */
  services: {
    accessTokens: Pick<Verbs['accessTokens'], 'horizon'>;
    remoteMirrors: Pick<Verbs['remoteMirrors'], 'facts'>;
    watches: Pick<Verbs['watches'], 'freshness'>;
    dependencyExports: TransferNeeds['exports'];
    imports: TransferNeeds['imports'];
  };
}

const recentEntries = 8;
const weekMs = days(7);
/** Maximum groups for which the overview checks whether their tokens were synced. */
const mostGroups = 200;
const counted = collectionNames.filter((name) => collections[name].isCounted);
const everywhere: Place = { group: null, project: null };

/** The overview, from the cache, the journal and the plans. It sends no requests. */
export function overview({ open, state, services, importStates, clock }: Needs) {
  const freshness: FreshnessOf = async (collection, scope, signal) =>
    services.watches.freshness({ collection, scope }, signal);
  const mirrorFacts: MirrorNeeds['facts'] = async (rows, signal) =>
    (await services.remoteMirrors.facts({ rows }, signal)).facts;
  const moved = transfers({ exports: services.dependencyExports, imports: services.imports, importStates });

  async function usersOf({ reader }: Instance, count: RowCounter, signal: AbortSignal) {
    const { live: all, completedAt, view } = await reader.lists('users').summary({ scope: '' }, signal);
    const isSeen = view === 'administrator';
    const newUsers = { created_after: toIso(dayOf(clock.now() - weekMs)) };
    return {
      view,
      live: all,
      completedAt,
      freshness: await freshness('users', '', signal),
      newInWeek: isSeen ? await count({ collection: 'users', scope: '', filter: newUsers }) : null,
      unprotectedAdmins: isSeen ? await count({ ...figures.unprotectedAdministrators, scope: '' }) : null,
    };
  }

  async function tokensOf(instance: Instance, count: RowCounter, scope: Scope | null, signal: AbortSignal) {
    const tokens = instance.reader.lists('accessTokens');
    const { live: all, completedAt } = await tokens.summary({ scope }, signal);
    const looked = placesInUse(state, instance.profile.id, { scopes: ['group'] }).slice(0, mostGroups);
    const summaries = await Promise.all(looked.map((group) => tokens.summary({ scope: group.scope }, signal)));
    const isEmpty = completedAt === null && all === 0;
    return {
      scope,
      live: all,
      completedAt,
      freshness: await freshness('accessTokens', scope, signal),
      widerScope: isEmpty && scope !== null ? await firstWithRows(count, 'accessTokens', [null]) : null,
      horizon: await services.accessTokens.horizon({ scope }, signal),
      groups: looked.length,
      unsyncedGroups: summaries.filter(({ completedAt: at, refusal }) => at === null && refusal === undefined).length,
    };
  }

  async function runnersOf({ reader }: Instance, count: RowCounter, { group, project }: Place, signal: AbortSignal) {
    const chosen = [project, group, ''].filter((scope) => scope !== null);
    const [scope = '', ...wider] = chosen;
    const fleet = {
      ...(await fleetOf(reader.lists('runners'), count, scope, signal)),
      freshness: await freshness('runners', scope, signal),
    };
    const isEmpty = fleet.completedAt === null && fleet.live === 0;
    return { ...fleet, widerScope: isEmpty ? await firstWithRows(count, 'runners', wider) : null };
  }

  function writesOf({ profile }: Instance): Overview['writes'] {
    const { journal } = state;
    const ofProfile = { search: '', profileId: profile.id };
    const figure = (query: JournalFigure['query']): JournalFigure => ({
      query,
      count: journal.count(JournalQuery.parse(query)),
    });
    return {
      refused: figure({ ...ofProfile, state: 'refused', after: clock.now() - weekMs }),
      unknown: figure({ ...ofProfile, state: 'unknown' }),
      recent: journal.list(ofProfile, { from: 0, count: recentEntries }).map((entry) => JournalEntry.parse(entry)),
    };
  }

  /**
   * What the token can't see: endpoints that were refused when it was probed, and the administrator view if users were
   * synced without it.
   */
  function notVisible({ profile }: Instance, view: ListSummary['view']): Overview['notVisible'] {
    const refused = state.capabilities
      .of(profile.id)
      .filter(({ outcome }) => outcome === 'denied' || outcome === 'missing')
      .map(({ name }) => name);
    return hiddenFromToken.filter(
      (name) => refused.includes(name) || (name === 'users.administrator' && view === 'public'),
    );
  }

  return {
    get: async (place, signal) => {
      const instance = open();
      const count = createRowCounter(instance.reader, signal);
      const { reader } = instance;
      const [{ view, ...users }, runners, tokens, mirrors, webhooks] = await Promise.all([
        usersOf(instance, count, signal),
        runnersOf(instance, count, place, signal),
        tokensOf(instance, count, place.group, signal),
        mirrorsOf({ reader, count, facts: mirrorFacts, freshness }, place.project, signal),
        webhooksOf({ reader, count, freshness }, place.project, signal),
      ]);
      return {
        notVisible: notVisible(instance, view),
        ...{ users, runners, tokens, mirrors, webhooks },
        writes: writesOf(instance),
      };
    },
    alarms: async ({ scope }, signal) => {
      const { reader } = open();
      const count = createRowCounter(reader, signal);
      const [offlineRunners, mirrors, webhooks] = await Promise.all([
        count({ ...figures.runnersOffline, scope }),
        mirrorAlarmsOf({ reader, count, facts: mirrorFacts }, scope, signal),
        webhookAlertsOf({ reader, count }, scope, signal),
      ]);
      return { offlineRunners, mirrors, webhooks };
    },
    figures: async ({ collections: asked }, signal) => {
      const { reader } = open();
      const count = createRowCounter(reader, signal);
      const known = Object.entries(figuresOn(clock.now()));
      const all = await Promise.all(
        asked.filter(isCollection).map(async (collection) => {
          const shown = shownScope(collection, everywhere) ?? null;
          const { view = 'administrator' } = await reader.lists(collection).summary({ scope: shown }, signal);
          const own = known.filter(([, one]) => one.collection === collection && view === 'administrator');
          return Promise.all(
            [[collection, { collection }] as const, ...own].map(async ([name, query]) => ({
              ...(await count({ scope: shown, ...query })),
              name,
            })),
          );
        }),
      );
      return all.flat();
    },
    counts: async (place, signal) => {
      const { reader, profile } = open();
      const count = createRowCounter(reader, signal);
      const shown = counted.flatMap((collection) => {
        const scope = shownScope(collection, place);
        return scope === undefined ? [] : [{ collection, scope }];
      });
      const lists = await Promise.all(
        shown.map(async ({ collection, scope }) => {
          const { live: rows, completedAt } = await reader.lists(collection).summary({ scope }, signal);
          return { collection, scope, live: rows, completedAt };
        }),
      );
      const scopeOf = (wanted: string): Scope | null =>
        lists.find(({ collection }) => collection === wanted)?.scope ?? null;
      const { project } = place;
      const [offlineRunners, endingTokens, mirrorAlarms, alertingWebhooks, problems] = await Promise.all([
        count({ ...figures.runnersOffline, scope: scopeOf('runners') }),
        count({
          ...tokenFiguresOn(clock.now()).week,
          ...{ collection: 'accessTokens', scope: scopeOf('accessTokens') },
        }),
        count({ ...figures.mirrorAlarms, scope: project }),
        count({ ...figures.webhooksAlerting, scope: project }),
        moved.problems(profile.id, clock.now(), signal),
      ]);
      return { lists, offlineRunners, endingTokens, mirrorAlarms, alertingWebhooks, ...problems };
    },
    transfers: (_, signal) => moved.of(clock.now(), signal),
  } satisfies Services<ReeveContract>['overview'];
}

/** The first scope that has cached rows of a list; null if none has. */
async function firstWithRows(count: RowCounter, collection: Figure['collection'], scopes: readonly (Scope | null)[]) {
  for (const scope of scopes) {
    const figure = await count({ collection, scope });
    if (figure.count > 0) return figure;
  }
  return null;
}

/**
 * The scope that the page of a list shows: the most specific one that the list supports. Undefined: the page requires a
 * choice.
 */
function shownScope(collection: CollectionName, { group, project }: Place): Scope | null | undefined {
  const { lists, isSameInAllScopes, isStoredOnce } = collections[collection];
  if (lists.project !== undefined && project !== null) return project;
  if (lists.group !== undefined && group !== null) return group;
  // Without a chosen group, the page also shows the rows of groups that the list of the instance does not have
  const hasOwnGroupRows = lists.group !== undefined && !isSameInAllScopes && !isStoredOnce;
  if (lists.instance !== undefined) return hasOwnGroupRows ? null : '';
  return collection === 'accessTokens' ? null : undefined;
}
