import { expect, test } from 'vitest';
import { containsFields, hasNestedFields, nestedFieldsOf } from './nested-fields.ts';

test('the fields of an object and of its inner objects have labels, and empty fields are left out', () => {
  const user = { id: 7, web_url: 'https://x.example', state: '', name: null };
  expect(nestedFieldsOf({ user, created_at: '2026-01-02T03:04:05Z', group_id: 3, labels: ['a', 'b'] })).toEqual([
    { label: 'User · ID', value: 7 },
    { label: 'User · Web address', value: 'https://x.example' },
    { label: 'Created at', value: '2026-01-02T03:04:05Z' },
    { label: 'Group ID', value: 3 },
    { label: 'Labels', value: ['a', 'b'] },
  ]);
});

test('objects of a list are numbered if there are several', () => {
  expect(nestedFieldsOf([{ id: 1 }, { id: 2 }]).map(({ label }) => label)).toEqual(['1 · ID', '2 · ID']);
  expect(nestedFieldsOf([{ id: 1 }]).map(({ label }) => label)).toEqual(['ID']);
});

test('field names that are names of built-in properties are fields', () => {
  expect(nestedFieldsOf({ constructor: 'x' })).toEqual([{ label: 'Constructor', value: 'x' }]);
});

test('texts, lists of texts and empty objects have no fields', () => {
  expect(['a', 1, null, undefined, ['a'], [], {}, { a: null }, [null]].some(hasNestedFields)).toBe(false);
  expect([{ a: 1 }, [{ a: 1 }]].every(hasNestedFields)).toBe(true);
});

test('a text that contains every field needs no list of them', () => {
  expect(containsFields('2 of 5 tasks', { count: 5, completed_count: 2 })).toBe(true);
  expect(containsFields('Mei Weber', { id: 7, name: 'Mei Weber' })).toBe(false);
});
