import { Worker } from 'node:worker_threads';
import type { ExportedPackage, ParsedPieces } from '#main/state/blobs/packages.ts';
import { startThread, type Thread } from '#main/threads/rpc.ts';
import { Failure } from '#shared/errors.ts';
import { megabytes } from '#shared/time.ts';
import { defaultLimits, parseExport } from './parse-export.ts';
import type { ParserVerbs } from './serve-parser.ts';

/** A stored file in chunks. */
export interface StoredFile {
  chunks: AsyncIterable<Uint8Array>;
  sizeBytes: number;
  exportType: string;
}

/** Parsing takes about 40 ms per megabyte. Larger files are parsed in a thread, so that windows don't wait. */
export const mostBytesOnMainThread = megabytes(0.5);
/** Rows that are stored in one transaction: about 30 ms of work. */
const pieceRows = 500;
/** More than the largest file needs, because a thread that reaches its limit may end the whole process. */
const memory = { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 32 };
const tooLarge: ParsedPieces = { packages: 0, unreadable: 0, problem: 'too-large', pieces: [] };

/** Parses stored files. Each large file is parsed in a separate thread. */
export function fileParser(script: URL) {
  const running = new Set<Worker>();

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
    close: async (): Promise<void> => {
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };

  async function inThread(file: StoredFile, use: (parsed: ParsedPieces) => Promise<void>): Promise<void> {
    const worker = new Worker(script, { resourceLimits: memory });
    running.add(worker);
    try {
      const thread = startThread<ParserVerbs>(() => worker);
      for await (const chunk of file.chunks) await thread.call('add', { bytes: new Uint8Array(chunk) });
      const counts = await thread.call('parse', { exportType: file.exportType }).catch(tooLargeFor);
      await use(counts === null ? tooLarge : { ...counts, pieces: piecesFrom(thread, counts.packages) });
    } finally {
      running.delete(worker);
      await worker.terminate();
    }
  }
}
export type FileParser = ReturnType<typeof fileParser>;

async function* piecesOf(packages: readonly ExportedPackage[]): AsyncGenerator<readonly ExportedPackage[]> {
  for (let from = 0; from < packages.length; from += pieceRows) yield packages.slice(from, from + pieceRows);
}

async function* piecesFrom(thread: Thread<ParserVerbs>, total: number): AsyncGenerator<readonly ExportedPackage[]> {
  for (let from = 0; from < total; from += pieceRows) {
    const { json } = await thread.call('take', { from, count: pieceRows });
    yield JSON.parse(new TextDecoder().decode(json)) as ExportedPackage[];
  }
}

/** Null if the thread ran out of memory. */
function tooLargeFor(thrown: unknown): null {
  const cause = thrown instanceof Failure ? thrown.cause : undefined;
  if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') return null;
  throw thrown;
}
