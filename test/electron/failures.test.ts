import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { data, load, started, throwUnhandled, useHost, world } from './host-rig.ts';

useHost();

const log = (): string => readFileSync(join(data, 'logs', 'reeve.log'), 'utf8');

test('a window whose process ended can be reloaded or closed, and the log can be shown', async () => {
  const { desktop, window } = await started();
  window.webContents.url = 'reeve-app://app/?i=p1#/users';
  desktop.choice = 'Show logs';
  window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
  await expect.poll(() => desktop.questions).toEqual(['This window stopped working', 'This window stopped working']);
  expect(desktop.shownFiles).toEqual([join(data, 'logs', 'reeve.log')]);
  expect(log()).toMatch(/"reason":"crashed","exitCode":139,"msg":"process of a window ended"/);
  window.webContents.emit('did-finish-load');

  desktop.choice = 'Close window';
  window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
  await expect.poll(() => desktop.windows).toEqual([]);
  expect(readFileSync(join(data, 'window', 'place.json'), 'utf8')).toContain('/?i=p1#/users');
});

test('a window that does not respond is reloaded in a new process', async () => {
  const { desktop, window } = await started();
  desktop.choice = 'Reload';
  window.emit('unresponsive');
  await expect.poll(() => window.webContents.reloads).toBe(1);
  expect(desktop.questions).toEqual(['This window isn’t responding']);
});

test('the end of the graphics process is reported', async () => {
  const { desktop, window } = await started();
  desktop.choice = 'Reload';
  world.fake.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 139 });
  await expect.poll(() => window.webContents.reloads).toBe(1);
  expect(desktop.questions).toEqual(['The graphics process of Reeve stopped']);
});

test('while Reeve ends, no failure of a process is reported', async () => {
  const { desktop, window } = await started();
  world.fake.app.emit('will-quit', { preventDefault: () => undefined });
  window.webContents.emit('render-process-gone', {}, { reason: 'killed', exitCode: 15 });
  expect(desktop.questions).toEqual([]);
});

test('after an error that no code handles, the windows say so, the core is closed, and a dialog says where the log is', async () => {
  const { desktop, window } = await started();
  window.webContents.url = 'reeve-app://app/?i=p1#/users';
  throwUnhandled(new Error('not expected'));
  await expect.poll(() => desktop.exits).toEqual([1]);
  expect([world.told, world.closed]).toEqual([['failure'], 1]);
  expect(desktop.errors).toEqual([
    `Reeve ended because of an internal error. Interrupted changes are paused: Reeve checks what was applied before it continues them. The log has details: ${join(data, 'logs', 'reeve.log')}`,
  ]);
  expect(log()).toContain('not expected');
  expect(readFileSync(join(data, 'window', 'place.json'), 'utf8')).toContain('/?i=p1#/users');
});

test('a failure while Reeve quits, or windows that are closed after a failure, do not end Reeve without the message', async () => {
  const { desktop } = await started();
  const quit = (): boolean => {
    let isHeld = false;
    world.fake.app.emit('will-quit', { preventDefault: () => (isHeld = true) });
    return isHeld;
  };
  expect(quit()).toBe(true);
  throwUnhandled(new Error('not expected'));
  expect(quit()).toBe(true);
  await expect.poll(() => desktop.exits).toEqual([1]);
  expect(desktop.errors).toHaveLength(1);
  expect(desktop.calls).not.toContain('quit');
});

test('a window that is closed before its page is loaded does not end Reeve', async () => {
  const { desktop, window } = await started();
  window.isClosedEarly = true;
  world.fake.app.emit('open-url', { preventDefault: () => undefined }, 'reeve://runners/42');
  await new Promise((resolve) => setImmediate(resolve));
  expect([desktop.errors, world.told]).toEqual([[], []]);
});

test('an error before Electron is ready is shown without its stack when Electron is ready', async () => {
  // The folder of windows can be created neither here nor in the temporary folder
  writeFileSync(join(data, 'file'), '');
  world.fake.desktop.switches['data'] = join(data, 'file', 'data');
  vi.stubEnv('TMPDIR', join(data, 'file'));
  // As Electron does
  await load().catch(throwUnhandled);
  vi.unstubAllEnvs();
  const { desktop } = world.fake;
  expect(desktop.errors).toEqual([]);
  desktop.becomeReady();
  await expect.poll(() => desktop.exits).toEqual([1]);
  expect(desktop.errors).toEqual([expect.stringMatching(/^Reeve couldn’t start: ENOTDIR: [^\n]*$/)]);
});

test('an error while the core starts is shown without its stack, and its stack is in the log', async () => {
  world.isBroken = true;
  const desktop = await load();
  desktop.becomeReady();
  await expect.poll(() => desktop.exits).toEqual([1]);
  const file = join(data, 'logs', 'reeve.log');
  expect(desktop.errors).toEqual([`Reeve couldn’t start: no such table. The log has details: ${file}`]);
  expect(log()).toMatch(/no such table.*\\n +at /);
});

test('a window that is not built says so', async () => {
  const { desktop } = await started();
  rmSync(join(data, 'page'), { recursive: true });
  const page = await desktop.handlers.get('reeve-app')?.({ url: 'reeve-app://app/', method: 'GET' } as Request);
  expect(page?.status).toBe(503);
  expect(await page?.text()).toContain('<h1>The window isn’t built yet</h1>');
});
