import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface FuzzRun {
  code: number | null;
  /** What it printed, and what went wrong. */
  said: string;
}

/** Run the fuzzed replies in a process of their own, whose memory and main thread are theirs alone. */
export async function fuzz(options: { seed: number; count: number; crawls: number }): Promise<FuzzRun> {
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [out, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, said: out + wrong };
}
