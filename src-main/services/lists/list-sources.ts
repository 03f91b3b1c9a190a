import { endpoints } from '#main/api/endpoints/index.ts';
import { endpoint, rowsOf as replyOf } from '#main/api/endpoint.ts';
import type { Endpoint } from '#main/api/types.ts';
import { readScope, type Declaration, type Key, type Scope, type ScopeKind } from '#shared/contract/collection.ts';
import { collections, isCollection, type CollectionName } from '#shared/contract/collections.ts';
import { Failure } from '#shared/errors.ts';
import type { ListSource, PagedPart, Reading } from './list-source.ts';
import { own } from './sources/index.ts';
import { rowOf } from './walk.ts';

type Get = `GET /${string}`;
type Fields = Readonly<Record<string, unknown>>;

const documented = new Map([...endpoints.values()].map((one) => [`${one.method} ${one.path}`, one]));
const sources = new Map<CollectionName, ListSource>();

/** How the list of a collection comes from the platform. Fails: `invalid` where there is no collection of this name. */
export function sourceOf(name: string): ListSource {
  if (!isCollection(name)) throw new Failure('invalid', `no list ${name}`, { field: 'collection' });
  let source = sources.get(name);
  if (source === undefined) sources.set(name, (source = makeSource(name, collections[name])));
  return source;
}

/** What goes into a path for a scope of this list. Fails: `invalid` where a list has no such scope. */
export function refOf({ name, scopes }: ListSource, scope: Scope): number | string {
  const read = readScope(scope);
  if (!scopes.includes(read?.kind ?? 'instance')) {
    throw new Failure('invalid', `there is no list of ${name} in ${scope === '' ? 'the instance' : scope}`, {
      field: 'scope',
    });
  }
  return read?.ref ?? '';
}

/** The requests of a declaration, with what the collection does in its own way. */
function makeSource(name: CollectionName, declared: Declaration): ListSource {
  const { lists, query, mostRows, one, key, row, title, about, isSameInAllScopes } = declared;
  const scopes = Object.keys(lists) as ScopeKind[];
  const isListed = Object.values(lists).some((request) => request !== null);
  return {
    name,
    scopes,
    isSameInAllScopes,
    parts: isListed ? (reading) => [partOf(reading)] : undefined,
    read: one === undefined ? (isListed ? readFromList : undefined) : readOne(endpointOf(one)),
    describe: (record) => ({
      title: textOf(record, title) ?? `#${String((record as Fields)[key])}`,
      about: about === undefined ? null : textOf(record, [about]),
    }),
    path: ({ scope, ref, id }) =>
      pathOf(one ?? requestsOf(scope)[0] ?? 'GET /', ref, one === undefined ? undefined : id),
    ...(own[name] as Partial<ListSource> | undefined),
  };

  function requestsOf(scope: Scope): readonly Get[] {
    const requests = lists[readScope(scope)?.kind ?? 'instance'] ?? [];
    return typeof requests === 'string' ? [requests] : requests;
  }

  function partOf({ scope, ref }: Pick<Reading, 'scope' | 'ref'>): PagedPart {
    const parts = requestsOf(scope).map((request): PagedPart => {
      const input = { ...(scope !== '' && { path: { id: ref } }), ...(query !== undefined && { query }) };
      return { endpoint: endpointOf(request, true), input, ...(mostRows !== undefined && { mostRows }) };
    });
    return parts.reduceRight((orElse, part) => ({ ...part, orElse }));
  }

  function readFromList(reading: Reading, id: Key): Promise<object> {
    const { endpoint: list, input } = partOf(reading);
    return rowOf(reading.send, list, input, id, reading.signal, key);
  }

  /** The endpoint of a request: that of the documents, or one made of the declaration. */
  function endpointOf(request: Get, isList = false): Endpoint {
    return (
      documented.get(request) ??
      (isList
        ? endpoint(request, { reply: replyOf(row), paging: 'offset', doc: '' })
        : endpoint(request, { reply: row, doc: '' }))
    );
  }
}

/** Reads one row by its own request, whose last parameter is the row's id. */
function readOne(request: Endpoint): NonNullable<ListSource['read']> {
  const names = parametersOf(request.path);
  const key = names.at(-1) ?? 'id';
  return ({ send, ref, signal }, id) =>
    send(request, { path: { ...(names.length > 1 && { id: ref }), [key]: id } }, signal) as Promise<object>;
}

/** The path of a request with its parameters filled in. `id` undefined: only the scope is. */
function pathOf(request: Get, ref: number | string, id: Key | undefined): string {
  const path = request.slice('GET '.length);
  const key = id === undefined ? undefined : parametersOf(path).at(-1);
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(name === key ? String(id) : ref));
}

function parametersOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** The first text among some fields, nested ones as `user.name`. */
function textOf(record: object, names: readonly string[]): string | null {
  for (const name of names) {
    const value = name.split('.').reduce<unknown>((part, step) => (part as Fields | null | undefined)?.[step], record);
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}
