import type { Key } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Definition } from '../../derive.ts';
import { merged, reads, type Document } from '../../documents.ts';
import { stored } from '../../key.ts';
import type { Connection } from '../../open-cache.ts';
import { meta } from '../../schema.ts';
import { recordedFields, recordedRow } from '../recorded-fields.ts';
import { monthOf } from './coverage.ts';
import { numbersIn } from './places.ts';
import { writeBlock, type StateRow } from './state-blocks.ts';
import { numberOf } from './transfer.ts';

/** Rows in each block but the last one of a state, which has fewer. */
export const blockRows = 2_000;
/** Rows in one step, which takes at most about 50 ms. */
const stepRows = 500;

type Stored = Omit<Document, 'record'> & { scope: Scope; id: Key; doc: string };

/** Before all keys of a scope. */
const firstKey = -(2n ** 63n);

/**
 * Stores the recorded rows of each list, in steps: once a month, and after a gap. All blocks of a state are stored at once.
 * Rows may change between two steps, so each block has the highest number of an entry that it includes.
 */
export function stateMaker(cache: Connection, history: Connection, definitions: readonly Definition[]) {
  const read = reads(cache);
  let steps: Iterator<unknown> | null = null;
  let isChecked = false;
  return {
    /** To be called after a transfer. */
    check: (): void => void (isChecked = false),
    /** Returns false if nothing was left to do. */
    step(): boolean {
      if (steps === null && !isChecked) {
        const madeAt = numberOf(meta(history), 'latest');
        const due = definitions.find(({ collection }) => isDue(collection, madeAt));
        if (due === undefined) isChecked = true;
        else steps = makeState(due, madeAt);
      }
      if (steps === null) return false;
      if (steps.next().done === true) steps = null;
      return true;
    },
  };

  /** A complete sync is known, no sync is running that changed rows, and this month has no state after the last gap. */
  function isDue(name: Definition['collection'], at: number): boolean {
    if (recordedFields(name) === null) return false;
    const known = history
      .prepare<[string], { madeAt: number | null; gap: number | null }>(
        `SELECT (SELECT max(made_at) FROM states WHERE collection = names.n) AS madeAt,
           (SELECT max(until_at) FROM gaps WHERE ifnull(collection, n) = n) AS gap
         FROM names WHERE name = ? AND EXISTS (SELECT 1 FROM coverage WHERE collection = n AND status = 'complete')`,
      )
      .get(name);
    if (known === undefined) return false;
    const isCurrent =
      known.madeAt !== null && monthOf(known.madeAt) === monthOf(at) && known.madeAt >= (known.gap ?? 0);
    const running = cache.prepare('SELECT 1 FROM history_outbox WHERE collection = ? AND run IS NOT NULL LIMIT 1');
    return !isCurrent && running.get(name) === undefined;
  }

  function* makeState({ collection, list, detail }: Definition, madeAt: number): Iterator<unknown> {
    const fields = recordedFields(collection) ?? [];
    const blocks: { n: number; rows: number; block: Uint8Array }[] = [];
    let open = newBlock();
    const endBlock = (): void => {
      const { n, rows } = open;
      blocks.push({ n, rows: rows.length, block: writeBlock({ fields, rows }) });
      open = newBlock();
    };
    // Rows of which only the details are cached come after the rows of the list
    for (const source of [list, detail]) {
      for (let piece = rowsAfter(source, list); piece.length > 0; piece = rowsAfter(source, list, piece.at(-1))) {
        const numbers = numbersIn(history);
        for (const { scope, id, doc, ...stamp } of piece) {
          const own: Document = { record: JSON.parse(doc) as Document['record'], ...stamp };
          const details = source === detail ? undefined : read({ collection: detail, scope }, id);
          const recorded = recordedRow(fields, merged(own, details) ?? own.record);
          const isGone = stamp.notReturnedSince === null ? 0 : 1;
          open.rows.push([numbers.place(scope), id, isGone, ...fields.map((field) => recorded[field])]);
          if (open.rows.length === blockRows) endBlock();
        }
        yield;
      }
    }
    endBlock();
    const insert = history.prepare('INSERT OR REPLACE INTO states VALUES (?, ?, ?, ?, ?, ?)');
    history.transaction(() => {
      const name = numbersIn(history).collection(collection);
      for (const [part, { n, rows, block }] of blocks.entries()) insert.run(n, name, madeAt, part, rows, block);
    })();
  }

  function newBlock(): { n: number; rows: StateRow<number>[] } {
    return { n: numberOf(meta(cache), 'history:written'), rows: [] };
  }

  /** The next rows of `collection`. If this is the details, rows that the list also has are left out. */
  function rowsAfter(collection: string, list: string, last?: Stored): Stored[] {
    const alone =
      'AND NOT EXISTS (SELECT 1 FROM documents l WHERE l.collection = :list AND l.scope = d.scope AND l.id = d.id)';
    const sql = `SELECT scope, id, doc, fetched_at AS fetchedAt, gone_at AS notReturnedSince, deleted_at AS deletedAt
      FROM documents d WHERE collection = :collection AND (scope, id) > (:scope, :id)
      ${collection === list ? '' : alone} ORDER BY scope, id LIMIT ${stepRows}`;
    const id = last === undefined ? firstKey : stored(last.id);
    const values = { collection, scope: last?.scope ?? '', id, ...(collection !== list && { list }) };
    return cache.prepare<[object], Stored>(sql).all(values);
  }
}
