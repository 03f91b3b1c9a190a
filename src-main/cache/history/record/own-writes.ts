import type { Key } from '#shared/contract/collection.ts';
import { days } from '#shared/time.ts';
import type { Place } from '../../cache-types.ts';
import type { Definition } from '../../derive.ts';
import { stored } from '../../key.ts';
import type { Connection } from '../../open-cache.ts';
import type { ChangedFields, EntrySource, RecordedRow } from '../history-types.ts';
import { isSameValue } from '../recorded-fields.ts';
import { mostDelayMs } from './outbox.ts';

/** A row as the history names it. */
export interface RowAt {
  collection: string;
  scope: string;
  id: Key;
}
/** `fields` null: a deletion. `isCertain`: see `own_writes`. */
export interface NotedWrite {
  at: number;
  isCertain: number;
  cause: string;
  fields: RecordedRow | null;
}
/** When a change was found. `startedAt`: the start of the sync that found it; null: the row was read alone. */
interface Found {
  now: number;
  startedAt: number | null;
}
/** The part of a change that has one source. */
export interface Attributed {
  source: EntrySource | null;
  cause: string | null;
  changed: Record<string, readonly [unknown, unknown]>;
}

/** If no sync covers a row that Reeve wrote, the write is forgotten after this time. */
const longestMs = days(30);

/** What Reeve wrote recently, to recognize the changes that follow from it. Others are from outside of Reeve. */
export function ownWrites(db: Connection) {
  const at = 'WHERE collection = ? AND scope = ? AND id = ?';
  const put = db.prepare('INSERT OR REPLACE INTO own_writes VALUES (?, ?, ?, ?, ?, ?, ?)');
  const read = db.prepare<[string, string, Key], Omit<NotedWrite, 'fields'> & { fields: string }>(
    `SELECT at, is_certain AS isCertain, cause, fields FROM own_writes ${at} ORDER BY at DESC`,
  );
  const race = db.prepare(`UPDATE own_writes SET is_certain = 2 ${at} AND at = ?`);
  const any = db.prepare('SELECT 1 FROM own_writes LIMIT 1');
  /** Never set to true again, because a deletion can be rolled back. */
  let isEmpty = any.get() === undefined;

  function of({ collection, scope, id }: RowAt): NotedWrite[] {
    if (isEmpty) return [];
    return read
      .all(collection, scope, id)
      .map(({ fields, ...write }) => ({ ...write, fields: JSON.parse(fields) as RecordedRow | null }));
  }
  /** Whether the list that found the change may have been requested before the write. If so, `is_certain` of the write becomes 2. */
  function isRace({ collection, scope, id }: RowAt, write: NotedWrite, { now, startedAt }: Found): boolean {
    const isOlder = startedAt !== null && startedAt <= write.at && now - write.at < mostDelayMs;
    if (isOlder) race.run(collection, scope, id, write.at);
    return isOlder;
  }

  return {
    note({ collection, scope, id }: RowAt, { at, isCertain, cause, fields }: NotedWrite): void {
      isEmpty = false;
      put.run(collection, scope, stored(id), at, isCertain, cause, JSON.stringify(fields));
    },
    /** Who made the changes that a sync or a read found. Those that only repeat a recorded write are left out. */
    attributed(row: RowAt, changed: ChangedFields, found: Found): Attributed[] {
      const groups = new Map<string, Attributed>();
      const writes = of(row);
      for (const [name, values] of Object.entries(changed)) {
        const [source, cause] = sourceOf(name, values[1]);
        if (source === 'known') continue;
        const key = `${source} ${cause}`;
        const group = groups.get(key) ?? { source, cause, changed: {} };
        group.changed[name] = values;
        groups.set(key, group);
      }
      return [...groups.values()];

      function sourceOf(name: string, value: unknown): [EntrySource | 'known' | null, string | null] {
        for (const write of writes) {
          if (write.fields === null || !(name in write.fields)) continue;
          const isSent = isSameValue(write.fields[name], value);
          if (write.isCertain === 0) {
            if (isSent) return ['probably', write.cause];
            continue;
          }
          if (isSent) return write.isCertain === 2 ? ['known', null] : ['ours', write.cause];
          return isRace(row, write, found) ? ['known', null] : ['adjusted', write.cause];
        }
        return [null, null];
      }
    },
    /**
     * The deletion by Reeve that explains that a row is returned again (`isBack`), or is not returned. `isKnown`: it is
     * recorded already. Null: none.
     */
    deletion(row: RowAt, isBack: boolean, found: Found): { isKnown: boolean; cause: string } | null {
      const write = of(row).find(({ fields }) => fields === null);
      if (write === undefined) return null;
      const { cause, isCertain } = write;
      if (!isBack) return isCertain === 1 ? null : { isKnown: isCertain === 2, cause };
      return isCertain !== 0 && isRace(row, write, found) ? { isKnown: true, cause } : null;
    },
    /** Forget the writes before the start of a finished sync, of the rows of its place. */
    covered(
      { collection, scope }: Place,
      startedAt: number,
      { isStoredOnce, list }: Definition,
      isShared: boolean,
    ): void {
      if (any.get() === undefined) return;
      const isHere = isStoredOnce
        ? `EXISTS (SELECT 1 FROM listed_in l WHERE l.collection = '${list}' AND l.scope = :scope AND l.id = own.id)`
        : isShared
          ? `EXISTS (SELECT 1 FROM ${collection} row WHERE row.scope = :scope AND row.id = own.id)`
          : 'scope = :scope';
      db.prepare(
        `DELETE FROM own_writes AS own WHERE collection = :collection AND at < :startedAt AND (${isHere} OR at < :oldest)`,
      ).run({ collection, scope, startedAt, oldest: startedAt - longestMs });
    },
  };
}
export type OwnWrites = ReturnType<typeof ownWrites>;
