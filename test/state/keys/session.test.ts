import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openState } from '#main/state/open/state-file.ts';
import { notices } from '#main/state/notices.ts';
import { emptyDataFolder } from '../data-folders.ts';

test('a session has its own private folder, which is deleted at its end', async () => {
  const { ports, data, vault } = emptyDataFolder();
  ports.secrets.mode = 'missing';
  const opened = await vault();
  expect(await opened.useSession()).toMatchObject({ state: 'session' });
  const folder = opened.folder();
  expect(folder.startsWith(ports.paths.temporary)).toBe(true);
  expect(process.platform === 'win32' || (statSync(folder).mode & 0o777) === 0o700).toBe(true);

  const state = openState({ folder, key: opened.databaseKey(), now: 1 });
  notices(state.db).add({ at: 1, code: 'x', detail: 'y' });
  await opened.secrets().set('token:p1', 'glpat-very-secret');
  expect(await opened.secrets().get('token:p1')).toBe('glpat-very-secret');
  expect(readdirSync(folder)).not.toContain('secrets.json');

  state.close(2);
  opened.close();
  expect(existsSync(folder)).toBe(false);
  expect(existsSync(data)).toBe(false);
  expect(() => opened.databaseKey()).toThrow(expect.objectContaining({ code: 'denied' }));
});

test('a session cannot have a passphrase, and an open vault cannot start a session', async () => {
  const { ports, vault } = emptyDataFolder();
  const ready = await vault();
  await expect(ready.useSession()).rejects.toMatchObject({ code: 'conflict' });
  ports.secrets.mode = 'missing';
  const session = await vault();
  await session.useSession();
  await expect(session.setPassphrase('correct horse')).rejects.toMatchObject({ code: 'conflict' });
  session.close();
});

test('a new session removes the folder of a killed session, but not that of a running one', async () => {
  const { ports, vault } = emptyDataFolder();
  ports.secrets.mode = 'missing';
  const { temporary } = ports.paths;
  const script = join(import.meta.dirname, 'session-holder.ts');
  const child = spawn(process.execPath, [script, temporary], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  const theirs = output.toString().trim();

  const first = await vault();
  await first.useSession();
  expect(existsSync(theirs)).toBe(true);

  child.kill('SIGKILL');
  await once(child, 'exit');
  const second = await vault();
  await second.useSession();
  expect(existsSync(theirs)).toBe(false);
  expect(existsSync(first.folder())).toBe(true);
  first.close();
  second.close();
});
