import type { Scope } from '#shared/contract/scope.ts';
import { outlines } from '#shared/contract/window.constant.ts';
import type { Session } from '../link/session.svelte.ts';
import { remoteReason, syncReason } from './availability.ts';
import type { Stores } from './context.ts';
import { isCollection } from './lists/collection-names.ts';
import type { ListToSync } from './sync-lists.ts';

/** A list that is shown. `since`: as in `jobs.opened`. */
export interface ShownToSync extends ListToSync {
  since?: number | null | undefined;
}

/**
 * Let the core sync a shown list if that is due. Without a scope, only the list of the instance is synced; the lists of
 * groups and projects are left to the watches.
 */
export async function syncOpened({ client, asOf }: Session, { collection, scope, since }: ShownToSync): Promise<void> {
  const hasInstance = isCollection(collection) && (outlines[collection].lists.instance ?? null) !== null;
  const at: Scope | null = scope ?? (hasInstance ? '' : null);
  // In the past, the core refuses it
  if (at === null || asOf !== null) return;
  const input = { collection, scope: at, since } as Parameters<typeof client.jobs.opened>[0];
  // A failure is ignored: the list shows its age, and a person can sync it
  await client.jobs.opened(input).catch(() => undefined);
}

/**
 * Sync what a component shows if that is due: when it is created, when it shows another list, and when the instance can
 * be reached again. Call it while the component is created.
 */
export function syncWhileShown(stores: Stores, shown: () => readonly ShownToSync[]): void {
  const canSync = $derived((remoteReason(stores) ?? syncReason(stores)) === null);
  // Compared as text, because each call of `shown` returns new objects
  const lists = $derived(JSON.stringify([shown(), stores.profiles.openId]));
  $effect(() => {
    const [all] = JSON.parse(lists) as [ShownToSync[]];
    if (canSync) for (const list of all) void syncOpened(stores.session, list);
  });
}
