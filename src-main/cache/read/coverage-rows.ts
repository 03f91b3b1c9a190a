import type { CoverageGap, CoverageQuery, CoverageRow, CoverageState } from '#shared/contract/coverage.ts';
import { collectionNames, collections, type CollectionName } from '#shared/contract/collections.ts';
import { depthOf } from '#shared/contract/pin-depths.ts';
import { pinDepths, type PinDepthName } from '#shared/contract/pins.ts';
import type { OwnerKind, Scope } from '#shared/contract/scope.ts';
import { rowsOf } from '#shared/text/en/collections.ts';
import type { z } from 'zod';
import {
  contentNames,
  contentRow,
  isContent,
  type ContentFacts,
  type ContentName,
  type StoredContents,
} from './content-rows.ts';
import type { BelowFacts, CollectionFacts, ScopeFacts } from './coverage-facts.ts';
import { parentsOf } from './places-below.ts';

/**
 * A place whose lists are shown. `around`: the scopes of the known groups that contain it, the nearest first. `isAround`:
 * only its lists that apply to projects below it are shown. `pinned`: only the lists with a gap that belong to these depths
 * of a pin, and to this collection.
 */
export interface CoveragePlace {
  key: number;
  kind: OwnerKind;
  scope: Scope;
  label: string;
  around: readonly Scope[];
  isAround?: boolean;
  pinned?: { depths: readonly PinDepthName[]; collection?: string | undefined };
}
export interface CoverageRowsQuery {
  places: readonly CoveragePlace[];
  query: z.output<typeof CoverageQuery>;
  slice: { from: number; count: number };
  now: number;
  /** Syncs that began later and have not ended are running. */
  openedAt: number;
  /** Lists with a job that runs or waits, as `<collection> <scope>`. */
  syncing: readonly string[];
  /** Absent: the rows of contents are left out. */
  contents?: StoredContents;
  /** Items that pins could not store, by `<collection> <scope>` of their row. */
  stuck?: ReadonlyMap<string, readonly StuckItems[]>;
  /** What was switched off in the setup. */
  off?: { collections: readonly string[]; scopes: ReadonlySet<Scope> };
}
type Stuck = CoverageGap['stuck'];
/** Items that a pin could not store. `missing`: they do not exist on the platform, so they are no gap. */
export interface StuckItems {
  why: Stuck[number]['why'] | 'missing';
  count: number;
}
export interface CoverageRows {
  total: number;
  /** The places of these lists. */
  places: number;
  rows: CoverageRow[];
  /** All rows that match the rest of the query, by state. */
  counts: Record<CoverageState, number>;
  /** The gaps of all matching rows, by depth. A list of several pins, or a request for several rows, counts once. */
  gaps: Record<PinDepthName, Gaps>;
}
export interface Gaps {
  lists: number;
  requests: number;
  isGuess: boolean;
}

/** The syncs of a list in a scope that is not one of the places. */
type SyncsOf = (collection: string, scope: Scope) => ScopeFacts;
interface Facts {
  rowBytes: number;
  scopes: ReadonlyMap<Scope, ScopeFacts>;
  below: ReadonlyMap<Scope, BelowFacts>;
  covering: ReadonlyMap<Scope, CollectionFacts['covering']>;
}
type Contents = Record<ContentName, Map<Scope, ContentFacts>>;
interface Place extends CoveragePlace {
  labelOf: (scope: Scope) => string | null;
  /** The rows computed so far, because a row can depend on others. */
  made: Map<CollectionName, CoverageRow | null>;
}

/** Maximum number of collections, for the keys of rows. */
const keysPerPlace = 256;
type RowName = CollectionName | ContentName;
const allNames: readonly RowName[] = [...collectionNames, ...contentNames];
const parents = new Map(collectionNames.map((name) => [name, parentsOf(name)]));
const depths = new Map(allNames.map((name) => [name, depthOf(name)]));
/** The words for their rows, in small letters, as they are sorted and searched. */
const lowerCase = new Map(allNames.map((name) => [name, rowsOf(name).toLowerCase()]));
const order = allNames.toSorted((a, b) => (namedAs(a) < namedAs(b) ? -1 : 1));
const rank = new Map<string, number>(order.map((name, at) => [name, at]));
function namedAs(name: RowName): string {
  return lowerCase.get(name) ?? name;
}

/** The lists of places with what is cached of them: filtered, sorted, and one slice of them. */
export function coverageRows(
  facts: readonly CollectionFacts[],
  input: CoverageRowsQuery,
  syncsOf: SyncsOf,
): CoverageRows {
  const { query, slice, now } = input;
  const indexed = new Map(facts.map((one) => [one.collection, indexFacts(one)]));
  const labels = new Map(input.places.map(({ scope, label }) => [scope, label]));
  const syncing = new Set(input.syncing);
  const isRunning = (collection: string, scope: Scope, since: number | null): boolean =>
    syncing.has(`${collection} ${scope}`) || (since !== null && since >= input.openedAt);
  const words = query.search.toLowerCase().split(/\s+/u).filter(Boolean);
  const counts: CoverageRows['counts'] = { complete: 0, partial: 0, refused: 0, never: 0, syncing: 0 };
  const contents = contentsOf(input.contents);
  const gaps = Object.fromEntries(
    pinDepths.map((depth) => [depth, { lists: 0, requests: 0, isGuess: false }]),
  ) as CoverageRows['gaps'];
  const requested = new Set<string>();
  const counted = new Set<number>();
  const rows: CoverageRow[] = [];
  const names = query.collection === undefined ? order : order.filter((name) => name === query.collection);

  const known: Known = { indexed, syncsOf, isRunning, input };
  for (const given of input.places) {
    if (query.kind !== undefined && given.kind !== query.kind) continue;
    const place: Place = { ...given, labelOf: (scope) => labels.get(scope) ?? null, made: new Map() };
    const { pinned } = given;
    const label = given.label.toLowerCase();
    for (const name of names) {
      if (!words.every((word) => label.includes(word) || namedAs(name).includes(word))) continue;
      const depth = depths.get(name) ?? 'facts';
      if (pinned !== undefined && (!pinned.depths.includes(depth) || name !== (pinned.collection ?? name))) continue;
      const row = isContent(name) ? contentOf(place, name) : rowOf(place, name, known);
      if (row === null || (pinned !== undefined && (counted.has(row.key) || !isGapOf(row, pinned.depths)))) continue;
      counted.add(row.key);
      if (query.olderThanMs !== undefined && !isOlder(row, now - query.olderThanMs)) continue;
      counts[row.state] += 1;
      if (row.gap !== null) addGap(gaps[depth], row, row.gap);
      if (query.state === undefined || row.state === query.state) rows.push(row);
    }
  }
  sort(rows, query.sort);
  const places = new Set(rows.map(({ scope }) => scope)).size;
  return { total: rows.length, places, rows: rows.slice(slice.from, slice.from + slice.count), counts, gaps };

  function addGap(sum: Gaps, { collection, syncIn, scope }: CoverageRow, { requests, isGuess }: CoverageGap): void {
    sum.lists += 1;
    sum.isGuess ||= isGuess;
    const shared = syncIn === null || syncIn === scope ? null : `${collection} ${syncIn}`;
    if (shared === null || !requested.has(shared)) sum.requests += requests;
    if (shared !== null) requested.add(shared);
  }

  function contentOf(place: Place, name: ContentName): CoverageRow | null {
    if (contents === null || place.isAround === true) return null;
    const cached = (list: CollectionName) => {
      const own = indexed.get(list)?.scopes.get(place.scope);
      return { rows: own?.rows ?? 0, isSynced: (own?.completedAt ?? null) !== null };
    };
    const facts = contents[name].get(place.scope);
    const lists = { snippets: cached('snippets'), branches: cached('branches') };
    const found = contentRow(emptyRow(place, name), place, { name, facts, ...lists });
    // Only a synced list of snippets or branches shows whether there are contents
    const isUnknown = found?.row.below?.known === 0 && found.missing > 0;
    if (isUnknown && input.stuck?.has(`${name} ${place.scope}`) !== true)
      found.row.refusal = rowOf(place, name === 'files' ? 'branches' : 'snippets', known)?.refusal ?? null;
    return found && withGap(found.row, known, found);
  }
}

const byScope = <T extends { scope: Scope }>(facts: readonly T[]) => new Map(facts.map((one) => [one.scope, one]));

function contentsOf(contents: StoredContents | undefined): Contents | null {
  if (contents === undefined) return null;
  return { files: byScope(contents.files), snippetContents: byScope(contents.snippetContents) };
}

/** Whether a row is a gap of a pin with these depths. A pin without `facts` contains only lists below known rows. */
const isGapOf = ({ gap, below }: CoverageRow, pinned: readonly PinDepthName[]): boolean =>
  gap !== null && (below?.known !== 0 || pinned.includes('facts'));

const isOlder = ({ completedAt }: CoverageRow, time: number): boolean => completedAt !== null && completedAt < time;

function indexFacts({ scopes, below, covering, rowBytes }: CollectionFacts): Facts {
  const coveredBy = Map.groupBy(covering, ({ project }) => project);
  return { scopes: byScope(scopes), below: byScope(below), covering: coveredBy, rowBytes: rowBytes ?? 0 };
}

interface Known {
  indexed: ReadonlyMap<string, Facts>;
  syncsOf: SyncsOf;
  isRunning: (collection: string, scope: Scope, since: number | null) => boolean;
  input: CoverageRowsQuery;
}

/** Null: there is no such list at this kind of place. */
function rowOf(place: Place, name: CollectionName, known: Known): CoverageRow | null {
  let row = place.made.get(name);
  if (row === undefined) place.made.set(name, (row = makeRow(place, name, known)));
  return row;
}

function makeRow(place: Place, name: CollectionName, known: Known): CoverageRow | null {
  const declared = collections[name];
  if (place.isAround === true && !declared.appliesToProjects) return null;
  if (declared.setup?.isTopLevelOnly === true && place.label.includes('/')) return null;
  if (place.kind === 'project' && declared.isStoredOnce) return coveredRow(place, name, known);
  if ((declared.lists[place.kind] ?? null) !== null) return ownRow(place, name, known);
  return place.kind === 'project' && parents.get(name)?.length ? belowRow(place, name, known) : null;
}

function emptyRow({ key, scope, label }: Place, collection: RowName): CoverageRow {
  return {
    ...{ key: key * keysPerPlace + allNames.indexOf(collection), collection, scope, label },
    ...{
      state: 'never',
      rows: 0,
      bytes: 0,
      unreadable: 0,
      undetailed: 0,
      cutAt: null,
      completedAt: null,
      refusal: null,
    },
    ...{ syncedIn: null, syncedInLabel: null, syncIn: null, gap: null, below: null },
  };
}

function ownRow(place: Place, name: CollectionName, known: Known): CoverageRow {
  const { scope, label } = place;
  const { indexed } = known;
  const own = indexed.get(name)?.scopes.get(scope);
  const { mostRows } = collections[name];
  const {
    rows = 0,
    unreadable = 0,
    undetailed = 0,
    completedAt = null,
    refusal = null,
    runningSince = null,
    parts = null,
  } = own ?? {};
  const hasParts = parts !== null && (completedAt !== null || parts.synced > 0);
  const hasAllParts = parts !== null && parts.synced === parts.known;
  const row: CoverageRow = {
    ...emptyRow(place, name),
    ...{ rows, unreadable, undetailed, completedAt, refusal, syncIn: scope, bytes: rows * bytesOf(indexed, name) },
    cutAt: mostRows !== undefined && rows >= mostRows && !hasAllParts ? mostRows : null,
    ...(completedAt !== null && { syncedIn: scope, syncedInLabel: label }),
    below: hasParts ? { known: parts.known, synced: parts.synced, refusedCount: 0, absent: 0 } : null,
  };
  const unlisted = row.below === null ? 0 : row.below.known - row.below.synced;
  const missing = Number(completedAt === null && refusal === null) + unlisted;
  return withGap(row, known, { missing, isSyncing: known.isRunning(name, scope, runningSince) });
}

/** Rows that are stored once are synced in the instance or in a group. The newest of these syncs counts. */
function coveredRow(place: Place, name: CollectionName, known: Known): CoverageRow {
  const { scope, around } = place;
  const { indexed, syncsOf } = known;
  const facts = indexed.get(name);
  const own = facts?.scopes.get(scope);
  const syncsAt = (at: Scope): ScopeFacts => facts?.scopes.get(at) ?? syncsOf(name, at);
  const covering = new Set(['', ...(facts?.covering.get(scope) ?? []).map((one) => one.scope), ...around]);
  let synced: ScopeFacts | null = null;
  for (const one of [...covering].map(syncsAt)) {
    if (one.completedAt !== null && one.completedAt > (synced?.completedAt ?? 0)) synced = one;
  }
  const { lists } = collections[name];
  const nearest = lists.group === undefined ? undefined : around[0];
  const syncIn = synced?.scope ?? nearest ?? (lists.instance === undefined ? null : '');
  const wider = syncIn === null ? null : syncsAt(syncIn);
  const row: CoverageRow = {
    ...emptyRow(place, name),
    ...{ rows: own?.rows ?? 0, undetailed: own?.undetailed ?? 0, syncIn, refusal: wider?.refusal ?? null },
    bytes: (own?.rows ?? 0) * bytesOf(indexed, name),
    ...(synced !== null && {
      completedAt: synced.completedAt,
      unreadable: synced.unreadable,
      syncedIn: synced.scope,
      syncedInLabel: place.labelOf(synced.scope),
    }),
  };
  const missing = Number(synced === null && row.refusal === null);
  const isSyncing = syncIn !== null && known.isRunning(name, syncIn, wider?.runningSince ?? null);
  return withGap(row, known, { missing, isSyncing });
}

/** The lists of the places below a project, for example of all its issues. */
function belowRow(place: Place, name: CollectionName, known: Known): CoverageRow {
  const own = known.indexed.get(name)?.below.get(place.scope);
  const { known: count = 0, synced = 0, missing = 0, rows = 0, refusedCount = 0, absent = 0 } = own ?? {};
  // If no place is known, either there is none, or the list that would name the places is missing
  const above = count + absent > 0 ? [] : (parents.get(name) ?? []).map(({ parent }) => rowOf(place, parent, known));
  const unknown = above.flatMap((row) => (row === null || row.completedAt !== null ? [] : [row.refusal]));
  const refusal = own?.refusal ?? (unknown.includes(null) ? null : (unknown[0] ?? null));
  const isUnknown = unknown.includes(null);
  const row: CoverageRow = {
    ...emptyRow(place, name),
    ...{ rows, bytes: rows * bytesOf(known.indexed, name), completedAt: own?.completedAt ?? null, refusal },
    ...{ unreadable: own?.unreadable ?? 0, undetailed: own?.undetailed ?? 0 },
    ...(synced > 0 && { syncedIn: place.scope, syncedInLabel: place.label }),
    below: { known: count, synced, refusedCount, absent },
  };
  return withGap(row, known, {
    ...{ missing: isUnknown ? 1 : missing, requests: own?.requests ?? 0, isGuess: isUnknown || own?.isGuess === true },
    ...(refusedCount > 0 && { refused: refusedCount }),
    isSyncing: known.isRunning(name, place.scope, own?.runningSince ?? null),
  });
}

/**
 * What a row lacks. `missing`: lists or files that are not stored; `requests`: to fetch them, by default one for each.
 * `refused`: lists.
 */
interface Lack {
  missing: number;
  requests?: number;
  isGuess?: boolean;
  refused?: number;
  isSyncing?: boolean;
}

/** Whether such items of pins are counted in addition to `missing`: chosen artifacts, blame, and rows of branches. */
const isExtraItem = ({ collection, syncIn }: CoverageRow, why: StuckItems['why']): boolean =>
  why === 'unreadable' || (!isContent(collection) && syncIn === null && why !== 'over-quota');

/** The row with its gap and its state. What was switched off, and what pins could not store, is not requested. */
function withGap(row: CoverageRow, { input: { off, stuck: items } }: Known, lack: Lack): CoverageRow {
  const { collection, syncIn, scope, refusal, unreadable, undetailed, cutAt } = row;
  const { missing, requests = missing, isGuess = true, refused = Number(refusal !== null), isSyncing = false } = lack;
  const isOff =
    off !== undefined &&
    !isContent(collection) &&
    (off.collections.includes(collection) || off.scopes.has(syncIn ?? scope));
  const stuck: Stuck = [];
  const add = (why: Stuck[number]['why'], count: number): void => void (count > 0 && stuck.push({ why, count }));
  let left = isOff ? 0 : missing;
  let absent = 0;
  add('refused', refused);
  add('off', Number(isOff && missing > 0));
  for (const { why, count } of (items?.size && items.get(`${collection} ${syncIn ?? scope}`)) || []) {
    // The missing items were stored after the pin noted this
    const isExtra = isExtraItem(row, why);
    if (!isExtra && missing === 0) continue;
    if (!isExtra) left = Math.max(0, left - count);
    if (why !== 'missing') add(why, count);
    else if (row.below !== null) row.below.absent += count;
    if (why === 'missing' && !isExtra) absent = Math.min(count, missing);
  }
  add('unreadable', unreadable);
  add('cut', cutAt ?? 0);
  if (row.below !== null) row.below.known -= absent;
  const isComplete = missing - absent + undetailed + stuck.length === 0;
  const isStarted = row.completedAt !== null || (row.below?.synced ?? 0) > 0;
  const lacking = refused > 0 ? 'refused' : isStarted ? 'partial' : 'never';
  return Object.assign(row, {
    gap: isComplete
      ? null
      : {
          requests: (isOff ? 0 : undetailed) + (left === 0 ? 0 : Math.round((requests * left) / missing)),
          ...{ isGuess: isGuess && left > 0, stuck },
        },
    state: isSyncing ? 'syncing' : isComplete ? 'complete' : lacking,
  } satisfies Partial<CoverageRow>);
}

/** The estimated size of a row. */
function bytesOf(indexed: Known['indexed'], name: CollectionName): number {
  return indexed.get(name)?.rowBytes ?? 0;
}

function sort(rows: CoverageRow[], { by, direction }: CoverageRowsQuery['query']['sort']): void {
  const sign = direction === 'asc' ? 1 : -1;
  if (by === 'place') {
    if (sign === -1) rows.reverse();
    return;
  }
  rows.sort((a, b) => {
    if (by === 'rows') return sign * (a.rows - b.rows);
    if (by === 'collection') return sign * ((rank.get(a.collection) ?? 0) - (rank.get(b.collection) ?? 0));
    // Lists that were never synced come last
    if (a.completedAt === null || b.completedAt === null)
      return Number(a.completedAt === null) - Number(b.completedAt === null);
    return sign * (a.completedAt - b.completedAt);
  });
}
