import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { onTestFinished } from 'vitest';
import type { SbomEvidence } from '../../../build/scripts/sbom/check.ts';
import { sbom } from '../../../build/scripts/sbom/plugin.ts';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-sbom-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Write files, with their folders. @param files content by path; objects as JSON */
export function write(folder: string, files: Record<string, object | string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** Replace a text in a file. */
export function edit(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(file, 'utf8');
  const after = before.replace(from, to);
  if (after === before) throw new Error(`nothing to replace in ${file}`);
  writeFileSync(file, after);
}

const mit = 'MIT License\n\nPermission is hereby granted, free of charge';
const sqlite = `module.exports = class {
  prepare() { return { get: () => ({ sqlite: '3.9.1', ciphers: 'SQLite3 Multiple Ciphers 2.0.0' }) }; }
  close() {}
};`;

const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`;

/** A checkout with five packages, one of them twice, fonts and tools. */
function checkout(root: string): void {
  const module = (path: string, name: string, version: string, more: object = {}) => ({
    [`node_modules/${path}/package.json`]: { name, version, license: 'MIT', ...more },
    [`node_modules/${path}/LICENSE`]: mit,
  });
  write(root, {
    'package.json': {
      ...{ name: 'reeve', productName: 'Reeve', version: '1.2.3', license: 'MIT' },
      dependencies: { 'better-sqlite3': 'npm:better-sqlite3-multiple-ciphers@13.0.3' },
    },
    'package-lock.json': {
      packages: {
        'node_modules/@sign/plus': { integrity },
        'node_modules/headers/node_modules/@sign/plus': { integrity },
      },
    },
    ...module('@sign/plus', '@sign/plus', '1.0.0', { repository: 'sign/plus' }),
    ...module('@fontsource-variable/serif', '@fontsource-variable/serif', '5.0.0', { license: 'OFL-1.1' }),
    ...module('better-sqlite3', 'better-sqlite3-multiple-ciphers', '13.0.3', { dependencies: { headers: '^8.0.0' } }),
    ...module('headers', 'headers', '8.1.0'),
    ...module('headers/node_modules/@sign/plus', '@sign/plus', '1.0.0'),
    ...module('electron', 'electron', '45.0.0'),
    ...module('vite', 'vite', '8.0.0'),
    ...module('rolldown', 'rolldown', '1.2.0'),
    'node_modules/@fontsource-variable/serif/files/serif.woff2': 'bytes of the font',
    'node_modules/better-sqlite3/index.js': sqlite,
    'node_modules/better-sqlite3/deps/sqlite3/sqlite3.h': [
      '/*\n** The author disclaims copyright to this source code.\n*/',
      '#define SQLITE_VERSION        "3.9.1"',
      '#define SQLITE3MC_VERSION_STRING     "SQLite3 Multiple Ciphers 2.0.0"',
    ].join('\n'),
    'node_modules/better-sqlite3/deps/sqlite3/sqlite3.c': [
      '/*\n** Name: ciphers.c\n** Copyright: (c) A. Author\n** License: MIT\n*/',
      '/* Copyright (c) B. Author\n * All rights reserved. */',
      '/* The author disclaims copyright */',
    ].join('\n'),
    'out/main/node.js': 'plus()',
    'out/main/node.js.map': { sources: ['../../src-main/a.ts', '../../node_modules/@sign/plus/index.js'] },
    'out/main/again.js': 'export{t as plus}from"./node.js";',
    'out/renderer/assets/preload-helper-Ab_1.js': 'dispatchEvent("vite:preloadError")',
    'out/renderer/assets/rolldown-runtime-Ab_1.js': 'x',
    'out/renderer/assets/serif-Ab_1.woff2': 'bytes of the font',
  });
}

/** What the bundler reports about this checkout. */
const bundle = (root: string) => ({
  'node.js': {
    type: 'chunk',
    modules: {
      [`${root}/src-main/a.ts`]: { renderedLength: 9 },
      [`${root}/node_modules/@sign/plus/index.js`]: { renderedLength: 9 },
      [`${root}/node_modules/headers/node_modules/@sign/plus/index.js`]: { renderedLength: 9 },
      [`${root}/node_modules/unused/index.js`]: { renderedLength: 0 },
      '\0rolldown/runtime.js': { renderedLength: 9 },
      '\0vite/preload-helper.js': { renderedLength: 9 },
    },
  },
  'serif.woff2': {
    type: 'asset',
    originalFileNames: ['../node_modules/@fontsource-variable/serif/files/serif.woff2'],
  },
});

/** Build with the plugin. `isPackage`: as `npm run package` does. */
export function build(root: string, isPackage: boolean): void {
  const before = process.env['REEVE_PACKAGE'];
  process.env['REEVE_PACKAGE'] = isPackage ? '1' : '';
  const plugin = sbom(root, 1)() as unknown as Record<'buildStart' | 'writeBundle', (...given: unknown[]) => void>;
  if (before === undefined) delete process.env['REEVE_PACKAGE'];
  else process.env['REEVE_PACKAGE'] = before;
  plugin.buildStart();
  plugin.writeBundle({}, bundle(root));
}

/** A checkout, its build with maps, and the package that was made from it. */
export function madeUpPackage(): SbomEvidence & { root: string } {
  const root = temporaryFolder();
  checkout(root);
  build(root, true);
  const packed = join(root, 'packed');
  cpSync(join(root, 'out'), join(packed, 'out'), { recursive: true, filter: (file) => !file.endsWith('.map') });
  cpSync(join(root, 'node_modules/better-sqlite3'), join(packed, 'node_modules/better-sqlite3'), { recursive: true });
  write(packed, { 'package.json': {} });
  return { root, packed, maps: join(root, 'out'), modules: join(root, 'node_modules'), electron: '45.0.0\n' };
}
