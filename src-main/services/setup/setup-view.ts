import { pathsAbove } from '#shared/off-places.ts';
import type { Clock } from '#main/ports.ts';
import { placesStep, type NotAvailable, type Setup, type SetupGroup, type SetupPhase } from '#shared/contract/setup.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import { costsOf, msPerRequest } from './setup-costs.ts';
import { activeAfter, knownPlaces, placesToSync, type Place } from './setup-places.ts';
import type { Progress } from './setup-progress.ts';
import { stepIds, freshStep } from './setup-steps.ts';

type Tables = Pick<StateTables, 'setups' | 'catalogue' | 'placeDiscovery' | 'capabilities'>;

const mostGroups = 100;
/** Places that are named for each collection that the platform refused. */
const mostNamed = 3;
const ended: readonly string[] = ['done', 'refused', 'skipped'];

export function phaseOf(state: Setup['state']): SetupPhase {
  if (state === 'none' || state === 'done') return 'over';
  return state === 'running' || state === 'waiting' ? 'busy' : 'halted';
}

/** The numbers that each event has. */
export function progressOf(
  progress: Progress | null,
  state: Setup['state'],
  instance: Pick<Instance, 'connection'> | null,
) {
  const steps = progress?.steps() ?? [];
  const requests = steps.reduce((sum, step) => sum + step.requests, 0);
  const estimatedRequests = steps.reduce((sum, step) => sum + Math.max(step.requests, step.estimatedRequests), 0);
  const perRequest = instance === null ? null : msPerRequest(progress, instance.connection.now());
  // Before the places are found, the number of requests is not known
  const isKnown = state === 'running' && steps.some(({ id, state: own }) => id === placesStep && ended.includes(own));
  const etaMs = !isKnown || perRequest === null ? null : Math.round((estimatedRequests - requests) * perRequest);
  const done = steps.filter((step) => ended.includes(step.state)).length;
  return { state, phase: phaseOf(state), done, requests, estimatedRequests, etaMs };
}

/** Everything that the setup view of the Overview shows. */
export function setupView(
  tables: Tables,
  instance: Instance,
  progress: Progress | null,
  state: Setup['state'],
  clock: Clock,
): Setup {
  const profileId = instance.profile.id;
  const places = knownPlaces(tables, profileId);
  const doc = progress?.setup.doc;
  const isAdministrator = doc?.isAdministrator ?? null;
  const connection = instance.connection.now();
  const toSync = placesToSync(tables, profileId, { isAdministrator: isAdministrator === true, activeAfter: null });
  const offCollections = tables.setups.off(profileId, 'collection');
  const groups = groupsOf(tables, profileId, places, { isAdministrator, membersOf: doc?.membersOf ?? {} });
  return {
    ...progressOf(progress, state, instance),
    choice: progress?.setup.choice ?? null,
    steps: progress?.steps() ?? stepIds.map(freshStep),
    startedAt: progress?.setup.startedAt ?? null,
    finishedAt: progress?.setup.finishedAt ?? null,
    isAdministrator,
    username: doc?.username ?? null,
    limit: connection.budget?.limit ?? null,
    costs: costsOf({
      totals: doc?.totals ?? {},
      places: toSync,
      activeAfter: activeAfter(clock.now()),
      off: new Set(offCollections),
      msPerRequest: msPerRequest(progress, connection),
      steps: progress?.steps() ?? [],
      chosen: progress?.setup.choice ?? null,
    }),
    groups: groups.slice(0, mostGroups),
    groupsTotal: groups.length,
    projectsTotal: places.filter(({ kind }) => kind === 'project').length,
    notAvailable: notAvailable(tables, profileId, progress?.setup.startedAt ?? 0),
    off: { collections: offCollections, places: tables.setups.off(profileId, 'place') },
  };
}

function groupsOf(
  tables: Tables,
  profileId: string,
  places: readonly Place[],
  { isAdministrator, membersOf }: { isAdministrator: boolean | null; membersOf: Readonly<Record<string, number>> },
): SetupGroup[] {
  const answers = tables.placeDiscovery.answers(profileId, 'group');
  const below = new Map<string, { projects: number; members: number; foundIn: Set<string> }>();
  for (const { kind, path, foundIn } of places) {
    if (kind !== 'project' || path === null) continue;
    for (const above of pathsAbove(path)) {
      const sums = below.get(above) ?? { projects: 0, members: 0, foundIn: new Set() };
      sums.projects += 1;
      sums.members += membersOf[path.toLowerCase()] ?? 0;
      if (foundIn !== null) sums.foundIn.add(resourceOf(foundIn));
      below.set(above, sums);
    }
  }
  const roleOf = (path: string): SetupGroup['role'] => {
    if (isAdministrator === true) return 'administrator';
    const outcome = answers.get(path)?.outcome;
    if (outcome === 'owner') return 'owner';
    return outcome === 'refused' ? 'none' : 'unknown';
  };
  return places
    .flatMap(({ kind, scope, path, label, foundIn: own }): SetupGroup[] => {
      if (kind !== 'group') return [];
      const key = path?.toLowerCase() ?? '';
      const { projects = 0, members = 0, foundIn = new Set<string>() } = below.get(key) ?? {};
      const resources = new Set([...(own === null ? [] : [resourceOf(own)]), ...foundIn]);
      return [{ scope, path: label, role: roleOf(key), projects, members, foundIn: [...resources].sort() }];
    })
    .sort((a, b) => b.projects - a.projects || a.path.localeCompare(b.path));
}

/** `runners` for `runners.detail`. */
const resourceOf = (foundIn: string): string => foundIn.split('.')[0] ?? foundIn;

function notAvailable(tables: Tables, profileId: string, since: number): NotAvailable[] {
  const ofInstance = ({
    name,
    status,
    reportedMessage,
  }: Pick<NotAvailable, 'name' | 'status' | 'reportedMessage'>) => ({
    ...{ name, status, reportedMessage, reason: null, places: [], count: 1 },
  });
  const capabilities = tables.capabilities
    .of(profileId)
    .filter(({ outcome }) => outcome === 'denied' || outcome === 'missing')
    .map((one) => ({ kind: 'capability' as const, ...ofInstance(one) }));
  const refusals = tables.setups.refusals(profileId).filter(({ at, scope }) => at >= since && scope !== '');
  const grouped = Map.groupBy(refusals, ({ collection, status, reason }) => `${collection} ${status} ${reason}`);
  const refused = [...grouped.values()].flatMap((all): NotAvailable[] => {
    const [first] = all;
    if (first === undefined) return [];
    const { collection: name, status, reason, reportedMessage } = first;
    const named = all.slice(0, mostNamed).map(({ label }) => label);
    return [{ kind: 'collection', name, places: named, count: all.length, status, reason, reportedMessage }];
  });
  const probes = tables.catalogue
    .probes(profileId)
    .filter(({ outcome, name }) => outcome === 'not-offered' && (name === 'groups' || name === 'projects'))
    .map((one) => ({ kind: 'probe' as const, ...ofInstance(one) }));
  return [...capabilities, ...refused, ...probes];
}
