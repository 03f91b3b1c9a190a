import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import process from 'node:process';

export interface ChildOptions {
  env?: NodeJS.ProcessEnv;
  /** A file descriptor that the child gets with the same number. */
  fd?: number | undefined;
}

const setpriv = '/usr/bin/setpriv';
const running = new Set<ChildProcess>();
/** After a signal, a child that is started before this process ends is ended at once. */
let isEnding = false;

/**
 * Start a program that shares our stderr. It ends when this process ends: by a signal of `endChildren`, and on Linux by the
 * system, even if this process is killed.
 */
export function startChild(program: string, args: string[], { env = {}, fd }: ChildOptions = {}): ChildProcess {
  const stdio: StdioOptions = [fd === 0 ? 'inherit' : 'ignore', 'pipe', 'inherit'];
  if (fd !== undefined && fd > 2) {
    while (stdio.length < fd) stdio.push('ignore');
    stdio[fd] = fd;
  }
  const isTied = process.platform === 'linux' && existsSync(setpriv);
  const [command, all] = isTied ? [setpriv, ['--pdeathsig', 'TERM', program, ...args]] : [program, args];
  const child = spawn(command, all, { stdio, env: { ...process.env, ...env } });
  alsoEnd(child);
  return child;
}

/** End a child that was started otherwise together with those of `startChild`. */
export function alsoEnd(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
  if (isEnding) child.kill('SIGTERM');
}

/** The first line that a child prints, as JSON. Fails: if it ends before, or prints nothing within `withinMs`. */
export function firstLine(child: ChildProcess, name: string, withinMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} printed nothing within ${withinMs / 1000} s`)), withinMs);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      act();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (code) => settle(() => reject(new ChildEnded(name, code ?? 1))));
    if (child.stdout === null) return;
    const lines = createInterface({ input: child.stdout });
    // Later lines are read too, because a full pipe would block the child.
    lines.once('line', (line) => settle(() => resolve(JSON.parse(line))));
  });
}

/** A child ended on its own. It has printed the reason. */
export class ChildEnded extends Error {
  readonly code: number;
  constructor(name: string, code: number) {
    super(`${name} ended with ${code}`);
    this.code = code;
  }
}

/** Resolves with the exit code; a signal counts as 1. */
export function ended(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
    child.once('error', () => resolve(1));
  });
}

/** End all children and wait for them. After five seconds they are killed. */
export async function endChildren(): Promise<void> {
  const children = [...running];
  for (const child of children) child.kill('SIGTERM');
  const timer = setTimeout(() => {
    for (const child of running) child.kill('SIGKILL');
  }, 5_000);
  await Promise.all(children.map(ended));
  clearTimeout(timer);
}

/** When this process is told to end, end its children first. `then`: what to do after that. */
export function endOnSignal(then?: () => void): void {
  const end = async (): Promise<void> => {
    isEnding = true;
    await endChildren();
    then?.();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end());
}
