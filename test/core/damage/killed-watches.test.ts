import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minutes, seconds } from '#shared/time.ts';
import { expect, onTestFinished, test } from 'vitest';
import { killWatches } from '../../faults/watch-kills.ts';
import type { WatchedEnds, WatchInstructions } from '../../faults/watch-process.ts';
import { temporaryFolder, until } from '../../helpers/rig.ts';
import { createPlatform } from '../../platform/platform.ts';

const child = join(import.meta.dirname, '../../faults/watch-process.ts');

test('20 exports and imports are requested once and watched to their end, although Reeve is killed 3 times', async () => {
  const { kills, wrong, asked, lost } = await killWatches({ kills: 3, seed: 1, reportsImports: true });
  expect(wrong).toEqual([]);
  expect(Object.values(kills).reduce((sum, n) => sum + n, 0)).toBe(3);
  expect(asked).toBe(20);
  expect(lost).toBeGreaterThan(0);
});

test('the test of kills detects a request that is sent again after a lost reply', async () => {
  const killed = { kills: 1, seed: 1, reportsImports: true };
  const { wrong } = await killWatches({ ...killed, takesLostAsNotSent: true });
  expect(wrong.join('\n')).toContain('was requested 2 times');
});

test('at the third start, requests whose replies were lost end as unknown without an action of the user', async () => {
  const platform = await createPlatform({ users: 20 });
  onTestFinished(() => platform.close());
  platform.faults.add({ kind: 'hold', until: new Promise(() => undefined), match: 'POST *' });
  const folder = temporaryFolder();
  const body = { repo_id: 7, target_namespace: 'acme', new_name: 'lost', personal_access_token: 'token' };
  const dependencies = { path: { id: 'acme/core' }, body: { export_type: 'csv' } };
  const plans = [
    [{ op: 'dependency-exports.createForProject', ...dependencies }],
    [{ op: 'imports.fromCodehostA', body }],
  ];
  const file = join(folder, 'instructions.json');
  const start = (aheadMs: number, wanted: WatchInstructions['until'], speed = 1) => {
    const clock = { epoch: Date.now(), speed, aheadMs };
    const { url, tokens } = platform;
    const instructions = { folder, url, token: tokens.admin, plans, clock, until: wanted, takesLostAsNotSent: false };
    writeFileSync(file, JSON.stringify(instructions satisfies WatchInstructions));
    const running = spawn(process.execPath, [child, file], { stdio: ['ignore', 'inherit', 'inherit'] });
    onTestFinished(() => void running.kill('SIGKILL'));
    return { running, exit: once(running, 'exit') as Promise<[number | null, string | null]> };
  };
  const posts = () => platform.requests.list().filter(({ method }) => method === 'POST').length;

  for (const sent of [1, 2]) {
    // At the second start, the first request has not reached its deadline, and its job is running
    const { running, exit } = start((sent - 1) * seconds(20), 'run');
    await until(posts, (n) => n === sent);
    running.kill('SIGKILL');
    await exit;
  }
  const [code] = await start(minutes(6), 'look', 10).exit;
  expect(code).toBe(0);
  const { exports, imports, rows } = JSON.parse(readFileSync(join(folder, 'ends.json'), 'utf8')) as WatchedEnds;
  expect([...exports, ...imports, ...rows].map(({ state }) => state)).toEqual(Array(4).fill('unknown'));
  expect(posts()).toBe(2);
});
