import { expect, test } from 'vitest';
import { syncGuard } from '#main/services/lists/sync-limits.ts';

const limits = (agreedRows = 0) => ({ agreedRows, freeBytes: () => Promise.resolve(null) });

test.each([
  ['twice the told total', 5_000, 0, 0, 10_000],
  ['a thousand, however few were told', 3, 0, 0, 1_000],
  ['a sane number where no total is told', null, 0, 0, 250_000],
  ['twice what is cached', 3, 40_000, 0, 80_000],
  ['what a person agreed to', null, 0, 600_000, 600_000],
])('a list may have %s', async (_, told, cached, agreed, most) => {
  const guard = syncGuard(limits(agreed), cached);
  await guard(most, told);
  await expect(guard(most + 1, told)).rejects.toMatchObject({ reason: 'list-without-end' });
});
