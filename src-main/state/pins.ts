import { pinDepths, pinRanges, PinView, type pinProblems, type PinProblem } from '#shared/contract/pins.ts';
import { z } from 'zod';
import type { Db } from './files/database.ts';
import { statements } from './files/statements.ts';
import { fromStoredJson, storedJson } from './stored-json.ts';

/** The sums of one depth; see `PinDepth` of the contract. */
const Sums = z.object({
  items: z.number().default(0),
  stored: z.number().default(0),
  refused: z.number().default(0),
  requests: z.number().default(0),
  bytes: z.number().default(0),
  isGuess: z.boolean().default(true),
});
export type PinSums = z.infer<typeof Sums>;

/**
 * The part of a pin that is stored as JSON. `missing`: items that did not fit into the quota. `fileBytes`: its limit for
 * one file; null: that of the settings. `range`: `recent` for pins of versions without this field.
 */
const PinDoc = z.object({
  label: z.string().default(''),
  view: PinView.nullable().default(null),
  depths: z.array(z.enum(pinDepths)).default(['facts']),
  ref: z.string().default('HEAD'),
  sums: z.partialRecord(z.enum(pinDepths), Sums).default({}),
  missing: z.number().default(0),
  fileBytes: z.number().nullable().default(null),
  range: z.enum(pinRanges).default('recent'),
  failure: z.looseObject({ code: z.string(), message: z.string() }).nullable().default(null),
});
export type PinDoc = z.infer<typeof PinDoc>;

export interface StoredPin {
  id: number;
  profileId: string;
  target: string;
  createdAt: number;
  filledAt: number | null;
  isPaused: boolean;
  doc: PinDoc;
}
/** `bytes`: the size of a stored item, also of one with unreadable rows; of an item that is too large, the limit. */
export interface StoredPinItem extends z.infer<typeof ItemDoc> {
  source: string;
  key: string;
  depth: (typeof pinDepths)[number];
  state: 'stored' | (typeof pinProblems)[number];
  bytes: number;
  at: number;
}
const ItemDoc = z.object({
  label: z.string().default(''),
  scope: z.string().default(''),
  status: z.number().nullable().default(null),
  reason: z.string().nullable().default(null),
});

/** An item that cannot be stored until the platform or a limit changes. */
export interface StuckPinItem extends Pick<StoredPinItem, 'source' | 'key' | 'scope'> {
  state: 'refused' | 'missing' | 'too-large' | 'over-quota' | 'unreadable';
}

/** A recorded item that is stored. It needs no label. */
export type StoredContent = Pick<StoredPinItem, 'source' | 'key' | 'depth' | 'bytes' | 'at'>;
/** A problem without the path of its place, which can change. */
type StoredProblem = Omit<PinProblem, 'place'>;
const emptyDoc = storedJson({});
/** The table has no state for an item with unreadable rows: the item has the state `stored` and this reason. */
const unreadableReason = 'unreadable-rows';
const isProblem = `(state <> 'stored' OR (doc <> '${emptyDoc}' AND doc ->> 'reason' = '${unreadableReason}'))`;

interface Row extends Omit<StoredPin, 'doc' | 'isPaused'> {
  isPaused: number;
  doc: string;
}
const columns = `id, profile_id AS profileId, target, created_at AS createdAt, filled_at AS filledAt,
  is_paused AS isPaused, doc`;

/** Pins of all profiles, and their items. Times are epoch milliseconds. */
export function pins(db: Db) {
  const sql = statements(db);
  const get = (id: number): StoredPin | null =>
    sql.rows<Row>(`SELECT ${columns} FROM pins WHERE id = ?`, [id]).map(fromRow)[0] ?? null;
  const putItem = db.prepare(
    `INSERT INTO pin_items (pin_id, source, key, depth, state, bytes, at, doc)
     SELECT :pinId, :source, :key, :depth, :state, :bytes, :at, :doc WHERE EXISTS (SELECT 1 FROM pins WHERE id = :pinId)
     ON CONFLICT DO UPDATE SET depth = excluded.depth, state = excluded.state, bytes = excluded.bytes, at = excluded.at,
       doc = excluded.doc`,
  );
  const items = (id: number, rest: string, ...values: unknown[]): StoredPinItem[] =>
    sql
      .rows<Omit<StoredPinItem, 'label'> & { doc: string }>(
        `SELECT source, key, depth, state, bytes, at, doc FROM pin_items WHERE pin_id = ? ${rest}`,
        [id, ...values],
      )
      .map(({ doc, ...item }) => {
        const read = itemDoc(doc);
        if (item.state !== 'stored' || read.reason !== unreadableReason) return { ...item, ...read };
        return { ...item, ...read, state: 'unreadable', reason: null };
      });
  return {
    get,
    /** The pins of a profile, the oldest first. */
    of: (profileId: string): StoredPin[] =>
      sql.rows<Row>(`SELECT ${columns} FROM pins WHERE profile_id = ? ORDER BY id`, [profileId]).map(fromRow),
    all: (): StoredPin[] => sql.rows<Row>(`SELECT ${columns} FROM pins ORDER BY id`).map(fromRow),
    /** Add a pin, or replace the document of the pin of this target. */
    put(profileId: string, target: string, doc: PinDoc, now: number): StoredPin {
      sql.run(
        `INSERT INTO pins (profile_id, target, created_at, doc) VALUES (:profileId, :target, :now, :doc)
         ON CONFLICT (profile_id, target) DO UPDATE SET doc = excluded.doc`,
        { profileId, target, now: Math.round(now), doc: storedJson(doc) },
      );
      const find = `SELECT ${columns} FROM pins WHERE profile_id = ? AND target = ?`;
      return fromRow(sql.row<Row>(find, [profileId, target]) as Row);
    },
    /** The ID of the place of a pin became known. If it is pinned under its ID, too, both stay. */
    retarget: (id: number, target: string): void =>
      void sql.run('UPDATE OR IGNORE pins SET target = ? WHERE id = ?', [target, id]),
    /** Change a pin. Does nothing if it was removed. */
    update(id: number, change: Partial<Pick<StoredPin, 'filledAt' | 'isPaused' | 'doc'>>): void {
      const before = get(id);
      if (before === null) return;
      const { filledAt, isPaused, doc } = { ...before, ...change };
      sql.run('UPDATE pins SET filled_at = ?, is_paused = ?, doc = ? WHERE id = ?', [
        filledAt === null ? null : Math.round(filledAt),
        Number(isPaused),
        storedJson(doc),
        id,
      ]);
    },
    remove: (id: number): boolean => sql.run('DELETE FROM pins WHERE id = ?', [id]).changes > 0,
    /** The noted items of a pin; `source`: only those of one source. */
    items: (id: number, source?: string): StoredPinItem[] =>
      source === undefined ? items(id, '') : items(id, 'AND source = ?', source),
    putItem(pinId: number, { label, scope, status, reason, ...item }: StoredPinItem): void {
      const isUnreadable = item.state === 'unreadable';
      const doc = storedJson({ label, scope, status, reason: isUnreadable ? unreadableReason : reason });
      const state = isUnreadable ? 'stored' : item.state;
      putItem.run({ ...item, state, pinId, bytes: Math.round(item.bytes), at: Math.round(item.at), doc });
    },
    /** Note stored items, all or none of them. */
    putStored(pinId: number, stored: readonly StoredContent[]): void {
      db.transaction(() => {
        for (const { bytes, at, ...item } of stored) {
          putItem.run({ ...item, pinId, state: 'stored', bytes: Math.round(bytes), at: Math.round(at), doc: emptyDoc });
        }
      })();
    },
    /** The sizes of the items of a source that other pins of the profile have stored, by key. */
    storedByOthers: ({ id, profileId }: Pick<StoredPin, 'id' | 'profileId'>, source: string): Map<string, number> =>
      new Map(
        db
          .prepare<[string, number, string], [string, number]>(
            `SELECT i.key, max(i.bytes) FROM pins p JOIN pin_items i ON i.pin_id = p.id AND i.source = ?
             WHERE p.id <> ? AND p.profile_id = ? AND i.state = 'stored' GROUP BY i.key`,
          )
          .raw()
          .all(source, id, profileId),
      ),
    /** The bytes that a pin has stored of a source, without those that other pins of the profile have stored, too. */
    storedBytes: ({ id, profileId }: Pick<StoredPin, 'id' | 'profileId'>, source: string): number =>
      sql.value<number>(
        `SELECT coalesce(sum(max(0, i.bytes - coalesce((
           SELECT max(o.bytes) FROM pin_items o JOIN pins p ON p.id = o.pin_id
           WHERE o.source = i.source AND o.key = i.key AND o.pin_id <> i.pin_id AND o.state = 'stored'
             AND p.profile_id = :profileId), 0))), 0)
         FROM pin_items i WHERE i.pin_id = :id AND i.source = :source AND i.state = 'stored'`,
        { id, profileId, source },
      ) ?? 0,
    /** The bytes that are counted more than once, because several pins have stored the same items. `except`: a pin. */
    sharedBytes: (except = 0): number =>
      sql.value<number>(
        `SELECT coalesce(sum(total - largest), 0) FROM (
           SELECT sum(i.bytes) AS total, max(i.bytes) AS largest FROM pin_items i JOIN pins p ON p.id = i.pin_id
           WHERE i.state = 'stored' AND p.id <> ? GROUP BY p.profile_id, i.source, i.key HAVING count(*) > 1)`,
        [except],
      ) ?? 0,
    /** The items of all pins of a profile that cannot be stored, each once. */
    stuck: (profileId: string): StuckPinItem[] =>
      sql.rows<StuckPinItem>(
        `SELECT source, key, iif(state = 'stored', 'unreadable', state) AS state, pin_items.doc ->> 'scope' AS scope
         FROM pins JOIN pin_items ON pin_id = id
         WHERE profile_id = ? AND state <> 'failed' AND ${isProblem.replaceAll('doc', 'pin_items.doc')} GROUP BY 1, 2`,
        [profileId],
      ),
    removeItem: (id: number, source: string, key: string): void =>
      void sql.run('DELETE FROM pin_items WHERE pin_id = ? AND source = ? AND key = ?', [id, source, key]),
    /** Whether another pin contains the same item. An item that was refused can have content that was stored before. */
    isKeptByOther: (id: number, source: string, key: string): boolean =>
      sql.row(`SELECT 1 FROM pin_items WHERE source = ? AND key = ? AND pin_id <> ?`, [source, key, id]) !== undefined,
    problems(
      id: number,
      { from, count }: { from: number; count: number },
    ): { total: number; absent: number; rows: StoredProblem[] } {
      const counts = sql.row<{ total: number; absent: number }>(
        `SELECT count(*) AS total, count(*) FILTER (WHERE state = 'missing') AS absent
         FROM pin_items WHERE pin_id = ? AND ${isProblem}`,
        [id],
      );
      const rows = items(id, `AND ${isProblem} ORDER BY depth, source, key LIMIT ? OFFSET ?`, count, from);
      return {
        ...(counts ?? { total: 0, absent: 0 }),
        rows: rows.flatMap(({ state, depth, label, scope, status, reason, at }) =>
          state === 'stored' ? [] : [{ problem: state, depth, label, scope, status, reason, at }],
        ),
      };
    },
  };
}
export type PinTable = ReturnType<typeof pins>;

function fromRow({ doc, isPaused, ...row }: Row): StoredPin {
  return { ...row, isPaused: isPaused === 1, doc: PinDoc.safeParse(fromStoredJson(doc)).data ?? PinDoc.parse({}) };
}

function itemDoc(doc: string): z.infer<typeof ItemDoc> {
  // Most documents are empty, because stored items have no label
  return (doc === emptyDoc ? null : ItemDoc.safeParse(fromStoredJson(doc)).data) ?? ItemDoc.parse({});
}
