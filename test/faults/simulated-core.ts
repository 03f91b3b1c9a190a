import { createCore } from '#main/core/create-core.ts';
import { collectionNames, type CollectionName } from '#shared/contract/collections.ts';
import { minutes, seconds } from '#shared/time.ts';
import { fakePorts } from '../helpers/fake-ports.ts';
import { simulatedTime } from '../helpers/simulated-time.ts';
import { attach, type ReeveClient } from '../helpers/window.ts';

export interface SimulatedCore {
  client: ReeveClient;
  now: () => number;
  /** Let simulated time pass. */
  pass: (ms: number) => Promise<void>;
  /** Let simulated time pass until `isSo` returns true. Fails: after an hour. */
  passUntil: (isSo: () => Promise<boolean>, stepMs?: number) => Promise<void>;
  /** Let simulated time pass until a call ends, because its requests are repeated after a pause if they fail. */
  passDuring: <T>(call: Promise<T>) => Promise<T>;
  close: () => Promise<void>;
}

/** The core in simulated time over real sockets. `follow`: sets the clock of the platform. */
export async function simulatedCore(
  folder: string,
  startMs: number,
  follow: (now: number) => unknown,
): Promise<SimulatedCore> {
  const clock = simulatedTime(follow, startMs);
  const core = await createCore({ ...fakePorts(folder), clock }, { isAutomatic: true });
  return {
    client: attach(core),
    now: () => clock.now(),
    pass: (ms) => clock.advance(ms),
    async passUntil(isSo, stepMs = seconds(5)) {
      for (const endAt = clock.now() + minutes(60); !(await isSo());) {
        if (clock.now() > endAt) throw new Error(`not true within an hour: ${isSo.toString()}`);
        await clock.advance(stepMs);
      }
    },
    async passDuring(call) {
      let isOver = false;
      const ended = call.finally(() => (isOver = true));
      while (!isOver) await clock.advance(seconds(1));
      return ended;
    },
    async close() {
      await core.close();
      clock.end();
    },
  };
}

/** Connect to a platform, and switch off all lists except `only`. */
export async function connect(
  { client, passDuring }: SimulatedCore,
  url: string,
  token: string,
  only: readonly CollectionName[] = collectionNames,
): Promise<void> {
  const off = collectionNames.filter((name) => !only.includes(name));
  const added = client.profiles.add({ name: 'Simulated', colour: 'iris', url, token });
  // No time may pass in between, because the setup begins with all lists
  await passDuring(added.then(() => client.setup.setOff({ collections: off, isOff: true })));
}

/** Wait until all lists are set up. */
export async function setUp({ client, passUntil }: SimulatedCore): Promise<void> {
  const state = async () => (await client.setup.get()).state;
  await passUntil(async () => ['asks', 'done'].includes(await state()));
  if ((await state()) === 'asks') await client.setup.start({ choice: 'everything' });
  await passUntil(async () => (await state()) === 'done');
}
