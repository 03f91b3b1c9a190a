import { expect, test } from 'vitest';
import { entryKinds, entrySources, type StoredEntry } from '#main/cache/history/history-types.ts';
import { storedEdges } from '#main/cache/history/stored-edges.ts';

const entry = (over: Partial<StoredEntry>): StoredEntry => ({
  ...{ n: 1, collection: 'members', scope: 'project:7', id: 4, kind: entryKinds.changed, foundAt: 900, since: 800 },
  ...{ source: entrySources.details, cause: null, fields: '{"access_level":[30,40]}' },
  ...over,
});

test('stored changes are found with the values after them', () => {
  const came = { kind: entryKinds.came, fields: '{"name":"Anna","access_level":50}' };
  const place = { collection: 'members', scope: 'project:7', id: 4, at: 900 };
  expect(storedEdges([entry({}), entry({ ...came, source: entrySources.sync })])).toEqual([
    { ...place, kind: 'access-raised', source: 'details', before: 30, values: { id: 4, access_level: 40 } },
    { ...place, kind: 'access-raised', source: 'sync', values: { id: 4, name: 'Anna', access_level: 50 } },
  ]);
});

test.each([
  ['what the first sync finds', { kind: entryKinds.known, fields: '{"access_level":50}' }],
  ['a field that was not sent before', { kind: entryKinds.sent, fields: '{"access_level":50}' }],
  ['a row that is returned again', { kind: entryKinds.back, fields: '{"access_level":50}' }],
  ['a change by this Reeve', { source: entrySources.ours, cause: 'plan 3' }],
  ['a field that became hidden', { id: null, kind: entryKinds.hidden, fields: '["access_level"]' }],
])('no edge: %s', (_, over) => expect(storedEdges([entry(over)])).toEqual([]));
