import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildInfo } from '../../../build/scripts/sbom/build-info.ts';
import { checkLicence, npmPurl, packageFolder, readComponent } from '../../../build/scripts/sbom/component.ts';
import { cycloneDx } from '../../../build/scripts/sbom/cyclonedx.ts';
import type { Notice } from '../../../build/scripts/sbom/notices.ts';
import { bundledFolders } from '../../../build/scripts/sbom/plugin.ts';
import { build, madeUpPackage, temporaryFolder, write } from './made-up-package.ts';

test('a module belongs to the innermost package', () => {
  expect(packageFolder('/a/node_modules/@x/y/node_modules/z/i.js?url')).toBe('/a/node_modules/@x/y/node_modules/z');
  expect(packageFolder('\0/a/node_modules/z/i.js')).toBe('/a/node_modules/z');
  expect(packageFolder('C:\\a\\node_modules\\@x\\y\\i.js')).toBe('C:/a/node_modules/@x/y');
  expect(packageFolder('/a/src-main/i.ts')).toBeNull();
  expect(npmPurl('@x/y', '1.0.0')).toBe('pkg:npm/%40x/y@1.0.0');
});

test('only known licences are packed', () => {
  expect(checkLicence('x', '(MIT OR Apache-2.0)')).toBe('(MIT OR Apache-2.0)');
  for (const licence of ['GPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN FILE', '', undefined, { type: 'MIT' }])
    expect(() => checkLicence('x', licence)).toThrow('not allowed in packages');
});

test('a licence that is not declared is found in its text, and the notices name a missing text', () => {
  const folder = temporaryFolder();
  const manifest = { name: 'x', version: '1.0.0', repository: { url: 'git+https://git.example/x.git' } };
  write(folder, {
    'declared/package.json': { ...manifest, license: 'ISC' },
    'declared/license.js': 'no text',
    'written/package.json': manifest,
    'written/LICENSE.md': 'MIT License\r\n\r\nterms\n\n# Licenses of bundled dependencies\n\nothers',
    'written/NOTICE': 'a notice',
    'unknown/package.json': manifest,
  });
  const read = (name: string) => readComponent(join(folder, name), null);
  expect(read('declared')).toMatchObject({ licence: 'ISC', text: null, repository: 'https://git.example/x' });
  expect(read('written')).toMatchObject({ licence: 'MIT', text: 'MIT License\n\nterms\n\na notice' });
  expect(() => read('unknown')).toThrow('x declares the license undefined');
});

test('code of an unknown tool fails the build', () => {
  const chunk = { type: 'chunk', modules: { '\0other/helper.js': { renderedLength: 1 } } };
  expect(() => bundledFolders('/a', [chunk as never])).toThrow('unknown origin of the bundled module other/helper.js');
});

test('the bill of materials is the same for the same content, and has a time only if it is given', () => {
  const product = { name: 'reeve', version: '1.2.3', license: 'MIT' };
  expect(cycloneDx(product, [], undefined)).toBe(cycloneDx(product, [], undefined));
  expect(cycloneDx(product, [], undefined)).not.toContain('timestamp');
  expect(cycloneDx(product, [], 86_400)).toContain('"timestamp": "1970-01-02T00:00:00.000Z"');
});

test('the notices contain the license text of each component, also of SQLite', () => {
  const { root } = madeUpPackage();
  const notices = JSON.parse(readFileSync(join(root, 'out/third-party-notices.json'), 'utf8')) as Notice[];
  expect(notices.map(({ name, version }) => `${name} ${version}`)).toEqual([
    '@fontsource-variable/serif 5.0.0',
    '@sign/plus 1.0.0',
    'SQLite 3.9.1',
    'SQLite3 Multiple Ciphers 2.0.0',
    'better-sqlite3-multiple-ciphers 13.0.3',
    'electron 45.0.0',
    'headers 8.1.0',
    'rolldown 1.2.0',
    'vite 8.0.0',
  ]);
  expect(notices.map(({ text }) => text).slice(2, 4)).toEqual([
    'The author disclaims copyright to this source code.',
    [
      'Copyright: (c) A. Author\nLicense: MIT',
      'Copyright (c) B. Author\nAll rights reserved.',
      'The MIT license:\n\nPermission is hereby granted, free of charge',
    ].join('\n\n'),
  ]);
});

test('a build that is not for a package deletes the files of an earlier one', () => {
  const { root } = madeUpPackage();
  const files = ['sbom.cdx.json', 'third-party-notices.json', 'third-party-notices.txt', 'build-info.json'];
  const present = () => files.filter((name) => existsSync(join(root, 'out', name)));
  expect(present()).toEqual(files);
  build(root, false);
  expect(present()).toEqual([]);
});

test('the commit of a build is known in a checkout only, and says whether files differ from it', () => {
  const folder = temporaryFolder();
  expect(buildInfo(folder, undefined)).toEqual({ commit: null, at: null });
  expect(buildInfo(folder, 7)).toEqual({ commit: null, at: 7_000 });
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
  write(folder, { file: 'one' });
  for (const args of [['init'], ['add', '.'], ['commit', '-m', 'one', '--date=@9 +0000']]) git(...args);
  expect(buildInfo(folder, undefined).commit).toMatch(/^[\da-f]{12}$/);
  write(folder, { file: 'two' });
  expect(buildInfo(folder, undefined).commit).toMatch(/^[\da-f]{12} with changes$/);
});
