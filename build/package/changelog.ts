/** One version in CHANGELOG.md. */
export interface Release {
  /** `Unreleased`, or a version such as `1.2.0`. */
  version: string;
  /** The day of the release, as in `2026-11-29`; undefined for `Unreleased`. */
  date: string | undefined;
  /** The lines below its heading, without the heading. */
  text: string;
}

const heading = /^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?\s*$/m;

/** The versions of a changelog, in the order of the file. */
export function releasesIn(changelog: string): Release[] {
  const [, ...parts] = changelog.split(new RegExp(heading, 'gm'));
  return Array.from({ length: parts.length / 3 }, (_, index) => {
    const [version = '', date, text = ''] = parts.slice(3 * index, 3 * index + 3);
    return { version, date, text: text.trim() };
  });
}

/** Headings of the level of a release that name no version as the others do. */
export function unknownHeadings(changelog: string): string[] {
  return (changelog.match(/^## .*$/gm) ?? []).filter((line) => !heading.test(line));
}

/**
 * The notes of a release: its part of the changelog, with headings one level higher.
 * Fails: if the changelog has no such version, or its part is empty.
 */
export function notesOf(version: string, changelog: string): string {
  const release = releasesIn(changelog).find((one) => one.version === version);
  if (release === undefined) throw new Error(`CHANGELOG.md has no part "## [${version}]"`);
  if (release.text === '') throw new Error(`CHANGELOG.md: the part "## [${version}]" is empty`);
  return `${release.text.replaceAll(/^#(#+ )/gm, '$1')}\n`;
}
