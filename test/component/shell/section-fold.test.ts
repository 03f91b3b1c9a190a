import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { openWindow, callsOf } from './window.ts';

test('a section of the sidebar is closed and opened by its heading, and the choice is saved', async () => {
  const core = await openWindow({ path: '/users' });
  const heading = page.getByRole('navigation', { name: 'Consoles' }).getByRole('button', { name: 'Work' });
  await expect.element(page.getByRole('link', { name: 'Merge requests' })).toBeVisible();
  await click(heading);
  await expect.element(page.getByRole('link', { name: 'Merge requests' })).not.toBeInTheDocument();
  await expect.poll(() => callsOf(core, 'host.setPreferences')).toEqual([{ openSections: { Work: false } }]);
  await click(heading);
  await expect.element(page.getByRole('link', { name: 'Merge requests' })).toBeVisible();
});
