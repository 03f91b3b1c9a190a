import type { Key } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Definition } from '../../derive.ts';
import { merged, reads, type Document } from '../../documents.ts';
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

interface Block {
  n: number;
  rows: StateRow<number>[];
}
interface Draft {
  definition: Definition;
  fields: readonly string[];
  madeAt: number;
  /** Rows of which only the details are cached come after the rows of the list. */
  isInDetails: boolean;
  after: [Scope, Key | bigint];
  open: Block;
  blocks: { n: number; rows: number; block: Uint8Array }[];
}
type Stored = Omit<Document, 'record'> & { scope: Scope; id: Key; doc: string };

/** Before all keys of a scope. */
const firstKey = -(2n ** 63n);

/**
 * Stores the recorded rows of each list, in steps: once a month, and after a gap. All blocks of a state are stored at once.
 * Rows may change between two steps, so each block has the highest number of an entry that it includes.
 */
export function stateMaker(cache: Connection, history: Connection, definitions: readonly Definition[]) {
  const facts = meta(history);
  const read = reads(cache);
  let draft: Draft | null = null;
  let isChecked = false;
  return {
    /** To be called after a transfer. */
    check: (): void => void (isChecked = false),
    /** Returns false if nothing was left to do. */
    step(): boolean {
      if (draft === null && !isChecked) {
        draft = nextDraft();
        isChecked = draft === null;
      }
      if (draft === null) return false;
      const current = draft;
      draft = null;
      if (readNext(current)) draft = current;
      else store(current);
      return true;
    },
  };

  function nextDraft(): Draft | null {
    const madeAt = numberOf(facts, 'latest');
    const definition = definitions.find(({ collection }) => isDue(collection, madeAt));
    const fields = definition && recordedFields(definition.collection);
    if (definition === undefined || fields === null || fields === undefined) return null;
    return { definition, fields, madeAt, isInDetails: false, after: ['', firstKey], open: newBlock(), blocks: [] };
  }

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

  function newBlock(): Block {
    return { n: numberOf(meta(cache), 'history:written'), rows: [] };
  }

  /** Returns false if all rows were read. */
  function readNext(current: Draft): boolean {
    const { list, detail } = current.definition;
    const alone =
      'AND NOT EXISTS (SELECT 1 FROM documents l WHERE l.collection = :list AND l.scope = d.scope AND l.id = d.id)';
    const rows = cache
      .prepare<[object], Stored>(
        `SELECT scope, id, doc, fetched_at AS fetchedAt, gone_at AS notReturnedSince, deleted_at AS deletedAt
         FROM documents d WHERE collection = :collection AND (scope, id) > (:scope, :id)
         ${current.isInDetails ? alone : ''} ORDER BY scope, id LIMIT ${stepRows}`,
      )
      .all({
        ...(current.isInDetails ? { list } : {}),
        ...{ collection: current.isInDetails ? detail : list, scope: current.after[0], id: current.after[1] },
      });
    const numbers = numbersIn(history);
    for (const { scope, id, doc, ...stamp } of rows) {
      const own: Document = { record: JSON.parse(doc) as Document['record'], ...stamp };
      const details = current.isInDetails ? undefined : read({ collection: detail, scope }, id);
      const recorded = recordedRow(current.fields, merged(own, details) ?? own.record);
      const isGone = stamp.notReturnedSince === null ? 0 : 1;
      current.open.rows.push([numbers.place(scope), id, isGone, ...current.fields.map((field) => recorded[field])]);
      if (current.open.rows.length === blockRows) endBlock(current);
    }
    const last = rows.at(-1);
    if (last !== undefined && rows.length === stepRows) {
      current.after = [last.scope, typeof last.id === 'number' ? BigInt(last.id) : last.id];
      return true;
    }
    if (current.isInDetails) return false;
    Object.assign(current, { isInDetails: true, after: ['', firstKey] });
    return true;
  }

  function endBlock(current: Draft): void {
    const { n, rows } = current.open;
    current.blocks.push({ n, rows: rows.length, block: writeBlock({ fields: current.fields, rows }) });
    current.open = newBlock();
  }

  function store(current: Draft): void {
    endBlock(current);
    const { madeAt, blocks, definition } = current;
    const insert = history.prepare('INSERT OR REPLACE INTO states VALUES (?, ?, ?, ?, ?, ?)');
    history.transaction(() => {
      const collection = numbersIn(history).collection(definition.collection);
      for (const [part, { n, rows, block }] of blocks.entries()) insert.run(n, collection, madeAt, part, rows, block);
    })();
  }
}
