import type { CoverageQuery, CoverageRow, CoverageState } from '#shared/contract/coverage.ts';
import type { Declaration } from '#shared/contract/collection.ts';
import { collectionNames, collections, type CollectionName } from '#shared/contract/collections.ts';
import type { OwnerKind, Scope, ScopeKind } from '#shared/contract/scope.ts';
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

/** A place whose lists are shown. `around`: the scopes of the known groups that contain it, the nearest first. */
export interface CoveragePlace {
  key: number;
  kind: OwnerKind;
  scope: Scope;
  label: string;
  around: readonly Scope[];
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
}
export interface CoverageRows {
  total: number;
  /** The places of these lists. */
  places: number;
  rows: CoverageRow[];
  /** All rows that match the rest of the query, by state. */
  counts: Record<CoverageState, number>;
}

/** The syncs of a list in a scope that is not one of the places. */
type SyncsOf = (collection: string, scope: Scope) => ScopeFacts;
interface Facts {
  rowBytes: number;
  scopes: ReadonlyMap<Scope, ScopeFacts>;
  below: ReadonlyMap<Scope, BelowFacts>;
  covering: ReadonlyMap<Scope, Scope[]>;
}
interface Place extends CoveragePlace {
  labelOf: (scope: Scope) => string | null;
}

/** Maximum number of collections, for the keys of rows. */
const keysPerPlace = 256;
/** Refused places below a project that a row names. */
const mostRefused = 20;
type RowName = CollectionName | ContentName;
const allNames: readonly RowName[] = [...collectionNames, ...contentNames];
/** The words for their rows, in small letters, as they are sorted and searched. */
const lowerCase = new Map(allNames.map((name) => [name, rowsOf(name).toLowerCase()]));
const order = allNames.toSorted((a, b) => (namedAs(a) < namedAs(b) ? -1 : 1));
/** The collections whose rows are places of a kind, for example issues for `issue`. */
const parentsOf = Map.groupBy(
  collectionNames.filter((name) => collections[name].place !== undefined),
  (name) => `project/${collections[name].place?.kind ?? 'issue'}` as const,
);

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
  const rows: CoverageRow[] = [];
  const names = query.collection === undefined ? order : order.filter((name) => name === query.collection);

  for (const given of input.places) {
    if (query.kind !== undefined && given.kind !== query.kind) continue;
    const place = { ...given, labelOf: (scope: Scope) => labels.get(scope) ?? null };
    const label = given.label.toLowerCase();
    for (const name of names) {
      if (!words.every((word) => label.includes(word) || namedAs(name).includes(word))) continue;
      const known = { indexed, syncsOf, isRunning };
      const row = isContent(name) ? contentOf(place, name) : rowOf(place, name, known);
      if (row === null) continue;
      if (query.olderThanMs !== undefined && !isOlder(row, now - query.olderThanMs)) continue;
      counts[row.state] += 1;
      if (query.state === undefined || row.state === query.state) rows.push(row);
    }
  }
  sort(rows, query.sort);
  const places = new Set(rows.map(({ scope }) => scope)).size;
  return { total: rows.length, places, rows: rows.slice(slice.from, slice.from + slice.count), counts };

  function contentOf(place: Place, name: ContentName): CoverageRow | null {
    if (contents === null) return null;
    const cached = (list: CollectionName) => {
      const own = indexed.get(list)?.scopes.get(place.scope);
      return { rows: own?.rows ?? 0, isSynced: (own?.completedAt ?? null) !== null };
    };
    const facts = contents[name].get(place.scope);
    const lists = { snippets: cached('snippets'), branches: cached('branches') };
    return contentRow(emptyRow(place, name), place, { name, facts, ...lists });
  }
}

function contentsOf(contents: StoredContents | undefined): Record<ContentName, Map<Scope, ContentFacts>> | null {
  if (contents === undefined) return null;
  const byScope = (facts: readonly ContentFacts[]) => new Map(facts.map((one) => [one.scope, one]));
  return { files: byScope(contents.files), snippetContents: byScope(contents.snippetContents) };
}

const isOlder = ({ completedAt }: CoverageRow, time: number): boolean => completedAt !== null && completedAt < time;

function indexFacts({ scopes, below, covering, rowBytes }: CollectionFacts): Facts {
  const coveredBy = new Map<Scope, Scope[]>();
  for (const { project, scope } of covering) {
    const known = coveredBy.get(project);
    if (known === undefined) coveredBy.set(project, [scope]);
    else known.push(scope);
  }
  return {
    scopes: new Map(scopes.map((one) => [one.scope, one])),
    below: new Map(below.map((one) => [one.scope, one])),
    covering: coveredBy,
    rowBytes: rowBytes ?? 0,
  };
}

interface Known {
  indexed: ReadonlyMap<string, Facts>;
  syncsOf: SyncsOf;
  isRunning: (collection: string, scope: Scope, since: number | null) => boolean;
}

/** Null: there is no such list at this kind of place. */
function rowOf(place: Place, name: CollectionName, known: Known): CoverageRow | null {
  const declared = collections[name];
  if (place.kind === 'project' && declared.isStoredOnce) return coveredRow(place, name, known);
  if ((declared.lists[place.kind] ?? null) !== null) return ownRow(place, name, known);
  const kinds = place.kind === 'project' ? kindsBelow(declared) : [];
  return kinds.length === 0 ? null : belowRow(place, name, kinds, known);
}

const kindsBelow = ({ lists }: Pick<Declaration, 'lists'>): ScopeKind[] =>
  (Object.keys(lists) as ScopeKind[]).filter((kind) => kind.startsWith('project/') && lists[kind] !== null);

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
    ...{ syncedIn: null, syncedInLabel: null, syncIn: null, below: null },
  };
}

function ownRow(place: Place, name: CollectionName, { indexed, isRunning }: Known): CoverageRow {
  const { scope, label } = place;
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
  const hasAllParts = parts !== null && parts.synced === parts.known;
  const row: CoverageRow = {
    ...emptyRow(place, name),
    ...{ rows, unreadable, undetailed, completedAt, refusal, syncIn: scope, bytes: rows * bytesOf(indexed, name) },
    cutAt: mostRows !== undefined && rows >= mostRows && !hasAllParts ? mostRows : null,
    ...(completedAt !== null && { syncedIn: scope, syncedInLabel: label }),
    ...(completedAt !== null &&
      parts !== null && { below: { known: parts.known, synced: parts.synced, refusedCount: 0, refused: [] } }),
  };
  const state = stateOf(row, isRunning(name, scope, runningSince));
  return { ...row, state: state === 'complete' && !(parts === null || hasAllParts) ? 'partial' : state };
}

/** Rows that are stored once are synced in the instance or in a group. The newest of these syncs counts. */
function coveredRow(place: Place, name: CollectionName, { indexed, syncsOf, isRunning }: Known): CoverageRow {
  const { scope, around } = place;
  const facts = indexed.get(name);
  const own = facts?.scopes.get(scope);
  const syncsAt = (at: Scope): ScopeFacts => facts?.scopes.get(at) ?? syncsOf(name, at);
  const covering = new Set(['', ...(facts?.covering.get(scope) ?? []), ...around]);
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
  return { ...row, state: stateOf(row, syncIn !== null && isRunning(name, syncIn, wider?.runningSince ?? null)) };
}

/** The lists of the places below a project, for example of all its issues. */
function belowRow(place: Place, name: CollectionName, kinds: readonly ScopeKind[], known: Known): CoverageRow {
  const { indexed, isRunning } = known;
  const own = indexed.get(name)?.below.get(place.scope);
  const parents = kinds.flatMap((kind) => parentsOf.get(kind as `project/issue`) ?? []);
  const count = parents.reduce((sum, parent) => sum + (indexed.get(parent)?.scopes.get(place.scope)?.rows ?? 0), 0);
  const synced = own?.synced ?? 0;
  const refused = own?.refused ?? [];
  const isEmpty = count === 0 && parents.some((parent) => (rowOf(place, parent, known)?.completedAt ?? null) !== null);
  const row: CoverageRow = {
    ...emptyRow(place, name),
    ...{ rows: own?.rows ?? 0, unreadable: own?.unreadable ?? 0, undetailed: own?.undetailed ?? 0 },
    bytes: (own?.rows ?? 0) * bytesOf(indexed, name),
    completedAt: own?.completedAt ?? null,
    refusal: own?.refusal ?? null,
    ...(synced > 0 && { syncedIn: place.scope, syncedInLabel: place.label }),
    below: {
      known: Math.max(count, synced),
      synced,
      refusedCount: own?.refusedCount ?? 0,
      refused: refused.slice(0, mostRefused).map(({ scope, refusal }) => ({ scope, status: refusal.status })),
    },
  };
  if (isRunning(name, place.scope, own?.runningSince ?? null)) return { ...row, state: 'syncing' };
  if (isEmpty && synced === 0) return { ...row, state: 'complete' };
  const state = stateOf(row, false);
  return { ...row, state: state === 'complete' && synced < count ? 'partial' : state };
}

/** The estimated size of a row. */
function bytesOf(indexed: Known['indexed'], name: CollectionName): number {
  return indexed.get(name)?.rowBytes ?? 0;
}

function stateOf(row: CoverageRow, isSyncing: boolean): CoverageState {
  if (isSyncing) return 'syncing';
  if (row.refusal !== null) return 'refused';
  if (row.completedAt === null) return 'never';
  return row.unreadable > 0 || row.undetailed > 0 || row.cutAt !== null ? 'partial' : 'complete';
}

function sort(rows: CoverageRow[], { by, direction }: CoverageRowsQuery['query']['sort']): void {
  const sign = direction === 'asc' ? 1 : -1;
  if (by === 'place') {
    if (sign === -1) rows.reverse();
    return;
  }
  const rank = new Map<string, number>(order.map((name, at) => [name, at]));
  rows.sort((a, b) => {
    if (by === 'rows') return sign * (a.rows - b.rows);
    if (by === 'collection') return sign * (rankOf(a) - rankOf(b));
    // Lists that were never synced come last
    if (a.completedAt === null || b.completedAt === null)
      return Number(a.completedAt === null) - Number(b.completedAt === null);
    return sign * (a.completedAt - b.completedAt);
  });
  function rankOf({ collection }: CoverageRow): number {
    return rank.get(collection) ?? 0;
  }
}
