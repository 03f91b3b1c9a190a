import { Failure } from '#shared/errors.ts';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { numbered } from '../wire/file-name.ts';
import type { DownloadTarget } from '../../types.ts';

/** The target of a download. Every failure has the field `into`. */
export interface Sink {
  /** Start, or restart, with an empty target. */
  begin(name: string): Promise<void>;
  write(chunk: Uint8Array): Promise<void>;
  /** Complete the download. Returns the final name and path. */
  finish(name: string): Promise<{ name: string; path?: string }>;
  /** Delete the incomplete file. Does not throw. */
  discard(): Promise<void>;
  canRestart(): boolean;
}

/** Highest number that is added to a name that already exists. */
const mostOfAName = 1_000;

export function sinkFor(into: DownloadTarget): Sink {
  if (typeof into === 'string') return folderSink(into);
  return 'getWriter' in into ? streamSink(into) : handleSink(into);
}

function folderSink(folder: string): Sink {
  let part: { handle: FileHandle; path: string } | undefined;
  let at = 0;
  return {
    async begin(name) {
      at = 0;
      if (part === undefined)
        part = await reportingWriteFailures(() => create(folder, (count) => `${numbered(name, count)}.part`));
      else await reportingWriteFailures(part.handle.truncate.bind(part.handle, 0));
    },
    async write(chunk) {
      if (part !== undefined) at = await writeAll(part.handle, chunk, at);
    },
    async finish(name) {
      if (part === undefined) throw new Failure('bug', 'finished before it began');
      const { handle, path: from } = part;
      return reportingWriteFailures(async () => {
        await handle.sync();
        await handle.close();
        // Create the target first, because a rename silently replaces an existing file
        const place = await create(folder, (count) => numbered(name, count));
        await place.handle.close();
        await rename(from, place.path).catch(async (error: unknown) => {
          await rm(place.path, { force: true });
          throw error;
        });
        part = undefined;
        return { name: path.basename(place.path), path: place.path };
      });
    },
    async discard() {
      if (part === undefined) return;
      await part.handle.close().catch(() => undefined);
      await rm(part.path, { force: true }).catch(() => undefined);
      part = undefined;
    },
    canRestart: () => true,
  };
}

function handleSink(handle: FileHandle): Sink {
  let at = 0;
  return {
    async begin() {
      at = 0;
      await reportingWriteFailures(() => handle.truncate(0));
    },
    async write(chunk) {
      at = await writeAll(handle, chunk, at);
    },
    async finish(name) {
      await reportingWriteFailures(() => handle.sync());
      return { name };
    },
    discard: () => handle.truncate(0).catch(() => undefined),
    canRestart: () => true,
  };
}

function streamSink(stream: WritableStream<Uint8Array>): Sink {
  const writer = stream.getWriter();
  let isFresh = true;
  return {
    begin: () => Promise.resolve(),
    async write(chunk) {
      isFresh = false;
      await reportingWriteFailures(() => writer.ready.then(() => writer.write(chunk)));
    },
    async finish(name) {
      await reportingWriteFailures(() => writer.close());
      return { name };
    },
    discard: () => writer.abort(new Failure('aborted', 'the download was not finished')).catch(() => undefined),
    canRestart: () => isFresh,
  };
}

async function create(
  folder: string,
  nameOf: (count: number) => string,
): Promise<{ handle: FileHandle; path: string }> {
  for (let count = 1; ; count += 1) {
    const at = path.join(folder, nameOf(count));
    try {
      // `wx` never opens an existing file and doesn't follow a link
      return { handle: await open(at, 'wx', 0o600), path: at };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || count >= mostOfAName) throw error;
    }
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array, from: number): Promise<number> {
  let written = 0;
  while (written < chunk.byteLength) {
    const { bytesWritten } = await reportingWriteFailures(() =>
      handle.write(chunk, written, chunk.byteLength - written, from + written),
    );
    written += bytesWritten;
  }
  return from + written;
}

/** Report errors of the disk as `invalid`, so that a full disk doesn't look like a broken connection. */
async function reportingWriteFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const why = (error as NodeJS.ErrnoException).code ?? 'unknown';
    const { reason } = Failure.from(error);
    throw new Failure('invalid', `can’t be written: ${why}`, {
      field: 'into',
      reportedMessage: why,
      reason,
      cause: error,
    });
  }
}
