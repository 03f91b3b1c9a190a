import { expect, onTestFinished, test } from 'vitest';
import { ScopeChoice } from '../../../src-renderer/stores/instance/scope.svelte.ts';
import { Route } from '../../../src-renderer/stores/window/route.svelte.ts';
import { page } from 'vitest/browser';
import { fakeCore, type FakeAnswers } from '../fake-core.ts';
import { sampleEntry, sampleProfile } from '../samples.ts';
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
  const project = sampleEntry({ key: 9, kind: 'project', id: 7, path: 'elsewhere/website' });
  const core = fakeCore({ world: { catalogue: [project] } });
  const scope = new ScopeChoice(core.session, { set: async () => undefined }, new Route());
  onTestFinished(scope.follow());
  await expect.poll(() => scope.isReady).toBe(true);
  // The choice loads its group from the catalogue, which reports a change meanwhile
  const chosen = scope.choose(project);
  core.emit('catalogue', 'changed', { revision: 2 });
  await chosen;
  expect(scope.project?.path).toBe('elsewhere/website');
});

test('a scope is chosen by its name, and one that the catalogue does not have changes nothing', async () => {
  const project = sampleEntry({ key: 9, kind: 'project', id: 7, path: 'elsewhere/website' });
  const core = fakeCore({ world: { catalogue: [project] } });
  const scope = new ScopeChoice(core.session, { set: async () => undefined }, new Route());
  onTestFinished(scope.follow());
  await expect.poll(() => scope.isReady).toBe(true);
  expect(await scope.chooseAt(project.scope)).toBe(true);
  expect(await scope.chooseAt('project:404')).toBe(false);
  expect(scope.current).toBe(project.scope);
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

test('a newer choice is kept, although an older one is loaded after it', async () => {
  const loaded = Promise.withResolvers<void>();
  const group = sampleEntry({ key: 5, kind: 'group', id: 5, path: 'platform' });
  const core = fakeCore({ answers: slowCatalogue(loaded.promise).answers });
  const scope = new ScopeChoice(core.session, { set: async () => undefined }, new Route());
  onTestFinished(scope.follow());
  await expect.poll(() => scope.isReady).toBe(true);
  const older = scope.chooseAt(website.scope);
  await scope.choose(group);
  loaded.resolve();
  await older;
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

test('a project whose page is left while its scope is loading is not chosen, and the focus stays where it is', async () => {
  const loaded = Promise.withResolvers<void>();
  const { answers, asked } = slowCatalogue(loaded.promise);
  const { session } = await openWindow({ path: '/p/7/issues', world: { profiles: [sampleProfile()] }, answers });
  await expect.poll(asked).toBe(1);
  location.hash = '#/issues';
  await expect.element(heading('Issues')).toBeVisible();
  const field = page.getByRole('toolbar').getByRole('textbox');
  field.element().focus();
  loaded.resolve();
  // As many answers of the core as choosing the project would wait for
  for (const scope of [website.scope, 'group:elsewhere']) await session.client.catalogue.get({ scope });
  await expect.element(button(/^Project: All projects/)).toBeVisible();
  await expect.element(field).toHaveFocus();
});
