import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import { expect, test } from 'vitest';
import { verbs } from '../../build/layers.js';
import layers from '../../build/scripts/layers-plugin.js';
import { layerOf } from '../../build/scripts/layers.ts';
import { sourceFiles } from './imports.ts';

const root = process.cwd();
const linter = new Linter({ cwd: root });
const config = [
  ...svelte.configs.base,
  { files: ['**/*.ts'], languageOptions: { parser: ts.parser } },
  { files: ['**/*.svelte'], languageOptions: { parserOptions: { parser: ts.parser } } },
  { plugins: { reeve: layers }, rules: { 'reeve/layers': 'error' } },
] as Linter.Config[];
const named = new RegExp(`(?<![-\\w])(${verbs.names.join('|')})\\b`);

/** Places where a file with this text calls the contract although its layer may not. */
function calls(file: string, text: string): string[] {
  return linter
    .verify(text, config, { filename: join(root, file), allowInlineConfig: false })
    .filter(({ fatal, message }) => fatal === true || message.includes('only stores call the contract'))
    .map(({ line, message }) => `${file}:${line} ${message}`);
}

test('in the window only stores call the contract', () => {
  const others = sourceFiles(root).filter(
    (file) => file.startsWith(`${verbs.side}/`) && !verbs.may.includes(layerOf(file)?.name ?? ''),
  );
  expect(others.length).toBeGreaterThan(200);
  const found = others.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return named.test(text) ? calls(file, text) : [];
  });
  expect(found).toEqual([]);
});

test.each([
  ['src-renderer/pages/users/x.ts', 'await stores.session.client.users.list({});'],
  ['src-renderer/console/list/x.ts', 'const { client } = stores.session;'],
  ['src-renderer/app/palette/x.ts', 'export function go({ client: verbs }: Stores["session"]) { return verbs; }'],
  ['src-renderer/pages/keys/x.ts', "import { collectionClient } from '../../stores/lists/collection-client.ts';"],
  ['src-renderer/pages/keys/X.svelte', '<button onclick={() => session.client.keys.changed(load)}>Load</button>'],
])('%s may not contain: %s', (file, text) => {
  expect(calls(file, text)).toHaveLength(1);
});

test.each([
  ['src-renderer/stores/lists/x.ts', 'await session.client.users.list({});'],
  ['src-renderer/pages/users/x.ts', "import type { RowOf } from '../../stores/lists/collection-client.ts';"],
])('%s may contain: %s', (file, text) => {
  expect(calls(file, text)).toEqual([]);
});
