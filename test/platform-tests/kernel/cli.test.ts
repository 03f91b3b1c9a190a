import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const MAIN = new URL('../../platform/main.ts', import.meta.url).pathname;

interface Run {
  child: ChildProcess;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

function run(...options: string[]): Run {
  const child = spawn(process.execPath, [MAIN, ...options]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<Awaited<Run['ended']>>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended };
}

interface Ready {
  url: string;
  tokens: Record<string, string>;
  jobToken: string;
}

async function ready({ child, ended }: Run): Promise<Ready> {
  const line = new Promise<string>((resolve) =>
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  );
  const text = await Promise.race([line, ended.then(({ stderr }) => Promise.reject(new Error(stderr)))]);
  expect(text).toMatch(/^\{.*\}\n$/);
  return JSON.parse(text) as Ready;
}

function tempFile(name: string, text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'platform-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const NAMES = ['admin', 'auditor', 'owner', 'maintainer', 'developer', 'outsider', 'guest', 'reporter', 'read_api', 'manage_runners']; // prettier-ignore

test.each(['SIGTERM', 'SIGINT'] as const)(
  'it says one line when ready, serves, and ends cleanly on %s',
  async (signal) => {
    const platform = run('--users', '12');
    const { url, tokens, jobToken } = await ready(platform);
    expect(Object.keys(tokens).sort()).toEqual(NAMES.toSorted());
    expect(jobToken).not.toBe('');
    const response = await fetch(`${url}/api/v4/users`, { headers: { 'private-token': tokens['admin'] ?? '' } });
    expect(response.headers.get('x-total')).toBe('12');
    platform.child.kill(signal);
    const { code, stdout, stderr } = await platform.ended;
    expect({ code, stderr, lines: stdout.trim().split('\n').length }).toEqual({ code: 0, stderr: '', lines: 1 });
  },
);

test('command line options are applied', async () => {
  const faults = tempFile('faults.json', JSON.stringify([{ match: 'GET /users/:id', kind: 'status', status: 503 }]));
  const { url, tokens } = await ready(
    run(
      '--users',
      '30',
      '--projects',
      '20',
      '--mirrors',
      '40',
      '--foreign-projects',
      '5',
      '--seed',
      '9',
      '--offset-limit',
      '20',
      '--bare-headers',
      '--probes',
      'import',
      '--moving',
      '--hostile',
      '--rate-limit',
      '3',
      '--dialect',
      'gitlab',
      '--faults',
      faults,
    ),
  );
  const get = (path: string) =>
    fetch(`${url}/api/v4${path}`, { headers: { authorization: `Bearer ${tokens['admin']}` } });
  expect(await (await get('/user')).json()).toEqual({ error: '404 Not Found' });
  expect((await get('/users?page=2')).status).toBe(405);
  expect((await get('/users')).headers.has('etag')).toBe(false);
  expect((await get('/users/1')).status).toBe(503);
  expect((await get('/projects/fleet%2Fteam-01%2Fservice-001/remote_mirrors')).status).toBe(200);
  expect((await get('/users')).status).toBe(429);
});

test.each([
  [[], 'ines.moreau', 0],
  [['--hostile'], 'admin', 1],
])('with the options %j the administrator is %s, and %i names contain markup', async (options, username, count) => {
  const { url, tokens } = await ready(run('--users', '300', ...options));
  const get = (path: string) => fetch(`${url}/api/v4${path}`, { headers: { 'private-token': tokens['admin'] ?? '' } });
  expect(await (await get('/users/1')).json()).toMatchObject({ username, name: 'Ines Moreau' });
  expect(await (await get('/users?search=<script')).json()).toHaveLength(count);
});

test('`--no-limits` turns off rate limits, and `--seed` determines the tokens', async () => {
  const { url, tokens } = await ready(run('--users', '10', '--rate-limit', '1', '--no-limits', '--seed', '9'));
  const get = () => fetch(`${url}/api/v4/users`, { headers: { 'private-token': tokens['guest'] ?? '' } });
  expect([(await get()).status, (await get()).status]).toEqual([200, 200]);
  expect((await ready(run('--users', '10', '--seed', '9'))).tokens).toEqual(tokens);
});

test.each([
  [['--port', '99999'], '--port must be a whole number from 0 to 65535, not "99999"'],
  [['--users', '-1'], '--users'],
  [['--users', 'many'], '--users must be a whole number'],
  [['--latency', '1.5'], '--latency must be a whole number'],
  [['--seed'], '--seed'],
  [['--flood'], '--flood'],
  [['extra'], 'extra'],
  [['--faults', '/no/such/file'], '--faults: /no/such/file cannot be read'],
  [['--no-limits=1'], '--no-limits'],
  [['--probes', 'version,all'], '--probes must be all or some of version,user,groups,projects,import, not "all"'],
  [['--dialect', 'github'], '--dialect must be one of documented, gitlab, not "github"'],
  [['--background', 'explodes'], '--background must be one of finishes, fails, stalls, not "explodes"'],
])('the options %s are refused', async (options, reason) => {
  const { code, stdout, stderr } = await run(...options).ended;
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(reason);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('an invalid file of faults and a port in use are reported', async () => {
  const path = tempFile('faults.json', '[{"kind": "flood"}]');
  const badFile = await run('--faults', path).ended;
  expect(badFile.code).toBe(2);
  expect(badFile.stderr).toContain('kind must be one of');
  const { url } = await ready(run('--users', '10'));
  const taken = await run('--port', new URL(url).port).ended;
  expect(taken.code).toBe(2);
  expect(taken.stderr).toContain('EADDRINUSE');
});
