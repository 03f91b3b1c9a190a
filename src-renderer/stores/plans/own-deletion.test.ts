import { expect, test } from 'vitest';
import type { JournalEntry, JournalQuery } from '#shared/contract/journal.ts';
import type { Session } from '../../link/session.svelte.ts';
import { ownDeletion } from './journal.svelte.ts';

type Entry = Pick<JournalEntry, 'id' | 'op' | 'path' | 'undoneBy' | 'undoOf' | 'createdId'> & { planId: string };

const entry = (id: number, op: string, path: string, over: Partial<Entry> = {}): Entry => ({
  ...{ id, op, path, planId: `plan ${id}`, undoneBy: null, undoOf: null },
  ...over,
});

/** A journal that finds entries by their operation and their plan. */
function sessionWith(entries: readonly Entry[]): Session {
  const list = ({ query }: { query: JournalQuery }) =>
    Promise.resolve({
      rows: entries.filter(
        ({ op, planId }) => (query.op ?? op) === op && (query.planId === undefined || query.planId === planId),
      ),
    });
  return { client: { journal: { list } } } as never;
}

const foundIn = (entries: readonly Entry[], scope: string, id: number | string) =>
  ownDeletion(sessionWith(entries), { profileId: 'p1', op: 'wikis.remove', scope, id, at: 5_000_000 });

test('a deletion with Reeve is found by its operation, its place and its ID', async () => {
  const removed = entry(1, 'wikis.remove', '/projects/acme%2Fcore/wikis/notes%2Ev1');
  expect(await foundIn([removed], 'project:acme/core', 'notes.v1')).toEqual({ restoredId: null });
  expect(await foundIn([removed], 'project:acme/web', 'notes.v1')).toBeNull();
  expect(await foundIn([removed], 'project:acme/core', 'v1')).toBeNull();
  expect(await foundIn([{ ...removed, op: 'uploads.remove' }], 'project:acme/core', 'notes.v1')).toBeNull();
});

test('an undone deletion has the ID of the object that the undo created', async () => {
  const removed = entry(1, 'wikis.remove', '/projects/1/wikis/7', { undoneBy: 'plan 3' });
  const other = entry(2, 'wikis.create', '/projects/1/wikis', { planId: 'plan 3', undoOf: 9, createdId: 8 });
  const restored = entry(3, 'wikis.create', '/projects/1/wikis', { undoOf: 1, createdId: 12 });
  expect(await foundIn([removed, other, restored], 'project:1', 7)).toEqual({ restoredId: 12 });
});
