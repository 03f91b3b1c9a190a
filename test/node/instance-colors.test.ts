import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { profileColours } from '#shared/contract/profiles.ts';

const tokens = readFileSync(new URL('../../src-renderer/styles/tokens.css', import.meta.url), 'utf8');

/** Contrast of two colors after WCAG 2.2, 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function token(name: string): string {
  const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1];
  if (value === undefined) throw new Error(`there is no color --${name}`);
  return value;
}

test.each(profileColours)('text on the band of an instance in %s has enough contrast', (color) => {
  expect(contrast(token('on-fill'), token(`fill-${color}`))).toBeGreaterThanOrEqual(4.5);
});
