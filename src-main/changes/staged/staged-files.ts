import { randomUUID } from 'node:crypto';
import type { Clock } from '#main/ports.ts';
import type { Blobs, BlobUse, BlobWriter, StoredBlob } from '#main/state/blobs/blobs.ts';
import type { Plans } from '#main/state/plans.ts';
import { Failure } from '#shared/errors.ts';
import { days, hours, isYounger } from '#shared/time.ts';
import { stagedIn, stagedText } from './staged-values.ts';

/** The `kind` of blob uses that keep staged files. */
const kind = 'staged';
/** A file that no unfinished plan uses is deleted after this time. */
const unusedMs = days(1);
const sweepEveryMs = hours(1);
/** Maximum number of files received at once. If there are more, the file idle for the longest time is dropped. */
const maxReceiving = 8;

interface Receiving {
  profileId: string;
  writer: BlobWriter;
  sizeBytes: number;
  lastPartAt: number;
}

/**
 * The files that a person chose for writes, from their first part until no unfinished plan uses them. Complete files are
 * stored encrypted, never evicted, and survive a restart.
 * Decision: build/decisions/0037-files-for-writes-are-staged.md
 */
export function stagedFiles({ blobs, plans, clock }: { blobs: Blobs; plans: Plans; clock: Clock }) {
  /** By key. The file idle for the longest time is the first. */
  const receiving = new Map<string, Receiving>();
  const closing = new AbortController();
  const useOf = (profileId: string, key: string): BlobUse => ({ profileId, kind, key });

  function drop(profileId: string, key: string): void {
    const begun = receiving.get(key);
    if (begun?.profileId !== profileId) return release(profileId, [key]);
    receiving.delete(key);
    begun.writer.discard();
  }

  /** Delete the given files that no unfinished plan uses. */
  function release(profileId: string, keys: readonly string[]): void {
    releaseUnused(keys.map((key) => ({ profileId, key })));
  }

  function releaseUnused(files: readonly Pick<BlobUse, 'profileId' | 'key'>[]): void {
    if (files.length === 0) return;
    const used = keysInUse();
    for (const { profileId, key } of files) if (!used.has(key)) blobs.release(useOf(profileId, key));
  }

  function keysInUse(): ReadonlySet<string> {
    const rows = plans.rowsNotEnded(stagedText);
    return new Set(rows.flatMap(({ write }) => stagedIn(write)).map(({ file }) => file.staged));
  }

  function sweep(): void {
    const now = clock.now();
    for (const [key, { lastPartAt, profileId }] of receiving)
      if (!isYounger(lastPartAt, sweepEveryMs, now)) drop(profileId, key);
    releaseUnused(blobs.usesOf(kind).filter(({ usedAt }) => !isYounger(usedAt, unusedMs, now)));
  }

  async function sweepHourly(): Promise<void> {
    for (;;) {
      await clock.sleep(sweepEveryMs, closing.signal);
      sweep();
    }
  }

  function begun(profileId: string, key: string | null): [string, Receiving] {
    if (key === null)
      return [randomUUID(), { profileId, writer: blobs.begin(clock.now()), sizeBytes: 0, lastPartAt: 0 }];
    const found = receiving.get(key);
    if (found?.profileId === profileId) return [key, found];
    throw new Failure('missing', 'no such file is being received', { reason: 'file-not-kept' });
  }

  return {
    /** Add the next part. See the contract. */
    add: (
      profileId: string,
      wanted: string | null,
      part: string,
      isLast: boolean,
    ): { key: string; sizeBytes: number } => {
      const bytes = Buffer.from(part, 'base64');
      if (bytes.toString('base64') !== part) throw new Failure('invalid', 'not Base64', { field: 'part' });
      const [key, file] = begun(profileId, wanted);
      receiving.delete(key);
      try {
        file.writer.write(bytes);
      } catch (thrown) {
        file.writer.discard();
        throw thrown;
      }
      const sizeBytes = file.sizeBytes + bytes.length;
      if (isLast) {
        file.writer.finish({ ...useOf(profileId, key), isPinned: true }, clock.now());
        return { key, sizeBytes };
      }
      receiving.set(key, { ...file, sizeBytes, lastPartAt: clock.now() });
      const [oldest] = receiving.keys();
      if (receiving.size > maxReceiving && oldest !== undefined) drop(receiving.get(oldest)?.profileId ?? '', oldest);
      return { key, sizeBytes };
    },
    drop,
    release,
    /** Delete the files that are being received for a removed profile. */
    forget: (profileId: string): void => {
      for (const [key, file] of receiving) if (file.profileId === profileId) drop(profileId, key);
    },
    /** Null: the file was deleted, or was never complete. */
    find: (profileId: string, key: string): StoredBlob | null => blobs.get(useOf(profileId, key)),
    /** The content in chunks. Fails: `missing`/`file-not-kept`; `invalid`/`file-damaged` after the last chunk. */
    async *open(profileId: string, key: string): AsyncGenerator<Uint8Array> {
      const blob = blobs.get(useOf(profileId, key));
      if (blob === null) throw fileNotKept();
      yield* blobs.read(blob.sha256, clock.now());
    },
    /** Delete old files now and once an hour, until `close`. */
    start(): void {
      sweep();
      sweepHourly().catch(() => undefined);
    },
    close: (): void => closing.abort(),
  };
}
export type StagedFiles = ReturnType<typeof stagedFiles>;

/** The failure of a write whose file was deleted. */
export function fileNotKept(field?: string): Failure {
  return new Failure('invalid', 'the staged file is not kept', { reason: 'file-not-kept', field });
}
