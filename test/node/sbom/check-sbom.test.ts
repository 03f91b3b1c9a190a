import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkSbom, type SbomEvidence } from '../../../build/scripts/sbom/check.ts';
import { edit, madeUpPackage, write } from './made-up-package.ts';

type Break = (made: SbomEvidence) => Partial<SbomEvidence> | void;

/** The sentences of the check after the package was changed. */
function after(change: Break): string[] {
  const made = madeUpPackage();
  return checkSbom({ ...made, ...change(made) });
}

test('an unchanged package agrees with its bill of materials', () => {
  expect(after(() => undefined)).toEqual([]);
});

const bom = ({ packed }: SbomEvidence): string => join(packed, 'out/sbom.cdx.json');
const notIn = { sbom: 'in the package, but not in the SBOM: ', package: 'in the SBOM, but not in the package: ' };

test.each<[string, Break, string[]]>([
  [
    'a package in a source map is not listed',
    ({ maps, modules }) => {
      write(modules, { 'more/package.json': { name: 'more', version: '2.0.0' } });
      write(maps, {
        'main/node.js.map': { sources: ['../node_modules/@sign/plus/a.js', '../node_modules/more/a.js'] },
      });
    },
    [`${notIn.sbom}pkg:npm/more@2.0.0`],
  ],
  [
    'a listed package is in no source map',
    ({ maps }) => write(maps, { 'main/node.js.map': { sources: [] } }),
    [`${notIn.package}pkg:npm/%40sign/plus@1.0.0`],
  ],
  [
    'a version differs',
    ({ modules }) => edit(join(modules, '@sign/plus/package.json'), '1.0.0', '1.0.1'),
    [`${notIn.sbom}pkg:npm/%40sign/plus@1.0.1`, `${notIn.package}pkg:npm/%40sign/plus@1.0.0`],
  ],
  [
    'a font is not packed',
    ({ packed }) => rmSync(join(packed, 'out/renderer/assets/serif-Ab_1.woff2')),
    [`${notIn.package}pkg:npm/%40fontsource-variable/serif@5.0.0`],
  ],
  [
    'a font is from no package',
    ({ packed }) => write(packed, { 'out/renderer/assets/other.woff2': 'other bytes' }),
    ['the font renderer/assets/other.woff2 is from no installed package'],
  ],
  [
    'a packed module is not listed',
    ({ packed }) => write(packed, { 'node_modules/@x/y/package.json': { name: '@x/y', version: '3.0.0' } }),
    [`${notIn.sbom}pkg:npm/%40x/y@3.0.0`],
  ],
  [
    'SQLite reports another version',
    ({ packed }) => edit(join(packed, 'node_modules/better-sqlite3/index.js'), '3.9.1', '3.9.2'),
    [`${notIn.sbom}pkg:generic/sqlite@3.9.2`, `${notIn.package}pkg:generic/sqlite@3.9.1`],
  ],
  [
    'another Electron is packed',
    () => ({ electron: '46.0.0' }),
    [`${notIn.sbom}pkg:npm/electron@46.0.0`, `${notIn.package}pkg:npm/electron@45.0.0`],
  ],
  [
    'the code of a tool is gone',
    ({ packed }) => rmSync(join(packed, 'out/renderer/assets/preload-helper-Ab_1.js')),
    [`${notIn.package}pkg:npm/vite@8.0.0`],
  ],
  [
    'a notice is missing',
    ({ packed }) => edit(join(packed, 'out/third-party-notices.json'), '"name":"headers"', '"name":"heads"'),
    [
      'in the SBOM, but not in the notices: headers 8.1.0',
      'in the notices, but not in the SBOM: heads 8.1.0',
      'not in the text of the notices: heads 8.1.0',
    ],
  ],
  [
    'the text file lacks a licence',
    ({ packed }) => edit(join(packed, 'out/third-party-notices.txt'), 'The author disclaims', 'The author keeps'),
    ['not in the text of the notices: SQLite 3.9.1'],
  ],
  [
    'the text of a licence is empty',
    ({ packed }) => edit(join(packed, 'out/third-party-notices.json'), /"text":"[^"]+"/, '"text":""'),
    ['no text of the license: @fontsource-variable/serif 5.0.0'],
  ],
  ['a hash is cut off', (made) => edit(bom(made), '01'.repeat(64), '01'), ['@sign/plus: a hash is not SHA-512']],
  ['the format is another one', (made) => edit(bom(made), '"1.6"', '"1.5"'), ['the format is not CycloneDX 1.6']],
  [
    'a component has no licence',
    (made) => edit(bom(made), /"licenses": \[[^\]]*\],(?=[^\]]*sign\/plus)/, '"licenses": [],'),
    ['@sign/plus: no license'],
  ],
  [
    'a reference is used twice',
    (made) => edit(bom(made), '"bom-ref": "pkg:npm/electron@45.0.0"', '"bom-ref": "pkg:npm/headers@8.1.0"'),
    ['two components have the same reference', 'a dependency names no component'],
  ],
])('the check finds that %s', (_what, change, sentences) => {
  expect(after(change)).toEqual(sentences);
});

test('a script without a source map fails the check, unless it only re-exports', () => {
  const script = { 'out/main/other.js': 'code()' };
  expect(() => after(({ packed }) => write(packed, script))).toThrow('no source map of main/other.js');
  expect(() => after(({ maps }) => rmSync(join(maps, 'main/node.js.map')))).toThrow('no source map of main/node.js');
});
