import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** One step of the tests. `report`: it writes its counts there; without one it counts as one check. */
export interface Part {
  name: string;
  command: readonly string[];
  report?: { env: NodeJS.ProcessEnv; read: (json: string) => Counts; file: string };
  /** Steps that must have ended before. */
  after?: readonly string[];
}

const folder = join('.cache', 'results');

function reportFile(name: string): string {
  return join(folder, `${name}.json`);
}

/** A project of vitest's. */
export function vitestPart(name: string, project: string): Part {
  const file = reportFile(name);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return {
    name,
    command: ['vitest', 'run', '--project', project, ...reporters],
    report: { env: {}, file, read: readVitest },
  };
}

export function playwrightPart(name: string, after: readonly string[]): Part {
  const file = reportFile(name);
  return {
    name,
    command: ['playwright', 'test', '--reporter=list,json'],
    after,
    report: { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file }, file, read: readPlaywright },
  };
}

function readVitest(json: string): Counts {
  const told = JSON.parse(json) as Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests', number>;
  return { passed: told.numPassedTests, failed: told.numFailedTests, skipped: told.numPendingTests };
}

function readPlaywright(json: string): Counts {
  const { stats } = JSON.parse(json) as { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/** Run a part, its lines going out as they come with the name before them. A part that fails counts at least one failure. */
export async function runPart({ name, command, report }: Part): Promise<Counts> {
  mkdirSync(folder, { recursive: true });
  if (report !== undefined) rmSync(report.file, { force: true });
  const code = await runProgram(name, command, report?.env ?? {});
  const counts = report === undefined ? undefined : readReport(report);
  if (counts === undefined) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  return { ...counts, failed: code === 0 ? counts.failed : Math.max(1, counts.failed) };
}

/** Undefined when the runner wrote none: then it ended before it had tested anything. */
function readReport({ file, read }: NonNullable<Part['report']>): Counts | undefined {
  try {
    return read(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function runProgram(name: string, [program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join('node_modules', '.bin', program), args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => process.stdout.write(`${name.padEnd(10)} ${line}\n`));
    }
    child.once('error', (error) => {
      process.stdout.write(`${name}: ${error.message}\n`);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}
