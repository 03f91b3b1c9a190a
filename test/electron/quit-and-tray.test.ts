import { expect, test } from 'vitest';
import { started, useHost, world } from './host-rig.ts';

useHost();

test('quitting asks only while a job would be cut off, and keeps Reeve running if the person wants that', async () => {
  const { desktop } = await started();
  const quit = (): boolean => {
    let isStopped = false;
    world.fake.app.emit('before-quit', { preventDefault: () => (isStopped = true) });
    return isStopped;
  };
  expect(quit()).toBe(false);
  expect(desktop.questions).toEqual([]);
  world.cutOff = ['Applying changes'];
  desktop.answer = 1;
  expect(quit()).toBe(true);
  desktop.answer = 0;
  expect(quit()).toBe(false);
  expect(desktop.questions).toEqual(['Quit while a job is running?', 'Quit while a job is running?']);
});

test('the tray shows the state of Reeve, opens a window and quits', async () => {
  const { desktop, window } = await started();
  const tray = world.ports?.tray;
  tray?.show('working', 0);
  tray?.show('attention', 2);
  const [icon] = desktop.trays;
  expect(desktop.trays).toHaveLength(1);
  expect(icon?.tip).toBe('Reeve: 2 notices');
  expect(icon?.menu.map(({ label }) => label)).toEqual(['Open Reeve', 'Quit Reeve']);
  icon?.menu[0]?.click?.();
  expect(window.focused).toBe(1);
  icon?.menu[1]?.click?.();
  expect(desktop.calls).toContain('quit');
  tray?.hide();
  expect(icon?.isDestroyed).toBe(true);
  tray?.show('idle', 0);
  expect(desktop.trays).toHaveLength(2);
});

test.skipIf(process.platform === 'darwin')('with a tray, Reeve keeps running without windows', async () => {
  const { desktop } = await started();
  world.hasTray = true;
  world.fake.app.emit('window-all-closed');
  expect(desktop.calls).not.toContain('quit');
  world.hasTray = false;
  world.fake.app.emit('window-all-closed');
  expect(desktop.calls).toContain('quit');
});
