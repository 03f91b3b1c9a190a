import type { Key } from '#shared/contract/collection.ts';
import { Failure } from '#shared/errors.ts';
import { mergedFields } from '#shared/unexpected-values.ts';
import type { Place, Refusal } from '../cache-types.ts';
import type { Recorder } from '../history/record/recorder.ts';
import type { OwnWrite, UncertainWrite, WrittenBy } from '../history/record/written-by.ts';
import { filterKey } from '../filter-ids.ts';
import type { newReferences } from '../references.ts';
import type { Connection } from '../open-cache.ts';
import { accountRows } from './account-rows.ts';
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
  history: Recorder;
}

/** Fields of one row that were written to the platform, or read from it. */
export interface FieldsChange {
  at: At;
  fields: Readonly<Record<string, unknown>>;
  by: WrittenBy;
  now: number;
}

/** The verbs that write single rows outside of a sync. */
export function rowWriter(db: Connection, needs: Needs) {
  const { writerAt, transaction, revision, names, copies, listed, hidden, history } = needs;
  /** Checks all copies of the row before it changes the first one. */
  function putFields({ at, fields, by, now }: FieldsChange): number {
    const { rows, definition } = writerAt({ collection: at.collection, scope: at.scope ?? '' });
    const checked = copies.of(at, definition).map(({ scope, record }) => {
      return { scope, row: checkRecord(mergedFields(record, fields), at.id, definition) };
    });
    const known = checked.map(({ scope, row }) => rows.put({ collection: definition.detail, scope }, row, now, by).key);
    if (known.length > 0) revision.touch(definition.collection, known);
    return known.length;
  }

  return {
    ...accountRows(db, { writerAt, transaction, revision }),
    /** Store rows outside of a sync, for instance results of lookups. Unreadable rows are left out and counted. */
    putRows(input: { place: Place; rows: readonly unknown[]; by: WrittenBy; now: number }) {
      const { place, rows: sent, by, now } = input;
      const { rows, definition } = writerAt(place);
      const page = decodeRows(sent, definition).decode();
      return transaction.whole(() => {
        const outcomes = page.rows.map((row) => {
          names.note(definition, row.record, place.scope);
          return rows.put(place, row, now, by);
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
    put(input: { place: Place; id: Key; record: unknown; by: WrittenBy; now: number }): { changed: boolean } {
      const { place, id, record, by, now } = input;
      const { rows, definition } = writerAt(place);
      const row = checkRecord(record, id, definition);
      return transaction.whole(() => {
        const { changed: isNews, key } = rows.put(place, row, now, by);
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
    /** Mark all copies of a row as deleted, by Reeve. Returns the number of copies. */
    markAllDeleted({ at, by, now }: { at: At; by: OwnWrite; now: number }): number {
      const { rows, definition } = writerAt({ collection: at.collection, scope: at.scope ?? '' });
      return transaction.whole(() => {
        const known = copies
          .of(at, definition)
          .map(({ scope }) => rows.markNotReturned(scope, at.id, now, { isDeleted: true, source: by }));
        listed.endAll(definition.list, at.id, now);
        const news = known.filter((key) => key !== undefined);
        if (news.length > 0) revision.touch(definition.collection, news);
        return news.length;
      });
    },
    /** Mark a row that the platform no longer returns. */
    markNotReturned({ place, id, by, now }: { place: Place; id: Key; by: WrittenBy; now: number }): void {
      const { rows, definition } = writerAt(place);
      transaction.whole(() => {
        const key = rows.markNotReturned(place.scope, id, now, { source: by });
        if (key !== undefined) revision.touch(definition.collection, [key]);
      });
    },
    /** Mark a row as deleted, which a 404 confirmed. */
    markDeleted({ place, id, now }: { place: Place; id: Key; now: number }): void {
      const { rows, definition } = writerAt(place);
      transaction.whole(() => {
        const key = rows.markNotReturned(place.scope, id, now, { isDeleted: true, source: 'details' });
        listed.endAll(definition.list, id, now);
        if (key !== undefined) revision.touch(definition.collection, [key]);
      });
    },
    /** Mark a place that the token can no longer read. Its rows are kept. The next finished sync removes the mark. */
    markHidden({ place, now }: { place: Place; now: number }): void {
      const { definition } = writerAt(place);
      transaction.whole(() => {
        history.hidden(place, now, hidden.add(place, now));
        revision.touch(definition.collection, null);
      });
    },
    /** The platform refused to list a place. The next finished sync removes this. */
    noteRefused({ place, refusal }: { place: Place; refusal: Refusal }): void {
      const { definition } = writerAt(place);
      transaction.whole(() => {
        hidden.refuse(place, refusal);
        history.refused(place, refusal, hidden.has(place));
        revision.touch(definition.collection, null);
      });
    },
    /** Note a write whose outcome is not known, to recognize its effect when a sync finds it. */
    noteUncertain({ at, ...write }: UncertainWrite): void {
      const { history: rows, definition } = writerAt({ collection: at.collection, scope: at.scope ?? '' });
      const scopes = at.scope === null ? copies.of(at, definition).map(({ scope }) => scope) : [at.scope];
      transaction.whole(() => {
        for (const scope of scopes) rows?.uncertain(scope, at.id, write);
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
