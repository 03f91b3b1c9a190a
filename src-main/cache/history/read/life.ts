import { isCollection } from '#shared/contract/collections.ts';
import { firstColumn } from '../../open-cache.ts';
import { recordedFields } from '../recorded-fields.ts';
import { cut, entryOf } from './changes.ts';
import { definitionAt, isChange, isOurs, isShared, kindOf } from './entry-rows.ts';
import type { Input, QueryContext } from './query-context.ts';

/** The changes of one row, newest first, and those of its place while it was known. */
export function lifeQuery({ db, nameOf, places, recorded, between }: QueryContext) {
  return ({ collection, scope: asked, id, by, field, slice, until }: Input<'life'>) => {
    const span = recorded(0, Number.MAX_SAFE_INTEGER, [collection]);
    if (!isCollection(collection) || recordedFields(collection) === null) {
      const counts = { outside: 0, reeve: 0 };
      return { isRecorded: false, total: 0, counts, fields: [], entries: [], first: null, recorded: span };
    }
    const own = between.entriesOf(collection, asked, id).filter((row) => isChange(row) || kindOf(row) === 'known');
    const [start] = own;
    const startKind = start && kindOf(start);
    const appeared = startKind === 'came' || startKind === 'known' ? start : undefined;
    const around = between.entriesOf(collection, asked, null).filter(({ n }) => n > (appeared?.n ?? 0));
    const all = [...own, ...around]
      .filter((row) => isChange(row) && row.foundAt <= (until ?? Infinity))
      .toSorted((a, b) => b.n - a.n);
    const entries = all.map((row) => ({ row, entry: entryOf(row, nameOf) }));
    const chosen = entries.filter(
      ({ entry }) => field === undefined || entry.fields.some(({ name }) => name === field),
    );
    const reeve = chosen.filter(({ row }) => isOurs(row));
    const outside = chosen.filter(({ row }) => !isOurs(row));
    const shown = by === undefined ? chosen : by === 'reeve' ? reeve : outside;
    const firstSync = places.firstSyncOf(collection, scopesOf(collection, asked, id));
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
  function scopesOf(collection: Parameters<typeof isShared>[0], scope: string, id: Input<'life'>['id']): string[] {
    const { isStoredOnce, list, isScoped } = definitionAt(collection);
    if (isStoredOnce)
      return firstColumn<string>(db, 'SELECT scope FROM main.listed_in WHERE collection = ? AND id = ?').all(list, id);
    if (isShared(collection))
      return firstColumn<string>(db, `SELECT scope FROM main.${collection} WHERE id = ?`).all(id);
    return [isScoped ? scope : ''];
  }
}
