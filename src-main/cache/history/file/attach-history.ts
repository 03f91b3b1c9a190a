import { existsSync } from 'node:fs';
import { Failure } from '#shared/errors.ts';
import { failureOf, type Connection } from '../../open-cache.ts';

/**
 * Attach `history.db` to an open cache as the schema `history`, with the same cipher and key. It can be read only, if the
 * cache can. Fails: `missing` if there is no such file, as before the first start of this version; `invalid`/`corrupt`.
 */
export function attachHistory(db: Connection, file: string, key: string): void {
  if (!/^[0-9a-f]{64}$/i.test(key)) throw new Failure('bug', 'the key of a history must be 64 hexadecimal digits');
  if (!existsSync(file)) throw new Failure('missing', 'there is no history yet');
  try {
    db.prepare(`ATTACH ? AS history KEY "x'${key}'"`).run(file);
    db.prepare('SELECT count(*) FROM history.sqlite_schema').get();
  } catch (thrown) {
    throw failureOf(thrown);
  }
}
