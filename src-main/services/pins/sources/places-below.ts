import { allOf, wholeList } from '#shared/contract/collection.ts';
import { collectionNames, collections, type CollectionName } from '#shared/contract/collections.ts';
import { readScope, type Scope, type ScopeKind } from '#shared/contract/scope.ts';
import { rowsOf } from '#shared/text/en/collections.ts';
import { pins as words } from '#shared/text/en/pins.ts';
import { days, fromIso, toIso } from '#shared/time.ts';
import { sourceOf } from '../../lists/list-sources.ts';
import type { PinItem, PinnedPlaces, PinSource } from '../pin-source.ts';
import { neverSynced, syncedPlaces, type Synced } from './synced-places.ts';
import { syncList } from './sync-list.ts';

/** A list below a row: the notes of an issue, for example. */
interface Child {
  parent: CollectionName;
  child: CollectionName;
}
interface ParentRow {
  scope: Scope;
  row: Readonly<Record<string, unknown>>;
}

/** A pin with the range `recent` leaves out the lists below rows that did not change in this time. */
const recentMs = days(90);
/** The fields of a row that its item needs. Descriptions can be long. */
const rowFields = ['updated_at', 'user_notes_count', 'references'];
/** Lists other than notes are requested again after this time, even if the row above them did not change. */
const unchangedMs = days(7);
const noteBytes = 600;
const pageRows = 100;

const children: readonly Child[] = collectionNames.flatMap((parent) => {
  const { place } = collections[parent];
  if (place === undefined) return [];
  const kind: ScopeKind = `project/${place.kind}`;
  return collectionNames
    .filter((child) => (collections[child].lists[kind] ?? null) !== null)
    .map((child) => ({ parent, child }));
});

/** The lists below rows, such as the notes of issues. */
export const belowSource: PinSource = {
  name: 'below-text',
  depth: 'text',
  items: (pinned) => itemsOfAll(children, pinned),
  store: ({ key, scope }, needs, signal) =>
    syncList(sourceOf(key.slice(0, key.indexOf(' '))).name, scope, noteBytes, needs, signal),
};

type Needs = Omit<PinnedPlaces, 'around' | 'ref' | 'noted'>;

/** The lists of a collection below rows of the given places. */
export async function itemsBelow(collection: CollectionName, needs: Needs): Promise<PinItem[]> {
  return itemsOfAll(
    children.filter(({ child }) => child === collection),
    needs,
  );
}

async function itemsOfAll(all: readonly Child[], needs: Needs): Promise<PinItem[]> {
  let items: PinItem[] = [];
  // Not as arguments of `push`: their number is limited to about 120,000
  for (const one of all) items = items.concat(await itemsOf(one, needs));
  return items;
}

async function itemsOf({ parent, child }: Child, pinned: Needs): Promise<PinItem[]> {
  const { instance, view, signal } = pinned;
  if (view !== null && view.collection !== parent) return [];
  const facts = await syncedPlaces(child, pinned);
  const items = new Map<string, PinItem>();
  for await (const { scope, row } of parentRows(parent, pinned)) {
    signal.throwIfAborted();
    const below = placeBelow(parent, scope, row);
    if (below === null || pinned.isOff(child, scope)) continue;
    const place = instance.scopeOf(below);
    const item = itemOf({ parent, child }, { place, row, ...(facts.get(place) ?? neverSynced) }, pinned);
    items.set(item.key, item);
  }
  return [...items.values()];
}

/** The rows of the pinned places, or only those that changed recently; of a view, all its rows. */
async function* parentRows(parent: CollectionName, pinned: Needs): AsyncGenerator<ParentRow> {
  const { instance, places, view, clock, signal } = pinned;
  const { filter, place } = collections[parent];
  const fields = [...rowFields, place?.id, place?.project].filter((name) => name !== undefined);
  const since =
    pinned.range === 'recent' && 'updated_after' in filter.shape
      ? { updated_after: toIso(clock.now() - recentMs) }
      : {};
  const known = places();
  const isWhole = known.some(({ kind }) => kind === 'instance');
  const scopes = isWhole ? [null] : known.filter(({ kind }) => kind === 'project').map(({ scope }) => scope);
  const queries =
    view === null ? scopes.map((scope) => wholeList(scope, { filter: since })) : [wholeList(view.scope, view.query)];
  const list = instance.reader.lists(parent);
  for (const query of queries) {
    for await (const piece of list.rows(allOf(query), signal, fields)) {
      yield* piece.map(({ scope, row }) => ({ scope, row }));
    }
  }
}

/** The place below a project of a row; null: the row does not name its project. */
function placeBelow(parent: CollectionName, scope: Scope, row: ParentRow['row']): Scope | null {
  const { place } = collections[parent];
  if (place === undefined) return null;
  const project = place.project === undefined ? undefined : row[place.project];
  const read = readScope(scope);
  const ref = typeof project === 'number' ? project : read?.kind === 'project' ? read.ref : undefined;
  const id = row[place.id];
  return typeof id === 'number' && ref !== undefined ? `project:${ref}/${place.kind}:${id}` : null;
}

function itemOf(
  { parent, child }: Child,
  { place, row, completedAt, unreadable, refusal }: Synced & { place: Scope; row: ParentRow['row'] },
  { freshSince }: Needs,
): PinItem {
  const count = row['user_notes_count'];
  const isCounted = collections[child].hasLongTexts && typeof count === 'number';
  const updatedAt = typeof row['updated_at'] === 'string' ? fromIso(row['updated_at']) : null;
  const isNew = completedAt === null;
  // A new note changes `updated_at` of its issue or merge request. Changes of other lists below it may not
  const leastAt = collections[child].hasLongTexts ? 0 : freshSince - unchangedMs;
  const freshAt = updatedAt === null || freshSince === 0 ? freshSince : Math.max(updatedAt, leastAt);
  return {
    ...{ key: `${child} ${place}`, scope: place, isNew, refusal, unreadable, isGuess: isNew && !isCounted },
    label: words.listOf(
      rowsOf(child),
      words.below(rowsOf(parent), place.slice(place.lastIndexOf(':') + 1), nameOf(row)),
    ),
    requests: isCounted ? Math.max(1, Math.ceil(count / pageRows)) : 1,
    bytes: (isCounted ? count + 1 : 5) * noteBytes,
    isStored: !isNew && completedAt >= freshAt && refusal === null,
  };
}

function nameOf(row: ParentRow['row']): string {
  const full = (row['references'] as { full?: unknown } | null | undefined)?.full;
  return typeof full === 'string' ? full : '';
}
