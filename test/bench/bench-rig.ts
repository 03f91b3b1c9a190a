import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCore } from '#main/core/create-core.ts';
import { systemClock } from '#main/hosts/machine.ts';
import { firstLine, startChild } from '../../build/scripts/child.ts';
import { fakePorts } from '../helpers/fake-ports.ts';
import { attach, type ReeveClient } from '../helpers/window.ts';

export interface BenchRig {
  client: ReeveClient;
  platform: { url: string; tokens: { admin: string } };
  latencyMs: number;
  end(): Promise<void>;
}

/** The core in this process and the simulator in another, so that neither blocks the thread of the other. */
export async function benchRig(users: number, latencyMs: number): Promise<BenchRig> {
  const args = ['test/platform/main.ts', '--users', String(users), '--latency', String(latencyMs)];
  const child = startChild(process.execPath, args);
  const platform = (await firstLine(child, 'the platform', 60_000)) as BenchRig['platform'];
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bench-'));
  const core = await createCore({ ...fakePorts(folder), clock: systemClock });
  const client = attach(core);
  await client.profiles.add({ name: 'Bench', colour: 'iris', url: platform.url, token: platform.tokens.admin });
  return {
    client,
    platform,
    latencyMs,
    async end() {
      await core.close();
      child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
