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
const version = '1.1.0-beta.1';
const right = { manifest: version, lock: version, sbom: version, changelog, host: version, deb: '1.1.0~beta.1' };

test('the newest release in the changelog, the lock file, the SBOM, the host and the deb have the version of package.json', () => {
  expect(versionProblems(right)).toEqual([]);
  expect(versionProblems({ ...right, deb: undefined })).toEqual([]);
  expect(versionProblems({ ...right, manifest: '1.2.0' })).toEqual([
    'CHANGELOG.md: the newest release is 1.1.0-beta.1 instead of 1.2.0',
    'package-lock.json has 1.1.0-beta.1 instead of 1.2.0',
    'the SBOM has 1.1.0-beta.1 instead of 1.2.0',
    'the started host reports 1.1.0-beta.1 instead of 1.2.0',
    'the deb has 1.1.0~beta.1 instead of 1.2.0',
  ]);
});

test('before the first release, the changelog needs the part "Unreleased"', () => {
  const first = { manifest: '0.1.0', lock: '0.1.0', sbom: '0.1.0', host: '0.1.0', deb: '0.1.0' };
  expect(versionProblems({ ...first, changelog: '## [Unreleased]\n\n- All.\n' })).toEqual([]);
  expect(versionProblems({ ...first, changelog: '# Changelog\n' })).toHaveLength(1);
});

test('a release without a date, with a day that does not exist, or with another form of heading is a problem', () => {
  const after = (from: string, to: string) => versionProblems({ ...right, changelog: changelog.replace(from, to) });
  expect(after(' - 2026-10-01', '')).toEqual(['CHANGELOG.md: 1.0.0 has no valid date']);
  expect(after('2026-10-01', '2026-13-01')).toEqual(['CHANGELOG.md: 1.0.0 has no valid date']);
  expect(after('[1.0.0] - 2026-10-01', '1.0.0 (2026-10-01)')).toEqual([
    'CHANGELOG.md: "## 1.0.0 (2026-10-01)" is not the heading of a release',
  ]);
});

test('the notes of a release are its part of the changelog, with headings one level higher', () => {
  expect(releasesIn(changelog).map(({ version }) => version)).toEqual(['Unreleased', '1.1.0-beta.1', '1.0.0']);
  expect(notesOf('1.1.0-beta.1', changelog)).toBe('## Fixed\n\n### Window\n\n- A button.\n');
  expect(() => notesOf('1.0.0', changelog)).toThrow('is empty');
  expect(() => notesOf('2.0.0', changelog)).toThrow('no part "## [2.0.0]"');
});
