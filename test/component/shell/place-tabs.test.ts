import { expect, test } from 'vitest';
import { pages } from '../../../src-renderer/app/navigation.ts';
import { groupLists, pageOfTab, pathOfPlace, tabsOf } from '../../../src-renderer/app/place-tabs.ts';
import { readPlacePath, segmentsOf } from '../../../src-renderer/stores/window/address.ts';

const first = tabsOf('project')[0]?.segment;

test.each([
  ['/members', '/p/7/access/members'],
  ['/members/5', '/p/7/access/members'],
  ['/issues', '/p/7/issues'],
  ['/overview', `/p/7/${first}`],
  ['/p/9/integrations/mirrors', '/p/7/integrations/mirrors'],
  ['/p/9/issues/3', '/p/7/issues'],
  ['/g/4/issues', '/p/7/issues'],
  ['/g/4/runners', '/p/7/access/runners'],
])('a project that is chosen on %s is shown at %s', (from, to) => {
  expect(pathOfPlace({ kind: 'project', ref: 7 }, segmentsOf(from))).toBe(to);
});

test('a group that is chosen on the page of a project is shown on the same list', () => {
  expect(pathOfPlace({ kind: 'group', ref: 'corp/app' }, segmentsOf('/p/7/access/runners'))).toBe(
    '/g/corp%2Fapp/runners',
  );
});

test('the whole instance is shown on the page of the same list', () => {
  expect(pageOfTab('project', ['access', 'runners'])).toBe('runners');
  expect(pageOfTab('group', ['push-rule'])).toBe('push-rules');
  expect(pageOfTab('project', ['issues'])).toBe('issues');
});

test('an address names a project by its ID or path', () => {
  expect(readPlacePath(segmentsOf('/p/corp%2Fapp/wiki/home'))).toEqual({
    kind: 'project',
    ref: 'corp/app',
    tab: 'wiki',
  });
  expect(readPlacePath(segmentsOf('/g/42'))).toEqual({ kind: 'group', ref: '42', tab: undefined });
  expect(readPlacePath(segmentsOf('/users/42'))).toBeNull();
});

test('a tab of a group that shows a list has the title, icon and code of the page of this list', () => {
  const runners = tabsOf('group').find(({ segment }) => segment === 'runners');
  const page = pages.find(({ segment }) => segment === 'runners');
  expect(runners).toMatchObject({ title: page?.title, icon: page?.icon, load: page?.load });
});

/** The names that are also in the list, in the order of the list. */
const among = (names: readonly string[], list: readonly string[]): string[] =>
  list.filter((one) => names.includes(one));

test('the figures of a group are the lists among its tabs, without those that the platform has for no group', () => {
  const known = ['issues', 'enterpriseUsers', 'sshCertificates', 'runners'];
  expect(among([...known, 'mergeRequests', 'members'], groupLists())).toEqual(known);
});

test('lists that groups have and projects don’t are tabs of a group, in the order of the navigation', () => {
  const known = ['home', 'push-rule', 'enterprise-users', 'service-accounts', 'ssh-certificates', 'runners'];
  const segments = tabsOf('group').map(({ segment }) => segment);
  expect(among([...known, 'webhooks', 'wikis', 'members'], segments)).toEqual(known);
});
