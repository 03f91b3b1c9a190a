import { Worker } from 'node:worker_threads';
import { aborted, Failure, type FailureData } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import type { Decoded } from './decode-json.ts';
import { transferable } from './body.ts';
import type { Dialect } from './dialect.ts';
import { endpoints } from './endpoints.ts';
import { probes } from './probes.ts';
import type { Endpoint } from './types.ts';

/** What is to be decoded as which endpoint says; `name` null: as the unchecked rows of a page. */
export interface DecodeRequest {
  id: number;
  name: string | null;
  bytes: Uint8Array;
  dialect: Dialect;
}
export type DecodeResult =
  | { id: number; text: string | undefined; unreadable: number; unread: FailureData | null }
  | { id: number; failure: FailureData };

/** Decodes large replies, so that the main thread does not wait for them. */
export interface DecodeThread {
  /**
   * The bytes are transferred away.
   * Fails: as `decodeJson` does; as the signal says; `remote`/`too-large` when the thread runs out of memory.
   */
  decode(request: Omit<DecodeRequest, 'id'>, signal: AbortSignal): Promise<Decoded>;
  close(): Promise<void>;
}

const byName = new Map([...endpoints, ...Object.values(probes).map((probe) => [probe.name, probe] as const)]);

/** An endpoint that a thread finds by its name; null: its schema cannot be handed over. */
export function knownEndpoint(name: string): Endpoint | null {
  return byName.get(name) ?? null;
}

/** Twice what the largest reply within the limits takes. */
const memory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };
/** A thread that has nothing to do ends. */
const idleMs = seconds(10);

/** A thread from this script; it starts with the first request and does not keep the process alive. */
export function decodeThread(script: URL): DecodeThread {
  let worker: Worker | null = null;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;
  const pending = new Map<number, { resolve: (decoded: Decoded) => void; reject: (failure: Failure) => void }>();

  function started(): Worker {
    if (worker !== null) return worker;
    const own = new Worker(script, { resourceLimits: memory });
    own.unref();
    own.on('message', settle);
    own.on('error', (cause) => end(own, new Failure('remote', 'too much to decode', { reason: 'too-large', cause })));
    own.on('exit', () => end(own, aborted()));
    worker = own;
    return own;
  }

  function settle(result: DecodeResult): void {
    const call = pending.get(result.id);
    pending.delete(result.id);
    if (pending.size === 0) rest();
    if ('failure' in result) return call?.reject(Failure.fromData(result.failure));
    const { text, unreadable, unread } = result;
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    call?.resolve({ value, unreadable, unread: unread && Failure.fromData(unread) });
  }

  function rest(): void {
    clearTimeout(idle);
    idle = setTimeout(() => void stop(), idleMs);
    idle.unref();
  }

  function end(own: Worker, failure: Failure): void {
    if (own !== worker) return;
    worker = null;
    for (const { reject } of pending.values()) reject(failure);
    pending.clear();
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const own = worker;
    if (own === null) return;
    end(own, aborted());
    await own.terminate();
  }

  return {
    decode: ({ name, bytes, dialect }, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(Failure.from(signal.reason));
        clearTimeout(idle);
        const id = (lastId += 1);
        const cancel = (): void => {
          pending.delete(id);
          reject(Failure.from(signal.reason));
        };
        const settled = (): void => signal.removeEventListener('abort', cancel);
        signal.addEventListener('abort', cancel, { once: true });
        pending.set(id, {
          resolve: (decoded) => (settled(), resolve(decoded)),
          reject: (failure) => (settled(), reject(failure)),
        });
        const body = transferable(bytes);
        started().postMessage({ id, name, bytes: new Uint8Array(body), dialect } satisfies DecodeRequest, [body]);
      }),
    close: stop,
  };
}
