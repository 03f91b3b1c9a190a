import { indexesOf, type Definition } from './derive.ts';
import type { longTexts } from './long-texts.ts';
import type { Connection } from './open-cache.ts';
import { indexedName, meta } from './schema.ts';

/** See `indexedName`. */
type State = 'wanted' | 'yes';
type Texts = Pick<ReturnType<typeof longTexts>, 'isIndexMissing' | 'indexNext'>;

/** Whether indexes of a collection are being built. */
export function isIndexWanted(facts: Pick<ReturnType<typeof meta>, 'get'>, collection: string): boolean {
  return facts.get(indexedName(collection)) === ('wanted' satisfies State);
}

/**
 * Builds the indexes of one collection, and its full-text index if it has one, in steps; other writes can run between
 * two steps. Every query returns the same rows without the indexes.
 * Decision: build/decisions/0028-indexes-after-the-first-sync.md
 */
export function indexBuilder(db: Connection, definition: Definition, texts: Texts) {
  const facts = meta(db);
  const name = indexedName(definition.collection);
  const exists = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?`);
  let state = facts.get(name);

  return {
    isBuilt: (): boolean => state === ('yes' satisfies State),
    /** To be called at the end of each sync run. */
    want(): void {
      if (state === undefined || (state === 'yes' && texts.isIndexMissing())) set('wanted');
    },
    /** Build the next index, or the next part of the full-text index. Must be called in a transaction. */
    next(): void {
      const missing = indexesOf(definition).find((index) => exists.get(index.name) === undefined);
      if (missing !== undefined) db.exec(missing.sql);
      else if (!texts.indexNext()) {
        db.exec('ANALYZE');
        set('yes');
      }
    },
    /** To be called after a rollback. */
    reload(): void {
      state = facts.get(name);
    },
  };

  function set(next: State): void {
    facts.set(name, next);
    state = next;
  }
}
