import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the scrypt cost of a passphrase can’t be configured: the core opens the vault with the default', () => {
  const sources = readdirSync('src-main', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const using = (text: RegExp) => sources.filter((file) => text.test(readFileSync(join('src-main', file), 'utf8')));
  expect(using(/\bpassphraseCost\b/)).toEqual([join('state', 'keys', 'keys-file.ts')]);
  expect(using(/\bopenVault\(/).toSorted()).toEqual([
    join('core', 'create-core.ts'),
    join('state', 'keys', 'vault.ts'),
  ]);
  expect(readFileSync(join('src-main', 'core', 'create-core.ts'), 'utf8')).not.toMatch(/\bcost\b/);
});
