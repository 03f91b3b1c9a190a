import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { profileColours } from '#shared/contract/profiles.ts';
import { contrast } from './color-contrast.ts';

const tokens = readFileSync(new URL('../../src-renderer/styles/tokens.css', import.meta.url), 'utf8');

function token(name: string): string {
  const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1];
  if (value === undefined) throw new Error(`there is no color --${name}`);
  return value;
}

test.each(profileColours)('text on the band of an instance in %s has enough contrast', (color) => {
  expect(contrast(token('on-fill'), token(`fill-${color}`))).toBeGreaterThanOrEqual(4.5);
});
