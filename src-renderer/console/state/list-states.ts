import { untrack } from 'svelte';
import type { Scope } from '#shared/contract/scope.ts';
import type { ListFilter, ListRow } from '../../stores/lists/collection-client.ts';
import type { Stores } from '../../stores/context.ts';
import { KeptValues } from './kept-values.ts';
import { ListState } from './list-state.svelte.ts';
import type { ListSpec } from '../list-spec.ts';
import { detachedEffect } from '../detached-effect.svelte.ts';
import { placeKey } from '../scope.ts';

/** Each list in each scope has its own state. */
const states = new KeptValues<string, ListState>(24);

/**
 * The state of a list in one scope of the open instance at the moment of the page. Later calls return the same object, even if the scope has
 * changed because the id of its group or project became known. Each instance has its own states.
 */
export function listStateOf<Row extends ListRow, Filter extends ListFilter>(
  stores: Stores,
  spec: ListSpec<Row, Filter>,
  scope: Scope | null,
): ListState<Row, Filter> {
  const { ofPage } = stores.moment;
  const moment = `${ofPage ?? 'now'} ${spec.past !== undefined}`;
  const place = placeKey(stores, scope) ?? 'everywhere';
  const name = `${spec.collection} ${place} ${spec.path} ${spec.table ?? ''} ${moment}`;
  const create = () => detachedEffect(() => new ListState(stores, spec, scope) as unknown as ListState);
  const kept = states.get(stores, name, create);
  untrack(() => kept.scope !== scope && kept.moveTo(scope));
  return kept as unknown as ListState<Row, Filter>;
}
