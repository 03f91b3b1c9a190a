import { expect, test } from 'vitest';
import { notesOf, releasesIn } from '../../../build/package/changelog.ts';
import { versionProblems } from '../../../build/package/checks/versions.ts';

const changelog = `# Changelog

## [Unreleased]

### Added

- A page.

## [1.1.0-beta.1] - 2026-11-28

### Fixed

#### Window

- A button.

## [1.0.0] - 2026-10-01
`;
const right = { manifest: '1.1.0-beta.1', changelog, host: '1.1.0-beta.1', deb: '1.1.0~beta.1' };

test('the newest release in the changelog, the host and the deb have the version of package.json', () => {
  expect(versionProblems(right)).toEqual([]);
  expect(versionProblems({ ...right, deb: undefined })).toEqual([]);
  expect(versionProblems({ ...right, manifest: '1.2.0' })).toEqual([
    'CHANGELOG.md: the newest release is 1.1.0-beta.1 instead of 1.2.0',
    'the started host reports 1.1.0-beta.1 instead of 1.2.0',
    'the deb has 1.1.0~beta.1 instead of 1.2.0',
  ]);
});

test('before the first release, the changelog needs the part "Unreleased"', () => {
  const first = { manifest: '0.1.0', host: '0.1.0', deb: '0.1.0' };
  expect(versionProblems({ ...first, changelog: '## [Unreleased]\n\n- All.\n' })).toEqual([]);
  expect(versionProblems({ ...first, changelog: '# Changelog\n' })).toHaveLength(1);
});

test('a release without a date is a problem', () => {
  expect(versionProblems({ ...right, changelog: changelog.replace(' - 2026-10-01', '') })).toEqual([
    'CHANGELOG.md: 1.0.0 has no date',
  ]);
});

test('the notes of a release are its part of the changelog, with headings one level higher', () => {
  expect(releasesIn(changelog).map(({ version }) => version)).toEqual(['Unreleased', '1.1.0-beta.1', '1.0.0']);
  expect(notesOf('1.1.0-beta.1', changelog)).toBe('## Fixed\n\n### Window\n\n- A button.\n');
  expect(() => notesOf('1.0.0', changelog)).toThrow('is empty');
  expect(() => notesOf('2.0.0', changelog)).toThrow('no part "## [2.0.0]"');
});
