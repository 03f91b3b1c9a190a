import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hostEnvironment, hostFlags } from '../../../build/scripts/host-flags.ts';

export interface FuzzRun {
  code: number | null;
  output: string;
  /** Violations, a line each. */
  wrong: string;
}

/**
 * Run the fuzz test in a separate process, because it measures the memory and the main thread. `block`: the longest
 * time in milliseconds for which the main thread may be blocked; default: no limit. `isShown`: print its output.
 */
export async function fuzz(
  options: { seed: number; count: number; syncs: number; block?: number },
  { isShown = false } = {},
): Promise<FuzzRun> {
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [...hostFlags, join(import.meta.dirname, 'main.ts'), ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...hostEnvironment, ...process.env },
  });
  if (isShown) child.stdout.pipe(process.stdout);
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const [output, wrong, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output, wrong: signal === null ? wrong : `${wrong}ended by ${signal}\n` };
}
