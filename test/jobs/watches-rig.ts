import { onTestFinished } from 'vitest';
import type { Questions } from '#main/jobs/job.ts';
import type { WatchContext, WatchKind, WatchResult } from '#main/jobs/watches/watch.ts';
import { watches, type Watches } from '#main/jobs/watches/watches.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { newestVersion } from '#main/state/open/migrate.ts';
import { watches as watchTable, type StoredWatch, type WatchTable } from '#main/state/watches.ts';
import type { Send } from '#main/api/types.ts';
import type { Db } from '#main/state/files/database.ts';
import type { Connection } from '#shared/contract/host.ts';
import type { SetupPhase } from '#shared/contract/setup.ts';
import { minutes } from '#shared/time.ts';
import { fakeClock, fakeNetwork, silentLog, type FakeClock } from '../helpers/fake-ports.ts';
import { databaseAt } from '../state/migrations/database-at.ts';

/** A check as a test sees it: what was checked, and when. */
export interface Seen {
  kind: string;
  place: string;
  at: number;
}

export interface WatchRig {
  clock: FakeClock;
  table: WatchTable;
  network: ReturnType<typeof fakeNetwork>;
  seen: Seen[];
  engine: Watches;
  /** Requests that were sent. */
  requests: () => number;
  /** What the rest of the core reports; a test changes it. */
  world: World;
  /** Stop the engine, and start another one on the same table. */
  restart: () => Watches;
}
interface World {
  connection: Connection['state'];
  isShown: boolean;
  setup: SetupPhase;
  /** Places that were synced, if the setup is halted. */
  synced: string[];
  places: Record<string, string[]>;
  budget: { limit: number; remaining: number; resetAt: number | null } | null;
  refusedAt: number | null;
  /** The result of a check; it may throw. */
  answer: (kind: string, context: WatchContext) => WatchResult | Promise<WatchResult>;
}

export type KindOptions = Pick<WatchKind, 'name'> & Partial<WatchKind>;

/** An engine with kinds that send one request for each check, on a clock that a test moves. `stored`: from an earlier run. */
export function watchRig(
  kinds: readonly KindOptions[],
  world: Partial<World> = {},
  stored: readonly StoredWatch[] = [],
): WatchRig {
  const clock = fakeClock();
  const network = fakeNetwork();
  const db: Db = databaseAt(newestVersion);
  const table = watchTable(db);
  table.put(stored);
  const seen: Seen[] = [];
  let sent = 0;
  let lastSuccessAt: number | null = null;
  const own: World = {
    connection: 'unknown',
    ...{ isShown: true, setup: 'over' as const, synced: [], places: {}, budget: null, refusedAt: null },
    answer: () => ({ changed: 0 }),
    ...world,
  };
  const send = Object.assign(async () => void (sent += 1), {
    ...{ answer: async () => undefined, page: async () => undefined, rows: async () => undefined },
    ...{ bytes: async () => undefined, raw: async () => undefined, close: async () => undefined },
  }) as unknown as Send;
  const instance = {
    send,
    reader: {
      lists: () => ({
        summary: async ({ scope }: { scope: string }) => ({ completedAt: own.synced.includes(scope) ? 1 : null }),
      }),
    },
    patient: () => instance,
    connection: {
      now: () => ({ state: own.connection, budget: own.budget, lastSuccessAt }),
      refusedAt: () => own.refusedAt,
    },
  } as unknown as Instance;
  const kindOf = (options: KindOptions): WatchKind => ({
    everyMs: minutes(15),
    requests: 1,
    places: () => own.places[options.name] ?? ['project:1'],
    ...options,
    async check(context) {
      for (let request = 0; request < (options.requests ?? 1); request += 1)
        await context.instance.send({} as never, undefined, context.signal);
      seen.push({ kind: options.name, place: context.place, at: clock.now() });
      const result = await own.answer(options.name, context);
      lastSuccessAt = clock.now();
      return result;
    },
  });
  const start = (): Watches => {
    const engine = watches({
      ...{ kinds: kinds.map(kindOf), table, clock, network, log: silentLog(), changed: () => undefined },
      profileIds: () => ['p1'],
      instanceOf: async () => instance,
      isShown: () => own.isShown,
      isUnreachable: () => !network.isOnline(),
      setupOf: () => own.setup,
      questionsOf: () => ({}) as Questions,
      freeBytes: async () => null,
    });
    engine.start();
    onTestFinished(() => engine.stop());
    return engine;
  };
  const rig: WatchRig = { clock, table, network, seen, engine: start(), requests: () => sent, world: own, restart };
  return rig;

  function restart(): Watches {
    rig.engine.stop();
    rig.engine = start();
    return rig.engine;
  }
}
