import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Clock } from '#main/ports.ts';
import type { ExportedRows, ExportFormat } from '#shared/contract/exported.ts';
import { formatMoment } from '#shared/link/window-address.ts';
import { toIso } from '#shared/time.ts';
import { cells, valueAt } from './copy.ts';
import { csvOptions } from './csv.ts';
import { exportName, writeAtomically, type FileExports } from './file-exports.ts';

interface ExportSource {
  prefix: string;
  selection: unknown;
  columns: readonly string[];
  format: ExportFormat;
  profile: { name: string; url: string };
  product: { version: string };
  /** False: the columns contain the times of the rows, so the column `fetched_at` is left out. Default: true. */
  hasAges?: boolean;
  /** The moment whose rows are exported; null: now. */
  asOf: number | null;
}
interface ExportTarget {
  fileExports: FileExports;
  clock: Clock;
  signal: AbortSignal;
}

/**
 * Export rows with a manifest: the query, the instance, the moment, the age of the rows, and the SHA-256 of the file. CSV: UTF-8
 * with a byte order mark, times in ISO 8601, cells protected against formulas. JSON: an array of objects, one in a line.
 * Fails: `aborted` if the person cancels; `invalid` if the file can't be written.
 */
export async function exportRows(
  pieces: AsyncIterable<{ row: Record<string, unknown>; fetchedAt: number }[]>,
  what: ExportSource,
  { fileExports, clock, signal }: ExportTarget,
): Promise<ExportedRows> {
  const at = clock.now();
  const moment = what.asOf === null ? '' : `-as-of-${formatMoment(what.asOf).replaceAll(/[:-]/g, '')}`;
  const name = exportName(`${what.prefix}${moment}-${slug(what.profile.name)}`, at, what.format);
  return fileExports.save(name, (path) => writeRows(pieces, what, { path, at, signal }));
}

interface RowFiles {
  files: string[];
  manifestPath: string;
  rows: number;
  sha256: string;
}

async function writeRows(
  pieces: AsyncIterable<{ row: Record<string, unknown>; fetchedAt: number }[]>,
  what: ExportSource,
  { path, at, signal }: { path: string; at: number; signal: AbortSignal },
): Promise<RowFiles> {
  const { hasAges = true } = what;
  const columns = hasAges ? [...what.columns, 'fetched_at'] : [...what.columns];
  const hash = createHash('sha256');
  const ages = { oldest: Number.POSITIVE_INFINITY, newest: 0 };
  let rows = 0;

  async function* counted(): AsyncGenerator<{ row: Record<string, unknown>; fetchedAt: number }> {
    for await (const piece of pieces) {
      for (const one of piece) {
        rows += 1;
        ages.oldest = Math.min(ages.oldest, one.fetchedAt);
        ages.newest = Math.max(ages.newest, one.fetchedAt);
        yield one;
      }
    }
  }
  async function* cellsOfRows(): AsyncGenerator<string[]> {
    for await (const { row, fetchedAt } of counted())
      yield [...cells(row, what.columns), ...(hasAges ? [toIso(fetchedAt)] : [])];
  }
  function csvChunks(): AsyncIterable<Buffer> {
    const csv = stringify({ ...csvOptions, columns, bom: true });
    return Readable.from(cellsOfRows())
      .on('error', (error) => csv.destroy(error))
      .pipe(csv);
  }
  async function* jsonChunks(): AsyncGenerator<Buffer> {
    let before = '[\n';
    for await (const { row, fetchedAt } of counted()) {
      const values = what.columns.map((column) => [column, valueAt(row, column) ?? null]);
      const age = hasAges ? { fetched_at: toIso(fetchedAt) } : {};
      yield Buffer.from(before + JSON.stringify({ ...Object.fromEntries(values), ...age }));
      before = ',\n';
    }
    yield Buffer.from(rows === 0 ? '[]\n' : '\n]\n');
  }
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of what.format === 'csv' ? csvChunks() : jsonChunks()) {
      hash.update(chunk);
      yield chunk;
    }
  }

  await writeAtomically(path, hashed(), signal);
  const sha256 = hash.digest('hex');
  const manifest = {
    product: `Reeve ${what.product.version}`,
    instance: { name: what.profile.name, url: what.profile.url },
    ...(what.asOf !== null && { as_of: formatMoment(what.asOf) }),
    exported_at: toIso(at),
    rows,
    oldest_row_fetched_at: rows === 0 ? null : toIso(ages.oldest),
    newest_row_fetched_at: rows === 0 ? null : toIso(ages.newest),
    columns,
    selection: what.selection,
    sha256,
  };
  const manifestPath = `${path.replace(/\.(csv|json)$/i, '')}.manifest.json`;
  await writeAtomically(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`).catch(async (thrown: unknown) => {
    // An export without its manifest is incomplete
    await rm(path, { force: true });
    throw thrown;
  });
  return { files: [path, manifestPath], manifestPath, rows, sha256 };
}

/** A name as part of a file name. */
export function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'instance'
  );
}
