import { parentPort, type MessagePort } from 'node:worker_threads';
import { serve } from '#main/threads/rpc.ts';
import { serveParser } from '#main/services/serve-parser.ts';
import { Failure } from '#shared/errors.ts';

/**
 * A parse worker whose parser of texts reaches line 12 and then never ends. For addresses, the parser ends, but a request
 * for its rows never does.
 */
const wait = (): never => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('the wait has ended');
};
const read = ({ name, reached }: { name: string; reached: Int32Array }): { total: number; rest: object } => {
  reached[0] = 12;
  return name === 'addresses' ? { total: 1, rest: {} } : wait();
};
const parser = serveParser();
const take: typeof parser.take = (given) => (given.count === 0 ? parser.take(given) : wait());
serve(parentPort as MessagePort, { ...parser, read, take }, (thrown) => Failure.from(thrown));
