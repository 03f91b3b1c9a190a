import { readScope, scopeKindOf, splitScope, type OwnerKind, type Scope } from '#shared/contract/scope.ts';
import { outlines } from '#shared/contract/window.constant.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import type { Stores } from '../stores/context.ts';
import { placeNamesOf } from '../stores/instance/place-names.svelte.ts';
import { webhookNameOf } from '../stores/jobs/webhook-names.svelte.ts';
import { isCollection } from '../stores/lists/collection-names.ts';
import type { ListSpec } from './list-spec.ts';

/** The scope of a list: the deepest chosen scope in which its API has the list. Null if none is chosen. */
export function scopeOf({ scope }: Stores, { scopes }: Pick<ListSpec, 'scopes'>): Scope | null {
  const { place } = scope;
  if (place !== null && scopes.includes(scopeKindOf(place))) return place;
  const chosen: Record<OwnerKind, Scope | null> = {
    project: scope.project?.scope ?? null,
    group: scope.group?.scope ?? null,
    instance: '',
  };
  const deepestFirst: readonly OwnerKind[] = ['project', 'group', 'instance'];
  const kind = deepestFirst.find((one) => scopes.includes(one) && chosen[one] !== null);
  return kind === undefined ? null : chosen[kind];
}

/** The scopes around a scope in which the list exists too, the nearest first. */
export function widerScopes(stores: Stores, { scopes }: Pick<ListSpec, 'scopes'>, scope: Scope | null): Scope[] {
  const around = stores.scope.group?.scope;
  const isInGroup = readScope(scope ?? '')?.kind === 'project' && around !== undefined && scopes.includes('group');
  const isNarrow = scope !== null && scope !== '';
  return [...(isInGroup ? [around] : []), ...(isNarrow && scopes.includes('instance') ? [''] : [])];
}

/** Whether only the requests of other scopes list the rows of a scope. */
export function isListedElsewhere({ collection }: Pick<ListSpec, 'collection'>, scope: Scope | null): boolean {
  if (scope === null || !isCollection(collection)) return false;
  const { isStoredOnce, lists } = outlines[collection];
  return isStoredOnce && lists[scopeKindOf(scope)] === null;
}

/**
 * Key of the group or project of a scope. It does not change when the scope of a chosen entry changes from path to ID.
 */
export function placeKey({ scope: { project, group } }: Stores, scope: Scope | null): Scope | number | null {
  return [project, group].find((entry) => entry?.scope === scope)?.key ?? scope;
}

/** A scope in words: "the whole instance", "group platform/infra". */
export function whereOf(stores: Stores, scope: Scope | null): string {
  if (scope === null) return words.scope.everywhere;
  const read = readScope(scope);
  if (read === null) return stores.profiles.open?.name ?? words.scope.instance;
  const where = words.scope[read.kind](placeName(stores, scope));
  if (read.revisions !== null) return `${words.scope.revisions(read.revisions)} ${where}`;
  return read.place === null ? where : `${words.scope.place(read.place, webhookName(stores, scope))} ${where}`;
}

/** The path of the group or project of a scope if it is known, else its reference in the scope. */
export function placeName(stores: Stores, scope: Scope): string {
  const { group, project, recent } = stores.scope;
  const [base] = splitScope(scope);
  const place = [project, group, ...recent].find((entry) => entry?.scope === base);
  return place?.path ?? place?.name ?? placeNamesOf(stores).nameOf(base);
}

/** The name of the webhook of a scope, or the host of its URL; null if it is unknown, and for other scopes. */
export function webhookName({ session, profiles }: Stores, scope: Scope): string | null {
  return profiles.openId === null ? null : webhookNameOf(session, profiles.openId, scope);
}
