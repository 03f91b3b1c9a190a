import type { Key } from '#shared/contract/collection.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { Failure } from '#shared/errors.ts';
import { days } from '#shared/time.ts';
import type { Definition } from '../derive.ts';
import { filterKey } from '../filter-ids.ts';
import type {
  Annotation,
  BeginList,
  ListPageOutcome,
  Named,
  PageOutcome,
  Pass,
  PassOutcome,
  Place,
  RowFact,
  ScopeMove,
  Span,
  Spelling,
} from '../handles.ts';
import { scopeMoves } from './moved-scopes.ts';
import { namedRefs } from '../named.ts';
import type { Connection } from '../open-cache.ts';
import { copiesOf, type At } from './copies.ts';
import { hiddenPlaces } from './hidden-places.ts';
import { listedIn } from './listed-in.ts';
import { asDocumented, checkRecord, decodePage, decodeRows, type Row } from './page.ts';
import { passes } from './passes.ts';
import { revisions, type Change } from './revisions.ts';
import { createTables, meta } from '../schema.ts';
import { advance } from './seen-range.ts';
import { syncPoints } from './sync-points.ts';
import { shownPlaces } from './shown-places.ts';
import { stemOf, type ListStem, type Stem, type WindowedStem } from './stem.ts';
import { transactions } from './transactions.ts';

export interface ListPage {
  rows: ArrayBuffer | readonly unknown[];
  annotation?: Annotation;
  now: number;
  isInOrder?: boolean;
}
type Plan = { key: string; span: Span };
export interface Page {
  windowKey: string;
  body: ArrayBuffer;
  cursor: string | null;
  isLast: boolean;
  now: number;
}

/** A fifth of a list this long may not vanish without a person. */
const mostGoneShare = 0.2;
const leastRowsForRule = 10;
/** How far a platform's clock may be ahead of ours. */
const mostAhead = days(1);
/** A list in any order has one window. */
const wholeList: Plan = { key: '/', span: { from: null, to: null } };

/**
 * Everything that is written to a cache, one call after the other. `definitions`: the stems it knows, `spelling`:
 * how the platform writes some of their fields.
 * `changed` hears of every commit that a query could see, `named` of the groups and projects that its records named.
 */
export function writer(
  db: Connection,
  definitions: readonly Definition[],
  changed: (changes: Change[]) => void,
  spelling: Spelling = asDocumented,
  named: (refs: Named[]) => void = () => undefined,
) {
  createTables(db);
  const revision = revisions(db);
  const places = shownPlaces(db);
  const stems = definitions.map((definition) => stemOf(db, definition, places));
  const pass = passes(db);
  const names = namedRefs();
  const copies = copiesOf(db);
  const listed = listedIn(db);
  const points = syncPoints(db);
  const hidden = hiddenPlaces(db);
  const info = meta(db);
  /** By the key of `addFacts`, then by the id of the row. */
  const facts = new Map<string, Map<Key, RowFact[1]>>();
  const scopes = scopeMoves(db, stems);
  const transaction = transactions(db, {
    beforeCommit: () => revision.seal(),
    committed: (changes: Change[]) => {
      changed(changes);
      const refs = names.take();
      if (refs.length > 0) named(refs);
    },
    undone: () => {
      revision.forget();
      names.forget();
      for (const { derived } of stems) derived.reload();
    },
  });
  transaction.whole(() => {
    for (const { definition, derived } of stems) if (derived.isRebuilt) revision.touch(definition.stem, null);
  });

  return {
    beginPass({ place, plan }: { place: Place; plan: { windows: Plan[]; estimatedRows: number | null; now: number } }) {
      windowed(place);
      const begun = transaction.whole(() => pass.begin(place, plan));
      transaction.recover();
      return begun;
    },
    resumePass({ place }: { place: Place }): Pass | null {
      const resumed = transaction.whole(() => {
        if (pass.find(place) === undefined) return null;
        pass.countResume(place);
        return pass.open(place);
      });
      transaction.recover();
      return resumed;
    },
    putPage({ place, page }: { place: Place; page: Page }): PageOutcome {
      const { isFirst } = pass.head(place);
      const work = (): PageOutcome => takePage(place, page);
      return isFirst ? transaction.batched(work) : transaction.whole(work, { isPage: true });
    },
    restartWindow({ place, key }: { place: Place; key: string }): void {
      const { absent } = windowed(place);
      transaction.whole(() => {
        const fresh = { cursor: null, idFrom: null, idTo: null, direction: null, finishedAt: null };
        pass.putWindow(place, { ...pass.window(place, key), ...fresh, rows: 0, unreadable: 0 });
        absent.forget(place, key);
      });
    },
    beginList({ place, estimatedRows, now, newest }: { place: Place } & BeginList) {
      inAnyOrder(place);
      transaction.whole(() => {
        pass.begin(place, { windows: [wholeList], estimatedRows, now });
        if (newest !== undefined) points.begin(place, newest);
      });
      transaction.recover();
      return { agreedRequests: Number(info.get(agreedName(place)) ?? 0) };
    },
    syncPoint: ({ place }: { place: Place }) => points.get(place),
    addFacts({ key, facts: added }: { key: string; facts: readonly RowFact[] }): void {
      const known = facts.get(key) ?? new Map<Key, RowFact[1]>();
      for (const [id, fields] of added) known.set(id, fields);
      facts.set(key, known);
    },
    dropFacts: ({ key }: { key: string }): void => void facts.delete(key),
    putListPage({ place, page }: { place: Place; page: ListPage }) {
      const { isFirst } = pass.head(place);
      const work = () => takeListPage(place, page);
      return isFirst ? transaction.batched(work) : transaction.whole(work, { isPage: true });
    },
    putRows({ place, rows: sent, now }: { place: Place; rows: readonly unknown[]; now: number }) {
      const { rows, definition } = stemAt(place);
      const page = decodeRows(sent, definition);
      return transaction.whole(() => {
        const outcomes = page.rows.map((row) => {
          names.note(definition, row.record, place.scope);
          return rows.put(place, row, now);
        });
        const changed = outcomes.filter((outcome) => outcome.changed).length;
        revision.touch(
          definition.stem,
          outcomes.map(({ key }) => key),
          { counts: changed > 0 },
        );
        return { rows: page.rows.length, changed, unreadable: page.unreadable };
      });
    },
    finishPass({ place, now, acceptGone = false, isPartial = false, agreedRequests }: FinishInput): PassOutcome {
      transaction.commit();
      const stem = stemAt(place);
      const { isFirst, windows, startedAt } = pass.open(place);
      if (!stem.definition.isScoped && windows.some(({ finishedAt }) => finishedAt === null)) {
        throw new Failure('conflict', `the pass of ${place.collection} has windows that are not finished`);
      }
      const isNewlyIndexed = !stem.derived.isIndexed();
      stem.derived.index();
      const outcome = transaction.whole((): PassOutcome => {
        if (agreedRequests !== undefined) info.set(agreedName(place), String(agreedRequests));
        const kept = windows.map(({ key }) => pass.window(place, key));
        const isAbsenceKnown = !isPartial && !stem.definition.expires;
        const ids = !isAbsenceKnown ? [] : stem.absent.found({ place, startedAt }, kept, now);
        const live = stem.live(place.scope);
        const needsPerson = live > leastRowsForRule && ids.length > live * mostGoneShare && !acceptGone;
        if (needsPerson) return { gone: ids.length, live, needsPerson };
        for (const id of ids) endListing(stem, place, id, now);
        stem.absent.clear(place);
        pass.finish(place, now, { isPartial });
        if (!isPartial) points.finish(place, now);
        hidden.remove(place);
        revision.touch(stem.definition.stem, null);
        return { gone: ids.length, live: live - ids.length, needsPerson };
      });
      db.pragma('analysis_limit=1000');
      const isMuchNew = isNewlyIndexed || (isFirst && !stem.definition.isScoped);
      db.exec(isMuchNew ? 'ANALYZE' : 'PRAGMA optimize');
      return outcome;
    },
    dropPass({ place }: { place: Place }): void {
      transaction.whole(() => pass.drop(place));
    },
    put({ place, id, record, now }: { place: Place; id: Key; record: unknown; now: number }): { changed: boolean } {
      const { rows, definition } = stemAt(place);
      const row = checkRecord(record, id, definition);
      return transaction.whole(() => {
        const { changed: isNews, key } = rows.put(place, row, now);
        names.note(definition, row.record, place.scope);
        revision.touch(definition.stem, [key], { counts: isNews });
        return { changed: isNews };
      });
    },
    putFields({ at, fields, now }: { at: At; fields: Readonly<Record<string, unknown>>; now: number }): number {
      const { rows, definition } = stemAt({ collection: at.stem, scope: at.scope ?? '' });
      return transaction.whole(() => {
        const known = copies.of(at, definition).map(({ scope, record }) => {
          const row = checkRecord({ ...record, ...fields }, at.id, definition);
          return rows.put({ collection: definition.detail, scope }, row, now).key;
        });
        if (known.length > 0) revision.touch(definition.stem, known);
        return known.length;
      });
    },
    markAllDeleted({ at, now }: { at: At; now: number }): number {
      const { rows, definition } = stemAt({ collection: at.stem, scope: at.scope ?? '' });
      return transaction.whole(() => {
        const known = copies
          .of(at, definition)
          .map(({ scope }) => rows.markGone(scope, at.id, now, { isDeleted: true }));
        listed.endAll(definition.list, at.id, now);
        const news = known.filter((key) => key !== undefined);
        if (news.length > 0) revision.touch(definition.stem, news);
        return news.length;
      });
    },
    markGone({ place, id, now }: { place: Place; id: Key; now: number }): void {
      const { rows, definition } = stemAt(place);
      transaction.whole(() => {
        const key = rows.markGone(place.scope, id, now);
        if (key !== undefined) revision.touch(definition.stem, [key]);
      });
    },
    markDeleted({ place, id, now }: { place: Place; id: Key; now: number }): void {
      const { rows, definition } = stemAt(place);
      transaction.whole(() => {
        const key = rows.markGone(place.scope, id, now, { isDeleted: true });
        listed.endAll(definition.list, id, now);
        if (key !== undefined) revision.touch(definition.stem, [key]);
      });
    },
    markHidden({ place, now }: { place: Place; now: number }): void {
      const { definition } = stemAt(place);
      transaction.whole(() => {
        hidden.add(place, now);
        revision.touch(definition.stem, null);
      });
    },
    putFilterIds(input: { place: Place; filter: Record<string, unknown>; ids: Key[]; now: number }): void {
      const { place, filter, ids, now } = input;
      const { definition } = stemAt(place);
      transaction.whole(() => {
        db.prepare(
          `
          INSERT INTO filter_ids (collection, scope, key, fetched_at, ids) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET fetched_at = excluded.fetched_at, ids = excluded.ids`,
        ).run(...[place.collection, place.scope, filterKey(filter), now, JSON.stringify(ids)]);
        revision.touch(definition.stem, null);
      });
    },
    moveScopes: (moves: readonly ScopeMove[]): CollectionName[] =>
      transaction.whole(() => {
        places.learn(moves);
        const moved = scopes.move(moves).map(({ definition }) => definition.stem);
        for (const stem of moved) revision.touch(stem, null);
        return moved;
      }),
    /** Commit what is open and close the file. */
    close(): void {
      try {
        transaction.commit();
      } finally {
        db.close();
      }
    },
  };

  function takePage(place: Place, { windowKey, body, cursor, isLast, now }: Page): PageOutcome {
    const stem = windowed(place);
    const window = pass.window(place, windowKey);
    if (window.finishedAt !== null) throw new Failure('bug', `the window ${windowKey} is finished`);
    const page = decodePage(body, stem.definition, spelling);
    const changedKeys = putListed(stem, place, page.rows, now);

    // Windows grow along ids, which therefore are integers
    const ids = page.ids.filter((id) => typeof id === 'number');
    const { progress, covered } = advance(window, ids, { isLast });
    stem.absent.seen(place, ids);
    if (covered !== null && page.isComplete) stem.absent.note(pass.head(place), window, covered, ids, now);
    pass.putWindow(place, {
      ...window,
      ...progress,
      cursor,
      rows: window.rows + page.rows.length,
      unreadable: window.unreadable + page.unreadable,
      finishedAt: isLast ? now : null,
    });
    const { idFrom, idTo } = progress;
    return { rows: page.rows.length, changed: changedKeys.length, unreadable: page.unreadable, idFrom, idTo };
  }

  function takeListPage(
    place: Place,
    { rows: sent, annotation: told, now, isInOrder = false }: ListPage,
  ): ListPageOutcome {
    const stem = inAnyOrder(place);
    const { definition } = stem;
    const byId = told?.facts === undefined ? undefined : facts.get(told.facts);
    if (told?.facts !== undefined && byId === undefined) throw new Failure('bug', 'a page came without its facts');
    const annotation = { all: told?.all, byId };
    const page =
      sent instanceof ArrayBuffer
        ? decodePage(sent, definition, spelling, annotation)
        : decodeRows(sent, definition, spelling, annotation);
    const times = isInOrder ? page.times : [];
    const last = times.length === 0 ? null : Math.max(...times);
    if (times.some((time, at) => time < (times[at - 1] ?? time)))
      return { rows: 0, changed: 0, unreadable: 0, fresh: 0, isInOrder: false, last };
    const changedKeys = putListed(stem, place, page.rows, now);
    // A time in the future would hide all changes until then
    const reached = times.findLast((time) => time <= now + mostAhead);
    if (reached !== undefined) points.raise(place, reached);
    const fresh = stem.absent.seen(place, page.ids);
    const window = pass.window(place, wholeList.key);
    pass.putWindow(place, {
      ...window,
      direction: page.isComplete ? window.direction : 'none',
      rows: window.rows + page.rows.length,
      unreadable: window.unreadable + page.unreadable,
    });
    const { unreadable } = page;
    return { rows: page.rows.length, changed: changedKeys.length, unreadable, fresh, isInOrder: true, last };
  }

  /** Answers the keys of the rows that were written. */
  function putListed({ definition, rows, derived }: Stem, place: Place, page: readonly Row[], now: number): number[] {
    const keys: number[] = [];
    for (const row of page) {
      const written = rows.putListed(place, row, now);
      const isNew = definition.isStoredOnce && listed.add(place, row.id);
      // Their project may be known by its path alone, even if no row of it has changed
      if (definition.isStoredOnce || written !== null) names.note(definition, row.record, place.scope);
      const key = isNew ? (written ?? derived.keyOf(place.scope, row.id)) : written;
      if (key === null || key === undefined) continue;
      keys.push(key);
    }
    if (keys.length > 0) revision.touch(definition.stem, keys);
    return keys;
  }

  /** A full sync of the scope did not return this row. */
  function endListing({ definition, rows }: Stem, place: Place, id: Key, now: number): void {
    const isListedElsewhere = definition.isStoredOnce && listed.end(place, id, now);
    if (!isListedElsewhere) rows.markGone(place.scope, id, now);
  }

  function stemAt({ collection, scope }: Place): Stem {
    const stem = stems.find(({ definition: { list, detail } }) => list === collection || detail === collection);
    if (stem === undefined || (scope !== '' && !stem.definition.isScoped)) throw noStem(collection, scope);
    return stem;
  }
  function windowed(place: Place): WindowedStem {
    const stem = stemAt(place);
    if (stem.definition.isScoped) throw noStem(place.collection, place.scope);
    return stem as WindowedStem;
  }
  function inAnyOrder(place: Place): ListStem {
    const stem = stemAt(place);
    if (!stem.definition.isScoped) throw noStem(place.collection, place.scope);
    return stem as ListStem;
  }
}

interface FinishInput {
  place: Place;
  now: number;
  acceptGone?: boolean;
  isPartial?: boolean;
  agreedRequests?: number;
}

const agreedName = ({ collection, scope }: Place): string => `agreed-requests:${collection}:${scope}`;

function noStem(collection: string, scope: string): Failure {
  return new Failure('bug', `nothing of this kind is kept of ${collection} ${scope}`);
}
