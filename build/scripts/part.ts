import { spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** `failures`: what failed and why, as lines to be told again at the end, where whoever sees only that still finds it. */
export interface Outcome extends Counts {
  failures: readonly string[];
}

/** One step of the tests. `report`: it writes its counts there; without one it counts as one check. */
export interface Part {
  name: string;
  command: readonly string[];
  report?: { env: NodeJS.ProcessEnv; read: (json: string) => Outcome; file: string };
  /** Steps that must have ended before. */
  after?: readonly string[];
}

const folder = join('.cache', 'results');
/** The compile cache of Node, so that the many test processes start faster. */
const compiled = join(import.meta.dirname, '..', '..', '.cache', 'compiled');

/**
 * Where tests keep their files: in memory where there is room for them. On a disk each of their many small databases
 * waits for it, which takes longer than what is tested.
 */
function temporary(): string {
  const inMemory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    accessSync(inMemory, constants.W_OK);
    return bavail * bsize > 2 * 1_024 ** 3 ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

function reportFile(name: string): string {
  return join(folder, `${name}.json`);
}

/** Run these vitest projects. */
export function vitestPart(name: string, ...projects: readonly string[]): Part {
  const file = reportFile(name);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return {
    name,
    command: ['vitest', 'run', ...projects.flatMap((project) => ['--project', project]), ...reporters],
    report: { env: {}, file, read: readVitest },
  };
}

export function playwrightPart(name: string, after: readonly string[]): Part {
  const file = reportFile(name);
  return {
    name,
    command: ['playwright', 'test', '--reporter=list,json'],
    after,
    // Node loads the TypeScript of the tests itself; Playwright would translate every file first, which takes 8 s.
    report: { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PW_DISABLE_TS_ESM: '1' }, file, read: readPlaywright },
  };
}

interface ToldByVitest extends Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests', number> {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
}

function readVitest(json: string): Outcome {
  const told = JSON.parse(json) as ToldByVitest;
  const failures = told.testResults
    .filter(({ status }) => status !== 'passed')
    .flatMap(({ name, message, assertionResults }) => {
      const path = relative(process.cwd(), name);
      // A process that dies leaves its test neither passed nor failed: then the file itself is what failed.
      const ended = assertionResults.filter(({ status }) => status === 'failed');
      if (ended.length === 0) return failureLines(path, message);
      return ended.flatMap(({ fullName, failureMessages }) =>
        failureLines(`${path} › ${fullName}`, failureMessages?.join('\n') ?? ''),
      );
    });
  return { passed: told.numPassedTests, failed: told.numFailedTests, skipped: told.numPendingTests, failures };
}

interface ToldSuite {
  suites?: ToldSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: { results: { errors: { message?: string }[] }[] }[];
  }[];
}

function readPlaywright(json: string): Outcome {
  const { stats, suites } = JSON.parse(json) as {
    stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
    suites: ToldSuite[];
  };
  const specs = (suite: ToldSuite): ToldSuite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
  const failures = suites.flatMap(specs).flatMap(({ title, file, line, ok, tests }) => {
    if (ok) return [];
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    return failureLines(`${file}:${line} › ${title}`, errors.map(({ message = '' }) => message).join('\n'));
  });
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, failures };
}

function failureLines(where: string, why: string): string[] {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [where, ...lines.slice(0, 12).map((line) => `    ${line}`)];
}

/** Run a part, its lines going out as they come with the name before them. A part that fails counts at least one failure. */
export async function runPart({ name, command, report }: Part): Promise<Outcome> {
  mkdirSync(folder, { recursive: true });
  if (report !== undefined) rmSync(report.file, { force: true });
  const { code, last } = await runProgram(name, command, report?.env ?? {});
  const outcome = report === undefined ? { passed: 1, failed: 0, skipped: 0, failures: [] } : readReport(report);
  if (code === 0 && outcome !== undefined) return outcome;
  // It says what was wrong in its own words where it named no test: a program that found a fault, or one that died.
  const failures = outcome?.failures.length ? outcome.failures : last;
  if (report === undefined || outcome === undefined) return { passed: 0, failed: 1, skipped: 0, failures };
  return { ...outcome, failed: Math.max(1, outcome.failed), failures };
}

/** Undefined when the runner wrote none: then it ended before it had tested anything. */
function readReport({ file, read }: NonNullable<Part['report']>): Outcome | undefined {
  try {
    return read(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** `last`: the last lines that it printed. */
interface Ended {
  code: number;
  last: readonly string[];
}

function runProgram(name: string, [program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve) => {
    const last: string[] = [];
    const tell = (line: string): void => {
      process.stdout.write(`${name.padEnd(10)} ${line}\n`);
      last.push(stripVTControlCharacters(line));
      if (last.length > 40) last.shift();
    };
    const child = spawn(join('node_modules', '.bin', program), args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, TMPDIR: temporary(), ...env },
    });
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', tell);
    child.once('error', (error) => {
      tell(error.message);
      resolve({ code: 1, last });
    });
    child.once('close', (code) => resolve({ code: code ?? 1, last }));
  });
}
