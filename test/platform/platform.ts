import type { AddressInfo } from 'node:net';
import { createClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { endpoints } from './endpoints.ts';
import { createFaults } from './faults/faults.ts';
import type { Faults } from './faults/faults.ts';
import { pathInDialect } from './gitlab/names.ts';
import { createLimits } from './limits.ts';
import type { Operations } from './operation.ts';
import { probesOf } from './operations/probes.ts';
import { operations } from './operations.ts';
import type { ScriptedExport } from './motion/exports.ts';
import { setInMotion } from './motion/motion.ts';
import { createRandom } from './random.ts';
import { createRequests } from './http/requests.ts';
import type { Requests } from './http/requests.ts';
import { createRouter } from './http/router.ts';
import { seededTime } from './seeded-time.ts';
import { seed } from './seed/seed.ts';
import type { Seeded } from './seed/tokens.ts';
import { createPlatformServer } from './server.ts';
import { defaults } from './settings.ts';
import type { Settings } from './settings.ts';
import { connectResources } from './connect-resources.ts';
import { createWorld } from './world/world.ts';
import type { World } from './world/world.ts';

/** A running platform. */
export interface Platform extends Seeded {
  /** `http://127.0.0.1:N`, without `/api/v4`. */
  url: string;
  /** With `moving`: the exports that a script of the administrator requested before the start. */
  exports: readonly ScriptedExport[];
  world: World;
  requests: Requests;
  clock: Clock;
  faults: Faults;
  /** Stops the platform and closes all connections. */
  close(): Promise<void>;
}

/**
 * Starts a platform on 127.0.0.1, by default with all operations.
 * Fails: if the port is in use, or for an operation of an undocumented endpoint.
 */
export async function createPlatform(
  options: Partial<Settings> = {},
  tables: readonly Operations[] = operations,
): Promise<Platform> {
  const settings: Settings = { ...defaults, ...options };
  const clock = createClock(settings.atMs);
  const random = (name: string) => createRandom(settings.seed, name);
  const seeded = seededTime(settings, clock);
  const world = createWorld({ settings, clock, seeded, limits: createLimits(clock, settings), random });
  const accounts = seed(world);
  connectResources(world);
  const exports = settings.moving ? setInMotion(world) : [];
  const requests = createRequests();
  const faults = createFaults(random('faults'));
  for (const fault of settings.faults) faults.add(fault);
  const probes = probesOf(settings.probes);
  const router = createRouter([...endpoints, ...probes.endpoints], [...tables, ...probes.tables], (endpoint) =>
    pathInDialect(settings, endpoint),
  );
  const server = createPlatformServer({ world, requests, faults, router });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world.url = url;
  return {
    ...accounts,
    exports,
    url,
    world,
    requests,
    clock,
    faults,
    close: () =>
      new Promise((resolve) => {
        world.webhookSender.close();
        world.cdn.close();
        server.close(() => {
          world.repositories.close();
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
