import { parseArgs } from 'node:util';
import { megabytes } from '#shared/time.ts';
import { fuzzCalls } from './calls.ts';
import { fuzzSyncs } from './syncs.ts';
import { firstSync } from './replies.ts';
import { startServer } from './start-server.ts';
import { watch } from './watch.ts';

const mostBytes = megabytes(600);

/**
 * `node test/faults/fuzz/main.ts --count 100000 --syncs 200 --seed 1`; `--from 4711 --count 1 --syncs 0` repeats one
 * call. Exits with 1 after any violation. With `--block 200`, it is also a violation if the main thread is blocked for
 * more than 200 ms.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '10000' },
    syncs: { type: 'string', default: '0' },
    block: { type: 'string', default: 'Infinity' },
  },
});
const { seed, from, count, syncs, block } = {
  seed: Number(values.seed),
  from: Number(values.from),
  count: Number(values.count),
  syncs: Number(values.syncs),
  block: Number(values.block),
};
let wrongs = 0;
function wrong(index: number, what: string): void {
  wrongs += 1;
  if (wrongs <= 50) process.stderr.write(`${again(index)}: ${what}\n`);
}
const unhandled = (thrown: unknown): void => wrong(-1, `unhandled: ${String(thrown)}`);
process.on('unhandledRejection', unhandled).on('uncaughtException', unhandled);

const server = await startServer(seed);
const startedAt = performance.now();
const say = (text: string): void => {
  process.stdout.write(`${Math.round((performance.now() - startedAt) / 1_000)} s: ${text}\n`);
};
const onProgress = (done: number): void => {
  if (done % 50_000 === 0) say(`${done} calls`);
};
const underWay = new Set<number>();
const watched = watch((ms) => {
  if (ms > block) wrong(Math.min(...underWay), `main thread blocked for ${Math.round(ms)} ms`);
});
const called = await fuzzCalls(server.base, { seed, from, count, underWay, onProgress, onWrong: wrong });
say(`${called.calls} calls, ${called.requests} requests`);
say(ends(called.ends));
const firstAt = from >= firstSync ? from - firstSync : 0;
const synced = await fuzzSyncs(server.base, { from: firstAt, count: syncs }, wrong);
if (syncs > 0) {
  say(`${synced.syncs} syncs, ${synced.rows} rows, ${synced.unreadable} unreadable`);
  say(ends(synced.ends));
}
server.end();
const { longestBlockMs, peakBytes } = watched.end();
say(`longest block ${Math.round(longestBlockMs)} ms, peak ${Math.round(peakBytes / megabytes(1))} MB`);

if (called.calls !== count) wrong(-1, `only ${called.calls} of ${count} calls ended`);
if (called.requests < count) wrong(-1, `only ${called.requests} requests were sent`);
if (peakBytes > mostBytes) wrong(-1, `more than ${mostBytes / megabytes(1)} MB`);
process.exit(wrongs > 0 ? 1 : 0);

function again(index: number): string {
  // No call is under way between two syncs
  if (index < 0 || !Number.isFinite(index)) return `--seed ${seed}`;
  return `--seed ${seed} --from ${index} ${index < firstSync ? '--count 1' : '--count 0 --syncs 1'}`;
}

function ends(times: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(times).sort(([, a], [, b]) => b - a);
  return sorted.map(([end, number]) => `${number} ${end}`).join(', ');
}
