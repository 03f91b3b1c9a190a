import type { Clock } from '#main/ports.ts';
import { allOf, type Key, type ListQuery, wholeList } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { collectionNames, collections, type CollectionName } from '#shared/contract/collections.ts';
import { z } from 'zod';
import { endedTokens } from '../access-tokens/ended-tokens.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';

/** The queries for the rows that are archived after a sync. */
export type EndedRows = Pick<ListQuery, 'filter' | 'notReturned'>[];

/**
 * A record in the archive: the row when it was last synced, and whether the platform no longer returned it. The name
 * `isGone` is stored.
 */
const Archived = z.object({ row: z.record(z.string(), z.unknown()), isGone: z.boolean() });

/** Collections of which only ended rows are archived. Collections that expire are archived completely. */
const endedRows: Partial<Record<CollectionName, (now: number) => EndedRows>> = { accessTokens: endedTokens };

const endedRowsOf = (name: CollectionName, now: number): EndedRows =>
  endedRows[name]?.(now) ?? (collections[name].expires ? [{ filter: {}, notReturned: 'hide' }] : []);

/** Collections whose rows are archived, because the platform deletes them after some time. */
export const archivedCollections = collectionNames.filter((name) => endedRowsOf(name, 0).length > 0);

/** Rows of a list that are archived in one step. */
const mostAtOnce = 1_000;

/** Archives rows that the platform deletes after some time, and restores them to the cache. */
export function rowArchive({ state: { archive }, clock }: { state: Pick<StateTables, 'archive'>; clock: Clock }) {
  /** By the reader, which background work shares with the windows. */
  const restored = new WeakMap<Instance['reader'], Map<CollectionName, Promise<void>>>();

  async function restore(instance: Instance, name: CollectionName): Promise<void> {
    const { profile, reader, store } = instance;
    const kept = archive.latest(profile.id, name);
    if (kept.length === 0) return;
    const cached = new Set<string>();
    for await (const piece of reader.lists(name).rows(allOf(wholeList(null, { notReturned: 'show' })))) {
      for (const { scope, id } of piece) cached.add(addressOf(scope, id));
    }
    for (const { scope, id, at, row } of kept) {
      const read = Archived.safeParse(row);
      if (cached.has(addressOf(instance.scopeOf(scope), id)) || !read.success) continue;
      const stored = { place: { collection: name, scope }, id, by: 'unrecorded' as const, now: at };
      await store.put({ ...stored, record: read.data.row });
      if (!collections[name].expires) await store.markNotReturned(stored);
    }
  }

  return {
    /**
     * Restore archived rows that are missing from the cache, for instance because the cache was deleted. They can then
     * be found, filtered and exported like all others. Runs once for each opened instance.
     */
    async restoreOnce(instance: Instance, name: CollectionName): Promise<void> {
      if (!archivedCollections.includes(name)) return;
      const restorations = restored.get(instance.reader) ?? new Map<CollectionName, Promise<void>>();
      restored.set(instance.reader, restorations);
      const restoring = restorations.get(name) ?? restore(instance, name);
      restorations.set(name, restoring);
      try {
        await restoring;
      } catch (thrown) {
        restorations.delete(name);
        throw thrown;
      }
    },

    /** Archive the ended rows of a list after a sync. `scope` null: all known scopes. */
    async storeEnded({ profile, reader }: Instance, name: CollectionName, scope: Scope | null): Promise<void> {
      const now = clock.now();
      for (const which of endedRowsOf(name, now)) {
        for await (const piece of reader.lists(name).rows(allOf(wholeList(scope, which)))) {
          archive.add(profile.id, name, recordsOf(piece, which.notReturned === 'only'), now);
        }
      }
    },

    /**
     * Archive the `count` rows of a list that were first seen last, for a collection that expires. Cheaper than
     * `storeEnded`, which compares all rows.
     */
    async storeNewest({ profile, reader }: Instance, name: CollectionName, scope: Scope, count: number): Promise<void> {
      const query = wholeList(scope, { sort: { by: 'first_seen_at', direction: 'desc' } });
      for (let from = 0; from < count; from += mostAtOnce) {
        const ids = await reader.lists(name).ids({ query, from, count: Math.min(mostAtOnce, count - from) });
        for await (const piece of reader.lists(name).rows({ kind: 'ids', ids })) {
          archive.add(profile.id, name, recordsOf(piece, false), clock.now());
        }
      }
    },
  };
}
export type RowArchive = ReturnType<typeof rowArchive>;

const recordsOf = (rows: readonly { scope: Scope; id: Key; row: object }[], isGone: boolean) =>
  rows.map(({ scope, id, row }) => ({ scope, id, row: { row, isGone } }));

const addressOf = (scope: Scope, id: unknown): string => `${scope} ${JSON.stringify(id)}`;
