import type { CallInput, Endpoint } from '#main/api/types.ts';
import { scopeOf } from '#main/changes/engine/cache-effects.ts';
import type { FieldsChange } from '#main/changes/engine/cache-updates.ts';
import type { Declaration } from '#shared/contract/collection.ts';
import { collectionNames, collections, keyFrom } from '#shared/contract/collections.ts';
import type { ScopeKind } from '#shared/contract/scope.ts';
import { parametersOf, sourceOf } from './list-sources.ts';

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
