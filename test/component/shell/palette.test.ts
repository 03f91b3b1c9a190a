import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SearchHit } from '#shared/contract/search.ts';
import { eventually } from '../eventually.ts';
import { sampleJob, sampleProfile, sampleUsers } from '../samples.ts';
import { placeHit } from '../fake-search.ts';
import { groups, level } from './places.ts';
import { button, callsOf, heading, openWindow } from './window.ts';

test('the palette finds a cached user, and opens the page of that person', async () => {
  await openWindow({ world: { users: sampleUsers(20) } });
  await expect.element(heading('Activity')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('@kwame');
  await expect.element(page.getByRole('option', { name: /kwameokafor4/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toBe('#/people/4');
});

test('a user whose name begins with the typed text comes before pages that match loosely, and Enter opens that user', async () => {
  const users = sampleUsers(3).map((user) => ({ ...user, name: `Rune ${user.id}`, username: `rune${user.id}` }));
  await openWindow({ world: { users } });
  await expect.element(heading('Activity')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  const typed = page.getByRole('combobox', { name: 'Command palette' });
  await typed.fill('rune');
  await expect.element(page.getByRole('option').first()).toMatchTextContent(/rune/);
  await expect.element(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await typed.fill('run');
  await expect.element(page.getByRole('option', { name: /rune1/ })).toBeVisible();
  await expect.element(page.getByRole('option').first()).toMatchTextContent(/^Runners/);
  await typed.fill('rune');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toMatch(/^#\/people\/\d/);
});

test('the palette finds an action of another page, opens that page and starts the action', async () => {
  await openWindow({ path: '/settings' });
  await expect.element(heading('Settings')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  const typed = page.getByRole('combobox', { name: 'Command palette' });
  await typed.fill('>create access token');
  await expect.element(page.getByRole('option', { name: /Create access token/ })).toBeVisible();
  await typed.fill('>create service account');
  await expect.element(page.getByRole('option', { name: /Create service account/ })).toBeVisible();
  await typed.fill('>look up keys');
  await expect.element(page.getByRole('option').first()).toMatchTextContent(/^Look up keys/);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toBe('#/keys');
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

test('the palette finds groups and projects with #, pinned ones without a text, and chooses the selected one', async () => {
  const core = await openWindow({ world: { catalogue: groups, users: sampleUsers(20) } });
  await expect.element(heading('Activity')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  const typed = page.getByRole('combobox', { name: 'Command palette' });
  await typed.fill('#');
  await expect.element(page.getByRole('option', { name: /corp\/pinned/ })).toBeVisible();
  await typed.fill('#tool');
  await expect.element(page.getByRole('option', { name: /other\/tool/ })).toBeVisible();
  await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(level('Project: other/tool')).toBeVisible();
  await expect.poll(() => core.world.preferences.scopes['p1']?.project).toBe('project:8');
  expect(location.hash).toBe('#/p/8/summary');
});

test('Enter in the palette waits for the results of the newest text, and opens the first of them', async () => {
  let answer = (): void => undefined;
  const hits = groups.map((entry) => placeHit(entry, 2));
  const core = await openWindow({
    world: { catalogue: groups },
    answers: {
      search: {
        find: async ({ words }) => {
          if (words === 'tool') await new Promise<void>((resolve) => (answer = resolve));
          return { hits: words === 'tool' ? hits.slice(3) : hits.slice(2, 3), queryMs: 1 };
        },
      },
    },
  });
  await expect.element(heading('Activity')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('#t');
  await expect
    .element(page.getByRole('option', { name: /corp\/platform\/app/ }))
    .toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('ool{Enter}');
  await eventually(() => expect(callsOf(core, 'search.find').at(-1)).toMatchObject({ words: 'tool' }));
  // If the instance is renamed during the search, the search is not repeated and Enter is kept
  core.world.profiles = [sampleProfile({ name: 'Renamed' })];
  core.emit('profiles', 'changed', { openId: 'p1' });
  await expect.element(button('Instance: Renamed. Switch instance')).toBeVisible();
  await expect.element(level('Project: All projects')).toBeVisible();
  answer();
  await expect.element(level('Project: other/tool')).toBeVisible();
  expect(callsOf(core, 'search.find').filter((input) => (input as { words: string }).words === 'tool')).toHaveLength(1);
});

test('people come first, then kinds with a closer name, and a note opens the page of its issue', async () => {
  const hit = (kind: SearchHit['kind'], title: string, more: Partial<SearchHit> = {}): SearchHit => {
    return {
      kind,
      key: 1,
      title,
      about: null,
      scope: '',
      where: null,
      place: null,
      id: 1,
      closeness: 2,
      fetchedAt: 0,
      ...more,
    };
  };
  const note = {
    scope: 'project:7/issue:12',
    id: 901,
    about: 'Issue #12 · by Ann',
    where: 'corp/platform/app',
    closeness: 3,
  };
  const hits = [
    hit('person', 'Robin Board'),
    hit('webhooks', 'Board', { closeness: 0 }),
    hit('notes', 'Board', note),
    hit('runners', 'Board runner', { closeness: 1 }),
  ];
  await openWindow({
    world: { catalogue: groups },
    answers: {
      search: { find: ({ kinds = [] }) => ({ hits: hits.filter(({ kind }) => kinds.includes(kind)), queryMs: 1 }) },
    },
  });
  await expect.element(heading('Activity')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('board');
  const options = page.getByRole('option');
  await expect.element(options.nth(0)).toHaveAttribute('data-value', 'person:1');
  await expect.element(options.nth(1)).toHaveAttribute('data-value', 'webhooks:1');
  await expect.element(options.nth(2)).toHaveAttribute('data-value', 'runners:1');
  const found = page.getByRole('option', { name: /Board Issue #12 · by Ann corp\/platform\/app/ });
  await found.click();
  await expect.poll(() => location.hash).toBe('#/p/7/issues/12');
});

test('the palette lists a disabled command with the reason, and does not run it', async () => {
  const core = await openWindow({ world: { jobs: [sampleJob()] } });
  await expect.element(heading('Activity')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('sync users');
  const option = page.getByRole('option', { name: /Sync users Sync of users is already running/ });
  await expect.element(option).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(option).toBeVisible();
  expect(callsOf(core, 'jobs.sync')).toHaveLength(0);
});

test('the command that was run last is the first one the next time', async () => {
  await openWindow();
  await expect.element(heading('Activity')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('option', { name: /^Settings/ }).click();
  await expect.element(heading('Settings')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByText('Recent')).toBeVisible();
  await expect.element(page.getByRole('option').first()).toMatchTextContent(/^Settings/);
});
