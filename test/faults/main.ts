import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hours, minutes } from '#shared/time.ts';
import { deletedBranches, removedFromAllowlist, repairedDeployments } from './bulk-writes.ts';
import { cutConnections, mostRequests, sumOf } from './cuts.ts';
import { endure } from './endurance.ts';
import { exportPoints, killExports } from './export-kills.ts';
import { flipHistory } from './history/flips.ts';
import { killHistory } from './history/kills.ts';
import { askAboutMonth } from './history/month.ts';
import { cutPower } from './history/power-cuts.ts';
import { killJobs } from './job-kills.ts';
import { killPins } from './pin-kills.ts';
import { killSyncs } from './sync-kills.ts';
import { flipPages } from './flips.ts';
import { fuzz } from './fuzz/spawn.ts';
import { killWatches } from './watch-kills.ts';
import { killWrites } from './write-kills.ts';

/** The long form of the fault tests in `npm test`: `npm run faults`, or `npm run faults -- --short --seed 7`. */
const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
});
const seed = Number(values.seed);
const isShort = values.short;

function fail(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

for (const one of isShort ? [seed] : [seed, seed + 1, seed + 2]) {
  const report = await killSyncs({ kills: isShort ? 5 : 20, users: isShort ? 2_000 : 20_000, seed: one });
  const isSame = JSON.stringify(report.shown) === JSON.stringify(report.there);
  process.stdout.write(
    `seed ${one}: ${report.kills} kills, ${report.shown.length} shown, ${report.there.length} there\n`,
  );
  if (!isSame) fail('the ids differ');
}

const writes = isShort ? 40 : 200;
const written = await killWrites({ writes, slowMs: 400, speed: 60 });
const hasty = await killWrites({
  ...{ writes: 1, at: ['after-send'], slowMs: 0, speed: 8 },
  ...{ worksUntil: 'outcome-known', probesAtOnce: true },
});
process.stdout.write(
  `writes: ${JSON.stringify(written)}\ncontrol, looking too early: ${JSON.stringify(hasty.wrong)}\n`,
);
if (written.wrong.length > 0 || Object.values(written.kills).some((times) => times !== writes / 4)) {
  fail('writes did not end as expected');
}
if (hasty.wrong.length === 0) fail('the control found no violation, so the test above proves nothing');

const bulk = { canary: 5, at: ['after-send', 'after-reply'] as const, slowMs: 400, speed: 60 };
for (const { asks, rows, projects } of [
  { asks: repairedDeployments, rows: 500 },
  { asks: deletedBranches, rows: 300 },
  { asks: removedFromAllowlist, rows: 200, projects: 230 },
]) {
  const positions = [Math.round(rows / 4), Math.round(rows / 1.5)];
  const { wrong, states, canary } = await killWrites({ ...bulk, writes: rows, positions, asks, projects });
  process.stdout.write(`${asks.name}: ${JSON.stringify({ states, wrong })}\n`);
  if (wrong.length > 0 || states.applied !== rows || canary?.applied !== 5) fail('bulk writes did not end as expected');
}

for (const [ends, expected] of [
  [['kill', 'kill'], 'needs-person'],
  [['kill', 'end', 'kill'], 'running'],
] as const) {
  const { state } = await killJobs(ends);
  process.stdout.write(`job after ${ends.join(', ')}: ${state}\n`);
  if (state !== expected) fail(`the job is not ${expected}`);
}

const watchKills = isShort ? [6, 4] : [60, 40];
for (const [at, kills] of watchKills.entries()) {
  const watched = await killWatches({ kills, seed: seed + at, reportsImports: at === 0 });
  process.stdout.write(`exports and imports: ${JSON.stringify(watched)}\n`);
  if (watched.wrong.length > 0) fail('exports or imports did not end as expected');
}
const doubled = await killWatches({ kills: 1, seed, reportsImports: true, takesLostAsNotSent: true });
process.stdout.write(`control, sending again: ${JSON.stringify(doubled.wrong)}\n`);
if (doubled.wrong.length === 0) fail('the control found no violation, so the test above proves nothing');

for (const point of await killExports(exportPoints)) process.stdout.write(`export: killed at ${point}\n`);

const pins = await killPins({ kills: isShort ? 4 : 20, seed });
process.stdout.write(`pins: ${JSON.stringify({ kills: pins.kills, repeated: pins.repeated, stored: pins.killed })}\n`);
if (JSON.stringify(pins.killed) !== JSON.stringify(pins.whole)) fail('a pin stored something else after kills');
if (pins.repeated > 3 * pins.kills) fail('too many requests of a pin were repeated');

const cut = await cutConnections(
  isShort
    ? { seed, cuts: 40, projects: 0, watchMs: minutes(20), writes: 10 }
    : { seed, cuts: 200, projects: 60, watchMs: hours(4), writes: 60 },
);
const most = mostRequests(cut);
process.stdout.write(`cut connections: ${JSON.stringify({ ...cut, most })}\n`);
if (cut.wrong.length > 0) fail('rows or writes differ after cuts');
if (sumOf(cut.requests.cut) > most) fail('too many requests after cuts');

const { bytes, requests } = await endure({
  ...{ seed, projects: isShort ? 20 : 60, mirrorsEveryMs: minutes(5) },
  ...(isShort ? { steps: 3, stepMs: minutes(30) } : { steps: 8, stepMs: hours(1) }),
});
process.stdout.write(`memory of watches: ${JSON.stringify({ bytes, requests })}\n`);
if (bytes.some((one) => one > 1.1 * (bytes[0] ?? 0))) fail('the memory of watches grew by more than a tenth');

const often = await endure({ seed, projects: 24, steps: 8, stepMs: minutes(30), mirrorsEveryMs: minutes(1) });
const [, before = 0] = often.bytes;
const after = often.bytes.at(-1) ?? 0;
const checked = often.requests.slice(2).reduce((sum, one) => sum + one, 0);
const eachBytes = Math.round((after - before) / checked);
process.stdout.write(`memory of frequent checks: ${JSON.stringify({ ...often, eachBytes })}\n`);
// About 150 bytes for each check are usual, because rows are added; a leaked listener and promise take more than 400
if (checked <= 2_000 || eachBytes >= 400) fail('the memory of watches grew with each check');

const flips = await flipPages({ seed, step: isShort ? 12 : 1 });
process.stdout.write(`flipped bits: ${JSON.stringify({ tried: flips.tried, noticed: flips.noticed })}\n`);
if (flips.wrong.length > 0) fail(flips.wrong.join('\n'));

for (const one of isShort ? [seed] : [seed, seed + 1]) {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-month-'));
  const long = isShort ? { days: 4, questions: 30 } : { days: 30, questions: 200 };
  const month = await askAboutMonth({ folder, seed: one, users: 60, ...long });
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`a month of administration: ${JSON.stringify(month)}\n`);
  if (month.wrong.length > 0) fail('questions about the past were not answered as the platform replied then');
}
const killed = await killHistory({ kills: isShort ? 6 : 200, users: 400, seed });
process.stdout.write(`kills while history is recorded: ${JSON.stringify(killed)}\n`);
if (killed.wrong.length > 0) fail('mirror and history do not agree after kills');
for (const isNew of [true, false]) {
  const power = await cutPower({ cuts: isShort ? 20 : 300, rounds: 7, users: 160, seed, isNew });
  process.stdout.write(`power cuts: ${JSON.stringify(power)}\n`);
  if (power.wrong.length > 0) fail('mirror and history do not agree after power cuts');
}
const damaged = await flipHistory({ rounds: 10, users: 160, seed, step: isShort ? 6 : 1 });
process.stdout.write(`flipped bits in the history: ${JSON.stringify(damaged)}\n`);
if (damaged.wrong.length > 0) fail('a damaged history was not repaired, or a gap is not reported');

const fuzzed = await fuzz(
  { seed, count: isShort ? 100_000 : 1_000_000, syncs: isShort ? 300 : 3_000, block: 200 },
  { isShown: true },
);
if (fuzzed.code !== 0) fail(fuzzed.wrong);
