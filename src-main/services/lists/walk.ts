import { pageInput, rowsOfPages, type RowLimit, type Row } from '#main/api/client/walk.ts';
import type { CallInput, Endpoint, Send } from '#main/api/types.ts';
import type { Key } from '#shared/contract/collection.ts';
import { Failure } from '#shared/errors.ts';

/** Whether the body of a page is an empty list. It ends the list, whatever the headers say. */
export function isEmptyPage(body: ArrayBuffer): boolean {
  return body.byteLength < 64 && new TextDecoder().decode(body).replace(/\s/g, '') === '[]';
}

/**
 * Every row of a list that must be read to request other rows. `limit`: the limit of the sync that reads those. Fails as
 * the sender and `rowsOfPages` do.
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
  throw new Failure('missing', `${id} is not in the list any more`, { reason: 'hidden-or-missing' });
}
