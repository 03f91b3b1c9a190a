import { expect, test } from 'vitest';
import { collectionNames, collections } from '#shared/contract/collections.ts';
import { deployments } from '#shared/text/en/deployments.ts';
import { issues } from '#shared/text/en/issues.ts';
import { wikis } from '#shared/text/en/wikis.ts';
import { declaredList } from './declared-list.ts';

const spec = declaredList('issues', issues);
const column = (id: string) => spec.columns.find((one) => one.id === id);

test('columns are in the order of the schema with the title first, and only sortable ones are shown by default', () => {
  const shown = spec.columns.filter(({ isOptional = false }) => !isOptional).map(({ id }) => id);
  expect(shown[0]).toBe('title');
  expect(shown.slice(1)).toEqual([
    'iid',
    'state',
    'issue_type',
    'created_at',
    'updated_at',
    'due_date',
    'author',
    'assignees',
    'milestone',
    'labels',
    'upvotes',
    'user_notes_count',
    'confidential',
    'weight',
    'epic',
    'iteration',
    'health_status',
    'age',
  ]);
  expect(column('labels')?.sortBy).toBeUndefined();
  expect(column('author')?.sortBy).toBe('author');
});

test('times, numbers and lists have their own format, and known values have labels', () => {
  expect(column('created_at')?.format).toBe('moment');
  expect(column('weight')?.format).toBe('number');
  expect(column('labels')?.format).toBe('list');
  const row = {
    id: 1,
    iid: 1,
    project_id: 1,
    title: '',
    state: 'opened',
    author: { name: 'Owner', username: 'owner' },
    issue_type: 'new_type',
  };
  expect(column('state')?.value?.(row)).toBe('Open');
  expect(column('author')?.value?.(row)).toBe('Owner');
  expect(column('issue_type')?.value?.(row)).toBe('new_type');
  expect(column('type')?.value?.(row)).toBeUndefined();
});

test('the control of a filter follows from its schema', () => {
  const controls = Object.fromEntries(spec.filters.map(({ name, control }) => [name, control.kind]));
  expect(controls).toMatchObject({ state: 'enum', confidential: 'boolean', labels: 'texts', created_after: 'date' });
});

test('a row without a title is named by the key of its collection, which copies begin with', () => {
  const pages = declaredList('wikis', wikis);
  expect(pages.leading[0]).toBe('slug');
  expect(pages.nameOf({ slug: 'home/start', title: ' ' })).toBe('#home/start');
});

const plain = collectionNames.filter((name) => Object.keys(collections[name].groups).length > 0);

/** Fields that a page shows outside of its groups, and keys that Reeve made. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  groupReleases: ['description', 'release_key'],
  jobTokenScope: ['id'],
};

test.each(plain)('the side panel of %s shows every field of its schema in a group', (name) => {
  const { row, groups } = collections[name];
  const shown = [...Object.values(groups).flat(), ...(elsewhere[name] ?? [])];
  expect(shown.toSorted()).toEqual(Object.keys(row.shape).toSorted());
});

test('a title that is part of a field has the column of that field', () => {
  const { columns } = declaredList('deployments', deployments);
  expect(columns.filter(({ id }) => id.startsWith('environment'))).toEqual([
    expect.objectContaining({ id: 'environment', title: 'Environment', isPinned: true }),
  ]);
});
