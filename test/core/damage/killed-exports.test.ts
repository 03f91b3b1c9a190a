import { expect, test } from 'vitest';
import { killExports } from '../../faults/export-kills.ts';

test('an export is requested once and its file is kept, although Reeve is killed while it downloads and reads the file', async () => {
  // `npm run faults` kills it at all seven points
  const points = ['while-downloading', 'while-reading'] as const;
  expect(await killExports(points)).toEqual(points);
});
