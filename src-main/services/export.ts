import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { Clock } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';
import { toIso } from '#shared/time.ts';
import { cells } from './copy.ts';

interface What {
  stem: string;
  selection: unknown;
  columns: readonly string[];
  profile: { name: string; url: string };
  product: { version: string };
}
interface Where {
  folder: string;
  clock: Clock;
  signal: AbortSignal;
}

/**
 * Write rows as CSV into the downloads folder, and beside it a manifest: what was asked, of which instance, how old the
 * rows were, and the file's sha256. UTF-8 with a byte order mark, times in ISO 8601, cells neutralised against formulas.
 * The file appears under its name only when it is whole. Fails: `invalid` when the folder cannot be written.
 */
export async function exportRows(
  pieces: AsyncIterable<{ row: Record<string, unknown>; fetchedAt: number }[]>,
  what: What,
  { folder, clock, signal }: Where,
): Promise<{ path: string; manifestPath: string; rows: number; sha256: string }> {
  const at = clock.now();
  const path = join(folder, `reeve-${what.stem}-${slug(what.profile.name)}-${toIso(at).replaceAll(/[:.]/g, '-')}.csv`);
  const manifestPath = path.replace(/\.csv$/, '.manifest.json');
  const partPath = `${path}.part`;
  const columns = [...what.columns, 'fetched_at'];
  const hash = createHash('sha256');
  const age = { oldest: Number.POSITIVE_INFINITY, newest: 0 };
  let rows = 0;

  async function* lines(): AsyncGenerator<string[]> {
    for await (const piece of pieces) {
      for (const { row, fetchedAt } of piece) {
        rows += 1;
        age.oldest = Math.min(age.oldest, fetchedAt);
        age.newest = Math.max(age.newest, fetchedAt);
        yield [...cells(row, what.columns), toIso(fetchedAt)];
      }
    }
  }
  const hashed = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });

  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const csv = stringify({ header: true, columns, escape_formulas: true, bom: true });
    await pipeline(Readable.from(lines()), csv, hashed, createWriteStream(partPath, { flags: 'wx', mode: 0o600 }), {
      signal,
    });
    const sha256 = hash.digest('hex');
    const manifest = {
      product: `Reeve ${what.product.version}`,
      instance: { name: what.profile.name, url: what.profile.url },
      exported_at: toIso(at),
      rows,
      oldest_row_fetched_at: rows === 0 ? null : toIso(age.oldest),
      newest_row_fetched_at: rows === 0 ? null : toIso(age.newest),
      columns,
      selection: what.selection,
      sha256,
    };
    await writeFile(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    await rename(partPath, path);
    return { path, manifestPath, rows, sha256 };
  } catch (thrown) {
    await Promise.all([partPath, manifestPath].map((file) => rm(file, { force: true })));
    signal.throwIfAborted();
    if (Failure.from(thrown).code !== 'bug') throw Failure.from(thrown);
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Failure('invalid', `cannot write into ${folder}: ${said}`, { said, cause: thrown });
  }
}

/** A name as a part of a file name. */
export function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'instance'
  );
}
