import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportState } from '#shared/contract/dependency-exports.ts';
import { createPlatform, type Platform } from '../platform/platform.ts';
import { createRandom, type Random } from '../platform/random.ts';
import { isFinished } from '../platform/world/dependency-exports.ts';
import { nameOf, wrongAgain, wrongIn, type Asked, type Sent } from './watch-checks.ts';
import { isSending, moments, momentsOf, pause, poll, untilMoment, type Moment } from './watch-moments.ts';
import type { WatchedEnds, WatchInstructions } from './watch-process.ts';

const child = join(import.meta.dirname, 'watch-process.ts');
/** After this many kills, further exports and imports are requested. */
const killsOfRound = 20;
/** How much faster Reeve's clock runs. Its deadline of 60 s then takes 6 s, which is enough on a busy machine. */
const speed = 10;
const minuteMs = 60_000;
/** The clock of the platform advances by this with each kill. */
const stepMs = minuteMs;
/** The longest wait for the moment of a kill. It is longer while Reeve sends requests, for slow machines. */
const longestMs = { sending: minuteMs, later: 8_000 };
/** The number of packages of a project. Every fifth project has many, so that its file is stored in several pieces. */
const packages = { few: 300, many: 6_000 };

interface Options {
  kills: number;
  seed: number;
  /** Whether the platform reports the status of imports. If not, Reeve infers their end from branches and commits. */
  reportsImports: boolean;
  /** The number of exports that are under way at the same time, and also that of imports. Default: 10. */
  ofEachKind?: number;
  /** Control experiment: Reeve takes a request whose reply was lost as not sent. */
  takesLostAsNotSent?: boolean;
}

export interface WatchReport {
  /** Number of kills, by moment. */
  kills: Record<Moment, number>;
  /** Number of requested exports and imports, and of those whose reply was certainly lost. */
  asked: number;
  lost: number;
  /** Number of exports and of imports, by what the windows show before anything is requested again. */
  exports: Partial<Record<ExportState, number>>;
  imports: Record<string, number>;
  /** Violations, one sentence each. */
  wrong: string[];
}

/**
 * Request exports and imports with a process that is killed at random moments and started again on the same folder. At
 * the end it runs until everything has ended, and requests with an unknown outcome are sent again. Compares what Reeve
 * shows with the platform.
 */
export async function killWatches({
  kills,
  seed,
  reportsImports,
  ofEachKind = 10,
  takesLostAsNotSent = false,
}: Options): Promise<WatchReport> {
  const rounds = Math.ceil(kills / killsOfRound);
  const platform = await createPlatform({
    ...{ users: 20, projects: 60 + rounds * ofEachKind, seed, limits: false },
    ...{ probes: reportsImports ? ['import'] : [], atMs: Date.now() },
  });
  const folder = mkdtempSync(join(tmpdir(), 'reeve-watch-kill-'));
  const random = createRandom(seed, 'watch-kills');
  const asked: Asked[] = [];
  const sent: Sent[] = [];
  const done = Object.fromEntries(moments.map((moment) => [moment, 0])) as WatchReport['kills'];
  let aheadMs = 0;

  /** Start Reeve. Resolves when it has ended, with the exit code or the signal. */
  function start(until: WatchInstructions['until'], times = 1) {
    const epoch = Date.now();
    const plans = Object.values(Object.groupBy(asked, ({ plan }) => plan)).map((all = []) =>
      all.map(({ call }) => call),
    );
    const clock = { epoch, speed: speed * times, aheadMs };
    const { url, tokens } = platform;
    const instructions = { folder, url, token: tokens.admin, plans, clock, until, takesLostAsNotSent };
    const file = join(folder, 'instructions.json');
    writeFileSync(file, JSON.stringify(instructions satisfies WatchInstructions));
    const running = spawn(process.execPath, [child, file], { stdio: ['ignore', 'inherit', 'inherit'] });
    const exit = once(running, 'exit').then(([code, signal]: (number | string | null)[]) => {
      aheadMs += (Date.now() - epoch) * (speed * times - 1);
      return signal ?? code;
    });
    return { running, exit };
  }

  async function killAt(moment: Moment): Promise<void> {
    // If few requests are left to send, the one to wait for may not come
    const wanted = isSending(moment) && asked.length - sent.length < 4 ? 'poll' : moment;
    const before = platform.requests.count();
    const ended = new AbortController();
    const { running, exit } = start('run');
    void exit.finally(() => ended.abort());
    const { signal } = ended;
    if (wanted === 'download' || wanted === 'store') void finishOne(platform, signal);
    const waitMs = isSending(wanted) ? longestMs.sending : longestMs.later;
    const reached = await untilMoment({ platform, moment: wanted, random, signal, longestMs: waitMs });
    running.kill('SIGKILL');
    if ((await exit) !== 'SIGKILL') throw new Error(`the process ended with ${await exit}`);
    done[reached.moment] += 1;
    const lost = receivedAfter(before).filter(({ status }) => status === null);
    if (reached.moment === 'half-reply' && reached.record !== null) lost.push(reached.record);
    platform.faults.clear();
    await untilIdle(platform);
    const requests = sentAfter(before);
    for (const { name, record } of requests) {
      const isLast = requests.findLast((one) => planOf(one.name) === planOf(name))?.record === record;
      sent.push({ name, record, isLost: lost.includes(record), mayBeLost: isLast });
    }
    platform.clock.advance(stepMs);
    // In most cases longer than the deadline of a request and all intervals
    aheadMs += random.chance(0.2) ? minuteMs / 3 : 6 * minuteMs;
  }

  const planOf = (name: string) => asked.find((one) => one.name === name)?.plan;
  const receivedAfter = (before: number) =>
    platform.requests.list().filter(({ n, method }) => n > before && method === 'POST');
  /** Without requests of which the platform received only a part. */
  const sentAfter = (before: number) =>
    receivedAfter(before)
      .filter(({ status }) => status !== null)
      .map((record): Sent => ({ record, name: nameOf(record, platform), isLost: false, mayBeLost: false }));

  /** Let Reeve run until it ends by itself, while the platform's clock advances. */
  async function run(until: WatchInstructions['until'], times = 1): Promise<{ ends: WatchedEnds; requests: Sent[] }> {
    const before = platform.requests.count();
    const moving = setInterval(() => platform.clock.advance(stepMs), 200);
    const code = await start(until, times).exit;
    clearInterval(moving);
    if (code !== 0) throw new Error(`the process ended with ${code}`);
    aheadMs += 10 * minuteMs;
    const ends = JSON.parse(readFileSync(join(folder, 'ends.json'), 'utf8')) as WatchedEnds;
    return { ends, requests: sentAfter(before) };
  }

  try {
    pace(platform, { kills: Math.min(kills, killsOfRound), failsImports: reportsImports, random });
    for (let round = 0; round < rounds; round += 1) {
      const ofRound = Math.min(killsOfRound, kills - round * killsOfRound);
      asked.push(...requestsOf(platform, { round, ofEachKind, random }));
      for (const moment of momentsOf(ofRound, random)) await killAt(moment);
    }
    // The speed of the next run would make the deadline of a request too short
    sent.push(...(await run('sent')).requests);
    const { ends, requests: unexpected } = await run('end', 5);
    sent.push(...unexpected);
    const wrong = wrongIn(asked, sent, ends, platform);
    const lost = sent.filter(({ isLost }) => isLost).length;
    if (!takesLostAsNotSent) {
      const { ends: after, requests } = await run('request-again');
      wrong.push(...wrongAgain(asked, requests, { before: ends, after, platform }));
    }
    const exports = countOf(ends.exports.map(({ state }) => state));
    const imports = countOf(ends.imports.map(importState));
    return { kills: done, asked: asked.length, lost, exports, imports, wrong };
  } finally {
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The exports and imports of a round, as two plans. */
function requestsOf(
  { world }: Platform,
  { round, ofEachKind, random }: { round: number; ofEachKind: number; random: Random },
): Asked[] {
  const projects = world.projects.all().filter((one) => world.projects.fullPath(one).startsWith('fleet/'));
  const exported = projects.slice(round * ofEachKind, (round + 1) * ofEachKind);
  if (exported.length < ofEachKind) throw new Error('the seed lacks projects');
  for (const [at, { id }] of exported.entries()) {
    const [sample] = world.dependencies.filter(({ project_id }) => project_id === id);
    if (sample === undefined) throw new Error('a project without packages');
    const { id: _, ...fields } = sample;
    const count = at % 5 === 0 ? packages.many : packages.few;
    for (let n = 0; n < count; n += 1) world.dependencies.add({ ...fields, name: `package-${random.hex(8)}-${n}` });
  }
  return [
    ...exported.map((project): Asked => {
      const name = world.projects.fullPath(project);
      const body = { export_type: 'cyclonedx_1_6_json' };
      const call = { op: 'dependency-exports.createForProject', path: { id: name }, body };
      return { kind: 'export', name, plan: 2 * round, call };
    }),
    ...Array.from({ length: ofEachKind }, (_, at): Asked => {
      const new_name = `imported-${round}-${at}`;
      const name = `acme/${new_name}`;
      const body = { repo_id: 7 + at, target_namespace: 'acme', new_name, personal_access_token: 'token' };
      return { kind: 'import', name, plan: 2 * round + 1, call: { op: 'imports.fromCodehostA', body } };
    }),
  ];
}

/**
 * Exports and imports take as long as some kills, and some of them fail. `failsImports`: false if the platform does not
 * report the status of imports, because Reeve then can't notice a failed one.
 */
function pace(
  { world }: Platform,
  { kills, failsImports, random }: { kills: number; failsImports: boolean; random: Random },
): void {
  const steps = () => random.integer(Math.ceil(kills / 3), kills);
  world.dependencyExports.nextResult = () => (random.chance(0.15) ? 'fails' : 'finishes');
  world.imports.nextCourse = () => ({
    ...{
      background: failsImports && random.chance(0.2) ? 'fails' : 'finishes',
      waits_ms: stepMs,
      ends_after_ms: steps() * stepMs,
    },
    reason: 'The other service closed the connection',
  });
  world.dependencyExports.onAdd((row) => {
    row.generating_ms = steps() * stepMs;
  });
}

/** Finish an export as soon as Reeve has checked it, so that Reeve downloads it. */
async function finishOne({ world, clock, requests }: Platform, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const checked = new Set(requests.list(poll).map(({ path }) => Number(path.split('/').at(-1))));
    const one = world.dependencyExports.find(
      (row) => checked.has(row.id) && row.background === 'finishes' && !isFinished(row, clock.now()),
    );
    if (one !== undefined) {
      one.generating_ms = clock.now() - one.created_at;
      return;
    }
    await pause(20);
  }
}

/** Wait up to 5 s until the platform has replied to all POST requests. It never replies to an incomplete one. */
async function untilIdle({ requests }: Platform): Promise<void> {
  const isUnderWay = () => requests.list().some(({ method, status }) => method === 'POST' && status === null);
  for (let waits = 0; waits < 250 && isUnderWay(); waits += 1) await pause(20);
}

const importState = ({ state, isInferred, import_status }: WatchedEnds['imports'][number]): string =>
  state === 'applied' ? (isInferred ? 'finished (inferred)' : String(import_status)) : state;

function countOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
