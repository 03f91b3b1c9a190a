import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Third-party software in a package of Reeve. */
export interface Component {
  name: string;
  version: string;
  type: 'library' | 'framework';
  /** Package URL, which names the software for lists of advisories. */
  purl: string;
  /** Common Platform Enumeration, for lists of advisories that don't know package URLs. */
  cpe?: string;
  /** SPDX identifier or expression. */
  licence: string;
  /** The texts of its licence files; null: it has none. */
  text: string | null;
  repository: string | null;
  /** SHA-512 of the npm package in hexadecimal; null: unknown, or it is only a part of an npm package. */
  sha512: string | null;
}

interface Manifest {
  name: string;
  version: string;
  license?: unknown;
  repository?: string | { url?: string };
}

/** Licences of software that may be packed with Reeve. Before you add another one, check its terms. */
const allowedLicences = new Set([
  ...['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MPL-2.0', '0BSD', 'BlueOak-1.0.0', 'CC0-1.0'],
  // Of fonts, and of SQLite
  ...['OFL-1.1', 'blessing'],
]);

/** The licence file of Vite up to the licences of the packages in Vite, which are not in a build of Reeve. */
const ownPart = /^[\s\S]*?(?=\n# Licenses of bundled dependencies|$(?![\s\S]))/;

/**
 * The folder of the npm package that a module belongs to; null: it belongs to none.
 * @param id the module in the bundler, or a source in a source map
 */
export function packageFolder(id: string): string | null {
  const path = id.replaceAll('\\', '/').replace(/^\0/, '');
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/?]+/.exec(path)?.[0] ?? null;
}

/** @param name with its scope, for example `@lezer/common` */
export function npmPurl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** Fails: if a licence is not allowed, or the expression names none. */
export function checkLicence(name: string, licence: unknown): string {
  const ids = typeof licence === 'string' ? licence.split(/ (?:AND|OR) |[()]/).filter((id) => id !== '') : [];
  if (ids.length === 0 || !ids.every((id) => allowedLicences.has(id)))
    throw new Error(`${name} declares the license ${JSON.stringify(licence)}, which is not allowed in packages`);
  return licence as string;
}

/** Read a package. @param integrity of package-lock.json, for example `sha512-…` in Base64; null: unknown */
export function readComponent(folder: string, integrity: string | null): Component {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version } = manifest;
  const text = licenceText(folder);
  // A few packages declare no licence, but contain one
  const licence = manifest.license ?? (text?.startsWith('MIT License\n') === true ? 'MIT' : undefined);
  return {
    name,
    version,
    type: name === 'electron' ? 'framework' : 'library',
    purl: npmPurl(name, version),
    licence: checkLicence(name, licence),
    text,
    repository: webAddress(manifest.repository),
    sha512:
      integrity?.startsWith('sha512-') === true ? Buffer.from(integrity.slice(7), 'base64').toString('hex') : null,
  };
}

function licenceText(folder: string): string | null {
  const files = readdirSync(folder).filter((name) =>
    /^(licen[cs]e|copying|notice)([-.](?!(js|ts|json)$).*)?$/i.test(name),
  );
  const texts = files.sort().map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n'));
  return texts.length === 0 ? null : texts.map((text) => (ownPart.exec(text)?.[0] ?? text).trim()).join('\n\n');
}

/** `git+https://host/path.git`, `github:owner/name` and `owner/name` as addresses of web pages. */
function webAddress(repository: Manifest['repository']): string | null {
  const text = typeof repository === 'string' ? repository : repository?.url;
  if (text === undefined) return null;
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(text)?.[1];
  return short === undefined
    ? text
        .replace(/^git\+/, '')
        .replace(/^(git|ssh):\/\/(git@)?/, 'https://')
        .replace(/\.git$/, '')
    : `https://github.com/${short}`;
}
