import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { build } from 'vite';
import { buildIfStale } from '../../build/scripts/build-if-stale.ts';
import { firstLine, startChild } from '../../build/scripts/child.ts';
import { hostEnvironment, hostFlags } from '../../build/scripts/host-flags.ts';
import type { Address } from './programs/open-reeve.ts';
import type { Steps } from './programs/reeve.ts';

const bundles = resolve('.cache/bench/programs');
const programs = ['reeve', 'peer', 'requests'] as const;
/** A first sync of 1,000,000 users takes minutes, and some machines are slow. */
const longestMs = 30 * 60_000;

/**
 * Build Reeve and bundle the measured programs. Without it, they would be compiled while they start, which takes time and
 * memory that the program of a release does not need.
 */
export async function bundlePrograms(): Promise<void> {
  buildIfStale();
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      target: 'node24',
      outDir: bundles,
      emptyOutDir: true,
      rolldownOptions: {
        input: Object.fromEntries(programs.map((name) => [name, join(import.meta.dirname, 'programs', `${name}.ts`)])),
      },
    },
  });
}

/** Run a program in its own process until it prints its result. Reeve gets the flags and variables of its host. */
export async function runProgram<Result>(name: (typeof programs)[number], args: readonly string[]): Promise<Result> {
  const isReeve = name === 'reeve';
  const script = join(bundles, `${name}.js`);
  const options = isReeve ? { env: hostEnvironment } : {};
  const child = startChild(process.execPath, [...(isReeve ? hostFlags : []), script, ...args], options);
  return (await firstLine(child, [name, ...args].slice(0, 2).join(' '), longestMs)) as Result;
}

/** Run one step of Reeve on a data folder in its own process. */
export function runReeve<Step extends keyof Steps>(
  step: Step,
  folder: string,
  { url, token }: Address = { url: '', token: '' },
  more: string | number = '',
): Promise<Awaited<ReturnType<Steps[Step]>>> {
  return runProgram('reeve', [step, folder, url, token, String(more)]);
}

/** A running simulator in its own process. */
export interface Platform extends Address {
  stop: () => void;
}

/** Start the simulator in its own process. */
export async function startPlatform(users: number, latencyMs = 0): Promise<Platform> {
  const args = ['test/platform/main.ts', '--hostile', '--users', String(users), '--latency', String(latencyMs)];
  const child = startChild(process.execPath, args);
  const { url, tokens } = (await firstLine(child, 'the platform', longestMs)) as {
    url: string;
    tokens: { admin: string };
  };
  return { url, token: tokens.admin, stop: () => void child.kill('SIGTERM') };
}

/** A temporary folder; `remove` deletes it. */
export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bench-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
