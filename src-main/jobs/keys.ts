import { each } from '#main/services/each.ts';
import { cachedKeys, lookUpKey } from '#main/services/keys/keys-lookup.ts';
import type { JobKind } from './job.ts';

/** Number of simultaneous lookups. The governor may allow fewer. */
const atOnce = 4;

/**
 * Look up the waiting keys of a lookup (`batch`), one request each. Each result is stored at once, so an interrupted
 * job continues with the rest. If the job is cancelled, the remaining keys stay without a result.
 */
export const keysLookUp: JobKind = {
  name: 'keys.lookup',
  async run({ instance, input, clock, report, signal }) {
    const { batch = '', total = '0' } = input;
    const estimatedRows = Number(total);
    let notReturnedFound = 0;
    for (;;) {
      const waiting = await cachedKeys(instance.reader, { batch }, signal);
      let rows = Math.max(0, estimatedRows - waiting.total);
      report({ rows, requests: rows, notReturnedFound, estimatedRows });
      if (waiting.rows.length === 0) return { kind: 'done' };
      await each(waiting.rows, atOnce, signal, async (standing, own) => {
        const answer = await lookUpKey(instance, standing, { clock, signal: own });
        rows += 1;
        if (answer === 'unknown') notReturnedFound += 1;
        report({ rows, requests: rows, notReturnedFound, estimatedRows });
      });
    }
  },
};
