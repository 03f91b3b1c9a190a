import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ExportRow } from '#shared/contract/dependency-exports.ts';
import type { ExportInstructions } from '../../faults/export-process.ts';
import { temporaryFolder } from '../../helpers/rig.ts';
import { createPlatform } from '../../platform/platform.ts';

const child = join(import.meta.dirname, '../../faults/export-process.ts');

test('an export is requested once and ends as kept, although Reeve is killed at seven points of it', async () => {
  const platform = await createPlatform({ users: 20 });
  onTestFinished(() => platform.close());
  // The export is generated until the test moves the clock
  platform.clock.set(platform.clock.now());
  const folder = temporaryFolder();
  const file = join(folder, 'instructions.json');
  const call = {
    op: 'dependency-exports.createForProject',
    path: { id: 'acme/core' },
    body: { export_type: 'cyclonedx_1_6_json' },
    label: 'acme/core',
  };
  const run = async (kill: ExportInstructions['kill']) => {
    const instructions: ExportInstructions = { folder, url: platform.url, token: platform.tokens.admin, call, kill };
    writeFileSync(file, JSON.stringify(instructions));
    const started = spawn(process.execPath, [child, file], { stdio: ['ignore', 'inherit', 'inherit'] });
    const [code, signal] = (await once(started, 'exit')) as [number | null, string | null];
    return signal ?? code;
  };
  const points = [
    'outcome-known',
    'while-generating',
    'before-download',
    'while-downloading',
    'before-the-state',
    'while-reading',
    'before-the-end',
  ] as const;
  for (const point of points) {
    expect([point, await run(point)]).toEqual([point, 'SIGKILL']);
    if (point === 'while-generating') platform.clock.advance(60_000);
  }
  expect(await run(null)).toBe(0);
  expect(platform.requests.count('POST /projects/:id/dependency_list_exports')).toBe(1);
  const rows = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as ExportRow[];
  expect(rows).toMatchObject([{ state: 'kept', place: 'acme/core', unreadable: 0, problem: null }]);
  expect(rows[0]?.packages).toBeGreaterThan(0);
}, 300_000);
