import { expect, test } from 'vitest';
import { itemsBelow } from '#main/services/pins/sources/places-below.ts';
import { fakeClock } from '../../helpers/fake-ports.ts';

test('the notes of 150,000 issues are items of a pin', async () => {
  const count = 150_000;
  const row = (id: number) => ({ scope: '', row: { id, iid: id, project_id: 7, user_notes_count: 2 } });
  const lists = (name: string) => ({
    syncTimes: () => Promise.resolve([]),
    async *rows() {
      if (name === 'issues') yield Array.from({ length: count }, (_, at) => row(at + 1));
    },
  });
  const reader = { lists, coverage: () => Promise.resolve([]) };
  const needs = {
    instance: { reader, scopeOf: (scope: string) => scope },
    places: () => [{ kind: 'instance', scope: '' }],
    ...{ view: null, freshSince: 0, isOff: () => false, clock: fakeClock(), signal: new AbortController().signal },
  };
  const items = await itemsBelow('notes', needs as never);
  expect(items).toHaveLength(count);
  expect(items.at(-1)).toMatchObject({ key: `notes project:7/issue:${count}`, requests: 1, isNew: true });
});
