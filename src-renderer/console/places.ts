import type { CollectionName } from '#shared/contract/collections.ts';
import type { Scoped } from '#shared/contract/collection.ts';
import { placeKinds, scopeBelow, type PlaceKind, type Scope } from '#shared/contract/scope.ts';
import { outlines } from '#shared/contract/window.constant.ts';
import { rowsOf } from '#shared/text/en/collections.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import type { ListRow } from '../stores/lists/collection-client.ts';
import { collectionNames, isCollection } from '../stores/lists/collection-names.ts';
import { segmentOf } from '../stores/window/address.ts';
import type { Route } from '../stores/window/route.svelte.ts';

/**
 * The scope of the lists below a row: `project:7/issue:12` for the notes of an issue. Null: there are no lists below
 * rows of the collection.
 */
export function placeOf(collection: string, { row, scope }: Pick<Scoped<ListRow>, 'row' | 'scope'>): Scope | null {
  const place = isCollection(collection) ? outlines[collection].place : undefined;
  return place === undefined ? null : scopeBelow(place, row, scope);
}

/** The collections that have a list at a kind of place. */
export function listsAt(kind: PlaceKind): CollectionName[] {
  return collectionNames.filter((name) => `project/${kind}` in outlines[name].lists);
}

/** The collection whose rows are places of this kind. */
export function listOf(kind: PlaceKind): CollectionName | undefined {
  return collectionNames.find((name) => outlines[name].place?.kind === kind);
}

/** The kinds of places at which a list exists; empty for a list of an instance, group or project. */
export function placeKindsOf(scopes: readonly string[]): PlaceKind[] {
  return placeKinds.filter((kind) => scopes.includes(`project/${kind}`));
}

/** A menu entry that opens a list below a row. */
export interface PlaceList {
  id: string;
  label: string;
  run: () => void;
}

/** Entries for the lists below a row, for example "Open notes" for an issue. Without a row they do nothing. */
export function placeLists(route: Route, collection: string, entry: Scoped<ListRow> | undefined): PlaceList[] {
  const kind = isCollection(collection) ? outlines[collection].place?.kind : undefined;
  if (kind === undefined) return [];
  const scope = entry === undefined ? null : placeOf(collection, entry);
  return listsAt(kind).map((name) => ({
    id: `open ${name}`,
    label: words.row.openList(rowsOf(name)),
    run: () => {
      if (scope !== null) route.navigate(`/${segmentOf(name)}`, { scope });
    },
  }));
}

const tails: readonly [PlaceKind, RegExp][] = [
  ['issue', /\/(?:issues|work_items)\/(\d+)/],
  ['mr', /\/merge_requests\/(\d+)/],
  ['snippet', /\/snippets\/(\d+)/],
  ['hook', /\/hooks\/(\d+)/],
  ['job', /\/jobs\/(\d+)/],
];

/** A place as a person enters it: its number, or its web address. `url` null: it is in the chosen project. */
export interface WrittenPlace {
  kind: PlaceKind;
  id: number;
  url: string | null;
}

/** Parse a number or a web address. `kind` applies to a number. Null: neither, or the address of something else. */
export function readPlace(text: string, kinds: readonly PlaceKind[], kind: PlaceKind): WrittenPlace | null {
  const word = text.trim().replace(/^[#!$]/, '');
  if (isNumber(word)) return { kind, id: Number(word), url: null };
  if (!/^https?:\/\//i.test(word)) return null;
  for (const [found, tail] of tails) {
    const id = tail.exec(word)?.[1] ?? '';
    if (kinds.includes(found) && isNumber(id)) return { kind: found, id: Number(id), url: word };
  }
  return null;
}

const isNumber = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);
