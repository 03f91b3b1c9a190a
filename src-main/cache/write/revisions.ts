import type { CollectionName } from '#shared/contract/collections.ts';
import type { Connection } from '../open-cache.ts';
import type { Definition } from '../derive.ts';
import { meta, revisionIn, revisionName } from '../schema.ts';

export interface Change {
  collection: CollectionName;
  revision: number;
  ids?: number[];
}

/** Maximum ids in one change event; above this number, the whole collection counts as changed. */
const mostIds = 200;
/** Changes within this time are reported in one event. */
const quietMs = 100;

/** The rows that changed in the open transaction. `counts` is false if only the age of rows changed. */
interface Touched {
  ids: Set<number> | null;
  counts: boolean;
}

/**
 * Increases the revision of each collection in the transaction that changes it. Also reports the collections whose
 * conditions read a changed collection, without ids, because no row of theirs changed.
 */
export function revisions(db: Connection, definitions: readonly Pick<Definition, 'collection' | 'reads'>[]) {
  const facts = meta(db);
  const readsOf = (collection: CollectionName) => definitions.find((one) => one.collection === collection)?.reads ?? [];
  let touched = new Map<CollectionName, Touched>();
  return {
    /** Note the keys of changed rows; null: any row may have changed. */
    touch(collection: CollectionName, ids: readonly number[] | null, { counts = true } = {}): void {
      const known = touched.get(collection) ?? { ids: new Set<number>(), counts: false };
      if (ids === null) known.ids = null;
      for (const id of ids ?? []) known.ids?.add(id);
      if (known.ids !== null && known.ids.size > mostIds) known.ids = null;
      touched.set(collection, { ids: known.ids, counts: known.counts || counts });
    },
    /** Write the new revisions; to be called last in the transaction. */
    seal(): Change[] {
      const counting = [...touched].flatMap(([collection, { counts }]) => (counts ? [collection] : []));
      for (const collection of counting)
        facts.set(revisionName(collection), String(Number(facts.get(revisionName(collection)) ?? 0) + 1));
      for (const { collection, reads } of definitions)
        if (!touched.has(collection) && reads.some((one) => counting.includes(one)))
          touched.set(collection, { ids: new Set(), counts: false });
      const changes = [...touched].map(([collection, { ids }]): Change => {
        const revision = revisionIn(facts, { collection, reads: readsOf(collection) });
        return ids === null ? { collection, revision } : { collection, revision, ids: [...ids] };
      });
      touched = new Map();
      return changes;
    },
    /** To be called after a rollback. */
    forget(): void {
      touched = new Map();
    },
  };
}

/** Reports the first change at once and collects the following ones; `end` reports the rest. */
export function announcer(report: (change: Change) => void) {
  const waiting = new Map<CollectionName, Change>();
  let timer: NodeJS.Timeout | undefined;
  return {
    announce: (changes: readonly Change[]): void => {
      for (const change of changes) waiting.set(change.collection, joined(waiting.get(change.collection), change));
      if (timer === undefined && waiting.size > 0) flush();
    },
    end: (): void => {
      clearTimeout(timer);
      timer = undefined;
      for (const change of waiting.values()) report(change);
      waiting.clear();
    },
  };

  function flush(): void {
    timer = undefined;
    if (waiting.size === 0) return;
    for (const change of waiting.values()) report(change);
    waiting.clear();
    timer = setTimeout(flush, quietMs);
  }
}

function joined(before: Change | undefined, { collection, revision, ids }: Change): Change {
  if (before === undefined) return ids === undefined ? { collection, revision } : { collection, revision, ids };
  if (before.ids === undefined || ids === undefined) return { collection, revision };
  const all = new Set([...before.ids, ...ids]);
  return all.size > mostIds ? { collection, revision } : { collection, revision, ids: [...all] };
}
