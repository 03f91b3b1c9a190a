import type { CollectionName } from '#shared/contract/collections.ts';
import type { Connection } from '../open-cache.ts';
import { meta, revisionName } from '../schema.ts';

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

/** Increases the revision of each collection in the transaction that changes it. */
export function revisions(db: Connection) {
  const facts = meta(db);
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
      const changes = [...touched].map(([collection, { ids, counts }]): Change => {
        const before = Number(facts.get(revisionName(collection)) ?? 0);
        const revision = counts ? before + 1 : before;
        if (counts) facts.set(revisionName(collection), String(revision));
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
