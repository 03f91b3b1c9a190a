import { endpoints } from '#main/api/endpoints/index.ts';
import type { StoredWrite } from '#main/state/plans.ts';
import type { RowName } from '#shared/contract/changes.ts';
import { collectionNames, collections, firstText, type CollectionName } from '#shared/contract/collections.ts';
import type { PlaceKind, Scope } from '#shared/contract/scope.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import { operationObject } from '#shared/text/en/operations.ts';
import { cachedRowOf, placeParameters } from '../operation-kit/cached-row.ts';
import type { CachedAt, Known, Operation, State } from '../operation-kit/operation.ts';
import { nameIn } from '../operation-kit/probes.ts';

/** A row of a plan that has no name yet. */
export interface Unnamed {
  write: StoredWrite;
  operation: Operation | undefined;
  /** The state before the write; null: not known. */
  state: State | null;
  /** The scope of the list in which the row was selected. */
  scope?: Scope | undefined;
}

/** What is cached of an instance, for names. */
export interface NamedInstance {
  /** The rows at these addresses, also without details and no longer returned ones; null: not cached. */
  cachedRows(collection: CollectionName, places: readonly CachedAt[]): Promise<(State | null)[]>;
  /** A group or project that Reeve knows. */
  knownPlace(kind: Owner, ref: string | number): { name: string | null; path: string | null } | null;
}
type Owner = 'group' | 'project';

/** The group or project of a write, and the issue, merge request or snippet that its rows are below. */
interface Place {
  kind: Owner;
  ref: string | number;
  below: { kind: keyof typeof signs; id: string | number } | null;
}

/** The signs in references of the platform, such as `acme/core#12`. */
const signs = { issue: '#', mr: '!', snippet: '$' } as const satisfies Partial<Record<PlaceKind, string>>;

/** Longer names are cut. Units: UTF-16 code units. */
const mostLength = 250;

/**
 * The names of rows, from the states before their writes and from what is cached: the title of each object, as its
 * collection declares it, and the path of its group or project. `row`: what is known of the object.
 */
export async function rowNames(
  rows: readonly Unnamed[],
  target: NamedInstance,
): Promise<{ name: RowName; row: State | null }[]> {
  const found = rows.map((one) => ({ ...one, ...addressesOf(one) }));
  const rowAt = await cachedRows(
    found.flatMap(({ own, other, above }) => [own, other, above].filter((at) => at !== null)),
    target,
  );
  return found.map(({ write, operation, state, place, own, other, above }) => {
    const pathOf: Known['pathOf'] = (kind, ref) => knownPlace(target, kind, ref).path;
    const known: Known = { row: state ?? rowAt(own), other: rowAt(other), pathOf };
    const { names } = operation ?? {};
    const at = place && textsOf(place, rowAt(above), target);
    const isPlace = names?.of === 'place';
    const given = names?.label?.(write, known) ?? (isPlace ? at?.name : null);
    const label = oneLine(given) ?? oneLine(titleOf(write, operation, known.row)) ?? operationObject(write.op);
    const where = oneLine(isPlace ? at?.reference : at?.text);
    const detail = oneLine(names?.detail?.(write, known) ?? aboutOf(operation, known.row));
    const isNew = (text: string | null, ...shown: readonly (string | null)[]) => (shown.includes(text) ? null : text);
    return { name: { label, place: isNew(where, label), detail: isNew(detail, label, where) }, row: known.row };
  });
}

function oneLine(text: string | null | undefined): string | null {
  const line = text?.replaceAll(/\s+/g, ' ').trim() ?? '';
  if (line.length <= mostLength) return line === '' ? null : line;
  return `${line.slice(0, mostLength).toWellFormed()}…`;
}

/** The place of a row, and the cached rows that name it: its own, that of its operation, and that of its place. */
function addressesOf({ write, operation, state, scope }: Unnamed) {
  const own = state === null ? cachedRowOf(write, operation) : null;
  const of = operation?.names?.of;
  const place = placeOf(write);
  return {
    place,
    own: own && { ...own, scope: own.scope ?? scope ?? null },
    other: typeof of === 'function' ? of(write) : null,
    above: place && rowOfPlace(place),
  };
}

/** The place of a write, by its path, else by the group or project in its body. */
function placeOf({ op, path, body }: StoredWrite): Place | null {
  const template = endpoints.get(op)?.path ?? '';
  if (!/^\/(groups|projects)\//.test(template)) {
    const [project, group] = [nameIn(body, 'project_id'), nameIn(body, 'group_id')];
    const ref = project ?? group;
    return ref === null ? null : { kind: project === null ? 'group' : 'project', ref, below: null };
  }
  const kinds = Object.keys(signs) as (keyof typeof signs)[];
  const kind = kinds.find((one) => template.includes(`:${placeParameters[one]}/`));
  const id = kind && path[placeParameters[kind]];
  const below = kind === undefined || id === undefined ? null : { kind, id };
  return { kind: template.startsWith('/groups/') ? 'group' : 'project', ref: path['id'] ?? '', below };
}

/** The row of an issue, merge request or snippet. */
function rowOfPlace({ ref, below }: Place): CachedAt | null {
  const collection = collectionNames.find((name) => collections[name].place?.kind === below?.kind);
  if (below === null || collection === undefined) return null;
  const by = collections[collection].place?.id ?? 'id';
  return { collection, scope: `project:${ref}`, id: Number(below.id), by };
}

/** The title of an object: of its row, else its key if that is a text, else its new title, else "runner 7". */
function titleOf({ op, path, body }: StoredWrite, operation: Operation | undefined, row: State | null): string {
  const collection = operation?.caches?.collection;
  const fields = collection === undefined ? [] : collections[collection].title;
  const template = endpoints.get(op)?.path ?? '';
  const parameter = /.*[:*]([a-z_]+)/.exec(template)?.[1] ?? '';
  // The last parameter of `/projects/:id/hooks` is the place
  const key = /^\/(groups|projects)\/:id\b[^:*]*$/.test(template) ? undefined : path[parameter];
  const title = (row && firstText(row, fields)) ?? (isNumber(key) ? null : key) ?? firstText(body ?? {}, fields);
  return String(title ?? words.numbered(operationObject(op), key));
}

/** What distinguishes an object from others with the same title. */
function aboutOf(operation: Operation | undefined, row: State | null): string | null {
  const collection = operation?.caches?.collection;
  const about = collection && collections[collection].about;
  return row === null || about === undefined ? null : firstText(row, [about]);
}

const isNumber = (ref: unknown): boolean => /^\d+$/.test(String(ref));

function knownPlace(target: NamedInstance, kind: Owner, ref: unknown): { name: string | null; path: string } {
  const known = target.knownPlace(kind, isNumber(ref) ? Number(ref) : String(ref));
  return {
    name: known?.name ?? null,
    path: known?.path ?? (isNumber(ref) ? words.numbered(kind, Number(ref)) : String(ref)),
  };
}

/** A place as an object ("Core", "Fix the parser"), as a reference ("acme/core#12"), and with its title after that. */
function textsOf({ kind, ref, below }: Place, row: State | null, target: NamedInstance) {
  const { name, path } = knownPlace(target, kind, ref);
  if (below === null) return { name: name ?? path, reference: path, text: path };
  const reference = `${path}${signs[below.kind]}${below.id}`;
  const title = nameIn(row, 'title');
  return { name: title ?? reference, reference, text: `${reference} ${title ?? ''}` };
}

/** Read cached rows together. The result returns the row at an address; null: none is cached. */
async function cachedRows(
  wanted: readonly CachedAt[],
  target: NamedInstance,
): Promise<(at: CachedAt | null) => State | null> {
  const keyOf = ({ collection, scope, id }: CachedAt): string => JSON.stringify([collection, scope, id]);
  const found = new Map<string, State | null>();
  const unique = new Map(wanted.map((at) => [keyOf(at), at])).values();
  for (const [collection, places] of Map.groupBy(unique, (at) => at.collection)) {
    const rows = await target.cachedRows(collection, places);
    for (const [n, at] of places.entries()) found.set(keyOf(at), rows[n] ?? null);
  }
  return (at) => (at === null ? null : (found.get(keyOf(at)) ?? null));
}
