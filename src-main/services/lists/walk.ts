import { pageInput, rowsOfPages, type RowLimit, type Row } from '#main/api/client/walk.ts';
import type { CallInput, Endpoint, Send } from '#main/api/types.ts';
import type { Key } from '#shared/contract/collection.ts';
import { Failure } from '#shared/errors.ts';

/** Whether the body of a page is an empty list. An empty page is the last one, regardless of the headers. */
export function isEmptyPage(body: ArrayBuffer): boolean {
  return body.byteLength < 64 && new TextDecoder().decode(body).replace(/\s/g, '') === '[]';
}

/**
 * All rows of a list that must be read before other rows can be requested. `limit`: the limit of the sync of those
 * rows.
 * Fails: as the sender and `rowsOfPages` do.
 */
export function rowsOf(
  send: Send,
  endpoint: Endpoint,
  input: CallInput,
  signal: AbortSignal,
  limit?: RowLimit,
): AsyncGenerator<Row> {
  return rowsOfPages((at) => send.rows(endpoint, at, signal), pageInput(input, 1), limit);
}

/** Find a row by its key in its list, for collections without a request for one row. Fails: `missing`. */
export async function rowOf(
  send: Send,
  endpoint: Endpoint,
  input: CallInput,
  id: Key,
  signal: AbortSignal,
  key = 'id',
): Promise<Row> {
  for await (const row of rowsOf(send, endpoint, input, signal)) if (row[key] === id) return row;
  throw new Failure('missing', `${id} is no longer in the list`, { reason: 'hidden-or-missing' });
}
