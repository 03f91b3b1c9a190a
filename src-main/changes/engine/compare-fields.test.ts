import { expect, test } from 'vitest';
import { differences, driftedFields, isSame, matchingSide } from './compare-fields.ts';

test('absent, null and empty text are equal, lists are compared without order, false and null differ', () => {
  expect(isSame(undefined, '')).toBe(true);
  expect(isSame(null, '')).toBe(true);
  expect(isSame(['b', 'a'], ['a', 'b'])).toBe(true);
  expect(isSame([], null)).toBe(false);
  expect(isSame(false, null)).toBe(false);
});

test('an edit sends only fields that differ, a creation sends all, and a secret always counts as changed', () => {
  const write = { op: '', path: {}, body: { name: 'a', note: 'new', token: { secretRef: 'r' } } };
  const shown = { name: 'a', note: 'old', token: '[secret]' };
  expect(differences(write, 'PUT', shown)).toEqual({
    changes: [
      { field: 'note', before: 'old', after: 'new', isSecret: false },
      { field: 'token', isSecret: true },
    ],
    same: ['name'],
  });
  expect(differences(write, 'POST', shown).same).toEqual([]);
  expect(differences(write, 'PUT', null).changes).toHaveLength(3);
});

test('a field has drifted if its value is not the planned former one, and a side matches only with all fields', () => {
  const changes = [
    { field: 'a', before: 1, after: 2, isSecret: false },
    { field: 'b', before: null, after: 'x', isSecret: false },
  ];
  expect(driftedFields(changes, { a: 1, b: '' })).toEqual([]);
  expect(driftedFields(changes, { a: 3, b: null }).map(({ field }) => field)).toEqual(['a']);
  expect(matchingSide(changes, { a: 2, b: 'x' })).toBe('after');
  expect(matchingSide(changes, { a: 1, b: null })).toBe('before');
  expect(matchingSide(changes, { a: 2, b: null })).toBeNull();
  expect(matchingSide(changes, { other: 1 })).toBeNull();
});
