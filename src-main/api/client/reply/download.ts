import { Failure } from '#shared/errors.ts';
import { megabytes } from '#shared/time.ts';
import { createHash, type Hash } from 'node:crypto';
import type { ReplyHead } from '../exchange/attempt.ts';
import type { ReplyBody } from '../wire/reply-body.ts';
import type { Call } from '../exchange/call.ts';
import { proposedName, safeFileName } from '../wire/file-name.ts';
import { countOf } from '../wire/paging.ts';
import { singleLine } from '../wire/error-body.ts';
import { sinkFor } from './sink.ts';
import type { DownloadOptions, SavedFile } from '../../types.ts';

/** Larger than any archive that the platform keeps by default. It keeps an endless reply from filling the disk. */
const largestDownloadBytes = megabytes(5_120);
const progressEveryMs = 100;

/** Path parameters with the name of a file, in order of preference. */
const namingParameters = ['artifact_path', 'file_path', 'filename'];

/** One download, over all attempts of its request. */
export interface Download {
  take(chunks: AsyncIterable<Uint8Array>, head: ReplyHead): Promise<ReplyBody>;
  canRestart(): boolean;
  finish(): Promise<SavedFile>;
  discard(): Promise<void>;
}

export function createDownload({ endpoint, values }: Call, to: DownloadOptions): Download {
  const { mostBytes = largestDownloadBytes, onProgress } = to;
  const sink = sinkFor(to.into);
  let hash: Hash = createHash('sha256');
  let facts = { name: '', sizeBytes: 0, contentType: '' };

  return {
    async take(chunks, { status, headers }) {
      if (status === 202) throw new Failure('missing', 'not finished', { reason: 'not-finished', status });
      if (status !== 200) throw unreadable(`a file with status ${status}`);
      const encoding = headers['content-encoding'] ?? 'identity';
      if (encoding !== 'identity') throw unreadable('a compression that was not requested');
      const totalBytes = countOf(headers['content-length']);
      if (totalBytes !== null && totalBytes > mostBytes) throw tooLarge();
      hash = createHash('sha256');
      const name = nameOf(to.name, headers, values);
      await sink.begin(name);
      let receivedBytes = 0;
      const report = atIntervals(() => onProgress?.({ receivedBytes, totalBytes }));
      for await (const chunk of withTruncationFailure(chunks, totalBytes, () => receivedBytes)) {
        receivedBytes += chunk.byteLength;
        if (receivedBytes > mostBytes) throw tooLarge();
        hash.update(chunk);
        await sink.write(chunk);
        report();
      }
      if (totalBytes !== null && receivedBytes !== totalBytes) throw truncatedFile(receivedBytes, totalBytes);
      onProgress?.({ receivedBytes, totalBytes });
      facts = { name, sizeBytes: receivedBytes, contentType: singleLine(headers['content-type'], 200) ?? '' };
      return { bytes: new Uint8Array(), wireBytes: receivedBytes };
    },
    canRestart: () => sink.canRestart(),
    async finish() {
      const sha256 = hash.digest('hex');
      return { ...facts, ...(await sink.finish(facts.name)), sha256 };
    },
    discard: () => sink.discard(),
  };

  function unreadable(why: string): Failure {
    return new Failure('remote', `${endpoint.method} ${endpoint.path}: ${why}`, { reason: 'unreadable-reply' });
  }
}

function nameOf(
  given: string | undefined,
  headers: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string | number>>,
): string {
  const parameter = namingParameters.map((name) => values[name]).find((value) => value !== undefined);
  const fallback = safeFileName(String(parameter ?? ''));
  return safeFileName(given ?? proposedName(headers['content-disposition']) ?? '', fallback);
}

/** Report a connection that ends early as an incomplete file, whatever the error of the socket is. */
async function* withTruncationFailure(
  chunks: AsyncIterable<Uint8Array>,
  totalBytes: number | null,
  received: () => number,
): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        throw truncatedFile(received(), totalBytes, error);
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Leaving early destroys the body and with it the socket
    await iterator.return?.(undefined);
  }
}

function atIntervals(report: () => void): () => void {
  let lastAt = 0;
  return () => {
    const now = performance.now();
    if (now - lastAt < progressEveryMs) return;
    lastAt = now;
    report();
  };
}

function truncatedFile(receivedBytes: number, totalBytes: number | null, cause?: unknown): Failure {
  const of = totalBytes === null ? '' : ` of ${totalBytes}`;
  const message = `the file ended after ${receivedBytes}${of} bytes`;
  return new Failure('remote', message, { reason: 'connection-lost', cause });
}

function tooLarge(): Failure {
  return new Failure('remote', 'the file is too large', { reason: 'too-large' });
}
