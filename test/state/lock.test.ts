import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '#main/state/files/lock.ts';
import { tempFolder } from './data-folders.ts';

async function otherProcess(folder: string, now: number) {
  const script = join(import.meta.dirname, 'lock-holder.ts');
  const child = spawn(process.execPath, [script, folder, String(now)], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  return { child, complaint: () => complaint };
}

test('locking a folder of another process fails with the name of that process', async () => {
  const folder = tempFolder();
  const { child } = await otherProcess(folder, Date.parse('2026-11-20T08:00:00Z'));
  const take = () => lockFolder({ folder, host: 'node', now: 0 });
  expect(take).toThrow(expect.objectContaining({ code: 'conflict', reason: 'folder-busy' }));
  expect(take).toThrow(`electron (process ${child.pid} on `);
  expect(take).toThrow('since 2026-11-20T08:00:00.000Z');
});

test('another process cannot lock a folder that this process has locked', async () => {
  const folder = tempFolder();
  const lock = lockFolder({ folder, host: 'node', now: 0 });
  const { child, complaint } = await otherProcess(folder, 0);
  await (child.exitCode ?? once(child, 'close'));
  expect(complaint()).toContain(`node (process ${process.pid} on `);
  lock.release();
});

test('the lock of a killed process is released', async () => {
  const folder = tempFolder();
  const { child } = await otherProcess(folder, 0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  lockFolder({ folder, host: 'node', now: 0 }).release();
});

test('a released lock can be taken again, also in the same process', () => {
  const folder = tempFolder();
  const first = lockFolder({ folder, host: 'node', now: 0 });
  expect(() => lockFolder({ folder, host: 'node', now: 0 })).toThrow(
    expect.objectContaining({ reason: 'folder-busy' }),
  );
  first.release();
  first.release();
  lockFolder({ folder, host: 'node', now: 0 }).release();
});
