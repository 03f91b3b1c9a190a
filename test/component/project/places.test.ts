import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { callsOf, openWindow } from '../shell/window.ts';
import { groups, level } from '../shell/places.ts';
import { eventually } from '../eventually.ts';

/** The start page of artifacts is a page of a project that needs few answers. */
const tab = 'deployments/artifacts';
const answers = {
  artifactFiles: { knownJobs: () => ({ jobs: [] }), chosen: () => ({ artifacts: [] }) },
};

test('a project that is not in the catalogue is shown, and can be added and verified', async () => {
  const core = await openWindow({ path: `/p/nowhere%2Fat-all/${tab}`, world: { catalogue: [...groups] }, answers });
  await expect.element(level('Project: nowhere/at-all')).toBeVisible();
  const note = page.getByRole('status').filter({ hasText: 'isn’t in “Groups and projects”' });
  await click(note.getByRole('button', { name: 'Add and verify', exact: true }));
  await eventually(() => expect(callsOf(core, 'catalogue.verify')).toHaveLength(1));
  expect(callsOf(core, 'catalogue.add')).toMatchObject([{ text: 'nowhere/at-all', kind: 'project' }]);
  await expect.element(note).not.toBeInTheDocument();
});

test('an address that names neither a project nor a group says so, and leads home', async () => {
  await openWindow({ path: `/p/a%3Ab/${tab}`, world: { catalogue: [...groups] }, answers });
  await expect.element(page.getByText('This address is not a page of a project or group.')).toBeVisible();
});

test('another choice in the top bar shows the same page of the other project', async () => {
  await openWindow({ path: `/p/7/${tab}`, world: { catalogue: [...groups] }, answers });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  const before = page.getByRole('heading', { level: 1 }).element().textContent;
  await click(level('Project: corp/platform/app'));
  await click(page.getByRole('option', { name: /^other\/tool/ }));
  await eventually(() => expect(location.hash).toMatch(new RegExp(`^#/p/8/deployments`)));
  await expect.element(level('Project: other/tool')).toBeVisible();
  expect(before).not.toBe('');
});
