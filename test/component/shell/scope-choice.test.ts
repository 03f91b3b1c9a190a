import { expect, onTestFinished, test } from 'vitest';
import { ScopeChoice } from '../../../src-renderer/stores/instance/scope.svelte.ts';
import { Route } from '../../../src-renderer/stores/window/route.svelte.ts';
import { fakeCore } from '../fake-core.ts';
import { sampleEntry } from '../samples.ts';

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
