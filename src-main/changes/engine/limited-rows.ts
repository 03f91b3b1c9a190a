import { claimsOf, limits } from '#main/api/client/governor/limits.ts';
import { endpoints } from '#main/api/endpoints/index.ts';
import type { StoredWrite } from '#main/state/plans.ts';

/** The counter of a documented limit that a write counts towards; null: none whose size is known before sending. */
function counterOf({ op, path }: Pick<StoredWrite, 'op' | 'path'>) {
  const limit = endpoints.get(op)?.limit;
  if (limit === undefined || limits[limit].overBytes > 0) return null;
  const [claim] = claimsOf({ limit }, path, 0);
  return claim === undefined ? null : { key: claim.key, ...limits[limit] };
}

/**
 * The writes in an order in which the counters of a documented limit take turns, for example one delivery of each
 * webhook after the other. The writes of one counter keep their order, and so do writes without a limit.
 */
export function alternating<W extends Pick<StoredWrite, 'op' | 'path'>>(writes: readonly W[]): W[] {
  const queues = new Map<string, W[]>();
  for (const write of writes) {
    const key = counterOf(write)?.key;
    if (key === undefined) return [...writes];
    const queue = queues.get(key);
    if (queue === undefined) queues.set(key, [write]);
    else queue.push(write);
  }
  const longest = Math.max(0, ...[...queues.values()].map((queue) => queue.length));
  return Array.from({ length: longest }, (_, turn) =>
    [...queues.values()].flatMap((queue) => queue.slice(turn, turn + 1)),
  ).flat();
}

/** The write as several, if its body has more entries than one request may have (see `Endpoint.mostEntries`). */
export function splitByEntries<W extends StoredWrite>(write: W): W[] {
  const { field = '', count = 0 } = endpoints.get(write.op)?.mostEntries ?? {};
  const entries: unknown = write.body?.[field];
  if (!Array.isArray(entries) || entries.length <= count) return [write];
  return Array.from({ length: Math.ceil(entries.length / count) }, (_, n) => {
    return { ...write, body: { ...write.body, [field]: entries.slice(n * count, (n + 1) * count) } };
  });
}

/** How long the documented limits hold back these writes in milliseconds, if they are sent as `alternating` orders them. */
export function limitedMs(writes: readonly Pick<StoredWrite, 'op' | 'path'>[]): number {
  const counts = new Map<string, { count: number; times: number; withinMs: number }>();
  for (const write of writes) {
    const counter = counterOf(write);
    if (counter === null) continue;
    const known = counts.get(counter.key);
    if (known === undefined) counts.set(counter.key, { ...counter, count: 1 });
    else known.count += 1;
  }
  const waits = [...counts.values()].map(
    ({ count, times, withinMs }) => Math.floor(Math.max(0, count - 1) / times) * withinMs,
  );
  return Math.max(0, ...waits);
}
