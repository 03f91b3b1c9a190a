import type { Horizon } from '#shared/contract/access-tokens.ts';
import { accessTokens as words } from '#shared/text/en/access-tokens.ts';

/** A sentence that describes the chart of weeks, for screen readers. */
export function sentenceOf(horizon: Horizon): string {
  const all = horizon.weeks.reduce((sum, { count }) => sum + count, 0);
  const peak = horizon.weeks.reduce<Horizon['weeks'][number] | null>(
    (most, week) => (week.count > (most?.count ?? 1) ? week : most),
    null,
  );
  return words.horizon.picture(all, horizon.soon.count, peak?.from ?? null);
}
