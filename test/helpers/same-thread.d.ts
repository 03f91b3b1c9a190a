import { type MessagePort } from 'node:worker_threads';
import type { RunningThread } from '#main/ports.ts';
/** Whether a thread of `sameThread` works on a call. */
export declare const isCallUnderWay: () => boolean;
/**
 * Runs the code of a thread in this thread. Messages are copied and ordered as between threads. The tests
 * of `test/cache` and the browser tests of the built host run the real threads.
 */
export declare function sameThread(serve: (port: MessagePort) => void): () => RunningThread;
