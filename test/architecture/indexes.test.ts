import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { resourceFolders, writeIndexes } from '../../build/scripts/indexes.ts';

const contract = 'src-shared/contract';
const endpoints = 'src-main/api/endpoints';
const operations = 'src-main/changes/operations';
const words = 'src-shared/text/en/operations';

/** The smallest tree that has a resource in each folder. */
const files: Readonly<Record<string, string>> = {
  [`${contract}/badges.ts`]: 'export const badges = collection({\n});\n',
  [`${endpoints}/badges.ts`]: "export const badges = table('badges', {});\n",
  [`${operations}/badges.ts`]: 'export const badges: OperationsOf<typeof api> = {};\n',
  [`${words}/badges.ts`]: 'export const badges = {};\n',
};

/** A folder with these files and those of the smallest tree. */
function treeOf(more: Readonly<Record<string, string>> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'reeve-indexes-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const { folder } of resourceFolders) mkdirSync(join(root, folder), { recursive: true });
  for (const [file, text] of Object.entries({ ...files, ...more })) writeFileSync(join(root, file), text);
  /** The lines of an index after its comment. */
  const index = (folder: string): string[] => {
    const name = resourceFolders.find((one) => one.folder === folder)?.index ?? '';
    return readFileSync(join(root, folder, name), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1);
  };
  return { root, index };
}

test('an index exports the constants of all resources in the order of their files', () => {
  const { root, index } = treeOf({
    [`${contract}/access-tokens.ts`]:
      'export const Token = 1;\nexport const accessTokens = {\n  ...collection({}),\n};\n',
    [`${contract}/runners.ts`]: 'const listed = collection({});\nexport const runners = { ...listed };\n',
    [`${endpoints}/snippets.ts`]:
      "export const projectSnippets = table('a', {});\nexport const personalSnippets = table('b', {});\n",
  });
  writeIndexes(root);
  expect(index(contract)).toEqual([
    "export { accessTokens } from './access-tokens.ts';",
    "export { badges } from './badges.ts';",
    "export { runners } from './runners.ts';",
  ]);
  expect(index(endpoints)).toEqual([
    "export { badges } from './badges.ts';",
    "export { personalSnippets, projectSnippets } from './snippets.ts';",
  ]);
  for (const folder of [operations, words]) expect(index(folder)).toEqual(["export { badges } from './badges.ts';"]);
});

test('files without a resource are not in an index', () => {
  const { root, index } = treeOf({
    [`${contract}/collection.ts`]: 'export function collection() {}\n',
    [`${contract}/badges.test.ts`]: 'collection({});\n',
    [`${endpoints}/probes.ts`]:
      "export const probes = table('probes', {\n  user: endpoint('GET /user', { doc: 'none' }),\n});\n",
    [`${endpoints}/not-in-api.ts`]: "export const notInApi = [{ doc: '1:9' }];\n",
    [`${operations}/index.ts`]: 'export const operations: Operations = {};\n',
  });
  writeIndexes(root);
  for (const { folder } of resourceFolders) expect(index(folder)).toEqual(["export { badges } from './badges.ts';"]);
});

test('an index is written only if its text changes, also when a file is deleted', () => {
  const { root, index } = treeOf({ [`${words}/wikis.ts`]: 'export const wikis = {};\n' });
  const file = join(root, words, 'resource-index.ts');
  writeIndexes(root);
  expect(index(words)).toHaveLength(2);
  utimesSync(file, 1, 1);
  writeIndexes(root);
  expect(statSync(file).mtimeMs).toBe(1_000);
  rmSync(join(root, words, 'wikis.ts'));
  writeIndexes(root);
  expect(index(words)).toEqual(["export { badges } from './badges.ts';"]);
});

test('a folder in which no resource is found is an error', () => {
  const { root } = treeOf({ [`${operations}/badges.ts`]: 'export const badges = {};\n' });
  expect(() => writeIndexes(root)).toThrow(`No file in ${operations} exports a constant for resource-index.ts`);
});
