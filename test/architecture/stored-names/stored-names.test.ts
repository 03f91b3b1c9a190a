import { expect, test } from 'vitest';
import { declared, sorted } from './declared-names.ts';
import { recorded, version } from './recorded-names.ts';

/**
 * Kinds of names that come from the declarations of collections, their writes and their pages. Data folders of users
 * contain new ones only after the next release, so they can be recorded with that release.
 */
const ofCollections = [
  'collections in a cache',
  'filters and sorts in saved views',
  'operations in plans and the journal',
  'pages of saved views and tables',
  'paths in links',
];

test.each(Object.keys({ ...recorded.names, ...declared }))('stored names do not change: %s', (kind) => {
  const now = sorted(declared[kind] ?? []);
  const then = recorded.names[kind] ?? [];
  const howToLose =
    'Data folders still hold these names: keep the stored spelling behind a mapping, or migrate it with a test. ' +
    'Only then take them out of stored-names.json.';
  expect(
    then.filter((name) => !now.includes(name)),
    howToLose,
  ).toEqual([]);
  const isRecordedLater = ofCollections.includes(kind) && version === recorded.version;
  const added = isRecordedLater ? [] : now.filter((name) => !then.includes(name));
  expect(
    added,
    'Data folders will contain these names, so they must not change later. Record them: `npm run stored-names`.',
  ).toEqual([]);
});

test('the names of collections were recorded for this version', () => {
  expect(recorded.version, 'run `npm run stored-names`').toBe(version);
});
