import type { ExportedPackage, ParsedPieces } from '#main/state/blobs/packages.ts';
import { megabytes } from '#shared/time.ts';
import { isOutOfMemory, parsingThreads, pieceRows, piecesFrom } from '../parsing-threads.ts';
import { defaultLimits, parseExport } from './parse-export.ts';

/** A stored file in chunks. */
export interface StoredFile {
  chunks: AsyncIterable<Uint8Array>;
  sizeBytes: number;
  exportType: string;
}

/** Parsing takes about 40 ms per megabyte. Larger files are parsed in a thread, so that windows don't wait. */
export const mostBytesOnMainThread = megabytes(0.5);
const tooLarge: ParsedPieces = { packages: 0, unreadable: 0, problem: 'too-large', pieces: [] };

/** Parses stored files. Each large file is parsed in a separate thread. */
export function fileParser(script: URL) {
  const threads = parsingThreads(script);

  return {
    /** Parse a file and `use` what was found. Fails: as `chunks` and `use` do; `bug` if the thread fails. */
    async parse(file: StoredFile, use: (parsed: ParsedPieces) => Promise<void>): Promise<void> {
      if (file.sizeBytes > defaultLimits.bytes) return use(tooLarge);
      if (file.sizeBytes > mostBytesOnMainThread) return inThread(file, use);
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.chunks) chunks.push(chunk);
      const { packages, ...rest } = parseExport(Buffer.concat(chunks), file.exportType);
      return use({ packages: packages.length, ...rest, pieces: piecesOf(packages) });
    },
    /** End the threads. Files that are being parsed fail. */
    close: threads.close,
  };

  function inThread(file: StoredFile, use: (parsed: ParsedPieces) => Promise<void>): Promise<void> {
    return threads.run(async (thread) => {
      for await (const chunk of file.chunks) await thread.call('add', { bytes: new Uint8Array(chunk) });
      const counts = await thread.call('parse', { exportType: file.exportType }).catch((thrown: unknown) => {
        if (isOutOfMemory(thrown)) return null;
        throw thrown;
      });
      await use(counts === null ? tooLarge : { ...counts, pieces: piecesFrom(thread, counts.packages) });
    });
  }
}
export type FileParser = ReturnType<typeof fileParser>;

async function* piecesOf(packages: readonly ExportedPackage[]): AsyncGenerator<readonly ExportedPackage[]> {
  for (let from = 0; from < packages.length; from += pieceRows) yield packages.slice(from, from + pieceRows);
}
