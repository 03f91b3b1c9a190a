import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Call, Plan, PlanRow } from '#shared/contract/changes.ts';
import type { JournalEntry } from '#shared/contract/journal.ts';
import type { Fault } from '../platform/faults/fault.ts';
import { createPlatform, type Platform } from '../platform/platform.ts';
import type { WriteInstructions } from './write-process.ts';

const writer = join(import.meta.dirname, 'write-process.ts');
export const points = ['before-intent', 'after-intent', 'after-send', 'after-reply'] as const;
type Point = (typeof points)[number];

interface Options {
  writes: number;
  /** The writes, in the order of the plan. Default: three kinds in turn. */
  asks?: (platform: Platform, writes: number) => Asked[] | Promise<Asked[]>;
  /** The positions of the writes that are interrupted. Default: all. */
  positions?: readonly number[];
  /** The points at which writes are interrupted, in turn. */
  at?: readonly Point[];
  /** Pause after this number of rows, like a person who checks the first rows. */
  canary?: number;
  /** The number of projects of the platform, if more than the seed has. */
  projects?: number | undefined;
  /** How long the platform works on a write that is killed after it was sent. */
  slowMs: number;
  /** Speed of the clock of Reeve. Its deadline of 60 s must be longer than the delay of the platform. */
  speed: number;
  /** Instead of a time: until Reeve was started again (before the deadline), or until Reeve has reported the outcome. */
  worksUntil?: 'next-start' | 'outcome-known';
  /** Control experiment: at each start the clock is far ahead, as if all deadlines had passed. */
  probesAtOnce?: boolean;
}

export interface WriteReport {
  /** Number of interrupted writes, by point. */
  kills: Record<Point, number>;
  /** Number of rows, by state. */
  states: Partial<Record<PlanRow['state'], number>>;
  /** The same at the pause after the first rows; null: there was none. */
  canary: Plan['counts'] | null;
  /** Violations, one sentence each. */
  wrong: string[];
}

/** One write, and how often the platform has applied it. */
export interface Asked {
  call: Call;
  effects: () => number;
}

/**
 * Apply a plan with a process that is killed in each write, at the four points in turn, and started again. At the end, the
 * outcome of each write is compared with the simulator.
 */
export async function killWrites({
  writes,
  asks = mixedWrites,
  positions = Array.from({ length: writes }, (_, position) => position),
  at = points,
  canary,
  projects,
  slowMs,
  speed,
  worksUntil,
  probesAtOnce = false,
}: Options): Promise<WriteReport> {
  const platform = await createPlatform({ users: 40, seed: 11, ...(projects !== undefined && { projects }) });
  const folder = mkdtempSync(join(tmpdir(), 'reeve-write-kill-'));
  const kills: WriteReport['kills'] = { 'before-intent': 0, 'after-intent': 0, 'after-send': 0, 'after-reply': 0 };
  const asked = await asks(platform, writes);
  const epoch = Date.now();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const slow: Fault = worksUntil === undefined ? { kind: 'latency', ms: slowMs } : { kind: 'hold', until: isReleased };
  const start = (kill: WriteInstructions['kill'], starts: number) => {
    const calls = asked.map(({ call }) => call);
    const clock = { epoch, speed, aheadMs: probesAtOnce ? starts * 600_000 : 0 };
    const { url, tokens } = platform;
    const orders = { folder, url, token: tokens.admin, calls, canary: canary ?? null, kill, clock };
    const file = join(folder, 'orders.json');
    writeFileSync(file, JSON.stringify(orders satisfies WriteInstructions));
    return spawn(process.execPath, [writer, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  };
  try {
    for (const [turn, position] of positions.entries()) {
      const point = at[turn % at.length] ?? 'after-send';
      const killed = await runUntilKilled(start({ position, point }, turn), platform, point, slow);
      if (killed) kills[point] += 1;
    }
    const child = start(null, positions.length);
    if (worksUntil !== 'outcome-known') release();
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`the writer ended with ${code}`);
    release();
    await isIdle(platform);
    const { rows, entries } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
      rows: PlanRow[];
      entries: JournalEntry[];
    };
    const seen = join(folder, 'canary.json');
    return {
      kills,
      states: statesOf(rows),
      canary: existsSync(seen) ? (JSON.parse(readFileSync(seen, 'utf8')) as Plan['counts']) : null,
      wrong: wrongIn(rows, entries, asked, platform),
    };
  } finally {
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the process was killed. At `after-send`, it is killed when its request has reached the platform. */
async function runUntilKilled(
  child: ReturnType<typeof spawn>,
  platform: Platform,
  point: Point,
  slow: Fault,
): Promise<boolean> {
  const { stdout, stdin } = child;
  if (stdout === null || stdin === null) throw new Error('no pipes');
  createInterface(stdout).on('line', (line) => {
    if (line !== 'intent') return;
    const count = sentTo(platform).length;
    for (const method of ['PUT', 'POST', 'DELETE']) platform.faults.add({ ...slow, match: `${method} *`, times: 1 });
    stdin.write('.');
    const watch = setInterval(() => {
      if (sentTo(platform).length === count) return;
      clearInterval(watch);
      platform.faults.clear();
      child.kill('SIGKILL');
    }, 1);
  });
  stdin.on('error', () => undefined);
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (signal !== 'SIGKILL' && point !== 'before-intent') return false;
  return signal === 'SIGKILL';
}

/** Wait until the platform has finished all received writes. */
async function isIdle(platform: Platform): Promise<void> {
  while (sentTo(platform).some(({ status }) => status === null)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const sentTo = (platform: Platform) => platform.requests.list().filter(({ method }) => method !== 'GET');

/** Writes of three kinds in turn: repeatable; a creation that can be found by name; a creation that can't be found. */
export function mixedWrites({ world, requests }: Platform, writes: number): Asked[] {
  const [runner] = world.runners.filter(({ runner_type }) => runner_type === 'instance_type');
  const group = world.groups.lookup('acme');
  const project = world.projects.lookup('acme/core');
  const issue = world.issues.find(({ project_id }) => project_id === project?.id);
  if (!runner || !group || !project || !issue) throw new Error('the seed lacks something');
  return Array.from({ length: writes }, (_, n): Asked => {
    if (n % 3 === 0) {
      const { id, ...fields } = runner;
      const own = world.runners.add({ ...fields, description: `runner ${n} (${id})`, maintenance_note: null });
      return {
        call: { op: 'runners.edit', path: { id: own.id }, body: { maintenance_note: `write ${n}` } },
        effects: () => {
          const done = requests
            .list('PUT /runners/:id')
            .filter(({ path, status }) => path.endsWith(`/${own.id}`) && isDone(status));
          const isThere = world.runners.get(own.id)?.maintenance_note === `write ${n}`;
          return isThere ? Math.max(1, done.length) : 0;
        },
      };
    }
    if (n % 3 === 1) {
      return {
        call: {
          op: 'group-service-accounts.create',
          path: { id: group.id },
          body: { name: `Bot ${n}`, username: `bot-${n}` },
        },
        effects: () => Number(world.users.ordered('id').some(({ username }) => username === `bot-${n}`)),
      };
    }
    return {
      call: { op: 'notes.createOnIssue', path: { id: project.id, issue_iid: issue.iid }, body: { body: `write ${n}` } },
      effects: () => world.notes.filter(({ body }) => body === `write ${n}`).length,
    };
  });
}

const isDone = (status: number | null): boolean => status === null || status < 300;

function statesOf(rows: readonly PlanRow[]): WriteReport['states'] {
  const states: WriteReport['states'] = {};
  for (const { state } of rows) states[state] = (states[state] ?? 0) + 1;
  return states;
}

function wrongIn(
  rows: readonly PlanRow[],
  entries: readonly JournalEntry[],
  asked: readonly Asked[],
  platform: Platform,
): string[] {
  const wrong: string[] = [];
  for (const [position, { effects }] of asked.entries()) {
    const state = rows.find((row) => row.position === position)?.state ?? 'no row';
    const times = effects();
    const name = `write ${position} (${state})`;
    if (times > 1) wrong.push(`${name} happened ${times} times`);
    if (!['applied', 'not-applied', 'unknown'].includes(state)) wrong.push(`${name} has no such end`);
    if (state === 'applied' && times === 0) wrong.push(`${name} did not happen`);
    if (state === 'not-applied' && times > 0) wrong.push(`${name} happened`);
  }
  const open = entries.filter(({ state }) => state === 'intended').length;
  if (open > 0) wrong.push(`${open} intents have no end`);
  const sent = sentTo(platform).length;
  if (sent > entries.length) wrong.push(`${sent} requests and ${entries.length} intents`);
  return wrong;
}
