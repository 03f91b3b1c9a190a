import type { Key } from '#shared/contract/collection.ts';
import { Failure } from '#shared/errors.ts';
import { mergedFields } from '#shared/unexpected-values.ts';
import type { Place, Refusal } from '../cache-types.ts';
import { filterKey } from '../filter-ids.ts';
import type { newReferences } from '../references.ts';
import type { Connection } from '../open-cache.ts';
import type { At, copiesOf } from './copies.ts';
import type { hiddenPlaces } from './hidden-places.ts';
import type { listedIn } from './listed-in.ts';
import { checkRecord, decodeRows } from './page.ts';
import type { revisions } from './revisions.ts';
import type { CollectionWriter } from './collection-writer.ts';
import type { transactions } from './transactions.ts';

interface Needs {
  writerAt: (place: Place) => CollectionWriter;
  transaction: Pick<ReturnType<typeof transactions>, 'whole'>;
  revision: ReturnType<typeof revisions>;
  names: ReturnType<typeof newReferences>;
  copies: ReturnType<typeof copiesOf>;
  listed: ReturnType<typeof listedIn>;
  hidden: ReturnType<typeof hiddenPlaces>;
}

/** Fields of one row that were written to the platform. */
export interface FieldsChange {
  at: At;
  fields: Readonly<Record<string, unknown>>;
  now: number;
}

/** The verbs that write single rows outside of a sync. */
export function rowWriter(db: Connection, { writerAt, transaction, revision, names, copies, listed, hidden }: Needs) {
  /** Checks all copies of the row before it changes the first one. */
  function putFields({ at, fields, now }: FieldsChange): number {
    const { rows, definition } = writerAt({ collection: at.collection, scope: at.scope ?? '' });
    const checked = copies.of(at, definition).map(({ scope, record }) => {
      return { scope, row: checkRecord(mergedFields(record, fields), at.id, definition) };
    });
    const known = checked.map(({ scope, row }) => rows.put({ collection: definition.detail, scope }, row, now).key);
    if (known.length > 0) revision.touch(definition.collection, known);
    return known.length;
  }

  return {
    /** Store rows outside of a sync, for instance results of lookups. Unreadable rows are left out and counted. */
    putRows({ place, rows: sent, now }: { place: Place; rows: readonly unknown[]; now: number }) {
      const { rows, definition } = writerAt(place);
      const page = decodeRows(sent, definition).decode();
      return transaction.whole(() => {
        const outcomes = page.rows.map((row) => {
          names.note(definition, row.record, place.scope);
          return rows.put(place, row, now);
        });
        const changed = outcomes.filter((outcome) => outcome.changed).length;
        revision.touch(
          definition.collection,
          outcomes.map(({ key }) => key),
          { counts: changed > 0 },
        );
        return { rows: page.rows.length, changed, unreadable: page.unreadable };
      });
    },
    /** Store one record, for instance the details of a row (`users.detail`). */
    put({ place, id, record, now }: { place: Place; id: Key; record: unknown; now: number }): { changed: boolean } {
      const { rows, definition } = writerAt(place);
      const row = checkRecord(record, id, definition);
      return transaction.whole(() => {
        const { changed: isNews, key } = rows.put(place, row, now);
        names.note(definition, row.record, place.scope);
        revision.touch(definition.collection, [key], { counts: isNews });
        return { changed: isNews };
      });
    },
    /**
     * Change fields of a cached row, for instance those that were just written to the platform. Rows that are not
     * cached or no longer returned are left as they are. Returns the number of changed copies.
     */
    putFields(change: FieldsChange): number {
      return transaction.whole(() => putFields(change));
    },
    /**
     * The same for several rows in one transaction. A row that would be unreadable is left as it is. Returns the
     * messages of these failures.
     */
    putFieldsOfRows({ changes }: { changes: readonly FieldsChange[] }): string[] {
      return transaction.whole(() =>
        changes.flatMap((change) => {
          try {
            putFields(change);
            return [];
          } catch (thrown) {
            if (!(thrown instanceof Failure)) throw thrown;
            return [thrown.message];
          }
        }),
      );
    },
    /** Mark all copies of a row as deleted. Returns the number of copies. */
    markAllDeleted({ at, now }: { at: At; now: number }): number {
      const { rows, definition } = writerAt({ collection: at.collection, scope: at.scope ?? '' });
      return transaction.whole(() => {
        const known = copies
          .of(at, definition)
          .map(({ scope }) => rows.markNotReturned(scope, at.id, now, { isDeleted: true }));
        listed.endAll(definition.list, at.id, now);
        const news = known.filter((key) => key !== undefined);
        if (news.length > 0) revision.touch(definition.collection, news);
        return news.length;
      });
    },
    /** Mark a row that the platform no longer returns. */
    markNotReturned({ place, id, now }: { place: Place; id: Key; now: number }): void {
      const { rows, definition } = writerAt(place);
      transaction.whole(() => {
        const key = rows.markNotReturned(place.scope, id, now);
        if (key !== undefined) revision.touch(definition.collection, [key]);
      });
    },
    /** Mark a row as deleted: by Reeve, or confirmed by a 404. */
    markDeleted({ place, id, now }: { place: Place; id: Key; now: number }): void {
      const { rows, definition } = writerAt(place);
      transaction.whole(() => {
        const key = rows.markNotReturned(place.scope, id, now, { isDeleted: true });
        listed.endAll(definition.list, id, now);
        if (key !== undefined) revision.touch(definition.collection, [key]);
      });
    },
    /** Mark a place that the token can no longer read. Its rows are kept. The next finished sync removes the mark. */
    markHidden({ place, now }: { place: Place; now: number }): void {
      const { definition } = writerAt(place);
      transaction.whole(() => {
        hidden.add(place, now);
        revision.touch(definition.collection, null);
      });
    },
    /** The platform refused to list a place. The next finished sync removes this. */
    noteRefused({ place, refusal }: { place: Place; refusal: Refusal }): void {
      const { definition } = writerAt(place);
      transaction.whole(() => {
        hidden.refuse(place, refusal);
        revision.touch(definition.collection, null);
      });
    },
    /** Store the ids that the platform returned for a filter (one name, one value). */
    putFilterIds(input: { place: Place; filter: Record<string, unknown>; ids: Key[]; now: number }): void {
      const { place, filter, ids, now } = input;
      const { definition } = writerAt(place);
      transaction.whole(() => {
        db.prepare(
          `
          INSERT INTO filter_ids (collection, scope, key, fetched_at, ids) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET fetched_at = excluded.fetched_at, ids = excluded.ids`,
        ).run(...[place.collection, place.scope, filterKey(filter), now, JSON.stringify(ids)]);
        revision.touch(definition.collection, null);
      });
    },
  };
}
