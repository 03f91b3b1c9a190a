import { createHash } from 'node:crypto';
import type { RestoredDetail } from '#shared/contract/host.ts';
import { Failure, isStoreFailure } from '#shared/errors.ts';
import { corruptionError, isCorruption, openReadOnly, type Db } from '../files/database.ts';

interface Blob {
  id: number;
  sha256: string | null;
  size_bytes: number;
  used_at: number;
}

interface Use {
  profile_id: string;
  kind: string;
  key: string;
  blob_id: number;
  is_pinned: number;
}

/**
 * Copy the files of a damaged `blobs.db` that can be read and have their hash. The packages of exports are read from the
 * files again. Files can be several gigabytes, so this can take minutes.
 */
export function salvageBlobs(fresh: Db, file: string, key: string): Pick<RestoredDetail, 'kept' | 'lost'> {
  let damaged: ReturnType<typeof openReadOnly>;
  try {
    damaged = openReadOnly(file, key);
  } catch {
    return { kept: 0, lost: null };
  }
  try {
    const blobs = readable<Blob>(damaged.db, '* FROM blobs NOT INDEXED', ['id']);
    const kept = new Set(blobs.rows.filter((blob) => copyBlob(blob, damaged.db, fresh)).map(({ id }) => id));
    const uses = readableUses(damaged.db);
    const insert = fresh.prepare('INSERT INTO blob_uses VALUES (:profile_id, :kind, :key, :blob_id, :is_pinned)');
    const lost = uses.rows.filter((use) => !kept.has(use.blob_id));
    for (const use of uses.rows) if (kept.has(use.blob_id)) insert.run(use);
    const version = fresh.prepare(
      `INSERT INTO snippet_files SELECT profile_id, kind, key, :version, :fetched_at FROM blob_uses
       WHERE profile_id = :profile_id AND kind = :kind AND key = :key`,
    );
    for (const row of readable(damaged.db, '* FROM snippet_files', useKey).rows) version.run(row);
    const { isComplete } = uses;
    if (lost.length === 0 && isComplete) return { kept: kept.size, lost: [] };
    const names = lost.slice(0, 20).map((use) => `${use.kind} ${use.key}`);
    return { kept: kept.size, lost: [{ kind: 'files', count: lost.length, names, isComplete }] };
  } finally {
    damaged.close();
  }
}

const useKey = ['profile_id', 'kind', 'key'] as const;

/** An index has everything but the pins, so uses that only it has are pinned: a file that is still needed stays. */
function readableUses(db: Db): Readable<Use> {
  const uses = readable<Use>(db, '* FROM blob_uses NOT INDEXED', useKey);
  if (uses.isComplete) return uses;
  const fromIndex =
    '*, 1 AS is_pinned FROM (SELECT blob_id, profile_id, kind, key FROM blob_uses INDEXED BY blob_uses_by_blob)';
  const indexed = readable<Use>(db, fromIndex, ['blob_id', ...useKey]);
  const known = new Set(uses.rows.map(keyOf));
  return { ...indexed, rows: [...uses.rows, ...indexed.rows.filter((use) => !known.has(keyOf(use)))] };
}
const keyOf = (use: Use): string => JSON.stringify(useKey.map((column) => use[column]));

/** Returns whether the whole file was copied. */
function copyBlob({ id, sha256, size_bytes, used_at }: Blob, damaged: Db, fresh: Db): boolean {
  const chunk = damaged
    .prepare<[number, number], Buffer>('SELECT bytes FROM blob_chunks WHERE blob_id = ? AND number = ?')
    .pluck();
  const insert = fresh.prepare('INSERT INTO blob_chunks (blob_id, number, bytes) VALUES (?, ?, ?)');
  const copy = fresh.transaction(() => {
    fresh.prepare('INSERT INTO blobs VALUES (?, ?, ?, ?)').run(id, sha256, size_bytes, used_at);
    const hash = createHash('sha256');
    for (let number = 0, left = size_bytes; left > 0; number += 1) {
      const bytes = chunk.get(id, number);
      if (bytes === undefined) break;
      insert.run(id, number, bytes);
      hash.update(bytes);
      left -= bytes.length;
    }
    if (hash.digest('hex') !== sha256) throw corruptionError('the file does not have its hash');
  });
  try {
    copy();
    return true;
  } catch (thrown) {
    // Reeve must start, even if the disk has no space for another copy of all files
    if (isStoreFailure(Failure.from(thrown))) return false;
    throw thrown;
  }
}

interface Readable<R> {
  rows: R[];
  isComplete: boolean;
}

/** The rows before the first damaged page of a table or index, and those after the last one. `key`: its order. */
function readable<R extends object>(db: Db, selected: string, key: readonly (keyof R & string)[]): Readable<R> {
  const found = new Map<string, R>();
  for (const direction of ['', ' DESC']) {
    try {
      const order = key.map((column) => column + direction).join(', ');
      const rows = db.prepare<[], R>(`SELECT ${selected} ORDER BY ${order}`);
      for (const row of rows.iterate()) found.set(JSON.stringify(key.map((column) => row[column])), row);
      return { rows: [...found.values()], isComplete: true };
    } catch (thrown) {
      if (!isCorruption(thrown)) throw thrown;
    }
  }
  return { rows: [...found.values()], isComplete: false };
}
