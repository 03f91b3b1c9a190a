import { parentPort, type MessagePort } from 'node:worker_threads';
import { serve } from '#main/threads/rpc.ts';
import { serveParser } from '#main/services/serve-parser.ts';
import { Failure } from '#shared/errors.ts';

/** A parse worker whose parser of texts reaches line 12 and then never ends. */
const read = ({ reached }: { reached: Int32Array }): never => {
  reached[0] = 12;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('the wait has ended');
};
serve(parentPort as MessagePort, { ...serveParser(), read }, (thrown) => Failure.from(thrown));
