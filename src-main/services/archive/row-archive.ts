import type { Clock } from '#main/ports.ts';
import type { archive } from '#main/state/archive.ts';
import type { ListQuery } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { collectionNames, collections, type CollectionName } from '#shared/contract/collections.ts';
import { z } from 'zod';
import { endedTokens } from '../access-tokens/ended-tokens.ts';
import type { Instance } from '../instances/instance.ts';

interface Needs {
  archive: ReturnType<typeof archive>;
  clock: Clock;
}

/** Which cached rows are archived after a sync. */
export type EndedRows = Pick<ListQuery, 'filter' | 'gone'>[];

/** A record in the archive: the row as it was last seen, and whether the platform had stopped to list it. */
const Archived = z.object({ row: z.record(z.string(), z.unknown()), isGone: z.boolean() });

/** Of other collections, only rows that have ended. Of collections that expire, every row. */
const endedRows: Partial<Record<CollectionName, (now: number) => EndedRows>> = { accessTokens: endedTokens };

const endedRowsOf = (name: CollectionName, now: number): EndedRows =>
  endedRows[name]?.(now) ?? (collections[name].expires ? [{ filter: {}, gone: 'hide' }] : []);

/** Collections whose rows are archived, because the platform forgets them. */
export const archivedCollections = collectionNames.filter((name) => endedRowsOf(name, 0).length > 0);

/** What the platform forgets and Reeve does not. */
export function rowArchive({ archive, clock }: Needs) {
  const restored = new WeakMap<Instance, Map<CollectionName, Promise<void>>>();

  async function restore(instance: Instance, name: CollectionName): Promise<void> {
    const { profile, reader, store } = instance;
    const kept = archive.latest(profile.id, name);
    if (kept.length === 0) return;
    const cached = new Set<string>();
    const everyRow = allRows(null, { filter: {}, gone: 'show' });
    for await (const piece of reader.lists(name).rows(everyRow)) {
      for (const { scope, id } of piece) cached.add(addressOf(scope, id));
    }
    for (const { scope, id, at, row } of kept) {
      const read = Archived.safeParse(row);
      if (cached.has(addressOf(instance.scopeOf(scope), id)) || !read.success) continue;
      await store.put({ collection: name, scope }, id, read.data.row, at);
      if (!collections[name].expires) await store.markGone({ collection: name, scope }, id, at);
    }
  }

  return {
    /**
     * Put archived rows that the platform forgot, and that a deleted cache has lost, back into the cache, so that they are
     * found, filtered and exported as all others. Once for an opened instance.
     */
    async restoreOnce(instance: Instance, name: CollectionName): Promise<void> {
      if (!archivedCollections.includes(name)) return;
      const restorations = restored.get(instance) ?? new Map<CollectionName, Promise<void>>();
      restored.set(instance, restorations);
      const restoring = restorations.get(name) ?? restore(instance, name);
      restorations.set(name, restoring);
      try {
        await restoring;
      } catch (thrown) {
        restorations.delete(name);
        throw thrown;
      }
    },

    /** A list was synced (null: in every place that is restorations): what the platform will forget of it is archived. */
    async storeEnded({ profile, reader }: Instance, name: CollectionName, scope: Scope | null): Promise<void> {
      const now = clock.now();
      for (const which of endedRowsOf(name, now)) {
        for await (const piece of reader.lists(name).rows(allRows(scope, which))) {
          const rows = piece.map(({ scope: at, id, row }) => {
            return { scope: at, id, row: { row, isGone: which.gone === 'only' } };
          });
          archive.add(profile.id, name, rows, now);
        }
      }
    },
  };
}

const addressOf = (scope: Scope, id: unknown): string => `${scope} ${JSON.stringify(id)}`;

function allRows(scope: Scope | null, which: EndedRows[number]) {
  const query = { scope, search: '', sort: { by: 'id', direction: 'asc' as const }, ...which };
  return { kind: 'all' as const, query, except: [] };
}
