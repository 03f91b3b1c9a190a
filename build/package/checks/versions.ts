import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releasesIn, unknownHeadings } from '../changelog.ts';
import { debVersion, manifestOf, run } from '../tools.ts';
import type { Check } from './check.ts';

export const versions: Check = {
  name: 'package.json, package-lock.json, CHANGELOG.md, the started host, the SBOM and the deb have the same version',
  run: async ({ first, host }) => {
    const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'));
    const lock = read(first.project, 'package-lock.json') as { version: string };
    const bill = read(first.unpacked, 'resources', 'sbom.cdx.json') as { metadata: { component: { version: string } } };
    return versionProblems({
      manifest: manifestOf(first.project).version,
      lock: lock.version,
      sbom: bill.metadata.component.version,
      changelog: readFileSync(join(first.project, 'CHANGELOG.md'), 'utf8'),
      host: (await host).version,
      deb: first.deb === undefined ? undefined : (await run('dpkg-deb', ['--field', first.deb, 'Version'])).trim(),
    });
  },
};

/** Versions as each place has them. `deb`: undefined if no deb could be made. */
export interface Versions {
  manifest: string;
  lock: string;
  sbom: string;
  changelog: string;
  host: string;
  deb: string | undefined;
}

/**
 * Where the version differs from package.json. The newest release in the changelog has this version; before the first
 * release, the changelog has only the part "Unreleased".
 */
export function versionProblems({ manifest, lock, sbom, changelog, host, deb }: Versions): string[] {
  const releases = releasesIn(changelog);
  const [newest] = releases.filter(({ version }) => version !== 'Unreleased');
  const undated = releases.filter(
    ({ version, date }) => version !== 'Unreleased' && Number.isNaN(Date.parse(date ?? '')),
  );
  return [
    ...(releases.length > 0 ? [] : ['CHANGELOG.md has neither a release nor the part "Unreleased"']),
    ...(newest === undefined || newest.version === manifest
      ? []
      : [`CHANGELOG.md: the newest release is ${newest.version} instead of ${manifest}`]),
    ...undated.map(({ version }) => `CHANGELOG.md: ${version} has no valid date`),
    ...unknownHeadings(changelog).map((line) => `CHANGELOG.md: "${line}" is not the heading of a release`),
    ...(lock === manifest ? [] : [`package-lock.json has ${lock} instead of ${manifest}`]),
    ...(sbom === manifest ? [] : [`the SBOM has ${sbom} instead of ${manifest}`]),
    ...(host === manifest ? [] : [`the started host reports ${host} instead of ${manifest}`]),
    ...(deb === undefined || deb === debVersion(manifest)
      ? []
      : [`the deb has ${deb} instead of ${debVersion(manifest)}`]),
  ];
}
