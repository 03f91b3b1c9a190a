import { expect, test } from 'vitest';
import { inferredGroups, projectCounts } from './groups.ts';

const counts = projectCounts(['Acme/core', 'Acme/web', 'Acme/platform/images', 'globex/shop']);
const inherited = (label: string, over: Partial<Memberships[number]> = {}): Memberships[number] => ({
  ...{ label, access_level: 30, expires_at: null, is_direct: false, notReturnedSince: null },
  ...over,
});
type Memberships = Parameters<typeof inferredGroups>[0];
const groupsOf = (memberships: Memberships) => inferredGroups(memberships, counts);

test('the topmost group whose projects all have the same inherited membership', () => {
  expect(groupsOf(['Acme/core', 'Acme/web', 'Acme/platform/images'].map((label) => inherited(label)))).toEqual([
    { label: 'Acme', access_level: 30, expires_at: null, projects: 3 },
  ]);
});

test('a project without the person, or with another level or expiry date, leaves only the subgroup', () => {
  const subgroup = { label: 'Acme/platform', access_level: 30, expires_at: null, projects: 1 };
  const below = inherited('Acme/platform/images');
  expect(groupsOf([inherited('Acme/core'), below])).toEqual([subgroup]);
  for (const other of [{ access_level: 40 }, { expires_at: '2027-01-01' }])
    expect(groupsOf([inherited('Acme/core'), inherited('Acme/web', other), below])).toEqual([subgroup]);
});

test('direct memberships, those of an unknown kind or place and those that are not returned any more show no group', () => {
  for (const other of [{ label: null }, { is_direct: true }, { is_direct: null }, { notReturnedSince: 1 }])
    expect(groupsOf([inherited('globex/shop', other)])).toEqual([]);
  expect(groupsOf([inherited('globex/shop')])).toMatchObject([{ label: 'globex', projects: 1 }]);
});

test('a direct membership in one project of a group says nothing about the group', () => {
  const inAcme = [inherited('Acme/web'), inherited('Acme/platform/images')];
  expect(groupsOf([inherited('Acme/core', { is_direct: true, access_level: 50 }), ...inAcme])).toMatchObject([
    { label: 'Acme', access_level: 30, projects: 2 },
  ]);
  expect(groupsOf([inherited('Acme/core'), inherited('Acme/web', { is_direct: true })])).toEqual([]);
});

test('if a group has no projects besides those of its subgroup, only the subgroup is inferred', () => {
  const both = projectCounts(['acme/platform/images', 'acme/platform/gateway']);
  const memberships = [inherited('acme/platform/images'), inherited('acme/platform/gateway')];
  expect(inferredGroups(memberships, both)).toMatchObject([{ label: 'acme/platform', projects: 2 }]);
});
