import { receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import type { RunningThread, ThreadStart } from '#main/ports.ts';
import { aborted, Failure, type FailureData } from '#shared/errors.ts';

/** The functions that a thread runs, one after the other. Each has one plain input. */
export type Verbs = Record<string, (input: never) => unknown>;

type Request = { id: number; verb: string; input: unknown } | { cancel: number };
type Reply = { id: number; value: unknown } | { id: number; failure: FailureData } | { note: unknown };

/**
 * The caller's side of a thread. ArrayBuffers and typed arrays that are fields of an input are transferred, not copied: the
 * caller cannot use them afterwards. The same applies to results.
 */
export interface Thread<V extends Verbs> {
  /** Fails: as the verb does; `aborted` when the signal fires; `bug` if the thread has ended. */
  call<K extends string & keyof V>(
    verb: K,
    input: Parameters<V[K]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<V[K]>>>;
  /** Receive the messages that the thread sends without a call. One listener. */
  onNote(listener: (note: unknown) => void): void;
  /** Called if the thread ends without a call of `close`. One listener. */
  onLost(listener: (why: Failure) => void): void;
  /** Call its verb `close`, and wait until the thread has ended. Fails: as `call` does. */
  close(): Promise<void>;
}

/** The verbs of a thread as methods. Fails: as `call` does. */
export type Remote<V extends Verbs> = {
  [K in keyof V]: (input: Parameters<V[K]>[0], signal?: AbortSignal) => Promise<Awaited<ReturnType<V[K]>>>;
};

/** One method for each name of a verb. */
export function remote<V extends Verbs>(thread: Thread<V>, names: readonly string[]): Remote<V> {
  const methods = names.map((name) => [name, (input: never, signal?: AbortSignal) => thread.call(name, input, signal)]);
  return Object.fromEntries(methods) as Remote<V>;
}

/**
 * Young objects alone would take up to 128 MB in each thread, and buffers that the thread no longer needs are freed only
 * with them. What lives longer is not limited.
 */
const memory = { maxYoungGenerationSizeMb: 6 };

/** Start a thread from its script, or its replacement. */
export function startThread<V extends Verbs>(start: ThreadStart): Thread<V> {
  const worker: RunningThread = start instanceof URL ? new Worker(start, { resourceLimits: memory }) : start();
  const pending = new Map<number, { resolve: (value: never) => void; reject: (failure: Failure) => void }>();
  let lastId = 0;
  let ended: Failure | undefined;
  let closing: Promise<void> | undefined;
  let note: (note: unknown) => void = () => undefined;
  let lost: (why: Failure) => void = () => undefined;
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
  worker.on('error', (cause) => end(new Failure('bug', `a thread failed: ${Failure.from(cause).message}`, { cause })));
  worker.on('exit', (code) => {
    end(new Failure('bug', `a thread has ended (${code})`));
    exit.resolve();
  });

  function end(failure: Failure): void {
    if (ended === undefined && closing === undefined) lost(failure);
    ended ??= failure;
    for (const { reject } of pending.values()) reject(ended);
    pending.clear();
  }

  function send(verb: string, input: unknown, signal?: AbortSignal): Promise<never> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(aborted());
      if (ended !== undefined) return reject(ended);
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
      worker.postMessage({ id, verb, input } satisfies Request, buffersIn(input));
    });
  }

  async function close(): Promise<void> {
    try {
      await send('close', undefined);
    } finally {
      await exit.promise;
    }
  }

  return {
    call: send,
    onNote: (listener) => {
      note = listener;
    },
    onLost: (listener) => {
      lost = listener;
    },
    close: () => (closing ??= close()),
  };
}

/** Throw a failure that no code handles. The host then ends Reeve, and the next start opens the thread again. */
export function throwUnhandled(failure: Failure): void {
  setImmediate(() => {
    throw failure;
  });
}

/** The thread's side. */
export interface Served {
  note(note: unknown): void;
}

/**
 * Work in steps, for times without calls. `step` returns false if nothing is left to do, or the milliseconds until the
 * next step.
 */
export interface IdleWork {
  afterMs: number;
  step(): boolean | number;
  /** Called when a step fails, but only once until a step succeeds. */
  onFailure(failure: Failure): void;
}

/** The pause between two steps of idle work, in which calls that have arrived are run. */
const betweenStepsMs = 10;

/**
 * Run the verbs that are called over a port, one in each turn of the event loop. Before each, all messages that have
 * arrived are read, so that a call that was canceled while it waited is not run. The port is closed after the verb
 * `close`. `failureOf` converts what a verb throws. `idle` starts when no call has arrived for `afterMs`. If a step
 * fails, it is repeated only after the next call.
 */
export function serve(
  port: MessagePort,
  verbs: Verbs,
  failureOf: (thrown: unknown) => Failure,
  idle?: IdleWork,
): Served {
  const waiting = new Map<number, { verb: string; input: unknown }>();
  let isScheduled = false;
  let idleTimer: NodeJS.Timeout | undefined;
  let hasIdleFailed = false;

  port.on('message', (request: Request) => {
    clearTimeout(idleTimer);
    receive(request);
    schedule();
  });

  function receive(request: Request): void {
    if ('cancel' in request) waiting.delete(request.cancel);
    else waiting.set(request.id, request);
  }

  function schedule(): void {
    if (isScheduled) return;
    if (waiting.size === 0) {
      startIdleTimer();
      return;
    }
    isScheduled = true;
    setImmediate(next);
  }

  function next(): void {
    isScheduled = false;
    for (let late = receiveMessageOnPort(port); late !== undefined; late = receiveMessageOnPort(port)) {
      receive(late.message as Request);
    }
    const [first] = waiting;
    if (first === undefined) {
      startIdleTimer();
      return;
    }
    const [id, { verb, input }] = first;
    waiting.delete(id);
    answer(id, verb, input);
    if (verb === 'close') port.close();
    else schedule();
  }

  function startIdleTimer(): void {
    if (idle !== undefined) idleTimer = setTimeout(runIdleStep, idle.afterMs, idle);
  }

  function runIdleStep(idle: IdleWork): void {
    if (isScheduled) return;
    let isMore: boolean | number = false;
    try {
      isMore = idle.step();
      hasIdleFailed = false;
    } catch (thrown) {
      if (!hasIdleFailed) idle.onFailure(failureOf(thrown));
      hasIdleFailed = true;
    }
    if (isMore === false) return;
    idleTimer = setTimeout(runIdleStep, isMore === true ? betweenStepsMs : isMore, idle);
  }

  function answer(id: number, verb: string, input: unknown): void {
    try {
      const run = verbs[verb];
      if (run === undefined) throw new Failure('bug', `this thread has no verb ${verb}`);
      const value = run(input as never);
      port.postMessage({ id, value } satisfies Reply, buffersIn(value));
    } catch (thrown) {
      port.postMessage({ id, failure: failureOf(thrown).toData() } satisfies Reply);
    }
  }

  return { note: (note) => port.postMessage({ note } satisfies Reply) };
}

/** The buffers to transfer: the value itself or its fields. Arrays of rows are not searched. */
function buffersIn(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const fields: unknown[] = ArrayBuffer.isView(value) ? [value] : Object.values(value);
  return fields.flatMap((field) => {
    const buffer = ArrayBuffer.isView(field) ? field.buffer : field;
    return buffer instanceof ArrayBuffer ? [buffer] : [];
  });
}
