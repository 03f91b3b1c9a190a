import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createCore, type Core } from '#main/core/create-core.ts';
import type { Clock } from '#main/ports.ts';
import { systemClock } from '#main/hosts/machine.ts';
import { createPlatform, type Platform } from '../platform/platform.ts';
import type { Settings } from '../platform/settings.ts';
import type { TokenName } from '../platform/seed/tokens.ts';
import { fakePorts, type FakePorts } from './fake-ports.ts';
import { noteSeen } from './seen-endpoints.ts';
import { attach, examined, type ReeveClient } from './window.ts';

export interface Rig {
  core: Core;
  client: ReeveClient;
  platform: Platform;
  ports: Omit<FakePorts, 'clock'>;
  folder: string;
  /** Close the core and start it again on the same folder. */
  restart(): Promise<ReeveClient>;
}

interface RigOptions extends Partial<Settings> {
  as?: TokenName;
  folder?: string;
  /** Instances are set up and kept fresh without a request. */
  isAutomatic?: boolean;
  examinationPauseMs?: number;
  /** Replaces the clock of the machine. */
  clockOf?: (platform: Platform) => Clock;
}

/** Starts the simulator and the core on a new folder, and returns the client of a window. */
export async function rig({
  as = 'admin',
  folder = temporaryFolder(),
  isAutomatic = false,
  examinationPauseMs = 0,
  clockOf = () => systemClock,
  ...settings
}: RigOptions = {}): Promise<Rig> {
  const platform = await createPlatform({ users: 60, ...settings });
  onTestFinished(async () => {
    noteSeen(platform);
    await platform.close();
  });
  const ports = { ...fakePorts(folder), clock: clockOf(platform) };
  const rigged: Rig = { ...(await start()), platform, ports, folder, restart };
  onTestFinished(() => rigged.core.close());
  await rigged.client.profiles.add({ ...profile, url: platform.url, token: platform.tokens[as] });
  return rigged;

  async function start(): Promise<{ core: Core; client: ReeveClient }> {
    const core = await createCore(ports, { isAutomatic, examinationPauseMs });
    const client = attach(core);
    if (examinationPauseMs === 0) await examined(client);
    return { core, client };
  }
  async function restart(): Promise<ReeveClient> {
    await rigged.core.close();
    Object.assign(rigged, await start());
    return rigged.client;
  }
}

export const profile = { name: 'Test', colour: 'iris' as const };

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Wait until a value fulfills a condition. Fails after `withinMs` with the last value. */
export async function until<T>(
  look: () => Promise<T> | T,
  isSo: (value: T) => boolean,
  withinMs = 300_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  // Each check takes CPU time from the awaited work, so the pauses between checks become longer
  for (let pauseMs = 10; ; pauseMs = Math.min(100, pauseMs * 1.2)) {
    const value = await look();
    if (isSo(value)) return value;
    if (Date.now() > deadline) throw new Error(`not so within ${withinMs} ms: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Hold back the reply to the nth request of this endpoint until `release`. The work that needs it cannot end before. */
export function heldBack({ faults }: Platform, match: string, nth: number): { release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  faults.add({ kind: 'hold', until: promise, match, nth });
  return { release: resolve };
}

/** Start the sync of users and wait for its end. */
export async function syncUsers(client: ReeveClient) {
  const { id } = await client.jobs.sync({ collection: 'users' });
  return ended(client, id);
}

/** Sync a list of a scope and wait for the end of the job. */
export async function syncList(
  client: ReeveClient,
  collection: Parameters<ReeveClient['jobs']['sync']>[0]['collection'],
  scope = '',
) {
  const { id } = await client.jobs.sync({ collection, scope });
  return ended(client, id);
}

/** Wait until the synced mirrors have their alarms, which are found in the background. */
export const mirrorsCompared = (client: ReeveClient) =>
  until(
    () => client.remoteMirrors.list({ query: { scope: null }, slice: { from: 0, count: 200 } }),
    ({ rows }) => rows.every(({ row }) => row.alarm_rank !== undefined),
  );

/** Wait for the end of a job. */
export function ended(client: ReeveClient, id: string) {
  const look = async () => (await client.jobs.list()).jobs.find((job) => job.id === id);
  return until(
    look,
    (job) => job !== undefined && !['queued', 'running', 'waiting', 'interrupted'].includes(job.state),
  );
}

/** Wait until a fill of a pin has ended. Returns the pin. */
export function pinFilled(client: ReeveClient, id: number) {
  const look = async () => (await client.pins.list()).pins.find((pin) => pin.id === id);
  return until(look, (pin) => pin !== undefined && pin.state !== 'filling' && pin.state !== 'estimating');
}
