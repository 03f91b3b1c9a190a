import { expect, test, vi } from 'vitest';
import { otherAuthors } from './compare-row.ts';

const { signal } = new AbortController();
const owner = { user: vi.fn<() => Promise<string | null>>(() => Promise.resolve('paul')) };
const asked = (author: object | null, target = owner) =>
  otherAuthors({ deletesText: true }, { before: { author } }, { target, signal });

test('a text counts as one of another person unless its author is known to be the owner of the token', async () => {
  expect(await asked({ username: 'paul', name: 'Paul Adams' })).toBeUndefined();
  expect(await asked({ username: 'mei', name: 'Mei Weber' })).toEqual(['Mei Weber']);
  expect(await asked({ username: 'mei' })).toEqual(['mei']);
  expect(await asked({ username: 'x', name: 'Mei\u202e\nWeber' })).toEqual(['Mei Weber']);
  expect(await asked({})).toEqual([null]);
  expect(await asked(null)).toEqual([null]);
  const unknown = { user: vi.fn<() => Promise<string | null>>(() => Promise.resolve(null)) };
  expect(await asked({ username: 'paul', name: 'Paul Adams' }, unknown)).toEqual(['Paul Adams']);
});

test('an operation without such a text, or the undo of an addition, does not ask who owns the token', async () => {
  owner.user.mockClear();
  const before = { author: { username: 'mei' } };
  expect(await otherAuthors({}, { before }, { target: owner, signal })).toBeUndefined();
  expect(
    await otherAuthors({ deletesText: true }, { before, undoOfEntry: 4 }, { target: owner, signal }),
  ).toBeUndefined();
  expect(owner.user).not.toHaveBeenCalled();
});
