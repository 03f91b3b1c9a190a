import { expect, test } from 'vitest';
import { syncGuard } from '#main/services/lists/sync-limits.ts';

const limits = (agreedRows = 0) => ({ agreedRows, freeBytes: () => Promise.resolve(null) });

test.each([
  ['twice the reported total', 5_000, 0, 0, 10_000],
  ['1,000 rows if fewer are reported', 3, 0, 0, 1_000],
  ['250,000 rows if no total is reported', null, 0, 0, 250_000],
  ['twice the cached rows', 3, 40_000, 0, 80_000],
  ['the number of rows that a person allowed', null, 0, 600_000, 600_000],
])('without a question, a sync reads up to %s', async (_, reported, cached, agreed, most) => {
  const guard = syncGuard(limits(agreed), cached);
  await guard(most, reported);
  await expect(guard(most + 1, reported)).rejects.toMatchObject({ reason: 'list-without-end' });
});
