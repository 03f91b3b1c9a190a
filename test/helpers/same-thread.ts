import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { RunningThread } from '#main/ports.ts';

/** The calls of each running thread that have no reply yet. */
const threads = new Set<Set<number>>();

/** Whether a thread of `sameThread` works on a call. */
export const isCallUnderWay = (): boolean => [...threads].some(({ size }) => size > 0);

/**
 * Runs the code of a thread in this thread. Messages are copied and ordered as between threads. The tests
 * of `test/cache` and the browser tests of the built host run the real threads.
 */
export function sameThread(serve: (port: MessagePort) => void): () => RunningThread {
  return () => {
    const { port1: near, port2: far } = new MessageChannel();
    serve(far);
    const calls = new Set<number>();
    threads.add(calls);
    near
      .on('message', ({ id }: { id?: number }) => void calls.delete(id ?? 0))
      .on('close', () => threads.delete(calls));
    const on = (event: string, listener: () => void) => near.on(event === 'exit' ? 'close' : event, listener);
    return {
      postMessage: (message: { id?: number; cancel?: number }, transfer) => {
        if (message.id !== undefined) calls.add(message.id);
        calls.delete(message.cancel ?? 0);
        near.postMessage(message, transfer);
      },
      on: on as RunningThread['on'],
    };
  };
}
