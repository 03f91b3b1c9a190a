import type { Horizon, HorizonCount, HorizonPart } from '#shared/contract/access-tokens.ts';

const none: HorizonCount = { filter: {}, notReturned: 'hide', count: 0 };

export const countOf = ({ parts }: Horizon, part: HorizonPart): HorizonCount =>
  parts.find((one) => one.part === part) ?? none;

/** The number of weeks in which tokens expire, and the week with the most; null if there is no such week. */
export function weekTotals({ weeks }: Horizon): { all: number; peak: string | null } {
  const most = Math.max(0, ...weeks.map(({ count }) => count));
  return {
    all: weeks.reduce((sum, { count }) => sum + count, 0),
    peak: most > 1 ? (weeks.find(({ count }) => count === most)?.from ?? null) : null,
  };
}
