import { expect, test } from 'vitest';
import { collectionNames, collections } from '#shared/contract/collections.ts';
import { listOf, listsAt, placeKindsOf, placeOf, readPlace } from './places.ts';

test('the place of a row in the list of a group is in the project of the row', () => {
  const row = { id: 99, iid: 12, project_id: 7 };
  expect(placeOf('issues', { row, scope: 'group:5' })).toBe('project:7/issue:12');
  expect(placeOf('issues', { row: { id: 99, iid: 12 }, scope: 'group:5' })).toBeNull();
  expect(placeOf('issues', { row: { id: 99, iid: 12 }, scope: 'project:corp/app' })).toBe('project:corp/app/issue:12');
  expect(placeOf('runners', { row, scope: 'project:7' })).toBeNull();
});

test('each kind of place has a collection of rows and at least one list', () => {
  const declared = collectionNames.flatMap((name) => collections[name].place?.kind ?? []);
  expect(declared).toContain('issue');
  expect(declared.filter((kind) => listsAt(kind).length === 0)).toEqual([]);
  expect(listOf('issue')).toBe('issues');
  expect(listsAt('hook')).toEqual(['webhookEvents']);
  expect(placeKindsOf(Object.keys(collections.notes.lists))).toEqual(['issue', 'mr', 'snippet']);
  expect(placeKindsOf(Object.keys(collections.issues.lists))).toEqual([]);
});

test.each([
  ['12', { kind: 'mr', id: 12, url: null }],
  [' !12 ', { kind: 'mr', id: 12, url: null }],
  ['https://code.example.com/corp/app/-/issues/3#note_5', { kind: 'issue', id: 3 }],
  ['https://code.example.com/corp/app/merge_requests/4/diffs', { kind: 'mr', id: 4 }],
  ['https://code.example.com/corp/app/-/snippets/5', { kind: 'snippet', id: 5 }],
])('%s is read as a place', (text, place) => {
  expect(readPlace(text, ['issue', 'mr', 'snippet'], 'mr')).toMatchObject(place);
});

test.each(['', '0', '-3', '1.5', '99999999999999999', 'corp/app', 'https://code.example.com/corp/app/-/hooks/9/edit'])(
  '%s is no place of a note',
  (text) => {
    expect(readPlace(text, ['issue', 'mr', 'snippet'], 'issue')).toBeNull();
  },
);
