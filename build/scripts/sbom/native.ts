import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkLicence, type Component } from './component.ts';

/** Folders of the runtime dependencies and of what they depend on, such as headers that were compiled into their binaries. */
export function nativeFolders(root: string): string[] {
  const found = new Set<string>();
  const add = (from: string): void => {
    for (const name of Object.keys(manifestOf(from).dependencies ?? {})) {
      const nested = join(from, 'node_modules', name);
      const folder = existsSync(nested) ? nested : join(root, 'node_modules', name);
      if (found.has(folder)) continue;
      found.add(folder);
      add(folder);
    }
  };
  add(root);
  return [...found];
}

function manifestOf(folder: string): { dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies?: Record<string, string> };
}

/**
 * SQLite and its encryption, which were compiled into better-sqlite3. Their versions and notices are in the sources that the
 * npm package contains.
 * @param folder of better-sqlite3-multiple-ciphers
 */
export function sqliteComponents(folder: string): Component[] {
  const read = (name: string): string => readFileSync(join(folder, 'deps/sqlite3', name), 'utf8');
  const header = read('sqlite3.h');
  const find = (pattern: RegExp): string => {
    const found = pattern.exec(header)?.[1];
    if (found === undefined) throw new Error(`sqlite3.h of ${folder} has no version: ${pattern}`);
    return found;
  };
  const version = find(/#define SQLITE_VERSION +"([\d.]+)"/);
  const ciphers = find(/#define SQLITE3MC_VERSION_STRING +"SQLite3 Multiple Ciphers ([\d.]+)"/);
  const common = { type: 'library', sha512: null } as const;
  return [
    {
      ...common,
      name: 'SQLite',
      version,
      purl: `pkg:generic/sqlite@${version}`,
      cpe: `cpe:2.3:a:sqlite:sqlite:${version}:*:*:*:*:*:*:*`,
      licence: checkLicence('SQLite', 'blessing'),
      text: blessing(header),
      repository: 'https://sqlite.org/src',
    },
    {
      ...common,
      name: 'SQLite3 Multiple Ciphers',
      version: ciphers,
      purl: `pkg:github/utelle/SQLite3MultipleCiphers@v${ciphers}`,
      // As its source names them; Argon2 and PBKDF2 are CC0, one implementation of SHA-2 is BSD
      licence: checkLicence('SQLite3 Multiple Ciphers', 'MIT AND BSD-3-Clause AND CC0-1.0'),
      text: [...copyrights(read('sqlite3.c')), mitTerms(readFileSync(join(folder, 'LICENSE'), 'utf8'))].join('\n\n'),
      repository: 'https://github.com/utelle/SQLite3MultipleCiphers',
    },
  ];
}

const comment = /\/\*[\s\S]*?\*\//g;
/** The text of a comment in C. */
const plain = (text: string): string => text.replaceAll(/^ ?[/*]+ ?|\s*\*+\/$|[ \t]+$/gm, '').trim();

/** SQLite has a blessing instead of a licence, in one of the first comments of each file. */
function blessing(header: string): string {
  const text = header.match(comment)?.find((part) => part.includes('disclaims copyright'));
  if (text === undefined) throw new Error('sqlite3.h has no blessing');
  // The rest of the comment describes the file
  return plain(text).split('\n\n\n')[0] ?? '';
}

/** The different notices in the comments of a source, in its order. Short ones are reduced to owner and licence. */
function copyrights(source: string): string[] {
  const comments = (source.match(comment) ?? []).filter((text) => /copyright/i.test(text));
  const notices = comments.filter((text) => !/disclaims (all )?copyright/.test(text)).map(plain);
  const short = (text: string): string => (text.match(/^(Copyright:|License:|SPDX).*/gm) ?? []).join('\n');
  return [...new Set(notices.map((text) => (/^Name:/.test(text) ? short(text) : text)))];
}

/** The terms without the copyright line of the package that they were found in. */
function mitTerms(licence: string): string {
  const at = licence.indexOf('Permission is hereby granted');
  if (at === -1) throw new Error('the licence of better-sqlite3 does not contain the MIT terms');
  return `The MIT license:\n\n${licence.slice(at).trim()}`;
}
