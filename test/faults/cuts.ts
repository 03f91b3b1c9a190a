import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '#shared/contract/changes.ts';
import {
  collectionNames,
  collections,
  everywhereCollections,
  type CollectionName,
} from '#shared/contract/collections.ts';
import { minutes, seconds } from '#shared/time.ts';
import { cuttingProxy, type CuttingProxy } from '../helpers/cutting-proxy.ts';
import type { ReeveClient } from '../helpers/window.ts';
import { createPlatform, type Platform } from '../platform/platform.ts';
import { createRandom } from '../platform/random.ts';
import { connect, setUp, simulatedCore, type SimulatedCore } from './simulated-core.ts';

interface Options {
  seed: number;
  /** The number of cut connections. */
  cuts: number;
  projects: number;
  /** Simulated time of watching. */
  watchMs: number;
  writes: number;
  /** The lists that are set up and watched; the others are switched off. Default: all. */
  only?: readonly CollectionName[];
}

type Phase = 'setup' | 'writes' | 'watches';
const phases: readonly Phase[] = ['setup', 'writes', 'watches'];
/** The share of the cuts in each phase. */
const shares: Readonly<Record<Phase, number>> = { setup: 0.4, writes: 0.2, watches: 0.4 };

export interface CutReport {
  cuts: number;
  /** Requests that reached the platform in each phase. */
  requests: Record<'uncut' | 'cut', Record<Phase, number>>;
  /** Rows that were compared. */
  rows: number;
  /** Violations, one sentence each. */
  wrong: string[];
}

interface Run {
  bytes: Record<Phase, number>;
  requests: Record<Phase, number>;
  cuts: number;
  /** The rows of all lists as JSON by key: after the setup, and at the end. */
  afterSetup: ReadonlyMap<string, string>;
  atEnd: ReadonlyMap<string, string>;
  wrong: string[];
}

const startMs = Date.parse('2026-11-20T08:00:00Z');
/** The platform's clock does not advance for this time, in which lists are set up and writes are applied. */
const stillMs = ({ writes }: Options): number => minutes(10 + 2 * writes);

/**
 * Sets up and watches an instance twice: directly, and through a proxy that cuts connections at seeded byte offsets of
 * what the platform sends. Compares all rows and the number of requests, and looks for lost and repeated writes.
 */
export async function cutConnections(options: Options): Promise<CutReport> {
  const uncut = await run(options, null);
  const cut = await run(options, uncut.bytes);
  const wrong = [
    ...uncut.wrong.map((one) => `uncut: ${one}`),
    ...cut.wrong,
    ...differences(uncut.afterSetup, cut.afterSetup).map((one) => `after the setup, ${one}`),
    ...differences(uncut.atEnd, cut.atEnd).map((one) => `at the end, ${one}`),
  ];
  return {
    cuts: cut.cuts,
    requests: { uncut: uncut.requests, cut: cut.requests },
    rows: uncut.afterSetup.size + uncut.atEnd.size,
    wrong,
  };
}

/** `bytes`: what the platform sends in each phase; null: nothing is cut. */
async function run(options: Options, bytes: Run['bytes'] | null): Promise<Run> {
  const { seed, projects, watchMs, writes, only = collectionNames } = options;
  const platform = await createPlatform({
    ...{ users: 60, seed, projects, mirrors: 3 * projects, moving: true, atMs: startMs },
  });
  const proxy = await cuttingProxy(platform.url);
  // Page links must lead through the proxy
  platform.world.url = proxy.url;
  const folder = mkdtempSync(join(tmpdir(), 'reeve-cuts-'));
  let isStill = true;
  const core = await simulatedCore(folder, startMs, (now) => isStill || platform.clock.set(now));
  const measured: Pick<Run, 'bytes' | 'requests'> = {
    bytes: { setup: 0, writes: 0, watches: 0 },
    requests: { setup: 0, writes: 0, watches: 0 },
  };
  const inPhase = async (phase: Phase, work: () => Promise<void>): Promise<void> => {
    proxy.cutAt(bytes === null ? [] : offsetsIn(phase, bytes[phase], options));
    const before = platform.requests.count();
    await work();
    measured.requests[phase] = platform.requests.count() - before;
    measured.bytes[phase] = proxy.bytes();
  };
  try {
    const { client, now, pass } = core;
    await inPhase('setup', async () => {
      await connect(core, proxy.url, platform.tokens.admin, only);
      await setUp(core);
      // Wait until new places are watched
      await pass(seconds(30));
      await checkAll(core);
    });
    const afterSetup = await rowsOf(client, proxy);
    let wrong: string[] = [];
    await inPhase('writes', async () => void (wrong = await write(core, platform, writes)));
    const endMs = startMs + stillMs(options) + watchMs;
    await inPhase('watches', async () => {
      if (now() > endMs - watchMs) throw new Error('setup and writes took too long');
      isStill = false;
      await pass(endMs - now());
      // Otherwise this clock stays at the end of the last sleep, which differs between the two runs
      platform.clock.set(endMs);
      isStill = true;
      await checkAll(core);
      await syncAll(core, only);
    });
    const { jobs } = await client.jobs.list();
    const open = jobs.filter(({ state }) => state !== 'done').map(({ kind, state }) => `the job ${kind} is ${state}`);
    const atEnd = await rowsOf(client, proxy);
    return { ...measured, cuts: proxy.cuts(), afterSetup, atEnd, wrong: [...wrong, ...open] };
  } finally {
    await core.close();
    await proxy.close();
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Offsets within the first 90% of the bytes of a phase, because the second run may receive a little less. */
function offsetsIn(phase: Phase, bytes: number, { seed, cuts }: Options): number[] {
  const random = createRandom(seed, `cuts ${phase}`);
  return Array.from({ length: Math.round(cuts * shares[phase]) }, () => random.integer(0, Math.floor(bytes * 0.9)));
}

/** Let each watch check once. A check that fails, because each of its attempts was cut, is repeated at once. */
async function checkAll({ client, now, passUntil }: SimulatedCore): Promise<void> {
  const beganAt = now();
  await client.watches.runNow({ kind: null, place: null, isFailedOnly: false });
  await passUntil(async () => {
    let isOver = true;
    for (let from = 0; ; from += 200) {
      const { rows } = await client.watches.list({ kind: null, outcome: null, slice: { from, count: 200 } });
      for (const { kind, place, lastAt, outcome, isRunning } of rows) {
        if (outcome === 'refused' || (lastAt ?? 0) >= beganAt) continue;
        isOver = false;
        if (outcome === 'failed' && !isRunning) await client.watches.runNow({ kind, place, isFailedOnly: true });
      }
      if (rows.length < 200) return isOver;
    }
  }, seconds(30));
}

/** Sync all lists, also those that a watch would not check again so soon. */
async function syncAll({ client, passUntil }: SimulatedCore, only: readonly CollectionName[]): Promise<void> {
  await client.jobs.sync({ collection: 'users' });
  const everywhere = everywhereCollections.filter((name) => only.includes(name));
  for (const collection of everywhere) await client.jobs.everywhere({ collection });
  await passUntil(async () => (await client.jobs.list()).jobs.every(({ finishedAt }) => finishedAt !== null));
}

/**
 * The rows of all lists as the platform sent them, by collection, scope and ID. Fields that Reeve adds are left out,
 * because they depend on the time of the check.
 */
async function rowsOf(client: ReeveClient, { url }: CuttingProxy): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const name of collectionNames) {
    const { list } = client[name] as Partial<ReeveClient['users']>;
    // Some lists have no page, and notes are only those of the writes
    if (list === undefined || name === 'notes') continue;
    const sort = { by: 'id', direction: 'asc' } as const;
    const query = { scope: null, search: '', filter: {}, sort, notReturned: 'show' } as const;
    for (let from = 0; ; from += 200) {
      const { rows } = await list({ query, slice: { from, count: 200 } });
      for (const { row, scope, notReturnedSince } of rows as unknown as StoredRow[]) {
        const key = `${name} ${scope} ${String(row[collections[name].key])}`;
        if (all.has(key)) throw new Error(`two rows of ${key}`);
        const fields = Object.entries(row).filter(([field]) => !uncomparedFields.has(field));
        const text = JSON.stringify({ ...Object.fromEntries(fields), isNotReturned: notReturnedSince !== null });
        all.set(key, text.replaceAll(url, ''));
      }
      if (rows.length < 200) break;
    }
  }
  return all;
}
interface StoredRow {
  row: Record<string, unknown>;
  scope: string;
  notReturnedSince: number | null;
}
/**
 * Fields that are not compared: those that Reeve adds, the last contact of a runner, because its details are requested
 * once a day, and the references of an issue, which are relative to the list that returned it last.
 */
const uncomparedFields = new Set(['first_seen_at', 'alarm', 'alarm_rank', 'is_overdue', 'contacted_at', 'references']);

function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  const wrong: string[] = [];
  for (const [key, row] of one) {
    const found = other.get(key);
    if (found === undefined) wrong.push(`${key} is missing`);
    else {
      const fields = differingFields(row, found);
      if (fields.length > 0) wrong.push(`${key} differs: ${fields.join(', ')}`);
    }
  }
  for (const key of other.keys()) if (!one.has(key)) wrong.push(`${key} is only there with cuts`);
  return wrong;
}

/** The order of fields does not matter: it depends on whether the row was last requested alone or in a list. */
function differingFields(one: string, other: string): string[] {
  const [before, after] = [one, other].map((row) => JSON.parse(row) as Record<string, unknown>);
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
    .map((field) => `${field} ${JSON.stringify(before?.[field])} and ${JSON.stringify(after?.[field])}`);
}

/** Apply writes that may be repeated and writes that may not. Returns what is wrong with them. */
async function write(core: SimulatedCore, { world }: Platform, writes: number): Promise<string[]> {
  const [runner] = world.runners.filter(({ runner_type: type }) => type === 'instance_type');
  const project = world.projects.lookup('acme/core');
  const issue = world.issues.find(({ project_id: id }) => id === project?.id);
  if (runner === undefined || project === undefined || issue === undefined) throw new Error('the seed lacks something');
  const calls = Array.from({ length: writes }, (_, n): Call =>
    n % 2 === 0
      ? { op: 'runners.edit', path: { id: runner.id }, body: { maintenance_note: `write ${n}` } }
      : { op: 'notes.createOnIssue', path: { id: project.id, issue_iid: issue.iid }, body: { body: `write ${n}` } },
  );
  const { client, passUntil, passDuring } = core;
  const wrong: string[] = [];
  // One plan for each write, because later writes to the same runner would count as changed by somebody else
  for (const [n, call] of calls.entries()) {
    const plan = await passDuring(client.changes.plan({ calls: [call] }));
    const confirm = plan.confirmation.kind === 'name' ? { confirm: plan.confirmation.name } : {};
    await client.changes.apply({ planId: plan.id, stopOnError: false, ...confirm });
    await passUntil(async () => ['done', 'paused'].includes((await client.changes.get({ planId: plan.id })).state));
    const { rows } = await client.changes.rows({ planId: plan.id, slice: { from: 0, count: 1 } });
    const state = rows[0]?.state ?? 'absent';
    const notes = world.notes.filter(({ body }) => body === `write ${n}`).length;
    const times = n % 2 === 0 ? Number(world.runners.get(runner.id)?.maintenance_note === `write ${n}`) : notes;
    const isRight = state === 'unknown' ? times <= 1 : times === (state === 'applied' ? 1 : 0);
    if (!isRight) wrong.push(`write ${n} is ${state} and was done ${times} times`);
    if (n % 2 === 0 && state !== 'applied') wrong.push(`write ${n} may be repeated, but is ${state}`);
  }
  return wrong;
}

/**
 * The most requests that the run with cuts may need: at most five for each cut, because a lost reply to a write is
 * followed by several reads. The times of checks are random, so the number of checks differs a little between two runs.
 */
export function mostRequests({ requests: { uncut }, cuts }: CutReport): number {
  return Math.ceil(sumOf(uncut) + 5 * cuts + 6 * Math.sqrt(uncut.watches));
}
export const sumOf = (requests: Readonly<Record<Phase, number>>): number =>
  phases.reduce((sum, phase) => sum + requests[phase], 0);
