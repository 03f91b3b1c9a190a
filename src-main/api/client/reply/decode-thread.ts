import { Worker } from 'node:worker_threads';
import { startThread, type Thread } from '#main/threads/rpc.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import { transferable } from '../wire/reply-body.ts';
import type { Decoded } from './decode-json.ts';
import type { Dialect } from '../wire/dialect.ts';
import { Semaphore } from '../wire/semaphore.ts';

/** Bytes to decode as the endpoint `name` describes; `name` null: as the unchecked rows of a page. */
export interface DecodeRequest {
  name: string | null;
  bytes: Uint8Array;
  dialect: Dialect;
}
export interface DecodeResult {
  /** The value in UTF-8; null: there is none. */
  json: Uint8Array<ArrayBuffer> | null;
  unreadable: number;
  replyFailure: FailureData | null;
}
export type DecodeVerbs = { decode(request: DecodeRequest): DecodeResult };

/** Decodes large replies, so that the main thread does not wait for them. */
export interface DecodeThread {
  /**
   * One reply at a time; the others wait, within their deadlines. The bytes are transferred to the thread, so the
   * caller cannot use them afterwards.
   * Fails: as `decodeJson` does; with the reason of the signal; `remote`/`too-large` if the thread runs out of memory;
   * `bug` if it ends for any other reason.
   */
  decode(request: DecodeRequest, signal: AbortSignal): Promise<Decoded>;
  close(): Promise<void>;
}

/** Much more than the largest reply needs, because a thread that reaches its limit may end the whole process. */
const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
/** The thread ends after this time without requests, or without a result that no caller waits for any more. */
const idleMs = seconds(10);

const shared = new Map<string, { thread: DecodeThread; users: number }>();

/**
 * The thread that runs this script. All senders of the process share it, which limits the memory for large replies. It
 * ends when the last sender closes it.
 */
export function decodeThread(script: URL): DecodeThread {
  const { href } = script;
  const entry = shared.get(href) ?? { thread: startedWhenNeeded(script), users: 0 };
  shared.set(href, entry);
  entry.users += 1;
  let isClosed = false;
  return {
    decode: (request, signal) => entry.thread.decode(request, signal),
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      entry.users -= 1;
      if (entry.users > 0) return;
      shared.delete(href);
      await entry.thread.close();
    },
  };
}

/** A thread that starts with the first request and does not keep the process alive. */
function startedWhenNeeded(script: URL): DecodeThread {
  const turn = new Semaphore(1);
  let running: { worker: Worker; thread: Thread<DecodeVerbs>; stopping: AbortController } | null = null;
  let idle: NodeJS.Timeout | undefined;

  function started() {
    if (running !== null) return running;
    const worker = new Worker(script, { resourceLimits: memory });
    worker.unref();
    const own = { worker, thread: startThread<DecodeVerbs>(() => worker), stopping: new AbortController() };
    const replace = (): void => {
      if (running === own) running = null;
    };
    worker.on('error', replace);
    worker.on('exit', replace);
    running = own;
    return own;
  }

  function stopWhenIdle(): void {
    clearTimeout(idle);
    idle = setTimeout(() => void stop(), idleMs);
    idle.unref();
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const own = running;
    running = null;
    own?.stopping.abort();
    await own?.worker.terminate();
  }

  /** The caller must have acquired `turn`. The result releases it, even if the caller no longer waits. */
  async function ask(request: DecodeRequest): Promise<DecodeResult> {
    try {
      const bytes = new Uint8Array(transferable(request.bytes));
      const { thread, stopping } = started();
      return await thread.call('decode', { ...request, bytes }, stopping.signal);
    } catch (thrown) {
      throw outOfMemory(thrown) ?? thrown;
    } finally {
      stopWhenIdle();
      turn.release();
    }
  }

  return {
    async decode(request, signal) {
      await turn.acquire('person', signal).catch(() => {
        throw Failure.from(signal.reason);
      });
      if (signal.aborted) {
        turn.release();
        throw Failure.from(signal.reason);
      }
      clearTimeout(idle);
      const asking = ask(request);
      const left = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => (stopWhenIdle(), left.reject(Failure.from(signal.reason))), {
        once: true,
      });
      const { json, unreadable, replyFailure } = await Promise.race([asking, left.promise]);
      return { value: parsed(json), unreadable, replyFailure: replyFailure && Failure.fromData(replyFailure) };
    },
    close: stop,
  };
}

/** The failure of a thread that ran out of memory; null: it failed for another reason. */
function outOfMemory(thrown: unknown): Failure | null {
  const cause = thrown instanceof Failure ? thrown.cause : undefined;
  const isOutOfMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (!isOutOfMemory) return null;
  return new Failure('remote', 'the decoding thread ran out of memory', { reason: 'too-large', cause });
}

/** Frees the bytes before parsing, because the text is as large as they are. */
function parsed(json: Uint8Array<ArrayBuffer> | null): unknown {
  if (json === null) return undefined;
  const text = new TextDecoder().decode(json);
  json.buffer.transfer(0);
  return JSON.parse(text) as unknown;
}
