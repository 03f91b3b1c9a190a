import type { ExportedPackage } from '#main/state/blobs/packages.ts';
import { expect, test } from 'vitest';
import { compareExports } from './compare-exports.ts';

const one = (name: string, version: string | null, licenses = 'MIT', type = 'npm'): ExportedPackage => ({
  ...{ name, version, type, purl: null, licenses, project: null },
});
const shown = (before: ExportedPackage[], after: ExportedPackage[]) => {
  const { changes, unchanged } = compareExports(before, after);
  return [
    ...changes.map(({ change, name, fromVersion, toVersion, fromLicenses, toLicenses }) =>
      [change, name, fromVersion, toVersion, fromLicenses, toLicenses].join(' '),
    ),
    unchanged,
  ];
};

test('added, removed, other version, other license, and unchanged packages', () => {
  const before = [one('same', '1'), one('gone', '2'), one('moved', '4.17.20'), one('terms', '8', 'Elastic-2.0')];
  const after = [one('same', '1'), one('new', '3'), one('moved', '4.17.21'), one('terms', '8', 'AGPL-3.0-only')];
  expect(shown(before, after)).toEqual([
    'added new  3  MIT',
    'removed gone 2  MIT ',
    'version moved 4.17.20 4.17.21 MIT MIT',
    'license terms 8 8 Elastic-2.0 AGPL-3.0-only',
    1,
  ]);
  expect(shown(after, before).at(-1)).toBe(1);
  expect(shown(before, before)).toEqual([4]);
});

test('several versions of one package: common ones are unchanged, the others are paired in order', () => {
  const before = [one('a', '1.0'), one('a', '2.9'), one('a', '2.10')];
  const after = [one('a', '1.0'), one('a', '3.0')];
  expect(shown(before, after)).toEqual(['removed a 2.10  MIT ', 'version a 2.9 3.0 MIT MIT', 1]);
});

test('packages of the same name and another type differ, and a package listed twice counts once', () => {
  const twice = [one('rack', '2', ''), one('rack', '2', 'MIT')];
  expect(shown(twice, [one('rack', '2', 'MIT', 'gem'), one('rack', '2')])).toEqual(['added rack  2  MIT', 1]);
  expect(shown([one('x', null)], [one('x', null)])).toEqual([1]);
});
