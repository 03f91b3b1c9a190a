import type { CoveragePlace, CoverageRowsQuery } from '#main/cache/read/coverage-rows.ts';
import { isCollection } from '#shared/contract/collections.ts';
import { CoverageQuery } from '#shared/contract/coverage.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Job } from '#shared/contract/job.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { PinDepthName } from '#shared/contract/pins.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { pathsAbove } from '#shared/off-places.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import type { AppContext } from '../app-context.ts';
import { groupsAround, toEntry } from '../catalogue/catalogue.ts';
import type { Instance } from '../instances/instance.ts';
import { offTest } from '../setup/setup-places.ts';
import type { StateTables } from '../state-tables.ts';
import { storedContents } from './stored-contents.ts';

interface Needs extends Pick<AppContext, 'state' | 'jobs' | 'clock'> {
  /** What pins could not store. */
  stuck: (profileId: string) => NonNullable<CoverageRowsQuery['stuck']>;
  /** Fails: `missing` if the pin does not exist, or belongs to another profile. */
  pinned: (instance: Instance, pin: number) => PinnedLists;
}

/** The lists that a pin contains. `collection`: only those of this one. */
export interface PinnedLists {
  places: CoveragePlace[];
  depths: readonly PinDepthName[];
  collection?: string | undefined;
}

const running: readonly Job['state'][] = ['queued', 'running', 'waiting', 'interrupted'];

/** What is stored of every list, from the cache alone. The state of a pin is computed from the same rows. */
export function openCoverage({ state, stuck, pinned, jobs, clock }: Needs) {
  const { catalogue: table, setups } = state;
  const openedAt = clock.now();

  /** Lists with a job that has not ended. */
  function syncing(profileId: string): string[] {
    const unfinished = jobs.list().filter((job) => job.profileId === profileId && running.includes(job.state));
    return unfinished.flatMap(({ kind, input }) => {
      // A list that is synced in windows has a job of its own
      const own = kind.replace(/\.crawl$/, '');
      if (own !== kind && isCollection(own)) return [`${own} `];
      if (!['lists.crawl', 'lists.details', 'lists.below'].includes(kind)) return [];
      return [`${input['collection'] ?? ''} ${input['scope'] ?? ''}`];
    });
  }

  type Asked = Pick<CoverageRowsQuery, 'places' | 'query' | 'slice'>;
  /** What is known besides the cache. `scope`: only of one place. */
  const otherFacts = ({ profile: { id } }: Instance, scope: Scope | null = null) => ({
    ...{ now: clock.now(), openedAt, syncing: syncing(id), contents: storedContents(state, id, scope) },
    stuck: stuck(id),
    offCollections: setups.off(id, 'collection'),
    isOff: offTest(state, id, ''),
  });
  function rowsOf(instance: Instance, asked: Asked, signal: AbortSignal, all = otherFacts(instance)) {
    return instance.reader.coverageRows({ ...asked, ...factsFor(instance, asked.places, all) }, signal);
  }
  /** The facts about these places that are not in the cache. */
  function factsFor(instance: Instance, places: readonly CoveragePlace[], all = otherFacts(instance)) {
    const { isOff, offCollections: collections, ...facts } = all;
    return { places, ...facts, off: { collections, scopes: new Set(places.map(({ scope }) => scope).filter(isOff)) } };
  }

  /** What Coverage shows of a pin: its lists that are not complete. */
  function placesOfPin({ places, ...pinned }: PinnedLists): CoveragePlace[] {
    return places.map((place) => ({ ...place, pinned }));
  }

  function placeOf(instance: Instance, scope: Scope): CoveragePlace {
    const read = readScope(scope);
    if (read === null) return instancePlace;
    const row = table.get(instance.profile.id, read.kind, read.ref);
    const groups = read.kind === 'project' ? groupsAround(table, instance.profile.id, scope) : [];
    const around = groups.map((one) => instance.scopeOf(one));
    const label = row?.path ?? String(read.ref);
    return { key: row?.key ?? 0, kind: read.kind, scope: instance.scopeOf(scope), label, around };
  }

  const servicesOf = (open: () => Instance) =>
    ({
      of: async ({ scope }, signal) => {
        const instance = open();
        const place = placeOf(instance, scope);
        const asked = { places: [place], query: CoverageQuery.parse({}), slice: { from: 0, count: 500 } };
        const { rows } = await rowsOf(instance, asked, signal, otherFacts(instance, place.scope));
        const labelOf = (at: Scope | null) => (at === null ? null : placeOf(instance, at).label);
        return { rows: rows.map((row) => ({ ...row, syncedInLabel: labelOf(row.syncedIn) })) };
      },
      list: async ({ query, slice }, signal) => {
        const startedAt = performance.now();
        const instance = open();
        const { pin } = query;
        const asked = pin === undefined ? placesOf(table, instance) : placesOfPin(pinned(instance, pin));
        const { total, places, rows, counts } = await rowsOf(instance, { places: asked, query, slice }, signal);
        const queryMs = performance.now() - startedAt;
        const revision = clock.now();
        return { total, isCapped: false, from: slice.from, rows, revision, queryMs, counts, places };
      },
    }) satisfies Services<ReeveContract>['coverage'];
  return {
    servicesOf,
    factsFor,
    placeOf,
    /** The gaps of these pins by depth: of each one, and of all together. A list of several pins counts once. */
    gaps: async (instance: Instance, pins: readonly PinnedLists[], signal: AbortSignal) => {
      const facts = otherFacts(instance);
      const query = CoverageQuery.parse({});
      const gapsOf = async (places: CoveragePlace[]) =>
        (await rowsOf(instance, { places, query, slice: { from: 0, count: 0 } }, signal, facts)).gaps;
      const each = await Promise.all(pins.map((pin) => gapsOf(placesOfPin(pin))));
      const all = pins.length === 1 ? each[0] : undefined;
      return { each, all: all ?? (await gapsOf(pins.flatMap(placesOfPin))) };
    },
  };
}

const instancePlace: CoveragePlace = {
  key: 0,
  kind: 'instance',
  scope: '',
  label: words.scope.wholeInstance,
  around: [],
};

/** The instance and all known groups and projects, in the order of their paths. */
export function placesOf(
  table: StateTables['catalogue'],
  instance: Pick<Instance, 'profile' | 'scopeOf'>,
): CoveragePlace[] {
  const rows = table.all(instance.profile.id);
  const groups = new Map(
    rows.flatMap((row) =>
      row.kind === 'group' && row.path !== null ? [[row.path.toLowerCase(), toEntry(row).scope]] : [],
    ),
  );
  const places = rows.map((row): CoveragePlace => {
    const above = row.kind === 'project' && row.path !== null ? pathsAbove(row.path).reverse() : [];
    const around = above.flatMap((path) => groups.get(path) ?? []);
    const { scope } = toEntry(row);
    return { key: row.key, kind: row.kind, scope: instance.scopeOf(scope), label: row.path ?? String(row.id), around };
  });
  return [instancePlace, ...places];
}
