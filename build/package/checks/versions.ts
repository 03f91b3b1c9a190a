import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releasesIn } from '../changelog.ts';
import { debVersion, manifestOf, run } from '../tools.ts';
import type { Check } from './check.ts';

export const versions: Check = {
  name: 'package.json, CHANGELOG.md, the started host and the deb have the same version',
  run: async ({ first, host }) =>
    versionProblems({
      manifest: manifestOf(first.project).version,
      changelog: readFileSync(join(first.project, 'CHANGELOG.md'), 'utf8'),
      host: (await host).version,
      deb: first.deb === undefined ? undefined : (await run('dpkg-deb', ['--field', first.deb, 'Version'])).trim(),
    }),
};

/** Versions as each place has them. `deb`: undefined if no deb could be made. */
export interface Versions {
  manifest: string;
  changelog: string;
  host: string;
  deb: string | undefined;
}

/**
 * Where the version differs from package.json. The newest release in the changelog has this version; before the first
 * release, the changelog has only the part "Unreleased".
 */
export function versionProblems({ manifest, changelog, host, deb }: Versions): string[] {
  const releases = releasesIn(changelog);
  const [newest] = releases.filter(({ version }) => version !== 'Unreleased');
  const undated = releases.filter(({ version, date }) => version !== 'Unreleased' && date === undefined);
  return [
    ...(releases.length > 0 ? [] : ['CHANGELOG.md has neither a release nor the part "Unreleased"']),
    ...(newest === undefined || newest.version === manifest
      ? []
      : [`CHANGELOG.md: the newest release is ${newest.version} instead of ${manifest}`]),
    ...undated.map(({ version }) => `CHANGELOG.md: ${version} has no date`),
    ...(host === manifest ? [] : [`the started host reports ${host} instead of ${manifest}`]),
    ...(deb === undefined || deb === debVersion(manifest)
      ? []
      : [`the deb has ${deb} instead of ${debVersion(manifest)}`]),
  ];
}
