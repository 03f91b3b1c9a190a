import type { Key } from '#shared/contract/collection.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { Failure } from '#shared/errors.ts';
import { days } from '#shared/time.ts';
import type { Definition } from '../derive.ts';
import type {
  ListPageOutcome,
  Reference,
  PageOutcome,
  SyncRun,
  SyncRunOutcome,
  Place,
  RowFact,
  ScopeMove,
  Spelling,
} from '../cache-types.ts';
import { recorder } from '../history/record/recorder.ts';
import { scopeMoves } from './moved-scopes.ts';
import { newReferences } from '../references.ts';
import type { Connection } from '../open-cache.ts';
import { copiesOf } from './copies.ts';
import { hiddenPlaces } from './hidden-places.ts';
import { listedIn } from './listed-in.ts';
import { asDocumented, decodeRows, sentPage, type DecodedPage } from './page.ts';
import { syncRuns } from './sync-runs.ts';
import { revisions, type Change } from './revisions.ts';
import { rowWriter } from './row-writer.ts';
import { createTables, meta } from '../schema.ts';
import { isIndexWanted } from '../index-builder.ts';
import { advance } from './seen-range.ts';
import { syncPoints } from './sync-points.ts';
import { shownPlaces } from './shown-places.ts';
import { collectionWriters, type ListWriter, type CollectionWriter, type WindowWriter } from './collection-writer.ts';
import { transactions } from './transactions.ts';
import type { Begin, BeginList, FinishInput, ListPage, Page, Window } from './sync-input.ts';

/**
 * If a sync did not return a larger share of the rows, a person must confirm before they are marked. Lists up to
 * `leastRowsForRule` rows need no confirmation.
 */
const mostNotReturnedShare = 0.2;
const leastRowsForRule = 10;
/** Times further in the future, by our clock, are not used as watermark. */
const mostAhead = days(1);
/** The one window of a list in any order. */
const wholeList: Window = { key: '/', span: { from: null, to: null } };

/**
 * All writes to a cache. `spelling`: the names that the platform uses for some fields. `changed` is called after each
 * commit that a query can see, `named` with the groups and projects that its records refer to.
 */
export function writer(
  db: Connection,
  definitions: readonly Definition[],
  changed: (changes: Change[]) => void,
  spelling: Spelling = asDocumented,
  named: (refs: Reference[]) => void = () => undefined,
) {
  createTables(db);
  db.pragma('analysis_limit=1000');
  const revision = revisions(db, definitions);
  const places = shownPlaces(db);
  const history = recorder(db, definitions);
  const writers = collectionWriters(db, definitions, places, history);
  const runs = syncRuns(db, history);
  const names = newReferences();
  const copies = copiesOf(db);
  const listed = listedIn(db);
  const points = syncPoints(db);
  const hidden = hiddenPlaces(db);
  const info = meta(db);
  /** By the key of `addFacts`, then by the id of the row. */
  const facts = new Map<string, Map<Key, RowFact[1]>>();
  const scopes = scopeMoves(db, definitions, writers.of);
  const transaction = transactions(db, {
    beforeCommit: () => {
      for (const { derived } of writers.created()) derived.seal();
      history.seal();
      return revision.seal();
    },
    committed: (changes: Change[]) => {
      changed(changes);
      const refs = names.take();
      if (refs.length > 0) named(refs);
    },
    undone: () => {
      revision.forget();
      names.forget();
      history.forget();
      for (const { derived } of writers.created()) derived.reload();
    },
    pageEnded: (page) => {
      for (const { derived } of writers.created()) derived.pageEnded(page);
    },
  });
  transaction.whole(() => {
    for (const { collection } of writers.rebuilt) revision.touch(collection, null);
  });

  return {
    /** Start a sync of a list that is synced in windows. An unfinished sync is replaced. */
    beginSyncRun({ place, ...windows }: Begin): SyncRun {
      windowed(place);
      const begun = transaction.whole(() => runs.begin(place, windows));
      transaction.recover();
      return begun;
    },
    /** Continue the unfinished sync of a place; null: there is none. */
    resumeSyncRun({ place }: { place: Place }): SyncRun | null {
      const resumed = transaction.whole(() => {
        if (runs.find(place) === undefined) return null;
        runs.countResume(place);
        return runs.open(place);
      });
      transaction.recover();
      return resumed;
    },
    /**
     * Store one page of a window, as the bytes that the platform sent: its rows are checked one by one, unchanged rows
     * are not written, and rows that are absent from the covered range of ids are noted. Rows and cursor are committed in
     * one transaction: at once if the page changes rows and this is not the first sync, otherwise with further pages.
     * `body` cannot be used afterwards.
     * Fails: `remote`/`unreadable-reply` if the body is not a JSON array; the window then stays as it was.
     */
    putPage(page: Page): PageOutcome {
      const { isFirst } = runs.head(page.place);
      const outcome = transaction.batched(() => takePage(page));
      if (!isFirst && outcome.changed > 0) transaction.commit();
      return outcome;
    },
    /** Set a window back to its start, because the platform refused its cursor. */
    restartWindow({ place, key }: { place: Place; key: string }): void {
      const { absent } = windowed(place);
      transaction.whole(() => {
        const fresh = { cursor: null, idFrom: null, idTo: null, direction: null, finishedAt: null };
        runs.putWindow(place, { ...runs.window(place, key), ...fresh, rows: 0, unreadable: 0 });
        absent.forget(place, key);
      });
    },
    /**
     * Start a sync of a list whose rows come in any order. An unfinished sync of this list cannot be continued and is
     * replaced. Returns the number of requests that the sync may send without asking a person; 0 if no earlier one was
     * confirmed.
     */
    beginList({ place, estimatedRows, now, newest }: BeginList): { agreedRequests: number } {
      inAnyOrder(place);
      transaction.whole(() => {
        runs.begin(place, { windows: [wholeList], estimatedRows, now });
        if (newest !== undefined) points.begin(place, newest);
      });
      transaction.recover();
      return { agreedRequests: Number(info.get(agreedName(place)) ?? 0) };
    },
    syncPoint: ({ place }: { place: Place }) => points.get(place),
    /**
     * Keep fields to add to rows of later pages, under a key that the caller chooses. Earlier fields of this key stay.
     */
    addFacts({ key, facts: added }: { key: string; facts: readonly RowFact[] }): void {
      const known = facts.get(key) ?? new Map<Key, RowFact[1]>();
      for (const [id, fields] of added) known.set(id, fields);
      facts.set(key, known);
    },
    dropFacts: ({ key }: { key: string }): void => void facts.delete(key),
    /** Store one page of a list in any order. Fails: as `putPage` does. */
    putListPage(page: ListPage): ListPageOutcome {
      const { isFirst } = runs.head(page.place);
      const work = () => takeListPage(page);
      return isFirst ? transaction.batched(work) : transaction.whole(work, { isPage: true });
    },
    /**
     * Finish a sync whose windows are all complete: mark the rows that it did not return. After the first sync,
     * `buildNextIndex` builds the indexes. A sync of a part of a list (`isPartial`) marks no rows. `agreedRequests` is
     * stored for the next `beginList`.
     */
    finishSyncRun({
      place,
      now,
      acceptNotReturned = false,
      isPartial = false,
      agreedRequests,
    }: FinishInput): SyncRunOutcome {
      transaction.commit();
      const target = writerAt(place);
      const { windows, startedAt } = runs.open(place);
      if (!target.definition.isScoped && windows.some(({ finishedAt }) => finishedAt === null)) {
        throw new Failure('conflict', `the sync of ${place.collection} has windows that are not finished`);
      }
      const outcome = transaction.whole((): SyncRunOutcome => {
        target.derived.wantIndexes();
        if (agreedRequests !== undefined) info.set(agreedName(place), String(agreedRequests));
        const kept = windows.map(({ key }) => runs.window(place, key));
        const isAbsenceKnown = !isPartial && !target.definition.expires;
        const ids = !isAbsenceKnown ? [] : target.absent.found({ place, startedAt }, kept, now);
        const live = target.live(place.scope);
        const needsPerson = live > leastRowsForRule && ids.length > live * mostNotReturnedShare && !acceptNotReturned;
        if (needsPerson) return { notReturned: ids.length, live, needsPerson };
        for (const id of ids) endListing(target, place, id, now);
        target.absent.clear(place);
        runs.finish(place, now, { isPartial, wasHidden: hidden.remove(place) });
        if (!isPartial) points.finish(place, now);
        revision.touch(target.definition.collection, null);
        return { notReturned: ids.length, live: live - ids.length, needsPerson };
      });
      if (target.derived.isIndexed()) db.exec('PRAGMA optimize');
      return outcome;
    },
    /**
     * Build the next missing index of a collection that was synced, or the next part of its full-text index. For
     * 1,000,000 rows, this takes at most about a second. Returns false if nothing was left to build.
     */
    buildNextIndex: (): boolean => {
      const next = definitions.find(({ collection }) => isIndexWanted(info, collection));
      if (next === undefined) return false;
      transaction.whole(() => writers.of(next).derived.buildNextIndex());
      return true;
    },
    /** Drop the unfinished sync of a place; rows that were stored are kept. */
    dropSyncRun({ place }: { place: Place }): void {
      transaction.whole(() => runs.drop(place));
    },
    ...rowWriter(db, { writerAt, transaction, revision, names, copies, listed, hidden, history }),
    /**
     * Move the cached data of scopes by path to the scopes by id, including a sync in progress. If both have rows,
     * those of the newer sync are kept. Returns the collections in which something was moved.
     */
    moveScopes: ({ moves }: { moves: readonly ScopeMove[] }): CollectionName[] =>
      transaction.whole(() => {
        places.learn(moves);
        const { definitions: changed, scopes: movedScopes } = scopes.move(moves);
        history.moved(movedScopes);
        const moved = changed.map(({ collection }) => collection);
        for (const collection of moved) revision.touch(collection, null);
        return moved;
      }),
    /** Commit the open batch and close the file. */
    close(): void {
      try {
        transaction.commit();
      } finally {
        db.close();
      }
    },
  };

  function takePage({ place, windowKey, body, cursor, isLast, now }: Page): PageOutcome {
    const target = windowed(place);
    const window = runs.window(place, windowKey);
    if (window.finishedAt !== null) throw new Failure('bug', `the window ${windowKey} is finished`);
    const sent = sentPage(body, target.definition, spelling);
    const stored = target.rows.page(place, sent.ids, history.runOf(place));
    const page = sent.decode(stored.isStored);
    const changedKeys = putListed(target, { place, page, stored }, now);
    const rows = page.rows.length + page.unchanged;
    // Frees its memory now. The garbage collector would do so after many more pages.
    body.transfer(0);

    // Collections with windows have integer ids
    const ids = page.ids.filter((id) => typeof id === 'number');
    const { progress, covered } = advance(window, ids, { isLast });
    target.absent.seen(place, ids);
    if (covered !== null && page.isComplete) target.absent.note(runs.head(place), window, covered, ids, now);
    runs.putWindow(place, {
      ...window,
      ...progress,
      cursor,
      rows: window.rows + rows,
      unreadable: window.unreadable + page.unreadable,
      finishedAt: isLast ? now : null,
    });
    const { idFrom, idTo } = progress;
    return { rows, changed: changedKeys.length, unreadable: page.unreadable, idFrom, idTo };
  }

  function takeListPage({
    place,
    rows: received,
    annotation: added,
    now,
    isInOrder = false,
  }: ListPage): ListPageOutcome {
    const target = inAnyOrder(place);
    const { definition } = target;
    const byId = added?.facts === undefined ? undefined : facts.get(added.facts);
    if (added?.facts !== undefined && byId === undefined)
      throw new Failure('bug', 'the facts for this page were not added before it');
    const annotation = { all: added?.all, byId };
    const sent =
      received instanceof ArrayBuffer
        ? sentPage(received, definition, spelling, annotation)
        : decodeRows(received, definition, spelling, annotation);
    const stored = target.rows.page(place, sent.ids, history.runOf(place));
    const page = sent.decode(stored.isStored);
    const times = isInOrder ? page.times : [];
    const last = times.length === 0 ? null : Math.max(...times);
    if (times.some((time, at) => time < (times[at - 1] ?? time)))
      return { rows: 0, changed: 0, unreadable: 0, fresh: 0, isInOrder: false, last };
    const changedKeys = putListed(target, { place, page, stored }, now);
    // With a watermark in the future, all changes until then would be skipped
    const reached = times.findLast((time) => time <= now + mostAhead);
    if (reached !== undefined) points.raise(place, reached);
    const fresh = target.absent.seen(place, page.ids);
    const window = runs.window(place, wholeList.key);
    const rows = page.rows.length + page.unchanged;
    runs.putWindow(place, {
      ...window,
      direction: page.isComplete ? window.direction : 'none',
      rows: window.rows + rows,
      unreadable: window.unreadable + page.unreadable,
    });
    const { unreadable } = page;
    return { rows, changed: changedKeys.length, unreadable, fresh, isInOrder: true, last };
  }

  /** Returns the keys of the rows that were written. */
  function putListed(
    { definition, derived, history: recorded }: CollectionWriter,
    { place, page, stored }: { place: Place; page: DecodedPage; stored: ReturnType<CollectionWriter['rows']['page']> },
    now: number,
  ): number[] {
    const keys: number[] = [];
    const run = definition.isStoredOnce ? history.runOf(place) : null;
    for (const row of page.rows) {
      const wasLive = run !== null && stored.isLive(row.id);
      const written = stored.put(row, now);
      const isNew = definition.isStoredOnce && listed.add(place, row.id);
      if (isNew && wasLive) recorded?.listing(run, row.id, now, 'listed');
      // Rows that are stored once are noted even if unchanged: their project may so far be known only by its path
      if (definition.isStoredOnce || written !== null) names.note(definition, row.record, place.scope);
      const key = isNew ? (written ?? derived.keyOf(place.scope, row.id)) : written;
      if (key === null || key === undefined) continue;
      keys.push(key);
    }
    if (keys.length > 0) revision.touch(definition.collection, keys);
    return keys;
  }

  /** A full sync of the scope did not return this row. */
  function endListing({ definition, rows, history: recorded }: CollectionWriter, place: Place, id: Key, now: number) {
    const source = history.runOf(place);
    const isListedElsewhere = definition.isStoredOnce && listed.end(place, id, now);
    if (!isListedElsewhere) rows.markNotReturned(place.scope, id, now, { source });
    else if (source !== null) recorded?.listing(source, id, now, 'unlisted');
  }

  function writerAt({ collection, scope }: Place): CollectionWriter {
    const definition = definitions.find(({ list, detail }) => list === collection || detail === collection);
    if (definition === undefined || (scope !== '' && !definition.isScoped)) throw unknownPlace(collection, scope);
    return writers.of(definition);
  }
  function windowed(place: Place): WindowWriter {
    const target = writerAt(place);
    if (target.definition.isScoped) throw unknownPlace(place.collection, place.scope);
    return target as WindowWriter;
  }
  function inAnyOrder(place: Place): ListWriter {
    const target = writerAt(place);
    if (!target.definition.isScoped) throw unknownPlace(place.collection, place.scope);
    return target as ListWriter;
  }
}

const agreedName = ({ collection, scope }: Place): string => `agreed-requests:${collection}:${scope}`;

function unknownPlace(collection: string, scope: string): Failure {
  return new Failure('bug', `the cache has no list ${collection} of this kind in scope '${scope}'`);
}
