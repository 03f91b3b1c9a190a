import { edgesOf, type Edge } from '#shared/contract/change-edges.ts';
import { meta } from '../schema.ts';
import type { Connection } from '../open-cache.ts';
import type { StoredEntry } from './history-types.ts';
import { byOf, contentOf, isChange } from './read/entry-rows.ts';

/** Entries that are read at once. */
const mostEntries = 5_000;

/**
 * Changes in `history.db` that concern security and have no stored notice yet, the oldest first. `last`: the number of the
 * last entry that was read, for `meta` `noticed`; null: nothing was left.
 */
export function waitingEdges(history: Connection): { edges: Edge[]; last: number | null } {
  const entries = history
    .prepare<[number], StoredEntry>(
      `SELECT e.n, c.name AS collection, p.scope, e.id, e.kind, e.found_at AS foundAt, e.since, e.source, e.cause, e.fields
       FROM entries e JOIN names c ON c.n = e.collection JOIN places p ON p.n = e.place
       WHERE e.n > ? ORDER BY e.n LIMIT ${mostEntries}`,
    )
    .all(Number(meta(history).get('noticed') ?? 0));
  return { edges: storedEdges(entries), last: entries.at(-1)?.n ?? null };
}

/** The changes among these entries that concern security. Entries of unfinished syncs are left out. */
export const storedEdges = (entries: readonly StoredEntry[]): Edge[] =>
  entries.flatMap((entry) => {
    const { foundAt: at, collection, scope, id } = entry;
    if (at === null || !isChange(entry)) return [];
    return edgesOf({ collection, scope, id, at, source: byOf(entry).source, ...contentOf(entry) });
  });
