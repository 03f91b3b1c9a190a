import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createCore } from '#main/core/create-core.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Client } from '#shared/contract/kit.ts';
import { members } from '#shared/contract/window.constant.ts';
import { createClient } from '#shared/link/client.ts';
import { ended, firstLine, startChild } from '../../build/scripts/child.ts';
import { fakePorts } from '../helpers/fake-ports.ts';
import { temporaryFolder, until } from '../helpers/rig.ts';
import { attach } from '../helpers/window.ts';
import { createPlatform } from '../platform/platform.ts';

const passphrase = 'a passphrase for tests';

/** The failure of a promise, and an error shortly after it. */
const failing =
  'process.on("SIGUSR2", () => { void Promise.reject(new Error("provoked")); setImmediate(() => { throw new Error("second"); }); });';

/** Starts the node host from its sources. It has the two failures when it gets SIGUSR2. */
async function startHost(folder: string, demo: { url: string; token: string }) {
  const file = join(folder, 'passphrase');
  writeFileSync(file, passphrase);
  const child = startChild(
    'sh',
    [
      ...['-c', 'exec "$@" 2> "$0"', join(folder, 'stderr'), process.execPath],
      ...['--import', `data:text/javascript,${encodeURIComponent(failing)}`, 'src-main/hosts/node/main.ts'],
      ...['--data', join(folder, 'data'), '--passphrase-file', file, '--no-auto-sync'],
    ],
    {
      env: {
        ...{ HOME: folder, DISPLAY: '', DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
        ...{ REEVE_DEMO_URL: demo.url, REEVE_DEMO_TOKEN: demo.token },
      },
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const { url } = (await firstLine(child, 'the host', 60_000)) as { url: string };
  return { child, client: await windowOf(url) };
}

/** Connect as a window does. */
async function windowOf(url: string): Promise<Client<ReeveContract>> {
  const started = await fetch(url, { redirect: 'manual' });
  const [cookie = ''] = started.headers.get('set-cookie')?.split(';') ?? [];
  const key = /#key=(.+)$/.exec(started.headers.get('location') ?? '')?.[1] ?? '';
  const { host, origin } = new URL(url);
  const socket = new WebSocket(`ws://${host}/wire`, ['reeve', key], { headers: { cookie }, origin });
  await new Promise((resolve) => socket.once('open', resolve));
  return createClient<ReeveContract>(members, {
    send: (text) => socket.send(text),
    onText: (listener) => void socket.on('message', (data: Buffer) => listener(data.toString('utf8'))),
    onClose: (listener) => void socket.once('close', listener),
  });
}

test('after a failure that no code handles, the node host tells its windows, closes, and ends with an exit code; a write under way is not sent again', async () => {
  const folder = temporaryFolder();
  const platform = await createPlatform({ users: 10 });
  onTestFinished(() => platform.close());
  const demo = { url: platform.url, token: platform.tokens.admin };
  const { child, client } = await startHost(folder, demo);
  const editing = 'PUT /runners/:id';
  platform.faults.add({ kind: 'hold', until: new Promise(() => undefined), match: 'PUT *', times: 1 });
  const [runner] = platform.world.runners.all();
  const call = { op: 'runners.edit', path: { id: runner?.id ?? 0 }, body: { maintenance_note: 'ours' } };
  const plan = await client.changes.plan({ calls: [call] });
  await client.changes.apply({ planId: plan.id });
  await until(
    () => platform.requests.count(editing),
    (n) => n === 1,
  );

  const told: unknown[] = [];
  client.host.ending((ending) => {
    told.push(ending);
    child.kill('SIGTERM');
  });
  child.kill('SIGUSR2');
  expect(await ended(child)).toBe(1);
  expect(readFileSync(join(folder, 'stderr'), 'utf8')).toContain('Reeve ended because of an internal error.');
  const logs = join(folder, 'data', 'logs');
  expect(told).toEqual([
    {
      what: 'Reeve ended because of an internal error.',
      nextStep: expect.stringContaining(`the log in ${logs}.`) as string,
    },
  ]);
  const lines = readFileSync(join(logs, 'reeve.log'), 'utf8').trim().split('\n');
  const failures = lines
    .map((line) => JSON.parse(line) as { stack?: unknown })
    .filter(({ stack }) => stack !== undefined);
  expect(failures).toMatchObject([
    {
      msg: 'ended by a failure',
      message: { marked: 'provoked' },
      stack: { marked: expect.stringContaining('at ') as string },
    },
    { msg: 'failure while ending', message: { marked: 'second' } },
  ]);
  expect(lines.at(-1)).toContain('"msg":"ended"');
  expect(existsSync(join(folder, 'data', 'folder.lock.json'))).toBe(false);

  const core = await createCore(fakePorts(folder));
  onTestFinished(() => core.close());
  await core.unlock(passphrase);
  const again = attach(core);
  expect(await again.changes.get({ planId: plan.id })).toMatchObject({ state: 'paused', pausedWhy: 'restart' });
  const { rows } = await again.changes.rows({ planId: plan.id, slice: { from: 0, count: 10 } });
  expect(rows).toMatchObject([{ state: 'sending' }]);
  expect(platform.requests.count(editing)).toBe(1);
});
