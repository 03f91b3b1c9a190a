import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { ScopeChoice } from '../../../src-renderer/stores/instance/scope.svelte.ts';
import { Route } from '../../../src-renderer/stores/window/route.svelte.ts';
import { fakeCore, type FakeAnswers } from '../fake-core.ts';
import { sampleEntry, sampleProfile } from '../samples.ts';
import { groups, level } from './places.ts';
import { button, heading, openWindow } from './window.ts';

const website = sampleEntry({ key: 9, kind: 'project', id: 7, path: 'elsewhere/website' });

/** Answers with the project once `shown` is resolved, and counts how often it was asked for. */
function slowCatalogue(shown: Promise<void>): { answers: FakeAnswers; asked: () => number } {
  let asked = 0;
  const get = async ({ scope }: { scope: string }) => {
    if (scope !== website.scope) return null;
    asked += 1;
    await shown;
    return website;
  };
  return { answers: { catalogue: { get } }, asked: () => asked };
}

test('a project chosen while the catalogue changes stays chosen', async () => {
  const core = fakeCore({ world: { catalogue: [website] } });
  const scope = new ScopeChoice(core.session, { set: async () => undefined }, new Route());
  onTestFinished(scope.follow());
  await expect.poll(() => scope.isReady).toBe(true);
  // The choice loads its group from the catalogue, which reports a change meanwhile
  const chosen = scope.choose(website);
  core.emit('catalogue', 'changed', { revision: 2 });
  await chosen;
  expect(scope.project?.path).toBe('elsewhere/website');
});

test('a scope is chosen by its name, and one that the catalogue does not have changes nothing', async () => {
  const core = fakeCore({ world: { catalogue: [website] } });
  const scope = new ScopeChoice(core.session, { set: async () => undefined }, new Route());
  onTestFinished(scope.follow());
  await expect.poll(() => scope.isReady).toBe(true);
  expect(await scope.chooseAt(website.scope)).toBe(true);
  expect(await scope.chooseAt('project:404')).toBe(false);
  expect(scope.current).toBe(website.scope);
  expect(await scope.chooseAt('')).toBe(true);
  expect(scope.entry).toBeNull();
});

test('a group that is not in the catalogue is added without a pin, and chosen', async () => {
  const core = fakeCore({ world: { catalogue: [] } });
  const scope = new ScopeChoice(core.session, { set: async () => undefined }, new Route());
  onTestFinished(scope.follow());
  await expect.poll(() => scope.isReady).toBe(true);
  await scope.chooseGroup('platform');
  expect(core.calls.filter(({ verb }) => verb === 'catalogue.add').map(({ input }) => input)).toEqual([
    { text: 'platform', kind: 'group', isPinned: false },
  ]);
  expect(scope.group?.path).toBe('platform');
});

test('a newer choice is kept, although older ones are loaded after it', async () => {
  const loaded = Promise.withResolvers<void>();
  const group = sampleEntry({ key: 5, kind: 'group', id: 5, path: 'platform' });
  const core = fakeCore({ answers: slowCatalogue(loaded.promise).answers });
  const scope = new ScopeChoice(core.session, { set: async () => undefined }, new Route());
  onTestFinished(scope.follow());
  await expect.poll(() => scope.isReady).toBe(true);
  const older = [scope.chooseAt(website.scope), scope.chooseAt('project:404')];
  await scope.choose(group);
  loaded.resolve();
  expect(await Promise.all(older)).toEqual([true, true]);
  expect(scope.current).toBe('group:5');
});

test('a choice that is loaded after Back to another scope is dropped', async () => {
  const loaded = Promise.withResolvers<void>();
  const core = fakeCore({ world: { profiles: [sampleProfile()] }, answers: slowCatalogue(loaded.promise).answers });
  const route = new Route();
  onTestFinished(route.follow());
  const scope = new ScopeChoice(core.session, { set: async () => undefined }, route);
  onTestFinished(scope.follow());
  await expect.poll(() => scope.isReady).toBe(true);
  route.navigate('/users', { scope: 'group:platform' });
  await expect.poll(() => scope.current).toBe('group:platform');
  const chosen = scope.chooseAt(website.scope);
  history.back();
  await expect.poll(() => scope.current).toBe('');
  loaded.resolve();
  await chosen;
  expect(scope.current).toBe('');
});

test('a group that is added to be chosen does not replace a newer choice', async () => {
  const added = Promise.withResolvers<void>();
  const group = sampleEntry({ key: 5, kind: 'group', id: 5, path: 'platform', scope: 'group:platform' });
  const add = async () => {
    await added.promise;
    core.world.catalogue = [website, group];
    return { added: 1, known: 0, unreadCount: 0, unread: [], lines: [], keys: [group.key] };
  };
  const core = fakeCore({ world: { catalogue: [website] }, answers: { catalogue: { add } } });
  const scope = new ScopeChoice(core.session, { set: async () => undefined }, new Route());
  onTestFinished(scope.follow());
  await expect.poll(() => scope.isReady).toBe(true);
  const chosen = scope.chooseGroup('platform');
  await expect.poll(() => core.calls.map(({ verb }) => verb)).toContain('catalogue.add');
  await scope.choose(website);
  added.resolve();
  await chosen;
  expect(scope.current).toBe(website.scope);
});

/** A window that goes from one page to that of a project whose scope is loading. */
async function openLoadingProject({ from }: { from: string }) {
  const loaded = Promise.withResolvers<void>();
  const { answers, asked } = slowCatalogue(loaded.promise);
  const world = { profiles: [sampleProfile()], catalogue: groups };
  const { session } = await openWindow({ path: from, world, answers });
  await expect.element(heading('Issues')).toBeVisible();
  location.hash = '#/p/7/issues';
  await expect.poll(asked).toBe(1);
  return {
    asked,
    /** Load the scope, and wait for as many answers of the core as choosing it waits for. */
    load: async () => {
      loaded.resolve();
      for (const scope of [website.scope, 'group:elsewhere']) await session.client.catalogue.get({ scope });
    },
  };
}

test('a project whose page is left while its scope is loading is not chosen, and the focus stays where it is', async () => {
  const { load } = await openLoadingProject({ from: '/issues' });
  location.hash = '#/issues';
  await expect.element(heading('Issues')).toBeVisible();
  const field = page.getByRole('toolbar').getByRole('textbox');
  field.element().focus();
  await load();
  await expect.element(button(/^Project: All projects/)).toBeVisible();
  await expect.element(field).toHaveFocus();
});

test('a project whose page is left for the chosen one is not chosen', async () => {
  const { load } = await openLoadingProject({ from: '/p/8/issues' });
  history.back();
  await expect.element(heading('Issues')).toBeVisible();
  await load();
  await expect.element(button(/^Project: Project 8/)).toBeVisible();
  expect(location.hash).toBe('#/p/8/issues');
});

test.each([
  ['another group', 'corp/platform', '#/g/42/issues'],
  ['all groups again', 'All groups', '#/issues'],
])('%s that is chosen while a project is loading is shown instead', async (_, name, hash) => {
  const { load } = await openLoadingProject({ from: '/issues' });
  await level('Group: All groups').click();
  await page.getByRole('option', { name }).click();
  await expect.poll(() => location.hash).toBe(hash);
  await load();
  await expect.element(heading('Issues')).toBeVisible();
  expect(location.hash).toBe(hash);
});

test('a project is chosen although another scope was loaded in between', async () => {
  const { asked, load } = await openLoadingProject({ from: '/issues' });
  const search = new URLSearchParams(location.search);
  search.set('s', 'group:platform');
  history.pushState(null, '', `?${search}#/p/7/issues`);
  window.dispatchEvent(new PopStateEvent('popstate'));
  await expect.poll(asked).toBe(2);
  await load();
  await expect.element(button(/^Project: elsewhere\/website/)).toBeVisible();
});
