import { untrack } from 'svelte';
import type { Scope } from '#shared/contract/collection.ts';
import type { ListFilter, ListRow } from '../../stores/lists/collection-client.ts';
import type { Stores } from '../../stores/context.ts';
import { ListDesk } from './desk.svelte.ts';
import type { ListSpec } from '../list-spec.ts';
import { outlivingThePage } from '../outliving.svelte.ts';
import { placeKey } from '../scope.ts';

/** Lists of other scopes that are kept for coming back, the latest ones. */
const desksKept = 24;

interface Held {
  profileId: string | null;
  desks: Map<string, { desk: ListDesk; end: () => void }>;
}
const windows = new WeakMap<Stores, Held>();

/**
 * The desk of a list in one scope of the open instance. Later calls return the same desk, even if the scope has changed
 * because the id of its group or project became known. Another instance has other desks.
 */
export function listDesk<Row extends ListRow, Filter extends ListFilter>(
  stores: Stores,
  spec: ListSpec<Row, Filter>,
  scope: Scope | null,
): ListDesk<Row, Filter> {
  const { desks } = heldOf(stores);
  const name = `${spec.stem} ${placeKey(stores, scope) ?? 'everywhere'} ${spec.path}`;
  const held = desks.get(name) ?? outlivingThePage(() => new ListDesk(stores, spec, scope) as unknown as ListDesk);
  desks.delete(name);
  desks.set(name, held);
  untrack(() => held.desk.scope !== scope && held.desk.moveTo(scope));
  for (const [oldest, { end }] of desks) {
    if (desks.size <= desksKept) break;
    desks.delete(oldest);
    end();
  }
  return held.desk as unknown as ListDesk<Row, Filter>;
}

function heldOf(stores: Stores): Held {
  const profileId = stores.profiles.openId;
  const held = windows.get(stores);
  if (held?.profileId === profileId) return held;
  for (const { end } of held?.desks.values() ?? []) end();
  const fresh: Held = { profileId, desks: new Map() };
  windows.set(stores, fresh);
  return fresh;
}
