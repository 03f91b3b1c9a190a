import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { RunningThread } from '#main/ports.ts';

/**
 * Runs the code of a thread in this thread. Messages are copied and ordered as between threads. The tests
 * of `test/cache` and the browser tests of the built host run the real threads.
 */
export function sameThread(serve: (port: MessagePort) => void): () => RunningThread {
  return () => {
    const { port1: near, port2: far } = new MessageChannel();
    serve(far);
    const on = (event: string, listener: () => void) => near.on(event === 'exit' ? 'close' : event, listener);
    return { postMessage: (message, transfer) => near.postMessage(message, transfer), on: on as RunningThread['on'] };
  };
}
