import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCore, type Core } from '#main/core/create-core.ts';
import { Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import { databases } from '../../helpers/damage.ts';
import { fakePorts, fakeSecrets } from '../../helpers/fake-ports.ts';
import { simulatedTime } from '../../helpers/simulated-time.ts';
import { examined, openWindow, type ReeveClient } from '../../helpers/window.ts';
import { createPlatform } from '../../platform/platform.ts';
import { createRandom } from '../../platform/random.ts';
import { brokenChains, storedIn, wrongChanges } from './agreement.ts';
import { peopleLog } from './people-log.ts';

interface Running {
  core: Core;
  client: ReeveClient;
  close: () => Promise<void>;
}
export type HistoryStage = Awaited<ReturnType<typeof prepareHistory>>;

const startMs = Date.parse('2026-11-02T06:00:00Z');

/**
 * Reeve in simulated time on a folder, which syncs the users of a changing platform once in each round. `restartsAt`: it is
 * started again before this round. Afterwards, copies of the folder can be damaged; `killed` as they are during the work,
 * `closed` after a clean end.
 */
export async function prepareHistory(order: {
  rounds: number;
  everyMs: number;
  users: number;
  seed: number;
  restartsAt?: number;
  copyWhen: 'killed' | 'closed';
}) {
  const { rounds, everyMs, users, seed, restartsAt, copyWhen } = order;
  const platform = await createPlatform({ users, seed, atMs: startMs, limits: false });
  const root = mkdtempSync(join(tmpdir(), 'reeve-history-'));
  const [first, original] = [join(root, 'first'), join(root, 'original')];
  const secrets = fakeSecrets();
  const random = createRandom(seed, 'history-faults');
  const clock = simulatedTime((now) => platform.clock.set(now), startMs);
  const log = peopleLog(platform, random, () => clock.now());
  /** The users of the platform at the end of each sync before the damage. */
  const seen: { end: number; names: string }[] = [];

  async function passDuring<T>(call: Promise<T>): Promise<T> {
    let isOver = false;
    const ended = call.finally(() => (isOver = true));
    ended.catch(() => undefined);
    while (!isOver) await clock.advance(seconds(1));
    return ended;
  }
  async function sync(client: ReeveClient): Promise<void> {
    const { id } = await passDuring(client.jobs.sync({ collection: 'users' }));
    for (;;) {
      const job = (await client.jobs.list()).jobs.find((one) => one.id === id);
      if (job === undefined || job.state === 'done') return;
      if (job.state !== 'queued' && job.state !== 'running') throw new Error(JSON.stringify(job));
      await clock.advance(seconds(1));
    }
  }
  async function start(folder: string): Promise<Running> {
    const own = folder === first ? secrets : fakeSecrets({ copied: secrets.entries });
    const core = await createCore(
      { ...fakePorts(folder, { secrets: own }), clock },
      { isAutomatic: false, examinationPauseMs: 0 },
    );
    const window = openWindow(core);
    await examined(window.client);
    const close = async (): Promise<void> => {
      window.close();
      await core.close();
    };
    return { core, client: window.client, close };
  }
  function filesIn(folder: string) {
    const { key, cache } = databases({ ...fakePorts(folder), secrets });
    return { key, data: dirname(cache()) };
  }
  async function end(): Promise<void> {
    clock.end();
    await platform.close();
    rmSync(root, { recursive: true, force: true });
  }

  try {
    let running = await start(first);
    const profile = { name: 'Fault', colour: 'iris', url: platform.url, token: platform.tokens.admin } as const;
    await passDuring(running.client.profiles.add(profile));
    for (let round = 0; round < rounds; round += 1) {
      if (round === restartsAt) {
        await running.close();
        running = await start(first);
      }
      if (round > 0) log.change(3, round % 2 === 0);
      await sync(running.client);
      seen.push({ end: clock.now(), names: namesOf(platform.world.users.ordered('id')) });
      // Real time, in which what waits is copied to the history
      if (random.chance(0.6)) await realTime(600);
      await clock.advance(everyMs);
    }
    log.change(2, false);
    if (copyWhen === 'killed') cpSync(first, original, { recursive: true });
    await running.close();
    if (copyWhen === 'closed') cpSync(first, original, { recursive: true });
  } catch (thrown) {
    await end();
    throw thrown;
  }
  return { random, log, sync, start, filesIn, original, wrongThen, wrongIn, end, copy };

  /** A copy of the folder to damage. The one before is deleted. */
  function copy(): string {
    const folder = join(root, 'copy');
    rmSync(folder, { recursive: true, force: true });
    cpSync(original, folder, { recursive: true });
    return folder;
  }

  /** Reeve must have ended, after another sync. */
  function wrongIn(folder: string): { wrong: string[]; gaps: { from: number; until: number }[]; entries: number } {
    const { data, key } = filesIn(folder);
    const stored = storedIn(data, key);
    const ends = [...seen.map((one) => one.end), clock.now()];
    const wrong = [
      ...brokenChains(stored),
      ...wrongChanges(stored, log.changes, (at, until) => ends.find((one) => one > at && one < until) ?? null),
    ];
    return { wrong, gaps: stored.gaps, entries: stored.entries.length };
  }

  /** The list at a random moment must be that of the last sync which is known, or the answer is that it is not recorded. */
  async function wrongThen({ core, client }: Running): Promise<string[]> {
    const at = random.pick(seen).end + seconds(random.integer(1, 3_600));
    const past = openWindow(core, undefined, undefined, () => at);
    try {
      const query = { scope: '', sort: { by: 'id', direction: 'asc' } } as const;
      const answer = await onceRepaired(() => past.client.users.list({ query, slice: { from: 0, count: 200 } })).catch(
        (thrown: unknown) => Failure.from(thrown),
      );
      const { sync: last, recorded } = await onceRepaired(() =>
        client.history.moment({ at, collection: 'users', scope: '' }),
      );
      if (answer instanceof Failure) {
        const isReported = recorded.since === null || recorded.since > at || recorded.gaps.length > 0;
        return isReported ? [] : [`as of ${at}: ${answer.message}`];
      }
      const known = seen.find(({ end: one }) => Math.abs(one - (last ?? 0)) < seconds(10));
      const names = namesOf(answer.rows.map(({ row }) => row));
      return known?.names === names ? [] : [`as of ${at}, with the sync at ${last}: ${names}, was ${known?.names}`];
    } finally {
      past.close();
    }
  }
}

/** A call that hits damage fails, and starts the repair. It must succeed within some seconds. */
async function onceRepaired<T>(call: () => Promise<T>): Promise<T> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await call();
    } catch (thrown) {
      if (attempts === 100 || Failure.from(thrown).reason !== 'corrupt') throw thrown;
      await realTime(200);
    }
  }
}

export const realTime = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const namesOf = (rows: readonly { id: number; name: string }[]): string =>
  rows.map(({ id, name }) => `${id} ${name}`).join();
