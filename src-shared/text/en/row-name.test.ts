import { expect, test } from 'vitest';
import { namesText, planNames, rowName } from './row-name.ts';

const delivery = { label: 'Release board', place: 'acme/core', detail: 'Push, release/main-8' };

test('a name in one line has its place and its details, and rows of earlier releases have neither', () => {
  expect(rowName(delivery)).toBe('Release board (acme/core) · Push, release/main-8');
  expect(rowName({ label: 'shared 1', place: null, detail: '#7' })).toBe('shared 1 · #7');
  expect(rowName({ label: '#62 of webhook 1' })).toBe('#62 of webhook 1');
});

test('a plan is named by its first rows, and one of an earlier release has no names', () => {
  expect(namesText([delivery, { label: 'shared 1', detail: '#7' }], 9)).toBe(
    'Release board (acme/core), shared 1 and 7 more',
  );
  expect(planNames({ names: [delivery], total: 1 })).toBe(rowName(delivery));
  expect(planNames({ total: 3 })).toBe('');
});
