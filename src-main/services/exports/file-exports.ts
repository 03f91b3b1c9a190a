import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open as openFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { safeFileName } from '#main/api/client/wire/file-name.ts';
import type { Exports } from '#main/ports.ts';
import type { Exported } from '#shared/contract/exported.ts';
import { aborted, Failure } from '#shared/errors.ts';
import { toIso } from '#shared/time.ts';

/** The written files, the export first. */
interface Written {
  files: readonly string[];
}

/**
 * Exports files, to a place that a person chooses or as browser downloads. Files are complete, and only this user can
 * read them.
 * Decision: build/decisions/0016-exports-ask-first-and-use-a-port.md
 */
export function createFileExports(exports: Exports) {
  const inPlace = new Set<string>();
  return {
    /** Whether Reeve exported this file since it started, to a place that the person chose. */
    has: (path: string): boolean => inPlace.has(path),
    /** Ask for a place, write the files, and offer the downloads. Fails: `aborted` when the person cancels. */
    async save<W extends Written>(
      name: string,
      write: (path: string) => Promise<W>,
    ): Promise<Omit<W, 'files'> & Omit<Exported, 'rows'>> {
      const place = await exports.place(safeFileName(name));
      if (place === null) throw aborted();
      const { files, ...written } = await write(place);
      const downloads = await exports.finish(files);
      if (downloads.length === 0) for (const file of files) inPlace.add(file);
      return { ...written, path: downloads[0]?.name ?? place, downloads };
    },
  };
}
export type FileExports = ReturnType<typeof createFileExports>;

/** Export content as one file. `rows`: the number of rows in it. Fails: like `save` and `writeAtomically`. */
export function saveFile(
  fileExports: Pick<FileExports, 'save'>,
  name: string,
  content: Parameters<typeof writeAtomically>[1],
  { rows = 1, signal }: { rows?: number; signal?: AbortSignal } = {},
) {
  return fileExports.save(name, async (path) => {
    await writeAtomically(path, content, signal);
    return { files: [path], rows };
  });
}

/** `reeve-journal-2026-11-22T08-00-00-000Z.csv` */
export function exportName(what: string, at: number, extension: 'csv' | 'json' | 'zip'): string {
  return `reeve-${what}-${toIso(at).replaceAll(/[:.]/g, '-')}.${extension}`;
}

/**
 * Write a file under a temporary name and rename it when it is complete. Only this user can read it.
 * Fails: with the reason of the disk; `aborted` leaves no file.
 */
export async function writeAtomically(
  path: string,
  content: string | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  const source = Readable.from(typeof content === 'string' ? [content] : content);
  const options = signal === undefined ? {} : { signal };
  await underOtherName(
    path,
    (part) => pipeline(source, createWriteStream(part, { flags: 'wx', mode: 0o600 }), options),
    signal,
  );
}

/** Write a download under a temporary name, and rename it when it is complete. Only this user can read it. */
export async function saveDownload(place: string, run: (into: FileHandle) => Promise<unknown>): Promise<void> {
  await underOtherName(place, async (part) => {
    const into = await openFile(part, 'wx', 0o600);
    try {
      await run(into);
    } finally {
      await into.close();
    }
  });
}

async function underOtherName(
  path: string,
  write: (part: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const part = `${path}.${randomUUID().slice(0, 8)}.part`;
  try {
    await write(part);
    await rename(part, path);
  } catch (thrown) {
    await rm(part, { force: true });
    signal?.throwIfAborted();
    throw asDiskFailure(thrown);
  }
}

/** Every error of the operating system counts as one of the disk: there are many codes, for example for a deleted folder. */
function asDiskFailure(thrown: unknown): Failure {
  const failure = Failure.from(thrown);
  if (failure.code !== 'bug' || !(thrown instanceof Error && 'syscall' in thrown)) return failure;
  return new Failure('invalid', failure.message, {
    reason: 'disk-failed',
    reportedMessage: failure.message,
    cause: thrown,
  });
}
