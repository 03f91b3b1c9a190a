import { Worker } from 'node:worker_threads';
import { aborted, Failure, type FailureData } from '#shared/errors.ts';
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
  failure: FailureData | null;
}

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
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  /** The request in progress, until the thread answers. */
  let pending: PromiseWithResolvers<DecodeResult> | null = null;

  function started(): Worker {
    if (worker !== null) return worker;
    const own = new Worker(script, { resourceLimits: memory });
    own.unref();
    own.on('message', (result: DecodeResult) => answered(own)?.resolve(result));
    own.on('error', (cause) => end(own, failureOf(cause)));
    own.on('exit', () => end(own, new Failure('bug', 'the decoding thread ended')));
    worker = own;
    return own;
  }

  function answered(own: Worker | null): typeof pending {
    if (own !== worker) return null;
    const ended = pending;
    pending = null;
    stopWhenIdle();
    if (ended !== null) turn.release();
    return ended;
  }

  function end(own: Worker, failure: Failure): void {
    if (own !== worker) return;
    answered(own)?.reject(failure);
    worker = null;
  }

  function stopWhenIdle(): void {
    clearTimeout(idle);
    idle = setTimeout(() => void stop(), idleMs);
    idle.unref();
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const own = worker;
    if (own === null) return;
    end(own, aborted());
    await own.terminate();
  }

  /** The caller must have acquired `turn`. The result releases it, even if the caller no longer waits. */
  function ask(request: DecodeRequest): Promise<DecodeResult> {
    pending = Promise.withResolvers();
    const { promise } = pending;
    try {
      const body = transferable(request.bytes);
      started().postMessage({ ...request, bytes: new Uint8Array(body) } satisfies DecodeRequest, [body]);
    } catch (thrown) {
      answered(worker)?.reject(thrown);
    }
    return promise;
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
      const { json, unreadable, replyFailure, failure } = await Promise.race([asking, left.promise]);
      if (failure !== null) throw Failure.fromData(failure);
      return { value: parsed(json), unreadable, replyFailure: replyFailure && Failure.fromData(replyFailure) };
    },
    close: stop,
  };
}

function failureOf(cause: unknown): Failure {
  const isOutOfMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isOutOfMemory)
    return new Failure('remote', 'the decoding thread ran out of memory', { reason: 'too-large', cause });
  return new Failure('bug', 'the decoding thread failed', { cause });
}

/** Frees the bytes before parsing, because the text is as large as they are. */
function parsed(json: Uint8Array<ArrayBuffer> | null): unknown {
  if (json === null) return undefined;
  const text = new TextDecoder().decode(json);
  json.buffer.transfer(0);
  return JSON.parse(text) as unknown;
}
