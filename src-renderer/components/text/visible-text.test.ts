import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test('invisible characters and those that change the text direction are shown as marks', () => {
  expect(visibleText('invoice\u202Egnp.exe')).toBe('invoice⟨U+202E⟩gnp.exe');
  expect(visibleText('\u2066admin\u2069')).toBe('⟨U+2066⟩admin⟨U+2069⟩');
  expect(visibleText('ad\u200Bmin')).toBe('ad⟨U+200B⟩min');
  expect(visibleText('ad\u00ADmin\uFEFF')).toBe('ad⟨U+00AD⟩min⟨U+FEFF⟩');
  expect(visibleText('bell\u0007')).toBe('bell⟨U+0007⟩');
  expect(visibleText('tag\u{E0041}')).toBe('tag⟨U+E0041⟩');
  expect(visibleText('a\u200Db')).toBe('a⟨U+200D⟩b');
});

test('texts in every script stay unchanged, including their joiners', () => {
  for (const text of [
    'Ünal Çelik',
    'יוסי',
    'محمد',
    'می\u200Cخواهم',
    'क्\u200Dष',
    '👩\u200D👧',
    '🏳️\u200D🌈',
    'two\nlines\tand a tab',
  ]) {
    expect(visibleText(text)).toBe(text);
  }
});

test('a long text is shortened and shows its length, and no character is split', () => {
  const long = 'x'.repeat(200_000);
  expect(visibleText(long).length).toBeLessThan(340);
  expect(visibleText(long)).toContain('200,000');
  expect(visibleText(`${'x'.repeat(9)}😀😀`, 10)).toMatch(/^x{9}…/);
  expect(visibleText(long, 5)).toMatch(/^xxxxx…/);
});

test('undefined and null return undefined, and an empty text stays empty', () => {
  expect(visibleText(undefined)).toBeUndefined();
  expect(visibleText(null)).toBeUndefined();
  expect(visibleText('')).toBe('');
});
