import type { CacheReader } from '#main/cache/store-api.ts';
import { horizonParts, type Horizon, type HorizonCount } from '#shared/contract/access-tokens.ts';
import { dayOf, tokenFiguresOn, tokensEndingIn } from '#shared/contract/figures.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { days, toIso } from '#shared/time.ts';
import { createRowCounter } from '../overview/row-counter.ts';

const weeksAhead = 26;

/** Count every part and week with the same query that lists its tokens. */
export async function horizonOf(
  reader: CacheReader,
  scope: Scope | null,
  nowMs: number,
  signal: AbortSignal,
): Promise<Horizon> {
  const count = createRowCounter(reader, signal);
  const counted = async (asked: Pick<HorizonCount, 'filter' | 'notReturned'>): Promise<HorizonCount> => ({
    ...(await count({ collection: 'accessTokens', scope, ...asked })),
    ...asked,
  });
  const dayAfter = (n: number): string => toIso(dayOf(nowMs) + days(n)).slice(0, 10);
  const figures = tokenFiguresOn(nowMs);
  const weeks = Array.from({ length: weeksAhead }, (_, week) => week * 7 + 1);
  return {
    today: dayAfter(0),
    soon: await counted(figures.soon),
    parts: await Promise.all(horizonParts.map(async (part) => ({ part, ...(await counted(figures[part])) }))),
    weeks: await Promise.all(
      weeks.map(async (first) => ({
        from: dayAfter(first),
        ...(await counted(tokensEndingIn(nowMs, first, first + 6))),
      })),
    ),
  };
}
