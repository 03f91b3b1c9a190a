import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from '../fixtures.ts';

/** Processes whose command line contains a text, from Linux's `/proc`. */
function processesWith(text: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(join('/proc', name, 'cmdline'), 'utf8')
        .split('\0')
        .includes(text);
    } catch {
      return false;
    }
  });
}

test.skip(process.platform !== 'linux', 'looks for processes in /proc');

test('npm start without a window prints one line of JSON, and SIGTERM and SIGKILL end all processes that it started', async ({
  keychain,
  folder,
}) => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const data = join(folder, signal);
    const args = ['build/scripts/start.ts', '--host', 'node', '--no-open', '--port', '0', '--data', data];
    const start = spawn(process.execPath, args, { env: { ...process.env, ...keychain, HOME: folder, DISPLAY: '' } });
    let out = '';
    start.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    await Promise.race([once(start.stdout, 'data'), once(start, 'exit')]);
    const { url } = JSON.parse(out) as { url: string };
    expect(out.trim().split('\n')).toHaveLength(1);
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(303);
    expect(processesWith(data).length).toBeGreaterThanOrEqual(2);

    start.kill(signal);
    await once(start, 'exit');
    await expect.poll(() => processesWith(data)).toEqual([]);
    expect(existsSync(join(data, 'folder.lock.json')), 'the folder was released').toBe(false);
  }
});
