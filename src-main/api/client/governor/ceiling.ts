import { Failure } from '#shared/errors.ts';
import type { CallInput, Ceiling } from '../../types.ts';

type Row = Readonly<Record<string, unknown>>;

const pageSize = 100;
const mostPages = 10;
/**
 * If reading the list fails with one of these codes, the write is sent anyway, and the platform checks the limit.
 */
const ignoredCodes = ['denied', 'missing', 'invalid', 'conflict', 'remote'];

/**
 * Refuse a write that would enable more rows than the documents allow, before it is sent. `read` fetches one page of the
 * list.
 * Fails: `invalid`/`limit-known` with the field; like the sender if the platform can't be reached.
 */
export async function checkCeiling(
  { count, field, self }: Ceiling,
  { path, body }: Pick<CallInput, 'path' | 'body'>,
  read: (query: { page: number; per_page: number }) => Promise<readonly unknown[]>,
): Promise<void> {
  if ((body as Row | undefined)?.[field] !== true) return;
  const own = String(path?.[self]);
  let others = 0;
  for (let page = 1; page <= mostPages; page += 1) {
    const rows = (await orEmpty(read({ page, per_page: pageSize }))) as readonly Row[];
    const on = rows.filter((row) => row[field] === true);
    if (on.some(({ id }) => String(id) === own)) return;
    others += on.length;
    if (rows.length < pageSize) break;
  }
  if (others < count) return;
  throw new Failure('invalid', `${count} rows already have ${field}, the most that are allowed`, {
    reason: 'limit-known',
    field,
  });
}

async function orEmpty(rows: Promise<readonly unknown[]>): Promise<readonly unknown[]> {
  try {
    return await rows;
  } catch (thrown) {
    if (ignoredCodes.includes(Failure.from(thrown).code)) return [];
    throw thrown;
  }
}
