import { spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { cpuTimer } from './cpu-time.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** `failures`: the failed tests with their reasons, as lines that are printed again at the end. */
export interface Outcome extends Counts {
  failures: readonly string[];
  tests: readonly TimedTest[];
}

/** The duration of a test in seconds of wall-clock time, which includes waiting for other tests. */
export interface TimedTest {
  name: string;
  seconds: number;
}

/** `cpuSeconds`: CPU time of all processes of the part; undefined if it is unknown. */
export interface MeasuredOutcome extends Outcome {
  cpuSeconds: number | undefined;
}

/** One step of the tests. `report`: where it writes its counts; without it, the step counts as one check. */
export interface Part {
  name: string;
  command: readonly string[];
  env?: NodeJS.ProcessEnv;
  report?: { read: (json: string) => Outcome; file: string };
  /** Steps that must end before this one starts. */
  after?: readonly string[];
  /** Whether the step runs enough processes to use all cores. */
  usesAllCores?: boolean;
}

const folder = join('.cache', 'results');
/** The compile cache of Node, so that the many test processes start faster. */
const compiled = join(import.meta.dirname, '..', '..', '.cache', 'compiled');

/**
 * The folder for files of tests: in memory if there is enough space. On a disk, each of their many small databases
 * waits for the disk, which takes longer than the tests.
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

interface VitestOptions {
  projects: readonly string[];
  /** Only tests in these files and folders. */
  files?: readonly string[];
  /** Default: true. */
  usesAllCores?: boolean;
}

/** The step that runs vitest projects. */
export function vitestPart(name: string, { projects, files = [], usesAllCores = true }: VitestOptions): Part {
  const file = reportFile(name);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return {
    name,
    command: ['vitest', 'run', ...files, ...projects.flatMap((project) => ['--project', project]), ...reporters],
    report: { file, read: readVitest },
    usesAllCores,
  };
}

export function playwrightPart(name: string, after: readonly string[]): Part {
  const file = reportFile(name);
  return {
    name,
    command: ['playwright', 'test', '--reporter=list,json'],
    after,
    // Node loads the TypeScript of the tests, because Playwright would compile every file first, which takes 8 s.
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PW_DISABLE_TS_ESM: '1' },
    report: { file, read: readPlaywright },
    usesAllCores: true,
  };
}

interface VitestReport extends Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests', number> {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: {
      status: string;
      fullName: string;
      failureMessages: string[] | null;
      duration?: number | null;
    }[];
  }[];
}

function readVitest(json: string): Outcome {
  const { testResults, ...counts } = JSON.parse(json) as VitestReport;
  const failures = testResults
    .filter(({ status }) => status !== 'passed')
    .flatMap((file) => {
      const lines = file.assertionResults
        .filter(({ status }) => status === 'failed')
        .flatMap(({ fullName, failureMessages }) =>
          failureLines(testName(file, fullName), failureMessages?.join('\n') ?? ''),
        );
      // If a process crashed, its test has no result, so the failure is reported for the file.
      return lines.length > 0 ? lines : failureLines(relative(process.cwd(), file.name), file.message);
    });
  const tests = testResults.flatMap((file) =>
    file.assertionResults.map(({ fullName, duration }) => timed(testName(file, fullName), duration ?? 0)),
  );
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = counts;
  return { passed, failed, skipped, failures, tests };
}

type VitestFile = VitestReport['testResults'][number];

function testName({ name }: VitestFile, fullName: string): string {
  return `${relative(process.cwd(), name)} › ${fullName}`;
}

function timed(name: string, ms: number): TimedTest {
  return { name, seconds: ms / 1_000 };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: { results: { duration: number; errors: { message?: string }[] }[] }[];
  }[];
}

function readPlaywright(json: string): Outcome {
  const { stats, suites } = JSON.parse(json) as {
    stats: Record<'expected' | 'unexpected' | 'skipped', number>;
    suites: PlaywrightSuite[];
  };
  const specs = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specs),
  ];
  const resultsOf = ({ tests }: PlaywrightSuite['specs'][number]) => tests.flatMap(({ results }) => results);
  const nameOf = ({ title, file, line }: PlaywrightSuite['specs'][number]): string => `${file}:${line} › ${title}`;
  const linesOf = (spec: PlaywrightSuite['specs'][number]): string[] => {
    const errors = resultsOf(spec).flatMap((result) => result.errors);
    return failureLines(nameOf(spec), errors.map(({ message = '' }) => message).join('\n'));
  };
  const all = suites.flatMap(specs);
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: all.filter(({ ok }) => !ok).flatMap(linesOf),
    tests: all.map((spec) => timed(nameOf(spec), Math.max(0, ...resultsOf(spec).map(({ duration }) => duration)))),
  };
}

function failureLines(where: string, why: string): string[] {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [where, ...lines.slice(0, 12).map((line) => `    ${line}`)];
}

/** Run a part and print its lines with its name. A part that fails counts at least one failure. */
export async function runPart({ name, command, env = {}, report }: Part): Promise<MeasuredOutcome> {
  mkdirSync(folder, { recursive: true });
  if (report !== undefined) rmSync(report.file, { force: true });
  const { code, last, cpuSeconds } = await runProgram(name, command, env);
  const outcome: Outcome | undefined =
    report === undefined ? { passed: 1, failed: 0, skipped: 0, failures: [], tests: [] } : readReport(report);
  if (code === 0 && outcome !== undefined) return { ...outcome, cpuSeconds };
  // Without failed tests, for example after a crash, the last lines are the reason.
  const failures = outcome?.failures.length ? outcome.failures : last;
  if (report === undefined || outcome === undefined)
    return { passed: 0, failed: 1, skipped: 0, failures, tests: [], cpuSeconds };
  return { ...outcome, failed: Math.max(1, outcome.failed), failures, cpuSeconds };
}

/** The counts in the report; undefined if there is none, because the runner ended before its first test. */
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
  cpuSeconds: number | undefined;
}

function runProgram(name: string, [program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve) => {
    const last: string[] = [];
    const print = (line: string): void => {
      process.stdout.write(`${name.padEnd(10)} ${line}\n`);
      last.push(stripVTControlCharacters(line));
      if (last.length > 40) last.shift();
    };
    const timer = cpuTimer(name);
    const child = spawn(...timer.command(join('node_modules', '.bin', program), args), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, TMPDIR: temporary(), ...env },
    });
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', print);
    const end = (code: number): void => resolve({ code, last, cpuSeconds: timer.end() });
    child.once('error', (error) => {
      print(error.message);
      end(1);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}
