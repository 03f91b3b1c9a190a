import { isCollection } from '#shared/contract/collections.ts';
import type { history } from '#shared/contract/history.ts';
import type { z } from 'zod';
import { firstColumn, type Connection } from '../../open-cache.ts';
import type { ShownUntil } from '../history-api.ts';
import { entryKinds, lastChangeKind } from '../history-types.ts';
import { recordedFields } from '../recorded-fields.ts';
import { allEntries } from './all-entries.ts';
import { cut, entryOf } from './changes.ts';
import { definitionAt, entryColumns, isOurs, isShared, kindOf, type EntryRow } from './entry-rows.ts';
import type { Places } from './places-then.ts';
import type { RecordedSpan } from './recorded-span.ts';
import type { RowNames } from './row-names.ts';

type Input = z.output<(typeof history)['life']['input']>;
interface Needs {
  db: Connection;
  names: RowNames;
  places: Places;
  recorded: RecordedSpan;
}

/** The changes of one row, newest first, and those of its place while it was known. */
export function lifeQuery({ db, names, places, recorded }: Needs) {
  const ofRow = db.prepare<[object], EntryRow>(
    `SELECT ${entryColumns} FROM ${allEntries}
     WHERE collection = :collection AND id = :id AND scope = :scope AND found_at IS NOT NULL
       AND (kind <= ${lastChangeKind} OR kind = ${entryKinds.known}) ORDER BY n DESC`,
  );
  const ofPlace = db.prepare<[object], EntryRow>(
    `SELECT ${entryColumns} FROM ${allEntries}
     WHERE collection = :collection AND id IS NULL AND scope = :scope AND found_at IS NOT NULL
       AND kind <= ${lastChangeKind} ORDER BY n DESC`,
  );

  return ({ collection, scope: asked, id, by, field, slice, until }: Input & ShownUntil) => {
    const none = {
      isRecorded: false,
      total: 0,
      counts: { outside: 0, reeve: 0 },
      fields: [],
      entries: [],
      first: null,
    };
    if (!isCollection(collection) || recordedFields(collection) === null)
      return { ...none, recorded: recorded(0, Number.MAX_SAFE_INTEGER, [collection]) };
    const scope = isShared(collection) || !definitionAt(collection).isScoped ? '' : asked;
    const own = ofRow.all({ collection, scope, id });
    const start = own.at(-1);
    const startKind = start && kindOf(start);
    const appeared = startKind === 'came' || startKind === 'known' ? start : undefined;
    const around = ofPlace.all({ collection, scope }).filter(({ n }) => n > (appeared?.n ?? 0));
    const all = [...own, ...around]
      .filter(({ kind, foundAt }) => kind <= lastChangeKind && foundAt <= (until ?? Infinity))
      .toSorted((a, b) => b.n - a.n);
    const entries = all.map((row) => ({ row, entry: entryOf(row, names) }));
    const chosen = entries.filter(
      ({ entry }) => field === undefined || entry.fields.some(({ name }) => name === field),
    );
    const reeve = chosen.filter(({ row }) => isOurs(row));
    const outside = chosen.filter(({ row }) => !isOurs(row));
    const shown = by === undefined ? chosen : by === 'reeve' ? reeve : outside;
    const firstSync = places.firstSyncOf(collection, scopesOf(collection, asked, id));
    const span = recorded(0, Number.MAX_SAFE_INTEGER, [collection]);
    return {
      isRecorded: true,
      total: shown.length,
      counts: { outside: outside.length, reeve: reeve.length },
      fields: [...new Set(entries.flatMap(({ entry }) => entry.fields.map(({ name }) => name)))].toSorted(),
      entries: shown.slice(slice.from, slice.from + slice.count).map(({ entry }) => cut(entry)),
      first: startKind === 'came' ? null : startKind === 'known' ? (start?.foundAt ?? null) : firstSync,
      recorded: { ...span, since: firstSync ?? span.since },
    };
  };

  /** The scopes whose syncs return the row. */
  function scopesOf(collection: Parameters<typeof isShared>[0], scope: string, id: Input['id']): string[] {
    const { isStoredOnce, list, isScoped } = definitionAt(collection);
    if (isStoredOnce)
      return firstColumn<string>(db, 'SELECT scope FROM main.listed_in WHERE collection = ? AND id = ?').all(list, id);
    if (isShared(collection))
      return firstColumn<string>(db, `SELECT scope FROM main.${collection} WHERE id = ?`).all(id);
    return [isScoped ? scope : ''];
  }
}
