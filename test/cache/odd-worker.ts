import { parentPort } from 'node:worker_threads';
import { serve } from '#main/threads/rpc.ts';
import { Failure } from '#shared/errors.ts';

/** A thread for tests of the RPC: it can be blocked, counts its calls, and can end with an error. */
let ran = 0;
const breakDown = (): never => {
  throw new Error('broken inside');
};
if (parentPort !== null) {
  serve(
    parentPort,
    {
      open: () => ['put', 'markNotReturned', 'resumeSyncRun'],
      hold: (gate: Int32Array) => void Atomics.wait(gate, 0, 0),
      count: () => (ran += 1),
      refuse: () => {
        throw new Failure('conflict', 'not now', { field: 'name' });
      },
      put: () => process.exit(3),
      markNotReturned: () => void setImmediate(breakDown),
      close: () => undefined,
    },
    (thrown) => Failure.from(thrown),
  );
}
