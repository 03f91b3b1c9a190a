import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = process.cwd();
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const documents = globSync(['*.md', 'docs/*.md', 'docs/api/*.md', 'test/platform/*.md', 'build/decisions/*.md'], {
  cwd: root,
});
const readme = textOf('README.md');
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** The relative addresses in a document: of links, images and their sources, without those in code. */
function addressesIn(text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
  const found = prose.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]+)"/g);
  return Array.from(found, ([, link, source]) => link ?? source ?? '').filter((one) => !/^[a-z]+:/.test(one));
}

/** The anchor of a heading in Markdown viewers. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Whether the file of an address exists, and the heading in it if the address names one. */
function hasTarget(from: string, address: string): boolean {
  const [path = '', anchor] = address.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(root, target))) return false;
  if (anchor === undefined || !target.endsWith('.md')) return true;
  const text = textOf(target);
  const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading));
  return headings.includes(anchor) || text.includes(`id="${anchor}"`);
}

test('the file and the heading of every link in a document exist', () => {
  expect(documents.length).toBeGreaterThan(50);
  const broken = documents.flatMap((file) =>
    addressesIn(textOf(file)).flatMap((address) => (hasTarget(file, address) ? [] : [`${file}: ${address}`])),
  );
  expect(broken).toEqual([]);
});

test('a link to a missing file or heading is found', () => {
  expect(addressesIn('[a](b.md#c) <img src="d.png"> `[e](f)` [g](https://h)')).toEqual(['b.md#c', 'd.png']);
  expect(hasTarget('README.md', 'docs/USAGE.md#other-commands')).toBe(true);
  expect(hasTarget('docs/USAGE.md', 'README.md')).toBe(false);
  expect(hasTarget('README.md', 'docs/USAGE.md#nothing')).toBe(false);
});

test('every picture is shown in a document, in both themes', () => {
  const shown = documents.flatMap((file) => addressesIn(textOf(file)).map((address) => join(dirname(file), address)));
  const pictures = readdirSync(join(root, 'docs/images'));
  expect(pictures.filter((name) => !shown.includes(join('docs/images', name)))).toEqual([]);
  const names = new Set(pictures.map((name) => name.replace(/-(light|dark)\.png$/, '')));
  expect(pictures.toSorted()).toEqual([...names].flatMap((name) => [`${name}-dark.png`, `${name}-light.png`]).sort());
});

test('every npm command in a document exists', () => {
  const unknown = documents
    .filter((file) => file !== 'CHANGELOG.md' && !file.startsWith('build/decisions/'))
    .flatMap((file) => Array.from(textOf(file).matchAll(/\bnpm run ([\w:-]+)/g), ([, name = '']) => `${file}: ${name}`))
    .filter((use) => scripts[use.split(': ')[1] ?? ''] === undefined);
  expect(unknown).toEqual([]);
});

test('the README fits on two screens, and CI runs the commands that it names', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(110);
  const commands = (text: string): string[] => text.match(/\bnpm (ci|test|run [\w:-]+)/g) ?? [];
  const [, section = ''] = readme.split('\n## Test it\n');
  const [, named = ''] = section.split('```');
  expect(commands(textOf('.ci/run'))).toEqual(commands(named));
});
