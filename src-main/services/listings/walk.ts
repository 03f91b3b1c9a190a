import type { CallInput, Endpoint, Send } from '#main/api/types.ts';
import { Failure } from '#shared/errors.ts';

export const pageSize = 100;
type Fields = Record<string, unknown>;

/** Every row of a list, page after page, for lists that are needed to ask for others. Fails as the sender does. */
export async function* rowsOf(
  send: Send,
  endpoint: Endpoint,
  input: CallInput,
  signal: AbortSignal,
): AsyncGenerator<Fields> {
  let at: CallInput | { next: string } = { ...input, query: { ...input.query, per_page: pageSize } };
  const asked = new Set<string>();
  for (;;) {
    const { rows, next } = await send.rows(endpoint, at, signal);
    for (const row of rows) if (typeof row === 'object' && row !== null) yield row as Fields;
    if (next === null) return;
    if (asked.has(next)) throw new Failure('remote', 'the list goes in a circle', { reason: 'unreadable-reply' });
    asked.add(next);
    at = { next };
  }
}

/** The one row of a list that has this id, where the platform has no way to ask for it alone. Fails: `missing`. */
export async function rowOf(
  send: Send,
  endpoint: Endpoint,
  input: CallInput,
  id: number,
  signal: AbortSignal,
): Promise<Fields> {
  for await (const row of rowsOf(send, endpoint, input, signal)) if (row['id'] === id) return row;
  throw new Failure('missing', `${id} is not in the list any more`, { reason: 'hidden-or-missing' });
}
