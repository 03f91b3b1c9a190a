import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlatform } from '../platform/platform.ts';
import type { EnduranceMessage } from './endurance-process.ts';

interface Options {
  seed: number;
  projects: number;
  /** The memory is measured after each of these steps of simulated time. */
  steps: number;
  stepMs: number;
  /** The interval of the watches of mirrors. */
  mirrorsEveryMs: number;
}

export interface EnduranceReport {
  /** Bytes in use after each step, after garbage collection. */
  bytes: number[];
  /** Requests in each step; the first includes the setup. */
  requests: number[];
}

/** Watch a moving world for simulated hours in a separate process, and measure the memory of that process. */
export async function endure({ seed, projects, steps, stepMs, mirrorsEveryMs }: Options): Promise<EnduranceReport> {
  const startMs = Date.parse('2026-11-20T08:00:00Z');
  const platform = await createPlatform({
    ...{ users: 200, seed, projects, mirrors: 4 * projects, ratePerMinute: 1_200, moving: true, atMs: startMs },
  });
  const folder = mkdtempSync(join(tmpdir(), 'reeve-endurance-'));
  const args = [folder, platform.url, platform.tokens.admin, startMs, stepMs, steps, mirrorsEveryMs].map(String);
  const child = fork(join(import.meta.dirname, 'endurance-process.ts'), args, { execArgv: ['--expose-gc'] });
  const bytes: number[] = [];
  const requests: number[] = [];
  child.on('message', (message: EnduranceMessage) => {
    if ('bytes' in message) {
      bytes.push(message.bytes);
      requests.push(platform.requests.count());
      platform.requests.clear();
      return;
    }
    platform.clock.set(message.now);
    child.send('set');
  });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`the process ended with ${code}`);
    return { bytes, requests };
  } finally {
    child.kill();
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
