import { keyFrom } from '#shared/contract/collections.ts';
import type { PlaceKind, Scope, ScopeKind } from '#shared/contract/scope.ts';
import type { CachedAt, Operation } from './operation.ts';
import type { Write } from './write.ts';

/** The cached row that a write changes or deletes; null: none. `scope` null: its key is the same in every scope. */
export function cachedRowOf(write: Write, operation: Operation | undefined): CachedAt | null {
  const effect = operation?.caches;
  if (effect?.kind !== 'row') return null;
  const id = keyFrom(effect.collection, String(write.path[effect.id] ?? ''));
  const scope = effect.scope === undefined ? null : scopeOf(write, effect.scope);
  return id === null ? null : { collection: effect.collection, scope, id };
}

/** The path parameter that names a place below a project. */
export const placeParameters = {
  issue: 'issue_iid',
  mr: 'merge_request_iid',
  snippet: 'snippet_id',
  hook: 'hook_id',
  job: 'job_id',
} as const satisfies Record<PlaceKind, string>;

/** The scope of this kind that the path parameters of a request name. */
export function scopeOf({ path }: Pick<Write, 'path'>, kind: ScopeKind): Scope {
  if (kind === 'instance') return '';
  if (kind === 'group') return `group:${path.id}`;
  const [, place] = kind.split('/') as [string, PlaceKind?];
  return `project:${path.id}${place === undefined ? '' : `/${place}:${path[placeParameters[place]]}`}`;
}
