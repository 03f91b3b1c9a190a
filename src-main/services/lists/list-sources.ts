import { endpoints } from '#main/api/endpoints/index.ts';
import { offsetPaging } from '#main/api/client/wire/paging.ts';
import { endpoint, rowsOf as replyOf } from '#main/api/endpoint.ts';
import type { CallInput, Endpoint } from '#main/api/types.ts';
import { scopeOf } from '#main/changes/operation-kit/cached-row.ts';
import type { FieldsChange } from '#main/changes/engine/cache-updates.ts';
import type { Declaration, Key } from '#shared/contract/collection.ts';
import { readScope, scopeKindOf, type Scope, type ScopeKind } from '#shared/contract/scope.ts';
import {
  collectionNames,
  collections,
  firstText,
  isCollection,
  keyFrom,
  type CollectionName,
} from '#shared/contract/collections.ts';
import { Failure } from '#shared/errors.ts';
import { z } from 'zod';
import type { ListSource, PagedPart, Reading } from './list-source.ts';
import { own } from './sources/index.ts';
import { rowOf } from './walk.ts';

type Get = `GET /${string}`;
type Fields = Readonly<Record<string, unknown>>;

const documented = new Map([...endpoints.values()].map((one) => [`${one.method} ${one.path}`, one]));
const sources = new Map<CollectionName, ListSource>();

/** The source of a collection. Fails: `invalid` if there is no such collection. */
export function sourceOf(name: string): ListSource {
  if (!isCollection(name)) throw new Failure('invalid', `no list ${name}`, { field: 'collection' });
  let source = sources.get(name);
  if (source === undefined) sources.set(name, (source = makeSource(name, collections[name])));
  return source;
}

/** The value of `:id` in a request path for this scope. Fails: `invalid` if there is no such list in the scope. */
export function refOf({ name, scopes }: Pick<ListSource, 'name' | 'scopes'>, scope: Scope): number | string {
  if (!scopes.includes(scopeKindOf(scope))) {
    throw new Failure('invalid', `there is no list of ${name} in ${scope === '' ? 'the instance' : scope}`, {
      field: 'scope',
    });
  }
  return readScope(scope)?.ref ?? '';
}

/** Fails: `invalid` if no request lists the rows of this scope. */
export function requireListed({ name, listedScopes: scopes }: ListSource, scope: Scope): void {
  refOf({ name, scopes }, scope);
}

/** Make the source of a collection from its declaration and from its file in `sources/`, if it has one. */
export function makeSource(name: CollectionName, declared: Declaration): ListSource {
  const { lists, query, mostRows, one, key, row, title, about, isSameInAllScopes } = declared;
  const scopes = Object.keys(lists) as ScopeKind[];
  const isListed = Object.values(lists).some((request) => request !== null);
  return {
    name,
    scopes,
    listedScopes: scopes.filter((kind) => (lists[kind] ?? null) !== null),
    isSameInAllScopes,
    parts: isListed ? (reading) => [partOf(reading)] : undefined,
    read: one === undefined && !isListed ? undefined : readOne,
    listAnswers: one === undefined || !isListed ? undefined : firstRow,
    describe: (record) => ({
      title: firstText(record, title) ?? `#${String((record as Fields)[key])}`,
      about: about === undefined ? null : firstText(record, [about]),
    }),
    path: ({ scope, id }) => {
      const request = oneOf(scope);
      if (request !== undefined) return pathOf(request, scope, id);
      const [list] = requestsOf(scope);
      return list === undefined ? pathOf(requestsOf('')[0] ?? 'GET /', '') : pathOf(list, scope);
    },
    ...(own[name] as Partial<ListSource> | undefined),
  };

  function requestsOf(scope: Scope): readonly Get[] {
    const requests = lists[scopeKindOf(scope)] ?? [];
    return typeof requests === 'string' ? [requests] : requests;
  }

  function oneOf(scope: Scope): Get | undefined {
    return typeof one === 'object' ? one[scopeKindOf(scope)] : one;
  }

  function partOf({ scope }: Pick<Reading, 'scope'>): PagedPart {
    const requests = requestsOf(scope);
    if (requests.length === 0) throw new Failure('invalid', `no request lists ${name} in ${scope}`, { field: 'scope' });
    const parts = requests.map((request): PagedPart => {
      const input = { ...(scope !== '' && { path: parametersFor(request, scope) }), ...(query && { query }) };
      return { endpoint: endpointOf(request, true), input, ...(mostRows !== undefined && { mostRows }) };
    });
    return parts.reduceRight((orElse, part) => ({ ...part, orElse }));
  }

  function firstRow({ send, scope, signal }: Reading): Promise<unknown> {
    const { endpoint: list, input } = partOf({ scope });
    return send.rows(list, { ...input, query: { ...input.query, page: 1, per_page: 1 } }, signal);
  }

  async function readOne(reading: Reading, id: Key): Promise<object> {
    const request = oneOf(reading.scope);
    if (request !== undefined) {
      const path = parametersFor(request, reading.scope, id);
      const reply = (await reading.send(endpointOf(request), { path }, reading.signal)) as object;
      return own[name]?.stored?.(reply) ?? reply;
    }
    const { endpoint: list, input } = partOf(reading);
    return rowOf(reading.send, list, input, id, reading.signal, key);
  }

  /** The documented endpoint of a request, or one that is made from the declaration. */
  function endpointOf(request: Get, isList = false): Endpoint {
    return (
      documented.get(request) ??
      (isList
        ? endpoint(request, { query: z.looseObject(offsetPaging), reply: replyOf(row), paging: 'offset', doc: '' })
        : endpoint(request, { reply: row, doc: '' }))
    );
  }
}

/**
 * The parameters of a path: the last one is the key, if there is one; those before it are the group or project of the
 * scope, and the place below it. If the path has only one parameter, that is the key alone.
 */
function parametersFor(request: Get, scope: Scope, id?: Key): Record<string, Key> {
  const names = parametersOf(request);
  const { ref, place } = readScope(scope) ?? {};
  const places = [ref, place?.id].slice(0, id === undefined ? names.length : names.length - 1);
  const values = [...places, id].filter((value) => value !== undefined);
  return Object.fromEntries(values.map((value, at) => [names[at] ?? '', value]));
}

/** The path of a request with its parameters filled in. `id` undefined: only those of the scope. */
function pathOf(request: Get, scope: Scope, id?: Key): string {
  const values = parametersFor(request, scope, id);
  return request
    .slice('GET '.length)
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function parametersOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** By the request of a single row: its collection, and the kind of its scope. */
const rowRequests = new Map(
  collectionNames.flatMap((name) => {
    const { one = {}, lists }: Declaration = collections[name];
    const requests = typeof one === 'string' ? Object.keys(lists).map((kind) => [kind, one]) : Object.entries(one);
    return requests.map(([kind = '', request = '']) => [request, { name, kind }] as const);
  }),
);

/**
 * The fields of a cached row that a reply contains; null: the request is not about a single row of a collection. Such
 * requests have no query: with one, the platform returns another version of the row.
 */
export function requestedRow(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { path: values = {}, query }: CallInput,
  reply: unknown,
): Pick<FieldsChange, 'at' | 'fields'> | null {
  const request = rowRequests.get(`${method} ${path}`);
  if (request === undefined || query !== undefined || typeof reply !== 'object' || reply === null) return null;
  const { name, kind } = request;
  const id = keyFrom(name, String(values[parametersOf(path).at(-1) ?? '']));
  const { isSameInAllScopes, stored } = sourceOf(name);
  const scope = isSameInAllScopes ? null : scopeOf({ path: values }, kind as ScopeKind);
  return id === null ? null : { at: { collection: name, scope, id }, fields: { ...(stored?.(reply) ?? reply) } };
}
