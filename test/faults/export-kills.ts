import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportRow } from '#shared/contract/dependency-exports.ts';
import { createPlatform } from '../platform/platform.ts';
import type { ExportInstructions } from './export-process.ts';

const child = join(import.meta.dirname, 'export-process.ts');

export type ExportPoint = NonNullable<ExportInstructions['kill']>;

/** All points at which Reeve can be killed, in the order in which an export reaches them. */
export const exportPoints: readonly ExportPoint[] = [
  'outcome-known',
  'while-generating',
  'before-download',
  'while-downloading',
  'before-the-state',
  'while-reading',
  'before-the-end',
];

/**
 * Request an export with a process that is killed at each of these points and started again on the same folder, and then
 * runs to the end. `points`: in the order of `exportPoints`. Returns the points.
 * Fails: if a point was not reached, the export was not requested exactly once, or it was not stored completely.
 */
export async function killExports(points: readonly ExportPoint[]): Promise<readonly ExportPoint[]> {
  const platform = await createPlatform({ users: 20 });
  // The export is generated until the clock is moved
  if (points.includes('while-generating')) platform.clock.set(platform.clock.now());
  const folder = mkdtempSync(join(tmpdir(), 'reeve-export-kill-'));
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
  try {
    for (const point of points) {
      assert.deepEqual([point, await run(point)], [point, 'SIGKILL']);
      if (point === 'while-generating') platform.clock.advance(60_000);
    }
    assert.equal(await run(null), 0);
    assert.equal(platform.requests.count('POST /projects/:id/dependency_list_exports'), 1);
    const rows = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as ExportRow[];
    const ends = rows.map(({ state, place, unreadable, problem }) => ({ state, place, unreadable, problem }));
    assert.deepEqual(ends, [{ state: 'kept', place: 'acme/core', unreadable: 0, problem: null }]);
    assert.ok((rows[0]?.packages ?? 0) > 0);
    return points;
  } finally {
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
