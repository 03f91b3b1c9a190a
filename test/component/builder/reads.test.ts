import { expect, test } from 'vitest';
import type { Session } from '../../../src-renderer/link/session.svelte.ts';
import { BuilderDraft } from '../../../src-renderer/stores/commit-builder/builder-draft.svelte.ts';

test('a file is read once when it is added, and again only if the commit starts elsewhere', async () => {
  const refs: string[] = [];
  const read = async ({ ref }: { ref: string }) => {
    refs.push(ref);
    throw new Error('not needed');
  };
  const client = { repositoryFiles: new Proxy({}, { get: () => read }) };
  const draft = new BuilderDraft({ client } as unknown as Session, 'project:7');
  draft.set({ branch: 'main' });
  draft.add({ action: 'update', file_path: 'LICENSE' }, true);
  await draft.followBase(true);
  expect(refs).toEqual(['main']);
  draft.setStart({ start_branch: 'stable' });
  await draft.followBase(true);
  expect(refs).toEqual(['main', 'stable']);
});
