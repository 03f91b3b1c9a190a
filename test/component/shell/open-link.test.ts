import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { sampleEntry, sampleProfile } from '../samples.ts';
import { button, callsOf, heading, openWindow } from './window.ts';

const demo = sampleProfile({ url: 'https://code.example.com' });
const staging = sampleProfile({ id: 'p2', name: 'Staging', url: 'https://staging.example.com/code' });
const project = sampleEntry({ key: 7, kind: 'project', id: 7, path: 'platform/website' });
const world = { profiles: [demo, staging], catalogue: [project] };
const path = (link: string): string => `/open?link=${encodeURIComponent(link)}`;
const shown = (): string => decodeURIComponent(location.search + location.hash);

test('a link to the open instance opens at once, in its scope', async () => {
  const core = await openWindow({ path: path('reeve://i/code.example.com/p/7/runners/3'), world });
  await expect.element(heading('Runners')).toBeVisible();
  await expect.poll(shown).toMatch(/i=p1&s=project:7#\/runners\/3$/);
  expect(callsOf(core, 'profiles.open')).toEqual([]);
});

test('a link to another instance asks for confirmation, and nothing is written', async () => {
  const core = await openWindow({ path: path('reeve://i/staging.example.com%2Fcode/p/99/runners'), world });
  await expect.element(heading('Open in Staging?')).toBeVisible();
  expect(callsOf(core, 'profiles.open')).toEqual([]);
  expect(shown()).toContain('#/open');
  await click(button('Open Staging here'));
  await expect.poll(() => callsOf(core, 'profiles.open')).toEqual([{ id: 'p2' }]);
  await expect.poll(shown).toMatch(/i=p2&s=project:99#\/runners$/);
  await expect.element(button('Project: Project 99. Switch project')).toBeVisible();
  const writes = core.calls.filter(({ verb }) => /^(changes|catalogue\.add|jobs\.)/.test(verb) && verb !== 'jobs.list');
  expect(writes.filter(({ verb }) => !/list|summary|get/.test(verb))).toEqual([]);
});

test.each([
  ['of an unknown instance', 'reeve://i/elsewhere.example/p/7/runners', /there is no instance at elsewhere\.example/],
  ['that is malformed', 'reeve://i/code.example.com/p', /it isn’t a valid Reeve link/],
])('a link %s gets a message', async (_, link, message) => {
  const core = await openWindow({ path: path(link), world });
  await expect.element(page.getByRole('heading', { name: message })).toBeVisible();
  await expect.element(page.getByText(link)).toBeVisible();
  expect(callsOf(core, 'profiles.open')).toEqual([]);
});

test('a link to a place without a page opens its first list', async () => {
  await openWindow({ path: path('reeve://i/code.example.com/p/7/hook/9'), world });
  await expect.element(heading('Webhook events')).toBeVisible();
});
