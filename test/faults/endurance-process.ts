import { setImmediate as turn } from 'node:timers/promises';
import { connect, setUp, simulatedCore } from './simulated-core.ts';

/** A message to the parent process: the time of the core, or the memory of this process after the next step. */
export type EnduranceMessage = { now: number } | { bytes: number };

/**
 * Reeve in simulated time, connected to `url`: sets everything up, watches for some steps, and reports the memory that
 * is in use after each. Started with `--expose-gc`. The parent replies to each time as soon as the
 * platform's clock is set.
 */
// The port of the window does not keep the process alive, so this timer does.
setInterval(() => undefined, 60_000);
const [folder = '', url = '', token = '', ...numbers] = process.argv.slice(2);
const [startMs = 0, stepMs = 0, steps = 0, mirrorsEveryMs = 0] = numbers.map(Number);

const report = (message: EnduranceMessage): void => void process.send?.(message);
const core = await simulatedCore(folder, startMs, (now) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.once('message', () => resolve());
  report({ now });
  return promise;
});
await connect(core, url, token);
await setUp(core);
await core.client.watches.set({
  mode: 'normal',
  isInBackground: false,
  intervals: { 'remote-mirrors': mirrorsEveryMs },
});
// The first measurement must not include what is only allocated once
await work();
for (let step = 0; step < steps; step += 1) {
  await core.pass(stepMs);
  await work();
  report({ bytes: await bytesInUse() });
}
await core.close();
process.exit(0);

/** Syncs and queries besides the watches, as users cause them. */
async function work(): Promise<void> {
  const { client, passUntil } = core;
  await client.jobs.sync({ collection: 'users' });
  await client.jobs.everywhere({ collection: 'webhooks' });
  await passUntil(async () => (await client.jobs.list()).jobs.every(({ finishedAt }) => finishedAt !== null));
  await client.notices.list({});
  await client.watches.status();
}

async function bytesInUse(): Promise<number> {
  for (let count = 0; count < 5; count += 1) {
    globalThis.gc?.();
    await turn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
