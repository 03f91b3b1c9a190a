import { expect, test } from 'vitest';
import { inferredGroups, projectCounts } from './groups.ts';

const counts = projectCounts(['Acme/core', 'Acme/web', 'Acme/platform/images', 'globex/shop']);
const inherited = { access_level: 30, expires_at: null, is_direct: false, notReturnedSince: null };
type Memberships = Parameters<typeof inferredGroups>[0];
const groupsOf = (memberships: Memberships) => inferredGroups(memberships, counts);

test('the topmost group whose projects all have the same inherited membership', () => {
  expect(
    groupsOf([
      ['Acme/core', inherited],
      ['Acme/web', inherited],
      ['Acme/platform/images', inherited],
    ]),
  ).toEqual([{ label: 'Acme', access_level: 30, expires_at: null, projects: 3 }]);
});

test('a project without the person, or with another level or expiry date, leaves only the subgroup', () => {
  const subgroup = { label: 'Acme/platform', access_level: 30, expires_at: null, projects: 1 };
  const below = ['Acme/platform/images', inherited] as const;
  expect(groupsOf([['Acme/core', inherited], below])).toEqual([subgroup]);
  for (const other of [{ access_level: 40 }, { expires_at: '2027-01-01' }])
    expect(groupsOf([['Acme/core', inherited], ['Acme/web', { ...inherited, ...other }], below])).toEqual([subgroup]);
});

test('direct memberships, those of an unknown kind and those that are not returned any more show no group', () => {
  for (const other of [{ is_direct: true }, { is_direct: null }, { notReturnedSince: 1 }])
    expect(groupsOf([['globex/shop', { ...inherited, ...other }]])).toEqual([]);
  expect(groupsOf([['globex/shop', inherited]])).toMatchObject([{ label: 'globex', projects: 1 }]);
});

test('if a group has no projects besides those of its subgroup, only the subgroup is inferred', () => {
  const both = projectCounts(['acme/platform/images', 'acme/platform/gateway']);
  const memberships: Memberships = [
    ['acme/platform/images', inherited],
    ['acme/platform/gateway', inherited],
  ];
  expect(inferredGroups(memberships, both)).toMatchObject([{ label: 'acme/platform', projects: 2 }]);
});
