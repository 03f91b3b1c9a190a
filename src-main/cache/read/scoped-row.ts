import { recordOf, type Address, type Aged, type CachedRow } from './cached-row.ts';
import { hasUnusualNumber, jsonLimit } from '../row-size.ts';

/** A row of a window. */
export function scopedRow({ row, fetchedAt, detailFetchedAt, ...state }: Aged, { key, scope }: Address) {
  const { notReturnedSince, deletedAt, isCut } = state;
  return {
    key,
    scope,
    row,
    fetchedAt,
    notReturnedSince,
    ...(deletedAt !== undefined && { deletedAt }),
    ...(detailFetchedAt !== null && detailFetchedAt < fetchedAt && { detailFetchedAt }),
    ...(isCut && { isCut }),
  };
}

/**
 * The rows of a window as parts of the JSON text of an array, with the same content as `scopedRow`. A record is parsed only
 * to merge it with its details, or if it may have a number that JSON can't repeat. Null: some rows may have to be cut.
 */
export function scopedRowsText(keys: Float64Array, atKey: (key: number) => CachedRow | undefined): string[] | null {
  const limit = jsonLimit(keys.length);
  const rows = new Map<number, CachedRow>();
  // In the order of the file, in which rows with close keys often share a page
  for (const key of keys.toSorted()) {
    const row = atKey(key);
    if (row === undefined) continue;
    if ((row.list && !limit.take(row.list.doc)) || (row.detail && !limit.take(row.detail.doc))) return null;
    rows.set(key, row);
  }
  const parts: string[] = [];
  for (const key of keys) {
    const row = rows.get(key);
    if (row === undefined) continue;
    const head = `${parts.length === 0 ? '[' : ','}{"key":${key},"scope":${JSON.stringify(row.scope)},"row":`;
    parts.push(head, jsonOf(row), stateText(row));
  }
  return parts.length === 0 ? ['[]'] : [...parts, ']'];
}

function jsonOf(row: CachedRow): string {
  const { list, detail } = row;
  const only = list === undefined ? detail : detail === undefined ? list : undefined;
  return only === undefined || hasUnusualNumber(only.doc) ? JSON.stringify(recordOf(row)) : only.doc;
}

function stateText({ list, detail, listFetchedAt }: CachedRow): string {
  const fetchedAt = Math.max(listFetchedAt ?? 0, detail?.fetchedAt ?? 0);
  const { notReturnedSince = null, deletedAt = null } = list ?? detail ?? {};
  const deleted = deletedAt === null ? '' : `,"deletedAt":${deletedAt}`;
  const older = detail !== undefined && detail.fetchedAt < fetchedAt ? `,"detailFetchedAt":${detail.fetchedAt}` : '';
  return `,"fetchedAt":${fetchedAt},"notReturnedSince":${notReturnedSince}${deleted}${older}}`;
}
