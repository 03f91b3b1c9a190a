import { Failure } from '#shared/errors.ts';
import type { Definition } from './derive.ts';
import { derivedTables } from './derived-tables.ts';
import { filterKey } from './filter-ids.ts';
import type { PageOutcome, Pass, PassOutcome, Place, Span } from './handles.ts';
import { missing } from './missing.ts';
import type { Connection } from './open-cache.ts';
import { checkRecord, decodePage } from './page.ts';
import { passes } from './passes.ts';
import { records } from './records.ts';
import { revisions, type Change } from './revisions.ts';
import { createTables } from './schema.ts';
import { advance } from './seen-range.ts';
import { transactions } from './transactions.ts';

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

/**
 * Everything that is written to a cache, one call after the other. `definitions`: the stems it knows, `spelling`:
 * how the platform writes some of their fields.
 * `changed` hears of every commit that a query could see.
 */
export function writer(
  db: Connection,
  definitions: readonly Definition[],
  changed: (changes: Change[]) => void,
  spelling: Readonly<Record<string, string>> = {},
) {
  createTables(db);
  const revision = revisions(db);
  const stems = definitions.map((definition) => stemOf(db, definition));
  const pass = passes(db);
  const transaction = transactions(db, {
    beforeCommit: () => revision.seal(),
    committed: changed,
    undone: () => {
      revision.forget();
      for (const { derived } of stems) derived.reload();
    },
  });
  transaction.whole(() => {
    for (const { definition, derived } of stems) if (derived.isRebuilt) revision.touch(definition.stem, null);
  });

  return {
    beginPass({ place, plan }: { place: Place; plan: { windows: Plan[]; estimatedRows: number | null; now: number } }) {
      stemAt(place);
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
      const { absent } = stemAt(place);
      transaction.whole(() => {
        const fresh = { cursor: null, idFrom: null, idTo: null, direction: null, finishedAt: null };
        pass.putWindow(place, { ...pass.window(place, key), ...fresh, rows: 0, unreadable: 0 });
        absent.forget(place, key);
      });
    },
    finishPass({ place, now, acceptGone = false }: { place: Place; now: number; acceptGone?: boolean }): PassOutcome {
      transaction.commit();
      const stem = stemAt(place);
      const { isFirst, windows } = pass.open(place);
      if (windows.some(({ finishedAt }) => finishedAt === null)) {
        throw new Failure('conflict', `the pass of ${place.collection} has windows that are not finished`);
      }
      const isNewlyIndexed = !stem.derived.isIndexed();
      stem.derived.index();
      const outcome = transaction.whole((): PassOutcome => {
        const ids = stem.absent.found(place, windows.length);
        const live = stem.live();
        const needsPerson = live > leastRowsForRule && ids.length > live * mostGoneShare && !acceptGone;
        if (needsPerson) return { gone: ids.length, live, needsPerson };
        for (const id of ids) stem.rows.markGone(place.scope, id, now);
        stem.absent.clear(place);
        pass.finish(place, now);
        revision.touch(stem.definition.stem, null);
        return { gone: ids.length, live: live - ids.length, needsPerson };
      });
      db.pragma('analysis_limit=1000');
      db.exec(isFirst || isNewlyIndexed ? 'ANALYZE' : 'PRAGMA optimize');
      return outcome;
    },
    dropPass({ place }: { place: Place }): void {
      transaction.whole(() => pass.drop(place));
    },
    put({ place, id, record, now }: { place: Place; id: number; record: unknown; now: number }): { changed: boolean } {
      const { rows, definition } = stemAt(place);
      const row = checkRecord(record, id, definition);
      return transaction.whole(() => {
        const outcome = rows.put(place, row, now);
        revision.touch(definition.stem, [id], { counts: outcome.changed });
        return outcome;
      });
    },
    markGone({ place, id, now }: { place: Place; id: number; now: number }): void {
      const { rows, definition } = stemAt(place);
      transaction.whole(() => {
        if (rows.markGone(place.scope, id, now)) revision.touch(definition.stem, [id]);
      });
    },
    putFilterIds(input: { place: Place; filter: Record<string, unknown>; ids: number[]; now: number }): void {
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
    const { definition, rows, absent } = stemAt(place);
    const window = pass.window(place, windowKey);
    if (window.finishedAt !== null) throw new Failure('bug', `the window ${windowKey} is finished`);
    const page = decodePage(body, definition, spelling);
    const changedIds = page.rows.filter((row) => rows.putListed(place, row, now)).map(({ id }) => id);
    if (changedIds.length > 0) revision.touch(definition.stem, changedIds);

    const { progress, covered } = advance(window, page.ids, { isLast });
    absent.seen(place, page.ids);
    if (covered !== null && page.isComplete) absent.note(pass.head(place), window, covered, page.ids, now);
    pass.putWindow(place, {
      ...window,
      ...progress,
      cursor,
      rows: window.rows + page.rows.length,
      unreadable: window.unreadable + page.unreadable,
      finishedAt: isLast ? now : null,
    });
    const { idFrom, idTo } = progress;
    return { rows: page.rows.length, changed: changedIds.length, unreadable: page.unreadable, idFrom, idTo };
  }

  function stemAt({ collection, scope }: Place) {
    const stem = stems.find(({ definition: { list, detail } }) => list === collection || detail === collection);
    if (stem === undefined || scope !== '') throw new Failure('bug', `nothing is kept of ${collection} ${scope}`);
    return stem;
  }
}

function stemOf(db: Connection, definition: Definition) {
  const derived = derivedTables(db, definition);
  const live = db.prepare<[], number>(`SELECT count(*) FROM ${definition.stem} WHERE is_gone = 0`).pluck();
  return {
    definition,
    derived,
    rows: records(db, definition, derived),
    absent: missing(db, definition.stem, derived.isIndexed),
    live: () => live.get() ?? 0,
  };
}
