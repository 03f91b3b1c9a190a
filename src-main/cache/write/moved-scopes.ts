import type { Key } from '#shared/contract/collection.ts';
import { splitScope, type Scope } from '#shared/contract/scope.ts';
import { scopesOf } from './copies.ts';
import { merged, reads } from '../documents.ts';
import type { ScopeMove } from '../cache-types.ts';
import type { Connection } from '../open-cache.ts';
import type { CollectionWriter } from './collection-writer.ts';
import type { Definition } from '../derive.ts';

/** The tables, besides `passes`, with the state of an unfinished sync run. */
const underWay = ['crawls', 'missing', 'seen'] as const;

const ofCollection = 'collection IN (:list, :detail)';

type Moved = { list: string; detail: string; from: string; to: string };

/**
 * Moves the cached data of one scope to another, with the places below it, in every collection. If both scopes have
 * rows, those of the scope with the newer finished sync run are kept. Of the other scope only records that were fetched
 * later are kept, and details that the scope with the newer sync run does not have.
 */
export function scopeMoves(
  db: Connection,
  definitions: readonly Definition[],
  collectionWriterOf: (definition: Definition) => CollectionWriter,
) {
  const cached = scopesOf(db);
  const passed = db.prepare<[string], string>('SELECT DISTINCT scope FROM passes WHERE collection = ?').pluck();
  const listedScopes = db.prepare<[string], Scope>('SELECT DISTINCT scope FROM listed_in WHERE collection = ?').pluck();
  const refusedScopes = db.prepare<[], Scope>('SELECT DISTINCT scope FROM refused_syncs').pluck();
  const read = reads(db);
  const scoped = definitions.filter(({ isScoped }) => isScoped);

  return {
    /** To be called in a transaction. Returns the collections in which something was moved, and the moved scopes. */
    move(moves: readonly ScopeMove[]): { definitions: Definition[]; scopes: ScopeMove[] } {
      const targets = new Map(moves.map(({ from, to }) => [from.toLowerCase(), to]));
      const moved = new Map(moveRefusals(targets).map((one) => [one.from, one]));
      const changed = scoped.filter((definition) => {
        const { list, detail, isStoredOnce } = definition;
        const placed = isStoredOnce ? placesOf(definition) : [];
        const all = [list, detail].flatMap((collection) => [...cached(collection), ...passed.all(collection)]);
        const due = [...new Set([...all, ...placed])].flatMap((from) => {
          const [base, tail] = splitScope(from);
          const to = targets.get(base.toLowerCase());
          return to === undefined || to === base ? [] : [{ from, to: to + tail }];
        });
        for (const one of due) {
          moved.set(one.from, one);
          if (isStoredOnce) moveStoredOnce(definition, one);
          else moveOne(collectionWriterOf(definition), one);
        }
        return due.length > 0;
      });
      return { definitions: changed, scopes: [...moved.values()] };
    },
  };

  function moveRefusals(targets: ReadonlyMap<string, Scope>): ScopeMove[] {
    return refusedScopes.all().flatMap((from) => {
      const [base, tail] = splitScope(from);
      const to = targets.get(base.toLowerCase());
      if (to === undefined || to === base) return [];
      run('UPDATE OR REPLACE refused_syncs SET scope = :to WHERE scope = :from', { from, to: to + tail });
      return [{ from, to: to + tail }];
    });
  }

  /** The scopes by path in which rows are shown, and the scopes that returned rows. */
  function placesOf({ collection, list }: Definition): Scope[] {
    const shown = db
      .prepare<[], Scope>(`SELECT DISTINCT scope FROM ${collection} WHERE instr(scope, '/') > 0`)
      .pluck()
      .all();
    return [...shown, ...listedScopes.all(list)];
  }

  /**
   * The records are not moved. Only the places in which rows are shown and the scopes that returned them are renamed.
   */
  function moveStoredOnce({ collection, list, detail }: Definition, { from, to }: ScopeMove): void {
    const at = { list, detail, from, to };
    run(`UPDATE ${collection} SET scope = :to WHERE scope = :from AND instr(scope, '/') > 0`, { from, to });
    run(
      `INSERT INTO listed_in SELECT collection, :to, id, not_returned_at FROM listed_in
         WHERE collection = :list AND scope = :from
       ON CONFLICT DO UPDATE SET not_returned_at = NULL WHERE excluded.not_returned_at IS NULL`,
      at,
    );
    run('DELETE FROM listed_in WHERE collection = :list AND scope = :from', at);
    run(
      `DELETE FROM passes WHERE ${ofCollection} AND scope = :from AND finished_at <=
         (SELECT max(finished_at) FROM passes WHERE ${ofCollection} AND scope = :to)`,
      at,
    );
    moveSyncs(at);
  }

  function moveOne({ definition, derived }: CollectionWriter, { from, to }: ScopeMove): void {
    const { collection, list, detail } = definition;
    const at = { list, detail, from, to };
    const [endFrom, endTo] = [lastEnd(from), lastEnd(to)];
    const isMoreAtFrom = endFrom === endTo ? !hasRows(to) : endFrom > endTo;
    const newer = isMoreAtFrom ? from : to;
    const older = newer === from ? to : from;

    const both = { list, detail, newer, older, end: Math.max(endFrom, endTo) };
    run(
      `DELETE FROM documents AS own WHERE ${ofCollection} AND scope = :older AND (
         EXISTS (SELECT 1 FROM documents o WHERE o.collection = own.collection AND o.scope = :newer AND o.id = own.id
           AND o.fetched_at >= own.fetched_at)
         OR (fetched_at <= :end AND NOT EXISTS (SELECT 1 FROM documents o
           WHERE o.collection IN (:list, :detail) AND o.scope = :newer AND o.id = own.id)))`,
      both,
    );
    run(
      `DELETE FROM documents AS own WHERE ${ofCollection} AND scope = :newer AND EXISTS (SELECT 1 FROM documents o
         WHERE o.collection = own.collection AND o.scope = :older AND o.id = own.id)`,
      both,
    );
    const kept = db
      .prepare<[object], Key>(`SELECT DISTINCT id FROM documents WHERE ${ofCollection} AND scope = :older`)
      .pluck()
      .all({ list, detail, older });
    const listed = db.prepare<[string], Key>(`SELECT id FROM ${collection} WHERE scope = ?`).pluck();
    for (const id of listed.all(older)) derived.remove(older, id);

    run(`UPDATE documents SET scope = :to WHERE ${ofCollection} AND scope = :from`, at);
    run(`UPDATE ${collection} SET scope = :to WHERE scope = :from`, { from, to });
    for (const id of kept) {
      const [row, own] = [list, detail].map((collection) => read({ collection, scope: to }, id));
      derived.write(to, id, merged(row, own) ?? {}, (row ?? own)?.notReturnedSince !== null);
    }

    run(`DELETE FROM passes WHERE ${ofCollection} AND scope = :older AND finished_at IS NOT NULL`, both);
    moveSyncs(at);

    function hasRows(scope: string): boolean {
      const any = db.prepare<[string], number>(`SELECT 1 FROM ${collection} WHERE scope = ? LIMIT 1`).pluck();
      return any.get(scope) !== undefined;
    }
    /** The end of the last finished sync run; if there was none, a time before all others. */
    function lastEnd(scope: string): number {
      const end = db
        .prepare<[object], number | null>(
          `SELECT max(finished_at) FROM passes WHERE ${ofCollection} AND scope = :scope`,
        )
        .pluck()
        .get({ list, detail, scope });
      return end ?? Number.MIN_SAFE_INTEGER;
    }
  }

  /** If both scopes have a sync point, the earlier one is kept: both have all changes up to it. */
  function moveSyncPoint(at: Moved): void {
    run(
      `INSERT INTO sync_points SELECT collection, :to, full_at, watermark, next_watermark FROM sync_points
         WHERE collection = :list AND scope = :from
       ON CONFLICT DO UPDATE SET full_at = min(full_at, excluded.full_at), watermark = min(watermark, excluded.watermark),
         next_watermark = min(next_watermark, excluded.next_watermark)`,
      at,
    );
    run('DELETE FROM sync_points WHERE collection = :list AND scope = :from', at);
  }

  function moveSyncs(at: Moved): void {
    movePassUnderWay(at);
    run(`UPDATE passes SET scope = :to WHERE ${ofCollection} AND scope = :from`, at);
    run('UPDATE OR REPLACE first_syncs SET scope = :to WHERE collection = :list AND scope = :from', at);
    run(`UPDATE OR IGNORE filter_ids SET scope = :to WHERE ${ofCollection} AND scope = :from`, at);
    run(`DELETE FROM filter_ids WHERE ${ofCollection} AND scope = :from`, at);
    moveSyncPoint(at);
  }

  /** If both scopes have an unfinished sync run, the one of the target continues. */
  function movePassUnderWay(at: Moved): void {
    const isBusy = db
      .prepare<[object], number>(`SELECT 1 FROM passes WHERE ${ofCollection} AND scope = :to AND finished_at IS NULL`)
      .pluck()
      .get(at);
    if (isBusy === undefined) {
      for (const table of underWay) run(`UPDATE ${table} SET scope = :to WHERE ${ofCollection} AND scope = :from`, at);
      return;
    }
    run(`DELETE FROM passes WHERE ${ofCollection} AND scope = :from AND finished_at IS NULL`, at);
    for (const table of underWay) run(`DELETE FROM ${table} WHERE ${ofCollection} AND scope = :from`, at);
  }

  function run(sql: string, values: Record<string, string | number>): void {
    db.prepare(sql).run(values);
  }
}
