import { isResourceMissing } from '#main/api/client/wire/failures.ts';
import { hasNextPage, totalOf } from '#main/api/client/wire/paging.ts';
import type { Answer, CallInput, Endpoint } from '#main/api/types.ts';
import { pageInput, rowsOfPages, type PageInput, type Row } from '#main/api/client/walk.ts';
import type { State, Operation, ReadContext } from './operation.ts';
import type { Write } from './write.ts';

/** A `read` that sends a GET with the path parameters of the write. */
export function readWith(endpoint: Endpoint, query?: Record<string, unknown>): NonNullable<Operation['read']> {
  return (write, reading) => readOne(endpoint, { path: write.path, query }, reading);
}

/** Read one resource by GET; null: it does not exist. Path parameters that the endpoint does not have are left out. */
export async function readOne(
  endpoint: Endpoint,
  input: CallInput,
  { send, signal }: ReadContext,
): Promise<State | null> {
  return nullIfMissing(send(endpoint, forEndpoint(endpoint, input), signal) as Promise<State>);
}

/** The reply, or null if the platform replies that the resource does not exist. */
export async function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((thrown: unknown) => {
    if (isResourceMissing(thrown)) return null;
    throw thrown;
  });
}

/** A `read` that looks for the resource in a list, page by page. */
export function readFromList(
  endpoint: Endpoint,
  isIt: (row: Row, write: Write) => boolean,
  query?: Record<string, unknown>,
): NonNullable<Operation['read']> {
  return (write, reading) => findRow(endpoint, { path: write.path, query }, (row) => isIt(row, write), reading);
}

/**
 * The same for a list that many rows of a plan need: while a plan is drafted, the list is read once for all of them.
 */
export function readFromSharedList(
  endpoint: Endpoint,
  isIt: (row: Row, write: Write) => boolean,
): NonNullable<Operation['read']> {
  const single = readFromList(endpoint, isIt);
  return async (write, reading) => {
    const { shared } = reading;
    if (shared === undefined) return single(write, reading);
    const input = forEndpoint(endpoint, { path: write.path });
    const key = `${endpoint.name} ${JSON.stringify(input.path)}`;
    const rows = shared.get(key) ?? findRows(endpoint, input, () => true, reading);
    shared.set(key, rows);
    return (await rows).find((row) => isIt(row, write)) ?? null;
  };
}

/**
 * The first row of a list for which `isIt` is true; null: there is none, or the list does not exist. Fails as
 * `rowsOfPages` does.
 */
export async function findRow(
  endpoint: Endpoint,
  input: CallInput,
  isIt: (row: Row) => boolean,
  reading: ReadContext,
): Promise<State | null> {
  for await (const row of rowsOf(endpoint, input, reading)) if (isIt(row)) return row;
  return null;
}

/** Every row of a list for which `passes` is true. Fails as `rowsOfPages` does. */
export async function findRows(
  endpoint: Endpoint,
  input: CallInput,
  passes: (row: Row) => boolean,
  reading: ReadContext,
): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rowsOf(endpoint, input, reading)) if (passes(row)) found.push(row);
  return found;
}

/** The rows of a list, decoded as the endpoint describes them; none if the list does not exist. */
function rowsOf(endpoint: Endpoint, input: CallInput, { send, signal }: ReadContext): AsyncGenerator<Row> {
  const read = async (at: PageInput) => {
    const answer = await nullIfMissing(send.answer(endpoint, at, signal) as Promise<Answer<Row[]>>);
    if (answer === null) return { rows: [], unreadable: 0, next: null, hasNext: false, total: null };
    const { value: rows, unreadable, headers } = answer;
    // `next` stays null, because rows are decoded as described only if their page is requested by its number
    return {
      rows,
      unreadable,
      next: null,
      hasNext: hasNextPage(headers, endpoint),
      total: totalOf(headers['x-total']),
    };
  };
  return rowsOfPages(read, pageInput(forEndpoint(endpoint, input), 1));
}

function forEndpoint({ path }: Endpoint, input: CallInput): CallInput {
  const names = new Set(Array.from(path.matchAll(/[:*]([a-z_]+)/g), ([, name]) => name));
  const values = Object.entries(input.path ?? {}).filter(([name]) => names.has(name));
  return { ...input, path: values.length === 0 ? undefined : Object.fromEntries(values) };
}
