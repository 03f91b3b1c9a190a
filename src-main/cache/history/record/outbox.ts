import type { Key } from '#shared/contract/collection.ts';
import { stored } from '../../key.ts';
import type { Connection } from '../../open-cache.ts';
import { meta } from '../../schema.ts';
import {
  entryKinds,
  entrySources,
  epochStart,
  noteKinds,
  type EntryKind,
  type EntrySource,
  type NoteKind,
} from '../history-types.ts';

/**
 * An entry or a note to write. `run`: the number of the sync run that found it at `foundAt`, and whose end will be the time
 * of the entry; null: it is final.
 */
export interface NewEntry {
  run?: number | null;
  collection: string;
  scope: string;
  id?: Key | null;
  kind: EntryKind | NoteKind;
  foundAt: number | null;
  since?: number | null;
  source?: EntrySource;
  cause?: string | null;
  fields?: object | null;
}

/** Writes entries into `history_outbox` of `cache.db`, always in the transaction of the rows that they are about. */
export function outbox(db: Connection) {
  const facts = meta(db);
  let last = epochStart(Math.floor(Number(facts.get(writtenName) ?? 0) / epochStart(1)) + 1);
  /** The highest number that `meta` has. An epoch without entries is not stored. */
  let sealed = last;
  let latest = 0;
  const insert = db.prepare('INSERT INTO history_outbox VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const renumber = db.prepare(`
    INSERT INTO history_outbox SELECT ? + row_number() OVER (ORDER BY n), NULL, collection, scope, id, kind,
      ifnull(found_at, ?), since, source, cause, fields FROM history_outbox WHERE run = ?`);
  const drop = db.prepare('DELETE FROM history_outbox WHERE run = ?');
  const fromOutside = `collection = :collection AND scope = :scope AND id = :id AND kind = :kind
    AND source <> ${entrySources.ours} AND (found_at IS NULL OR found_at >= :after)`;
  const claim = db.prepare(`
    UPDATE history_outbox SET run = NULL, found_at = ifnull(found_at, :now), since = NULL, source = ${entrySources.ours},
      cause = :cause
    WHERE ${fromOutside}`);
  const unclaimed = db.prepare<[object], string>(`SELECT fields FROM history_outbox WHERE ${fromOutside}`).pluck();
  return {
    add({ run = null, collection, scope, id = null, kind, foundAt, since = null, source = 'sync', ...own }: NewEntry) {
      const { cause = null, fields = null } = own;
      last += 1;
      latest = Math.max(latest, foundAt ?? 0);
      const number = kind in entryKinds ? entryKinds[kind as EntryKind] : noteKinds[kind as NoteKind];
      const key = id === null ? null : stored(id);
      const at = run === null ? foundAt : null;
      const json = fields === null ? null : JSON.stringify(fields);
      insert.run(last, run, collection, scope, key, number, at, since, entrySources[source], cause, json);
    },
    /** The latest time of an entry since the start; 0: there was none. */
    latest: (): number => latest,
    /**
     * The entries of a run become final. They get new numbers, above those of all entries that became final before: what
     * `history.db` has copied is known by one number.
     */
    end(run: number, foundAt: number): void {
      const { changes } = renumber.run(last, foundAt, run);
      if (changes === 0) return;
      last += changes;
      drop.run(run);
    },
    /**
     * A sync found the effect of a write before its reply was stored: its entries of the last minute are by Reeve.
     * `isOwn`: whether the write explains an entry with these fields. Returns whether there was such an entry.
     */
    claim(
      at: { collection: string; scope: string; id: Key; kind: 'came' | 'changed' },
      by: { cause: string; now: number },
      isOwn: (fields: unknown) => boolean,
    ): boolean {
      const where = { ...at, kind: entryKinds[at.kind], after: by.now - mostDelayMs };
      const found = unclaimed.all(where);
      if (found.length === 0 || !found.every((fields) => isOwn(JSON.parse(fields)))) return false;
      claim.run({ ...where, ...by });
      return true;
    },
    /** To be called last in a transaction. */
    seal(): void {
      if (last !== sealed) facts.set(writtenName, String(last));
      sealed = last;
    },
  };
}
export type Outbox = ReturnType<typeof outbox>;

const writtenName = 'history:written';

/** A list that was requested before a write by Reeve, or the reply of that write, arrives at most this late. */
export const mostDelayMs = 60_000;
