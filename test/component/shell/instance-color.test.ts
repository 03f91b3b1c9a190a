import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ask, pauseAll, runners } from '../plan/rig.ts';
import { sampleProfile } from '../samples.ts';
import { dialog, openWindow } from './window.ts';

const two = [sampleProfile(), sampleProfile({ id: 'p2', name: 'Staging', colour: 'amber' })];

test('a plan has the color of its own instance, also if the window shows another one by then', async () => {
  const { core, stores } = await ask(pauseAll(3), { writes: { things: runners(3) }, world: { profiles: two } });
  const band = () => dialog().element().querySelector<HTMLElement>('[data-instance]');
  await expect.element(dialog()).toBeVisible();
  expect(band()?.dataset['instance']).toBe('iris');
  core.world.openId = 'p2';
  core.emit('profiles', 'changed', { openId: 'p2' });
  await expect.poll(() => stores.profiles.openId).toBe('p2');
  expect(band()?.dataset['instance']).toBe('iris');
  expect(band()?.textContent).toContain('git.corp.example');
});

test('the frame has the color of the open instance, and the title has its name', async () => {
  const staging = sampleProfile({ id: 'p2', name: 'Staging', colour: 'rose' });
  const core = await openWindow({ path: '/activity', world: { profiles: [sampleProfile(), staging] } });
  const frame = () => page.getByRole('banner').element() as HTMLElement;
  await expect.poll(() => frame().dataset['instance']).toBe('iris');
  await expect.poll(() => document.title).toBe('Activity · git.corp.example · Reeve');
  core.world.openId = 'p2';
  core.emit('profiles', 'changed', { openId: 'p2' });
  await expect.poll(() => frame().dataset['instance']).toBe('rose');
  expect(document.title).toBe('Activity · Staging · Reeve');
});
