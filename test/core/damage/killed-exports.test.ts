import { expect, test } from 'vitest';
import { killExports } from '../../faults/export-kills.ts';

test('an export is requested once and ends as kept, although Reeve is killed at three points of it', async () => {
  // `npm run faults` kills it at all seven
  const points = ['while-generating', 'while-downloading', 'while-reading'] as const;
  expect(await killExports(points)).toEqual(points);
});
