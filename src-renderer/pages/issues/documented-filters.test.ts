import { expect, test } from 'vitest';
import {
  exclusiveIssueFilters,
  exclusiveIssueListFilters,
  IssueExclusion,
  IssueFilter,
} from '#shared/contract/issues.ts';
import {
  exclusiveMergeRequestFilters,
  exclusiveMergeRequestListFilters,
  MergeRequestExclusion,
  MergeRequestFilter,
} from '#shared/contract/merge-requests.ts';
import { whyNot } from '../../console/filters/filters.ts';
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

const pairs = [
  ...exclusiveIssueListFilters.map((pair) => ['issues', ...pair, issuesList.filters] as const),
  ...exclusiveMergeRequestListFilters.map((pair) => ['merge requests', ...pair, mergeRequestsList.filters] as const),
];

test.each(pairs)('of %s, neither %s nor %s can be set after the other one', (_list, one, other, filters) => {
  const fieldOf = (name: string) => {
    const field = filters.find((each) => each.name === name);
    if (field === undefined) throw new Error(`no filter ${name}`);
    return field;
  };
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const { label } = fieldOf(first);
    expect(whyNot(fieldOf(second), filters, { [first]: 7 })).toBe(`Excluded by “${label}”`);
    // The set one can be removed
    expect(whyNot(fieldOf(first), filters, { [first]: 7 })).toBeNull();
  }
});

test('all documented pairs exclude each other', () => {
  const named = (list: string) => pairs.filter(([of]) => of === list).map(([, one, other]) => `${one} ${other}`);
  for (const [one, other] of exclusiveIssueFilters) expect(named('issues')).toContain(`${one} ${other}`);
  for (const [one, other] of exclusiveMergeRequestFilters) expect(named('merge requests')).toContain(`${one} ${other}`);
});
