import { Worker } from 'node:worker_threads';
import { startThread, type Thread } from '#main/threads/rpc.ts';
import { Failure } from '#shared/errors.ts';
import type { ParserVerbs } from './serve-parser.ts';

/** Rows that a thread sends in one message: storing them takes about 30 ms. */
export const pieceRows = 500;
/** More than the largest file needs, because a thread that reaches its limit may end the whole process. */
const memory = { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 32 };

/** Threads that parse one file or text each. `script`: the parse worker. */
export function parsingThreads(script: URL) {
  const running = new Set<Worker>();
  return {
    /** Run `use` with a new thread, and end the thread after it. */
    async run<T>(use: (thread: Thread<ParserVerbs>) => Promise<T>): Promise<T> {
      const worker = new Worker(script, { resourceLimits: memory });
      running.add(worker);
      try {
        return await use(startThread<ParserVerbs>(() => worker));
      } finally {
        running.delete(worker);
        await worker.terminate();
      }
    },
    /** End the threads. What is being parsed fails. */
    close: async (): Promise<void> => {
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
}

/** The rows that a thread has found, in pieces, so that the main thread doesn't wait for all of them. */
export async function* piecesFrom<Row>(
  thread: Thread<ParserVerbs>,
  total: number,
  signal?: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < total; from += pieceRows) {
    const { json } = await thread.call('take', { from, count: pieceRows }, signal);
    yield JSON.parse(new TextDecoder().decode(json)) as Row[];
  }
}

/** Whether a thread failed because it ran out of memory. */
export function isOutOfMemory(thrown: unknown): boolean {
  const cause = thrown instanceof Failure ? thrown.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
