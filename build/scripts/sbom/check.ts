import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageFolder, npmPurl } from './component.ts';
import { formatProblems, type CycloneDx } from './format.ts';
import type { Notice } from './notices.ts';

/** Folders of a build and of a package that was made from it. */
export interface SbomEvidence {
  /** A folder with `out` and `node_modules` as packed, for instance the extracted `app.asar`. */
  packed: string;
  /** `out` of the same build with source maps (`REEVE_MAPS=1`). */
  maps: string;
  /** `node_modules` of the checkout. */
  modules: string;
  /** Version of the packed Electron runtime: the content of its file `version`. */
  electron: string;
}

/**
 * Compare the packed bill of materials and notices with what is in the package. This uses other sources than the build
 * plugin: source maps, the bytes of fonts, the packed native modules, and the version that SQLite reports.
 * @returns sentences about differences; empty: they are equal
 */
export function checkSbom(evidence: SbomEvidence): string[] {
  const read = (name: string): string => readFileSync(join(evidence.packed, 'out', name), 'utf8');
  const bom = JSON.parse(read('sbom.cdx.json')) as CycloneDx;
  const format = formatProblems(bom);
  if (format.length > 0) return format;
  const { found, problems } = foundIn(evidence);
  const listed = new Set(bom.components.map(({ purl }) => purl));
  const notices = JSON.parse(read('third-party-notices.json')) as Notice[];
  return [
    ...problems,
    ...[...found].filter((purl) => !listed.has(purl)).map((purl) => `in the package, but not in the SBOM: ${purl}`),
    ...[...listed].filter((purl) => !found.has(purl)).map((purl) => `in the SBOM, but not in the package: ${purl}`),
    ...noticeProblems(bom, notices, read('third-party-notices.txt')),
  ];
}

/** The package URLs of everything in the package. */
function foundIn(evidence: SbomEvidence): { found: Set<string>; problems: string[] } {
  const { packed, modules, electron } = evidence;
  const fonts = fontPackages(evidence);
  const natives = nativePackages(packed, modules);
  const purlOf = (folder: string): string => {
    const { name, version } = manifestOf(folder);
    return npmPurl(name, version);
  };
  const folders = [...mappedPackages(evidence), ...fonts.folders, ...toolsIn(evidence)];
  const found = new Set([...folders, ...natives].map(purlOf));
  found.add(npmPurl('electron', electron.trim()));
  for (const purl of sqliteIn(packed)) found.add(purl);
  return { found, problems: fonts.problems };
}

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Scripts without code of a package: they only re-export from another script, or come from a build tool. */
const withoutSources = /^(export ?\{[^}]*\} ?from ?"[^"]*";?\s*)+$/;
const fromTools = /(^|\/)(preload-helper|rolldown-runtime)-[\w-]+\.js$/;

/** Packages with code in a source map. Fails: if there are no maps, or a script without a map that may contain code. */
function mappedPackages({ packed, maps, modules }: SbomEvidence): Set<string> {
  const scripts = globSync('**/*.{js,cjs}', { cwd: join(packed, 'out') });
  const [mapped = [], others = []] = [true, false].map((isMapped) =>
    scripts.filter((file) => existsSync(join(maps, `${file}.map`)) === isMapped),
  );
  const isKnown = (file: string): boolean =>
    fromTools.test(file) || withoutSources.test(readFileSync(join(packed, 'out', file), 'utf8'));
  const unmapped = others.filter((file) => !isKnown(file));
  if (mapped.length === 0 || unmapped.length > 0)
    throw new Error(`no source map of ${unmapped.join(', ') || 'any script'}`);
  const sources = mapped.flatMap(
    (file) => (JSON.parse(readFileSync(join(maps, `${file}.map`), 'utf8')) as { sources: string[] }).sources,
  );
  const folders = sources.map((source) => packageFolder(source)?.replace(/^.*?\/node_modules\//, ''));
  return new Set(folders.filter((folder) => folder !== undefined).map((folder) => join(modules, folder)));
}

/** Source maps leave out what the build tools add; it is recognized by its text. */
function toolsIn({ packed, modules }: SbomEvidence): string[] {
  const scripts = globSync('**/*.{js,cjs}', { cwd: join(packed, 'out') });
  const has = (text: string): boolean =>
    scripts.some((file) => file.includes(text) || readFileSync(join(packed, 'out', file), 'utf8').includes(text));
  const tools = {
    vite: ['vite:preloadError', '__vite-optional'],
    rolldown: ['#region \\0rolldown/', 'rolldown-runtime'],
  };
  return Object.entries(tools).flatMap(([name, texts]) => (texts.some(has) ? [join(modules, name)] : []));
}

/** Packages with a font of the same bytes. */
function fontPackages({ packed, modules }: SbomEvidence): { folders: Set<string>; problems: string[] } {
  const hash = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
  const origins = new Map(
    globSync('@fontsource*/*/files/*', { cwd: modules }).map((file) => [hash(join(modules, file)), file]),
  );
  const fonts = globSync('**/*.{woff,woff2,ttf,otf}', { cwd: join(packed, 'out') });
  const found = fonts.map((file) => ({ file, origin: origins.get(hash(join(packed, 'out', file))) }));
  return {
    folders: new Set(found.flatMap(({ origin }) => (origin === undefined ? [] : [join(modules, origin, '../..')]))),
    problems: found
      .filter(({ origin }) => origin === undefined)
      .map(({ file }) => `the font ${file} is from no installed package`),
  };
}

/** The packages in the packed `node_modules`, and what was compiled into them: their dependencies, packed or not. */
function nativePackages(packed: string, modules: string): string[] {
  const inside = globSync('node_modules/{*,@*/*}/package.json', { cwd: packed }).map((file) =>
    join(packed, file, '..'),
  );
  const compiled = inside.flatMap((folder) => Object.keys(manifestOf(folder).dependencies ?? {}));
  return [...inside, ...compiled.map((name) => join(modules, name))];
}

/** What the packed SQLite reports about itself. */
function sqliteIn(packed: string): string[] {
  const Database = createRequire(join(packed, 'package.json'))('better-sqlite3') as new (file: string) => {
    prepare(sql: string): { get(): unknown };
    close(): void;
  };
  const database = new Database(':memory:');
  const row = database.prepare('SELECT sqlite_version() AS sqlite, sqlite3mc_version() AS ciphers').get();
  database.close();
  const { sqlite, ciphers } = row as { sqlite: string; ciphers: string };
  return [
    `pkg:generic/sqlite@${sqlite}`,
    `pkg:github/utelle/SQLite3MultipleCiphers@v${ciphers.split(' ').at(-1) ?? ''}`,
  ];
}

function noticeProblems(bom: CycloneDx, notices: readonly Notice[], text: string): string[] {
  const key = ({ name, version }: { name: string; version: string }): string => `${name} ${version}`;
  const noticed = new Set(notices.map(key));
  const listed = new Set(bom.components.map(key));
  return [
    ...[...listed].filter((name) => !noticed.has(name)).map((name) => `in the SBOM, but not in the notices: ${name}`),
    ...[...noticed].filter((name) => !listed.has(name)).map((name) => `in the notices, but not in the SBOM: ${name}`),
    ...notices
      .filter(({ text: own }) => (own ?? '').trim() === '')
      .map((notice) => `no text of the license: ${key(notice)}`),
    ...notices
      .filter((notice) => !text.includes(`\n${key(notice)}\n`) || !text.includes(notice.text ?? ''))
      .map((notice) => `not in the text of the notices: ${key(notice)}`),
  ];
}
