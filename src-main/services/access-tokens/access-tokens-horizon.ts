import type { CacheReader } from '#main/cache/store-api.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { AccessTokenFilter, Horizon, HorizonCount, HorizonPart } from '#shared/contract/access-tokens.ts';
import { days, toIso } from '#shared/time.ts';

type Asked = Omit<HorizonCount, 'count'>;

const weeksAhead = 26;
/** Tokens that were not used for longer count as idle. */
const idleDays = 90;

/** Midnight UTC of the day. The platform's days are UTC days. */
export const dayOf = (atMs: number): number => Math.floor(atMs / days(1)) * days(1);
const isoDay = (atMs: number): string => toIso(atMs).slice(0, 10);

/**
 * Active tokens that expire from day `first` to day `last`, counted from today. Both bounds of the filter are
 * exclusive.
 */
function within(todayMs: number, first: number, last: number): Asked {
  return {
    filter: { ...after(todayMs, first), expires_before: toIso(todayMs + days(last + 1)), ...active },
    notReturned: 'hide',
  };
}
const active = { state: 'active' } as const satisfies AccessTokenFilter;
const after = (todayMs: number, first: number): AccessTokenFilter => ({
  expires_after: toIso(todayMs + days(first - 1)),
});

/** The query of each part of the horizon. A token no longer works on the day of its `expires_at`. */
export function partsOf(todayMs: number): Record<HorizonPart, Asked> {
  const live = (filter: AccessTokenFilter): Asked => ({ filter: { ...filter, ...active }, notReturned: 'hide' });
  return {
    expired: { filter: { expires_before: toIso(todayMs + 1) }, notReturned: 'show' },
    week: within(todayMs, 1, 7),
    month: within(todayMs, 8, 30),
    quarter: within(todayMs, 31, 90),
    later: live(after(todayMs, 91)),
    never: live({ never_expires: true }),
    unused: live({ never_used: true }),
    idle: live({ last_used_before: toIso(todayMs - days(idleDays)) }),
    kept: { filter: {}, notReturned: 'only' },
  };
}

/** Count every part and week with the same query that lists its tokens. */
export async function horizonOf(
  reader: CacheReader,
  scope: Scope | null,
  nowMs: number,
  signal: AbortSignal,
): Promise<Horizon> {
  const todayMs = dayOf(nowMs);
  const rows = reader.lists('accessTokens');
  const sort = { by: 'id', direction: 'asc' } as const;
  const counted = async (asked: Asked): Promise<HorizonCount> => {
    const query = { scope, search: '', sort, ...asked };
    const { total } = await rows.list({ query, slice: { from: 0, count: 1 } }, signal);
    return { ...asked, count: total };
  };
  const parts = Object.entries(partsOf(todayMs)) as [HorizonPart, Asked][];
  const weeks = Array.from({ length: weeksAhead }, (_, week) => week * 7 + 1);
  return {
    today: isoDay(todayMs),
    parts: await Promise.all(parts.map(async ([part, asked]) => ({ part, ...(await counted(asked)) }))),
    weeks: await Promise.all(
      weeks.map(async (first) => ({
        from: isoDay(todayMs + days(first)),
        ...(await counted(within(todayMs, first, first + 6))),
      })),
    ),
  };
}
