import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.ts';

test('the cost of a passphrase is no setting: the core opens the vault without one', () => {
  const sources = sourceFiles(process.cwd()).filter((file) => file.startsWith('src-'));
  const using = (text: RegExp) => sources.filter((file) => text.test(readFileSync(file, 'utf8')));
  expect(using(/\bpassphraseCost\b/)).toEqual(['src-main/state/keys/keys-file.ts']);
  expect(using(/\bopenVault\(/)).toEqual(['src-main/core/create-core.ts', 'src-main/state/keys/vault.ts']);
  expect(readFileSync('src-main/core/create-core.ts', 'utf8')).not.toMatch(/\bcost\b/);
});
