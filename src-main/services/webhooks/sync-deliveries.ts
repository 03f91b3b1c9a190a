import { webhooks as api } from '#main/api/endpoints/webhooks.ts';
import { pageAfter, pageInput, type PageInput } from '#main/api/client/walk.ts';
import type { Clock } from '#main/ports.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { toIso } from '#shared/time.ts';
import type { Instance } from '../instances/instance.ts';
import { oneAtATime } from '../lists/one-at-a-time.ts';

/** A list that continues after this many pages is taken as endless. */
const mostPages = 5_000;

/** The path parameters of a webhook's deliveries. Fails: `invalid` for another place. */
export function pathOf(scope: Scope): { id: number | string; hook_id: number } {
  const read = readScope(scope);
  if (read?.place?.kind !== 'hook') throw new Failure('invalid', `no webhook: ${scope}`, { field: 'scope' });
  return { id: read.ref, hook_id: read.place.id };
}

interface Needs {
  instance: Pick<Instance, 'send' | 'store'>;
  clock: Clock;
  signal: AbortSignal;
}

/**
 * Fetch the newest deliveries of a webhook, up to the delivery with the id `until`; null: all that the platform lists.
 * `until` must be the newest delivery of a sync that was complete, so an interrupted sync leaves nothing out. If the
 * platform does not list the newest first, all pages are read.
 * Returns how many deliveries were added or changed, and the id of the newest one.
 * Fails: as the sender does.
 */
export function syncDeliveries(scope: Scope, until: number | null, needs: Needs): Promise<SyncedDeliveries> {
  const { instance, signal } = needs;
  return oneAtATime(instance.store, `webhookEvents ${scope}`, signal, () => syncNow(scope, until, needs));
}

interface SyncedDeliveries {
  changed: number;
  newest: number | null;
}

async function syncNow(
  scope: Scope,
  until: number | null,
  { instance: { send, store }, clock, signal }: Needs,
): Promise<SyncedDeliveries> {
  const place = { collection: 'webhookEvents', scope };
  const input = { path: pathOf(scope) };
  let changed = 0;
  let newest = until;
  let seen = 0;
  await store.beginList({ place, estimatedRows: null, now: clock.now() });
  try {
    let at: PageInput | null = pageInput(input, 1);
    for (let number = 1; at !== null; number += 1) {
      if (number > mostPages)
        throw new Failure('remote', 'the list of deliveries does not end', { reason: 'list-without-end' });
      const page = await send.rows(api.listEvents, at, signal);
      const ids = page.rows.map(idOf).filter((id) => id !== null);
      const now = clock.now();
      const annotation = { all: { first_seen_at: toIso(now) } };
      const stored = await store.putListPage({ place, rows: page.rows, annotation, now });
      changed += stored.changed;
      newest = Math.max(...ids, newest ?? Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY);
      const rows = page.rows.length + page.unreadable;
      seen += rows;
      const isNewestFirst = ids.every((id, n) => n === 0 || id < (ids[n - 1] ?? id));
      if (until !== null && isNewestFirst && ids.some((id) => id <= until)) break;
      at = pageAfter(input, { page, number, rows, fresh: stored.fresh, seen });
    }
    await store.finishSyncRun({ place, now: clock.now() });
  } catch (thrown) {
    await store.dropSyncRun({ place }).catch(() => undefined);
    throw thrown;
  }
  return { changed, newest: newest === Number.NEGATIVE_INFINITY ? null : newest };
}

function idOf(row: unknown): number | null {
  const { id } = (row ?? {}) as { id?: unknown };
  return typeof id === 'number' ? id : null;
}
