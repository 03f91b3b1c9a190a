import type { ListSummary } from '#shared/contract/collection.ts';
import { expect, test } from 'vitest';
import { figuresOf } from './figures.ts';

const summary: ListSummary = {
  ...{ live: 9, notReturned: 0, completedAt: 1, unreadable: 0 },
  counts: { state: { opened: 4, active: 5 }, status: { online: 2 } },
};
const shown = (kind: 'group' | 'project', groupLists: readonly string[]) =>
  figuresOf(kind, groupLists).map(({ tab, label, value, more }) => [
    ...[tab, label, value?.(summary) ?? summary.live],
    more?.(summary) ?? null,
  ]);

test('a group has a figure for each of its lists and its releases, with the title of the list where nothing else is declared', () => {
  const lists = ['issues', 'serviceAccounts', 'enterpriseUsers', 'runners'];
  expect(shown('group', lists)).toEqual([
    ['issues', 'Open issues', 4, 'of 9'],
    ['runners', 'Runners', 9, '2 online'],
    ['service-accounts', 'Service accounts', 9, null],
    ['enterprise-users', 'Enterprise users', 9, '5 active'],
    ['releases', 'Group releases', 9, null],
  ]);
});

test('the figures of a project lead to the tabs of their lists', () => {
  expect(figuresOf('project', []).map(({ label, tab }) => [label, tab])).toEqual([
    ['Open issues', 'issues'],
    ['Open merge requests', 'merge-requests'],
    ['Branches', 'code/branches'],
    ['Deployments', 'deployments'],
    ['Members', 'access/members'],
    ['Webhooks', 'integrations/webhooks'],
  ]);
});
