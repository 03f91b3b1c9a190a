import { createHash } from 'node:crypto';
import { WritableStream } from 'node:stream/web';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';
import { megabytes } from '#shared/time.ts';
import { checkpoint, type Db } from '../files/database.ts';
import { statements } from '../files/statements.ts';

/** Who keeps a file: for example the dependency export 12 of a profile. It has at most one file. */
export interface BlobUse {
  profileId: string;
  kind: string;
  key: string;
}

export interface StoredBlob {
  sha256: string;
  sizeBytes: number;
}

/** The files of one kind that a profile keeps. */
export interface UsedBlob extends StoredBlob {
  id: number;
  key: string;
  isPinned: boolean;
}

/** Receives one file. Nothing is kept unless `finish` returns. */
export interface BlobWriter {
  write(bytes: Uint8Array): void;
  /**
   * Keep the file for `use`, which releases the file that it had before. A pinned use must not exist yet.
   * Fails: `invalid`/`file-damaged` if it differs from `expected`; `invalid`/`storage-limit` if it doesn't fit beside the
   * pinned files.
   */
  finish(use: BlobUse & { isPinned?: boolean }, at: number, expected?: StoredBlob): StoredBlob;
  discard(): void;
}

const isUse = 'profile_id = :profileId AND kind = :kind AND key = :key';
const chunkBytes = megabytes(1);
/** Pages that one slice of work returns to the file system: 4 MB, so that other work does not wait long. */
const reclaimedPages = 512;

/**
 * Files, stored once per content. They stay while somebody uses them; above the limit, the least recently used files
 * that nobody pinned are deleted. Times are epoch milliseconds.
 */
export function blobs(db: Db, limitBytes: () => number) {
  const sql = statements(db);
  const addBlob = db.prepare<[number]>('INSERT INTO blobs (sha256, size_bytes, used_at) VALUES (NULL, 0, ?)');
  const addChunk = db.prepare('INSERT INTO blob_chunks (blob_id, number, bytes) VALUES (?, ?, ?)');
  const dropBlob = db.prepare('DELETE FROM blobs WHERE id = ?');
  const find = db.prepare<[string], { id: number; size_bytes: number }>(
    'SELECT id, size_bytes FROM blobs WHERE sha256 = ?',
  );
  const touching = db.prepare('UPDATE blobs SET used_at = ? WHERE id = ?');
  const chunk = sql.column<[number, number], Buffer>('SELECT bytes FROM blob_chunks WHERE blob_id = ? AND number = ?');
  const isPinned = 'EXISTS (SELECT 1 FROM blob_uses u WHERE u.blob_id = blobs.id AND u.is_pinned = 1)';
  const oldest = db.prepare<[number], { id: number }>(
    `SELECT id FROM blobs WHERE sha256 IS NOT NULL AND id <> ? AND NOT ${isPinned}
     ORDER BY used_at, id LIMIT 1`,
  );
  const dropUnused = db.prepare(
    'DELETE FROM blobs WHERE sha256 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM blob_uses u WHERE u.blob_id = blobs.id)',
  );
  /** Hashes of stored files whose bytes were found to differ. */
  const damaged = new Set<string>();
  let reclaiming: Promise<void> | null = null;
  /** Bytes of files that are being received. */
  let receivingBytes = 0;
  const pragma = (name: string): number => db.pragma(name, { simple: true }) as number;

  const isReadOnly = pragma('query_only') === 1;
  function touch(now: number, id: number): void {
    if (!isReadOnly) touching.run(now, id);
  }

  /** Disk space of the kept files: their chunks, the packages that were read from them, and unused space within pages. */
  function diskBytes(): number {
    const pages = pragma('page_count') - pragma('freelist_count');
    return Math.max(0, pages * pragma('page_size') - receivingBytes);
  }

  /** Delete the least recently used files until the rest fits. False: the pinned files and `keptId` don't fit. */
  function evict(most: number, keptId: number): boolean {
    while (diskBytes() > most) {
      const next = oldest.get(keptId);
      if (next === undefined) return false;
      dropBlob.run(next.id);
    }
    return true;
  }

  /** Return the space of deleted files to the file system, in slices. */
  async function reclaim(): Promise<void> {
    while (db.open && pragma('freelist_count') > 0) {
      db.pragma(`incremental_vacuum(${reclaimedPages})`);
      checkpoint(db);
      await nextTurn();
    }
  }
  function reclaimLater(): void {
    reclaiming ??= reclaim()
      // The space is returned after the next deletion or start
      .catch(() => undefined)
      .finally(() => (reclaiming = null));
  }

  function begin(at: number): BlobWriter {
    const id = Number(addBlob.run(at).lastInsertRowid);
    const hash = createHash('sha256');
    let waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    let sizeBytes = 0;
    let chunks = 0;

    function store(most: number): void {
      const all = Buffer.concat(waiting);
      let from = 0;
      for (; all.length - from >= most; from += chunkBytes) {
        addChunk.run(id, chunks, all.subarray(from, from + chunkBytes));
        chunks += 1;
      }
      waiting = from < all.length ? [all.subarray(from)] : [];
      waitingBytes = Math.max(0, all.length - from);
    }
    function ended(): void {
      receivingBytes -= sizeBytes;
      sizeBytes = 0;
    }
    function discard(): void {
      ended();
      dropBlob.run(id);
      reclaimLater();
    }

    return {
      write(bytes) {
        hash.update(bytes);
        sizeBytes += bytes.length;
        receivingBytes += bytes.length;
        // A stream may use its buffer again
        waiting.push(Buffer.from(bytes));
        waitingBytes += bytes.length;
        if (waitingBytes >= chunkBytes) store(chunkBytes);
      },
      finish(use, now, expected) {
        const stored = { sha256: hash.digest('hex'), sizeBytes };
        try {
          if (
            expected !== undefined &&
            (expected.sha256 !== stored.sha256 || expected.sizeBytes !== stored.sizeBytes)
          ) {
            throw new Failure('invalid', 'the file differs from what was received', { reason: 'file-damaged' });
          }
          ended();
          sql.immediate(() => {
            if (waitingBytes > 0) store(1);
            keep(id, stored, use, now);
          });
          damaged.delete(stored.sha256);
        } catch (thrown) {
          discard();
          throw thrown;
        }
        reclaimLater();
        return stored;
      },
      discard,
    };
  }

  function keep(
    id: number,
    { sha256, sizeBytes }: StoredBlob,
    { isPinned: isUsePinned = false, ...use }: BlobUse & { isPinned?: boolean },
    now: number,
  ): void {
    const same = find.get(sha256);
    const keptId = same?.id ?? id;
    if (same === undefined) {
      sql.run('UPDATE blobs SET sha256 = ?, size_bytes = ? WHERE id = ?', [sha256, sizeBytes, id]);
    } else {
      if (damaged.has(sha256)) {
        sql.run('DELETE FROM blob_chunks WHERE blob_id = ?', [keptId]);
        sql.run('UPDATE blob_chunks SET blob_id = ? WHERE blob_id = ?', [keptId, id]);
      }
      dropBlob.run(id);
    }
    touch(now, keptId);
    sql.run(
      `INSERT INTO blob_uses (profile_id, kind, key, blob_id, is_pinned) VALUES (:profileId, :kind, :key, :keptId, :pinned)
       ON CONFLICT (profile_id, kind, key) DO UPDATE SET blob_id = excluded.blob_id`,
      { ...use, keptId, pinned: Number(isUsePinned) },
    );
    dropUnused.run();
    if (!evict(limitBytes(), keptId)) {
      throw new Failure('invalid', 'the file does not fit into the limit', { reason: 'storage-limit' });
    }
  }

  async function* read(sha256: string, now: number): AsyncGenerator<Buffer> {
    const blob = find.get(sha256);
    if (blob === undefined) throw new Failure('missing', 'the file is not stored');
    touch(now, blob.id);
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for (let number = 0; sizeBytes < blob.size_bytes; number += 1) {
      const bytes = chunk.get(blob.id, number);
      if (bytes === undefined) break;
      hash.update(bytes);
      sizeBytes += bytes.length;
      yield bytes;
      await nextTurn();
    }
    if (sizeBytes !== blob.size_bytes || hash.digest('hex') !== sha256) {
      damaged.add(sha256);
      throw new Failure('invalid', 'the stored file is damaged', { reason: 'file-damaged' });
    }
  }

  async function isWhole(sha256: string, now: number): Promise<boolean> {
    try {
      for await (const _ of read(sha256, now));
      return true;
    } catch (thrown) {
      const { code, reason } = Failure.from(thrown);
      if (code === 'missing' || reason === 'file-damaged') return false;
      throw thrown;
    }
  }

  if (!isReadOnly) {
    // Files that the last run did not finish
    sql.run('DELETE FROM blobs WHERE sha256 IS NULL');
    dropUnused.run();
    reclaimLater();
  }

  return {
    begin,
    /** Store a whole file. Fails: as `BlobWriter.finish`. */
    async put(
      source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
      use: BlobUse,
      at: number,
      expected?: StoredBlob,
    ): Promise<StoredBlob> {
      const writer = begin(at);
      try {
        for await (const bytes of source) writer.write(bytes);
      } catch (thrown) {
        writer.discard();
        throw thrown;
      }
      return writer.finish(use, at, expected);
    },
    /**
     * Store a download. `download` writes the file into the stream, and can return the hash and size that are expected.
     * `useOf` is called after the download. Fails: like `download` and `BlobWriter.finish`.
     */
    async receive(
      useOf: () => BlobUse,
      clock: Clock,
      download: (into: WritableStream<Uint8Array>) => Promise<StoredBlob | undefined>,
    ): Promise<StoredBlob> {
      const writer = begin(clock.now());
      let expected: StoredBlob | undefined;
      try {
        expected = await download(new WritableStream<Uint8Array>({ write: (bytes) => writer.write(bytes) }));
      } catch (thrown) {
        writer.discard();
        throw thrown;
      }
      return writer.finish(useOf(), clock.now(), expected);
    },
    /**
     * The content of a file, in chunks. Counts as a use. Fails: `missing`; `invalid`/`file-damaged` after the last chunk if
     * the content does not have this hash. A damaged file is replaced when it is stored again.
     */
    read,
    /** Whether a file is stored and has its hash. Reads all of it. */
    isWhole,
    /** The files of one kind that a profile keeps. */
    of: (profileId: string, kind: string): UsedBlob[] =>
      sql
        .rows<{ id: number; key: string; sha256: string; size_bytes: number; is_pinned: number }>(
          `SELECT b.id, u.key, b.sha256, b.size_bytes, u.is_pinned FROM blob_uses u JOIN blobs b ON b.id = u.blob_id
           WHERE u.profile_id = ? AND u.kind = ? ORDER BY b.id`,
          [profileId, kind],
        )
        .map(({ size_bytes: sizeBytes, is_pinned, ...blob }) => ({ ...blob, sizeBytes, isPinned: is_pinned === 1 })),
    /** The uses that keep files of one kind, and when each file was last used. */
    usesOf: (kind: string): (Pick<BlobUse, 'profileId' | 'key'> & { usedAt: number })[] =>
      sql.rows<{ profileId: string; key: string; usedAt: number }>(
        `SELECT u.profile_id AS profileId, u.key, b.used_at AS usedAt FROM blob_uses u
         JOIN blobs b ON b.id = u.blob_id WHERE u.kind = ?`,
        [kind],
      ),
    get: (use: BlobUse): StoredBlob | null =>
      sql.row<StoredBlob>(
        `SELECT b.sha256, b.size_bytes AS sizeBytes FROM blob_uses u JOIN blobs b ON b.id = u.blob_id
         WHERE ${isUse}`,
        { ...use },
      ) ?? null,
    /** A pinned file is never deleted to make space. */
    pin: (use: BlobUse, pinned: boolean): void =>
      void sql.run(`UPDATE blob_uses SET is_pinned = :pinned WHERE ${isUse}`, { ...use, pinned: Number(pinned) }),
    /** The same for all files whose keys begin with `use.key`. */
    pinBelow: (use: BlobUse, pinned: boolean): void =>
      void sql.run(
        `UPDATE blob_uses SET is_pinned = :pinned
         WHERE profile_id = :profileId AND kind = :kind AND substr(key, 1, length(:key)) = :key`,
        { ...use, pinned: Number(pinned) },
      ),
    /** Give up a file. It is deleted if nobody else uses it. */
    release(use: BlobUse): void {
      sql.immediate(() => {
        sql.run(`DELETE FROM blob_uses WHERE ${isUse}`, { ...use });
        dropUnused.run();
      });
      reclaimLater();
    },
    releaseOf(profileId: string): void {
      sql.immediate(() => {
        sql.run('DELETE FROM blob_uses WHERE profile_id = ?', [profileId]);
        dropUnused.run();
      });
      reclaimLater();
    },
    /** Apply a limit that became smaller. Pinned files stay, even if they don't fit. */
    applyLimit(): void {
      sql.immediate(() => evict(limitBytes(), 0));
      reclaimLater();
    },
    /** `usedBytes`: the sizes of the files. `diskBytes`: their space in the database, to which the limit applies. */
    usage: (): { usedBytes: number; pinnedBytes: number; files: number; diskBytes: number } => {
      const sums = sql.row<Record<'usedBytes' | 'pinnedBytes' | 'files', number>>(
        `SELECT ifnull(sum(size_bytes), 0) AS usedBytes, count(*) AS files,
           ifnull(sum(iif(${isPinned}, size_bytes, 0)), 0) AS pinnedBytes FROM blobs WHERE sha256 IS NOT NULL`,
      );
      return { usedBytes: 0, pinnedBytes: 0, files: 0, ...sums, diskBytes: diskBytes() };
    },
    /** Resolves when the space of deleted files has been returned. */
    settled: (): Promise<void> => reclaiming ?? Promise.resolve(),
  };
}
export type Blobs = ReturnType<typeof blobs>;
