import { expect, test } from 'vitest';
import { IssueExclusion, IssueFilter } from '#shared/contract/issues.ts';
import { MergeRequestExclusion, MergeRequestFilter } from '#shared/contract/merge-requests.ts';
import { mergeRequestsList } from '../merge-requests/merge-requests-list.ts';
import { issuesList } from './issues-list.ts';

const namesOf = ({ filters }: { filters: readonly { name: string }[] }) => filters.map(({ name }) => name);
const documented = (filter: { shape: object }, exclusion: { shape: object }) => [
  ...Object.keys(filter.shape).filter((name) => name !== 'not'),
  ...Object.keys(exclusion.shape).map((name) => `not_${name}`),
];

test('the filter menu of issues has every documented filter', () => {
  const offered = namesOf(issuesList);
  // The menu has a search for each value of `in`
  const expected = documented(IssueFilter, IssueExclusion).filter((name) => name !== 'in');
  expect(expected.filter((name) => !offered.includes(name))).toEqual([]);
  expect(offered).toEqual(expect.arrayContaining(['search', 'search_title', 'search_description']));
  expect(new Set(offered).size).toBe(offered.length);
});

test('the filter menu of merge requests has every documented filter', () => {
  const offered = namesOf(mergeRequestsList);
  // `wip` is the filter for drafts
  const expected = documented(MergeRequestFilter, MergeRequestExclusion).filter(
    (name) => !['in', 'wip'].includes(name),
  );
  expect(expected.filter((name) => !offered.includes(name))).toEqual([]);
  expect(offered).toEqual(expect.arrayContaining(['draft', 'search', 'search_title', 'search_description']));
});

test('filters that exclude each other cannot both be set', () => {
  const excluded = (list: typeof issuesList.filters, name: string) => list.find((one) => one.name === name)?.excludes;
  expect(excluded(issuesList.filters, 'assignee_id')).toContain('assignee_username');
  expect(excluded(issuesList.filters, 'milestone')).toContain('milestone_id');
  expect(excluded(mergeRequestsList.filters, 'reviewer_id')).toContain('reviewer_username');
  expect(excluded(mergeRequestsList.filters, 'merge_user_id')).toContain('merge_user_username');
});
