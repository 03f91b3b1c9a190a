import { untrack } from 'svelte';
import type { Scope } from '#shared/contract/scope.ts';
import type { ListFilter, ListRow } from '../../stores/lists/collection-client.ts';
import type { Stores } from '../../stores/context.ts';
import { ListState } from './list-state.svelte.ts';
import type { ListSpec } from '../list-spec.ts';
import { detachedEffect } from '../detached-effect.svelte.ts';
import { placeKey } from '../scope.ts';

/** How many lists and scopes keep their state; the one that was used longest ago is dropped first. */
const mostKept = 24;

interface Kept {
  profileId: string | null;
  states: Map<string, { value: ListState; end: () => void }>;
}
const keptByWindow = new WeakMap<Stores, Kept>();

/**
 * The state of a list in one scope of the open instance. Later calls return the same object, even if the scope has
 * changed because the id of its group or project became known. Each instance has its own states.
 */
export function listStateOf<Row extends ListRow, Filter extends ListFilter>(
  stores: Stores,
  spec: ListSpec<Row, Filter>,
  scope: Scope | null,
): ListState<Row, Filter> {
  const { states } = keptFor(stores);
  const name = `${spec.collection} ${placeKey(stores, scope) ?? 'everywhere'} ${spec.path} ${spec.table ?? ''}`;
  const kept = states.get(name) ?? detachedEffect(() => new ListState(stores, spec, scope) as unknown as ListState);
  states.delete(name);
  states.set(name, kept);
  untrack(() => kept.value.scope !== scope && kept.value.moveTo(scope));
  for (const [oldest, { end }] of states) {
    if (states.size <= mostKept) break;
    states.delete(oldest);
    end();
  }
  return kept.value as unknown as ListState<Row, Filter>;
}

function keptFor(stores: Stores): Kept {
  const profileId = stores.profiles.openId;
  const kept = keptByWindow.get(stores);
  if (kept?.profileId === profileId) return kept;
  for (const { end } of kept?.states.values() ?? []) end();
  const fresh: Kept = { profileId, states: new Map() };
  keptByWindow.set(stores, fresh);
  return fresh;
}
