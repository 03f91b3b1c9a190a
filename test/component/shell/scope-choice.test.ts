import { expect, onTestFinished, test } from 'vitest';
import { ScopeChoice } from '../../../src-renderer/stores/instance/scope.svelte.ts';
import { fakeCore } from '../fake-core.ts';
import { sampleEntry } from '../samples.ts';

test('a project that is chosen while the catalogue changes is chosen', async () => {
  const project = sampleEntry({ key: 9, kind: 'project', id: 7, path: 'elsewhere/website' });
  const core = fakeCore({ world: { catalogue: [project] } });
  const scope = new ScopeChoice(core.session, { set: async () => undefined });
  onTestFinished(scope.follow());
  await expect.poll(() => scope.isReady).toBe(true);
  // It asks the catalogue for its group, and meanwhile the catalogue says that it has changed
  const chosen = scope.choose(project);
  core.emit('catalogue', 'changed', { revision: 2 });
  await chosen;
  expect(scope.project?.path).toBe('elsewhere/website');
});
