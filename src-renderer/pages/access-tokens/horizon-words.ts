import type { Horizon, HorizonPart } from '#shared/contract/access-tokens.ts';
import { accessTokens as words } from '#shared/text/en/access-tokens.ts';

export const countOf = (horizon: Horizon, part: HorizonPart): number =>
  horizon.parts.find((one) => one.part === part)?.count ?? 0;

/** A sentence that describes the chart of weeks, for screen readers. */
export function sentenceOf(horizon: Horizon): string {
  const all = horizon.weeks.reduce((sum, { count }) => sum + count, 0);
  const soon = countOf(horizon, 'week') + countOf(horizon, 'month');
  const peak = horizon.weeks.reduce<Horizon['weeks'][number] | null>(
    (most, week) => (week.count > (most?.count ?? 1) ? week : most),
    null,
  );
  return words.horizon.picture(all, soon, peak?.from ?? null);
}
