import { expect, test } from 'vitest';
import { remoteMirrors } from './remote-mirrors.ts';

test.each([
  [41_000, '41 s'],
  [59_600, '1 min'],
  [372_000, '6 min 12 s'],
  [2_999_600, '50 min'],
  [3_599_700, '1 h'],
  [4_800_000, '1 h 20 min'],
])('the duration of an update of %s ms is shown as “%s”', (ms, text) => {
  expect(remoteMirrors.median(ms)).toBe(`median ${text}`);
});
