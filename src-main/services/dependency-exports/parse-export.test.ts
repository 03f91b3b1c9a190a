import { expect, test } from 'vitest';
import { parseExport } from './parse-export.ts';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const namesOf = ({ packages }: ReturnType<typeof parseExport>) => packages.map(({ name }) => name);

test('a CycloneDX 1.6 file: groups, nested components, and the forms of licenses', () => {
  const file = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
    metadata: { component: { type: 'application', name: 'shop' } },
    components: [
      {
        type: 'library',
        group: '@noble',
        name: 'hashes',
        version: '1.4.0',
        purl: 'pkg:npm/%40noble/hashes@1.4.0',
        licenses: [{ license: { id: 'MIT' } }],
        evidence: { occurrences: [{ location: 'package-lock.json' }] },
      },
      {
        type: 'framework',
        group: 'org.apache',
        name: 'org.apache/commons',
        version: '3.1',
        purl: 'pkg:maven/org.apache/commons@3.1',
        licenses: [{ license: { name: 'Apache License 2.0' } }, { license: { id: 'Apache-2.0' } }],
        components: [{ type: 'library', name: 'inner', version: 7 }],
      },
      { type: 'library', name: 'either', version: '', licenses: [{ expression: 'MIT OR Apache-2.0' }] },
    ],
  };
  expect(parseExport(json(file), 'cyclonedx_1_6_json')).toEqual({
    problem: null,
    unreadable: 0,
    packages: [
      {
        name: '@noble/hashes',
        version: '1.4.0',
        type: 'npm',
        purl: 'pkg:npm/%40noble/hashes@1.4.0',
        licenses: 'MIT',
        project: null,
      },
      {
        name: 'org.apache/commons',
        version: '3.1',
        type: 'maven',
        purl: 'pkg:maven/org.apache/commons@3.1',
        licenses: 'Apache License 2.0, Apache-2.0',
        project: null,
      },
      { name: 'inner', version: '7', type: null, purl: null, licenses: '', project: null },
      { name: 'either', version: null, type: null, purl: null, licenses: 'MIT OR Apache-2.0', project: null },
    ],
  });
});

test('a CycloneDX 1.4 file without components has no packages', () => {
  const sbom = { bomFormat: 'CycloneDX', specVersion: '1.4', version: 1, metadata: { tools: [] } };
  expect(parseExport(json(sbom), 'sbom')).toEqual({ packages: [], unreadable: 0, problem: null });
});

test('a dependency list and the array of a group: the type comes from the package manager', () => {
  const licenses = [{ name: 'MIT License', spdx_identifier: 'MIT', url: 'https://spdx.org/licenses/MIT.html' }];
  const rails = { name: 'rails', version: '7.1.2', package_manager: 'bundler', licenses, vulnerabilities: [] };
  const list = parseExport(json({ report: { status: 'ok' }, dependencies: [rails] }), 'dependency_list');
  expect(list.packages).toMatchObject([{ name: 'rails', type: 'gem', licenses: 'MIT', project: null }]);
  const flat = [
    {
      name: 'requests',
      version: '2.31.0',
      packager: 'pip',
      project: { id: 7, full_path: 'acme/tools' },
      licenses: null,
    },
    { name: 'x', packager: 'unknown', purl: 'pkg:generic/x@1' },
    { name: 'y', packager: 'nix' },
  ];
  expect(parseExport(json(flat), 'json_array').packages).toMatchObject([
    { name: 'requests', type: 'pypi', project: 'acme/tools', licenses: '' },
    { name: 'x', type: 'generic' },
    { name: 'y', type: 'nix' },
  ]);
});

test('a CSV: columns in any order, quoted cells, and rows that cannot be read', () => {
  const csv = [
    '\uFEFFVersion,Name,Packager,Location,License Identifiers,Project',
    '0.0.1,"dual, ""quoted""",npm,a.json,"MIT; Apache-2.0",acme/shop',
    '1.0,,npm,a.json,MIT,acme/shop',
    '2.0,"open,npm',
    '3.0,last,go,go.sum,BSD-3-Clause,acme/shop',
  ].join('\r\n');
  const read = parseExport(Buffer.from(csv), 'csv');
  expect(read.packages).toMatchObject([
    { name: 'dual, "quoted"', version: '0.0.1', licenses: 'Apache-2.0, MIT', project: 'acme/shop' },
    { name: 'last', type: 'golang', licenses: 'BSD-3-Clause' },
  ]);
  expect(read).toMatchObject({ unreadable: 2, problem: null });
  expect(parseExport(Buffer.from(''), 'csv')).toEqual({ packages: [], unreadable: 0, problem: null });
  expect(parseExport(Buffer.from('a,b\n1,2\n'), 'csv').problem).toBe('unknown-format');
});

test('entries that are no packages are counted, and the others are read', () => {
  const components = [
    null,
    7,
    'x',
    [],
    {},
    { name: '' },
    { name: { a: 1 } },
    { name: 'x'.repeat(501) },
    { name: 'ok', version: {}, purl: [], licenses: { id: 'MIT' } },
    { name: 'also', licenses: [null, 7, { license: 'MIT' }, { license: { id: 5 } }] },
  ];
  const read = parseExport(json({ bomFormat: 'CycloneDX', components }), 'cyclonedx_1_6_json');
  expect(namesOf(read)).toEqual(['ok', 'also']);
  expect(read.unreadable).toBe(8);
});

test.each([
  ['no JSON', Buffer.from('<html>Sign in</html>'), 'not-json'],
  ['a broken end', Buffer.from('{"bomFormat":"CycloneDX","components":[{"name":"a"}'), 'not-json'],
  ['a text', Buffer.from('"CycloneDX"'), 'unknown-format'],
  ['another format', Buffer.from('{"spdxVersion":"SPDX-2.3","packages":[]}'), 'unknown-format'],
  ['a format that is not a text', Buffer.from('{"bomFormat":{"toString":1}}'), 'unknown-format'],
  ['deep nesting', Buffer.from('['.repeat(200_000)), 'too-deep'],
])('%s is a problem, not a failure', (_, bytes, problem) => {
  expect(parseExport(bytes, 'cyclonedx_1_6_json')).toEqual({ packages: [], unreadable: 0, problem });
});

test('limits hold: bytes, values before they are parsed, and packages', () => {
  const limits = { bytes: 1_000, values: 100, packages: 3 };
  const list = (n: number) => json(Array.from({ length: n }, (__, at) => ({ name: `p${at}` })));
  expect(parseExport(Buffer.alloc(1_001, 32), 'json_array', limits).problem).toBe('too-large');
  expect(parseExport(Buffer.from(`[${'{},'.repeat(200)}{}]`), 'json_array', limits).problem).toBe('too-large');
  const cut = parseExport(list(5), 'json_array', limits);
  expect([namesOf(cut), cut.problem]).toEqual([['p0', 'p1', 'p2'], 'too-many']);
});

test('packages named like members of JavaScript objects are read like others', () => {
  const text = '[{"name":"__proto__","version":"1"},{"name":"constructor","packager":"constructor"}]';
  const read = parseExport(Buffer.from(text), 'json_array');
  expect(read.packages).toMatchObject([{ name: '__proto__' }, { name: 'constructor', type: 'constructor' }]);
});

test.each([
  ['Ruby (Bundler)', 'gem'],
  ['Python (pip)', 'pypi'],
  ['JavaScript (Yarn)', 'npm'],
  ['Java (Maven)', 'maven'],
  ['C/C++ (Conan)', 'conan'],
  ['npm', 'npm'],
])('the packager %s, in the spelling of any version, is the type %s', (packager, type) => {
  expect(parseExport(json([{ name: 'x', packager }]), '').packages).toMatchObject([{ type }]);
});

test('licenses that were found as evidence count, and so do those that have only an address', () => {
  const url = 'https://example.com/license';
  const evidence = { licenses: [{ license: { id: 'MIT' } }, { expression: 'ISC OR MIT' }] };
  const sbom = { bomFormat: 'CycloneDX', components: [{ name: 'x', licenses: [{ license: { url } }], evidence }] };
  expect(parseExport(json(sbom), 'sbom').packages).toMatchObject([{ licenses: `ISC OR MIT, MIT, ${url}` }]);
  const list = [{ name: 'x', licenses: [{ name: '', spdx_identifier: null, url }] }];
  expect(parseExport(json(list), '').packages).toMatchObject([{ licenses: url }]);
});
