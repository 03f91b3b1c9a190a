import { expect, test } from 'vitest';
import type { FileAt, OpenedFile } from '#shared/contract/repository-files.ts';
import type { Session } from '../../../src-renderer/link/session.svelte.ts';
import { BuilderAction } from '../../../src-renderer/stores/commit-builder/builder-action.svelte.ts';

/** A core that returns the last commit of some files. `knows`: by ref and path, `main README.md`. */
function sessionFor(knows: Record<string, string>): Session {
  const open = ({ ref, path }: FileAt): Promise<OpenedFile> => {
    const lastCommitId = knows[`${ref} ${path}`];
    const facts = { blobId: lastCommitId, sizeBytes: 1, isExecutable: false, lastCommitId };
    const file = lastCommitId === undefined ? null : { found: true, facts };
    return Promise.resolve({ file, content: { kind: 'none' }, lastCommit: null } as unknown as OpenedFile);
  };
  return { client: { repositoryFiles: { open } } } as unknown as Session;
}

const main = { scope: 'project:7', ref: 'main' } as const;
const stored = { action: 'update', file_path: 'README.md', last_commit_id: 'a1' } as const;

test('a stored action names that its file has changed, also after another restart, until it is read again', async () => {
  const session = sessionFor({ 'main README.md': 'b2' });
  const action = new BuilderAction(1, stored);
  await action.load(session, main, false);
  expect(action.change).toEqual({ kind: 'changed', path: 'README.md', lastCommitId: 'b2' });
  expect(action.stored().last_commit_id).toBe('a1');
  await action.load(session, main, false);
  expect(action.change).toBeNull();
  expect(action.stored().last_commit_id).toBe('b2');
});

test('offline, a file that is not in the cache is not named as changed, but is compared when it is read', async () => {
  const action = new BuilderAction(1, stored);
  await action.load(sessionFor({}), main, false);
  expect(action.change).toBeNull();
  expect(action.stored().last_commit_id).toBe('a1');
  await action.load(sessionFor({ 'main README.md': 'b2' }), main, false);
  expect(action.change).toMatchObject({ kind: 'changed', lastCommitId: 'b2' });
});

test('the file at another path is not compared with the stored one', async () => {
  const action = new BuilderAction(1, stored);
  action.file_path = 'LICENSE';
  expect(action.stored().last_commit_id).toBeNull();
  await action.load(sessionFor({ 'main LICENSE': 'c3' }), main, false);
  expect(action.change).toBeNull();
  expect(action.stored().last_commit_id).toBe('c3');
});

test('the file on another branch is not compared with the stored one', async () => {
  const session = sessionFor({ 'stable README.md': 'd4' });
  const action = new BuilderAction(1, stored);
  await action.load(session, main, false);
  await action.load(session, { ...main, ref: 'stable' }, false);
  expect(action.change).toBeNull();
  expect(action.stored().last_commit_id).toBe('d4');
});

test('a file that is moved is the one at its previous path', async () => {
  const moved = { ...stored, action: 'move', previous_path: 'README.md', file_path: 'docs/README.md' } as const;
  const action = new BuilderAction(1, moved);
  await action.load(sessionFor({ 'main README.md': 'b2' }), main, false);
  expect(action.change).toMatchObject({ kind: 'changed', path: 'README.md' });
});
