import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { endChildren } from '../../build/scripts/child.ts';
import { writeDocuments } from './documents.ts';
import { parseOptions, type BenchOptions } from './options.ts';
import { figuresOf, groupNames, type GroupName, type Samples } from './figures.ts';
import { groups, type Run } from './groups.ts';
import { installPeer } from './peer-install.ts';
import { conditions, resultsOf, tableOf } from './report.ts';
import { bundlePrograms, startPlatform, temporaryFolder, type Platform } from './run-program.ts';

/**
 * `npm run bench`: compares Reeve with baselines that are measured in the same run, and prints a table. Every round
 * measures Reeve and its baselines one after the other, so that a slower moment of the machine affects both. A missed
 * goal is only printed; the exit status is 1 only if a group could not be measured.
 */
const options = readOptions();
const note = (line: string): void => void process.stderr.write(`${line}\n`);

await bundlePrograms();
const peer = options.groups.includes('sync') ? installPeer() : null;
if (peer !== null && 'why' in peer) note(`${peer.why}. The figures that compare Reeve with it are not measured.`);

const { folder, remove } = temporaryFolder();
const platforms = new Map<string, Promise<Platform>>();
const shared: Omit<Run, 'round'> = {
  users: options.users,
  peer: peer !== null && 'folder' in peer ? peer.folder : null,
  folder,
  platform(users, latencyMs) {
    const name = `${users} users, ${latencyMs} ms`;
    const started = platforms.get(name) ?? startPlatform(users, latencyMs);
    platforms.set(name, started);
    return started;
  },
};

const samples: Samples[] = [];
let hasFailed = false;
for (let round = 1; round <= options.rounds; round++) {
  for (const name of options.groups) {
    if (name === 'million' && round > 1) continue;
    note(`round ${round} of ${options.rounds}: ${name}`);
    samples.push(await measured(name, join(folder, `${name}-${round}`)));
  }
}
await endChildren();
remove();

const results = resultsOf(samples, figuresOf(options.writesDocuments ? groupNames : options.groups));
const report = { conditions: conditions(options), table: tableOf(results) };
process.stdout.write(`${report.conditions}\n\n${report.table}\n`);
if (options.json !== undefined) writeFileSync(options.json, JSON.stringify({ ...report, results, samples }, null, 2));
if (options.writesDocuments) writeDocuments(report.conditions, results);
process.exit(hasFailed ? 1 : 0);

function readOptions(): BenchOptions {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}

/** Measure a group in its own folder. A failure does not end the run. */
async function measured(name: GroupName, round: string): Promise<Samples> {
  mkdirSync(round, { recursive: true });
  try {
    return await groups[name]({ ...shared, round });
  } catch (error) {
    hasFailed = true;
    note(`${name}: ${(error as Error).message}`);
    return {};
  } finally {
    rmSync(round, { recursive: true, force: true });
  }
}
