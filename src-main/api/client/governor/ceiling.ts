import { Failure } from '#shared/errors.ts';
import type { CallInput, Ceiling } from '../../types.ts';
import type { Row } from '../walk.ts';

/**
 * If reading the list fails with one of these codes, the write is sent anyway, and the platform checks the limit.
 */
const ignoredCodes = ['denied', 'missing', 'invalid', 'conflict', 'remote'];

/**
 * Refuse a write that would enable more rows than the documents allow, before it is sent. `listed`: the rows of the list.
 * Fails: `invalid`/`limit-known` with the field; like the sender if the platform can't be reached.
 */
export async function checkCeiling(
  { count, field, self }: Ceiling,
  { path, body }: Pick<CallInput, 'path' | 'body'>,
  listed: AsyncIterable<Row>,
): Promise<void> {
  if ((body as Row | undefined)?.[field] !== true) return;
  const own = String(path?.[self]);
  let others = 0;
  try {
    for await (const row of listed) {
      if (row[field] === true && String(row['id']) === own) return;
      if (row[field] === true) others += 1;
    }
  } catch (thrown) {
    if (!ignoredCodes.includes(Failure.from(thrown).code)) throw thrown;
  }
  if (others < count) return;
  throw new Failure('invalid', `${count} rows already have ${field}, the most that are allowed`, {
    reason: 'limit-known',
    field,
  });
}
