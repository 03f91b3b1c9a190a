import { receiveMessageOnPort, Worker, type MessagePort, type Transferable } from 'node:worker_threads';
import type { RunningThread, ThreadStart } from '#main/ports.ts';
import { aborted, Failure, type FailureData } from '#shared/errors.ts';

/** What a thread can be asked: one function a verb, run one after the other, each with one plain input. */
export type Verbs = Record<string, (input: never) => unknown>;

type Request = { id: number; verb: string; input: unknown } | { cancel: number };
type Reply = { id: number; value: unknown } | { id: number; failure: FailureData } | { note: unknown };

/** The end of a thread that is held by whoever asks. */
export interface Thread<V extends Verbs> {
  /** Rejects with the thread's own Failure, with `aborted` once the signal fires, with `bug` when the thread is gone. */
  call<K extends string & keyof V>(
    verb: K,
    input: Parameters<V[K]>[0],
    options?: { signal?: AbortSignal | undefined; transfer?: Transferable[] },
  ): Promise<ReturnType<V[K]>>;
  /** What the thread tells by itself. One listener. */
  onNote(listener: (note: unknown) => void): void;
  /** Wait for the thread to end; it does so by itself after its `close` verb. */
  ended(): Promise<void>;
}

/** Young objects alone would take up to 128 MB in each thread. What lives longer is not limited. */
const memory = { maxYoungGenerationSizeMb: 24 };

/** Start a thread from its script, or what stands in for one. */
export function startThread<V extends Verbs>(start: ThreadStart): Thread<V> {
  const worker: RunningThread = start instanceof URL ? new Worker(start, { resourceLimits: memory }) : start();
  const pending = new Map<number, { resolve: (value: never) => void; reject: (failure: Failure) => void }>();
  let lastId = 0;
  let gone: Failure | undefined;
  let note: (note: unknown) => void = () => undefined;
  const exit = Promise.withResolvers<void>();

  worker.on('message', (message) => {
    const reply = message as Reply;
    if ('note' in reply) {
      note(reply.note);
      return;
    }
    const call = pending.get(reply.id);
    pending.delete(reply.id);
    if ('failure' in reply) call?.reject(Failure.fromData(reply.failure));
    else call?.resolve(reply.value as never);
  });
  worker.on('messageerror', (cause) => end(new Failure('bug', 'a message could not be read', { cause })));
  worker.on('error', (cause) =>
    end(new Failure('bug', `a thread of the cache broke: ${Failure.from(cause).message}`, { cause })),
  );
  worker.on('exit', (code) => {
    end(new Failure('bug', `a thread of the cache has ended (${code})`));
    exit.resolve();
  });

  function end(failure: Failure): void {
    gone ??= failure;
    for (const { reject } of pending.values()) reject(gone);
    pending.clear();
  }

  return {
    call: (verb, input, { signal, transfer = [] } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(aborted());
        if (gone !== undefined) return reject(gone);
        const id = (lastId += 1);
        const cancel = (): void => {
          if (!pending.delete(id)) return;
          worker.postMessage({ cancel: id } satisfies Request);
          reject(aborted());
        };
        const settle = (): void => signal?.removeEventListener('abort', cancel);
        signal?.addEventListener('abort', cancel, { once: true });
        pending.set(id, {
          resolve: (value) => (settle(), resolve(value)),
          reject: (failure) => (settle(), reject(failure)),
        });
        worker.postMessage({ id, verb, input } satisfies Request, transfer);
      }),
    onNote: (listener) => {
      note = listener;
    },
    ended: () => exit.promise,
  };
}

/** The other end, inside the thread: where notes go out, and how to stop listening. */
export interface Served {
  note(note: unknown): void;
}

/**
 * Answer calls that come over a port, one a turn of the event loop. Before each, everything that has arrived is read,
 * so that a call that was cancelled while it waited is never begun. The port is closed after the verb `close`.
 * `failureOf` names what a verb throws.
 */
export function serve(port: MessagePort, verbs: Verbs, failureOf: (thrown: unknown) => Failure): Served {
  const waiting = new Map<number, { verb: string; input: unknown }>();
  let isScheduled = false;

  port.on('message', (request: Request) => {
    take(request);
    schedule();
  });

  function take(request: Request): void {
    if ('cancel' in request) waiting.delete(request.cancel);
    else waiting.set(request.id, request);
  }

  function schedule(): void {
    if (isScheduled || waiting.size === 0) return;
    isScheduled = true;
    setImmediate(next);
  }

  function next(): void {
    isScheduled = false;
    for (let late = receiveMessageOnPort(port); late !== undefined; late = receiveMessageOnPort(port)) {
      take(late.message as Request);
    }
    const [first] = waiting;
    if (first === undefined) return;
    const [id, { verb, input }] = first;
    waiting.delete(id);
    answer(id, verb, input);
    if (verb === 'close') port.close();
    else schedule();
  }

  function answer(id: number, verb: string, input: unknown): void {
    try {
      const run = verbs[verb];
      if (run === undefined) throw new Failure('bug', `this thread does not know ${verb}`);
      const value = run(input as never);
      const transfer = ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
      port.postMessage({ id, value } satisfies Reply, transfer);
    } catch (thrown) {
      port.postMessage({ id, failure: failureOf(thrown).toData() } satisfies Reply);
    }
  }

  return { note: (note) => port.postMessage({ note } satisfies Reply) };
}
