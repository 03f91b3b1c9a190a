import { dayOf, tokenFiguresOn } from '#shared/contract/figures.ts';
import { days, fromIso, hours, toIso } from '#shared/time.ts';
import { dayOf as localDay } from '#shared/text/en/moments.ts';
import { notices } from '#shared/text/en/notices.ts';
import type { Observation } from '../notice.ts';
import type { ListObserver, ObservedRow } from './list-observer.ts';

const words = notices.token;
const soonMs = days(7);

type Row = ObservedRow<'accessTokens'>;

/**
 * Whether tokens expire within 7 days, and whether they expired within the last 7 days. For a token that expired earlier,
 * neither is the case, so the first sync does not report it.
 */
function tokenStates(profileId: string, rows: readonly Row[], now: number): Observation[] {
  const today = dayOf(now);
  const { week, expired } = tokenFiguresOn(now);
  const lately = { ...expired.filter, expires_after: toIso(today - soonMs), revoked: false };
  return rows.flatMap(({ row, scope }): Observation[] => {
    const expiresAt = fromIso(row.expires_at);
    if (expiresAt === null || row.revoked === true) return [];
    const isExpired = expiresAt <= today;
    const isSoon = !isExpired && expiresAt <= today + soonMs && row.active !== false;
    const name = row.name ?? String(row.id);
    // The platform's day, whatever the time zone
    const day = localDay(new Date(`${(row.expires_at ?? '').slice(0, 10)}T12:00:00`).getTime());
    const account = row.account_username ?? row.account_name;
    const about = {
      profileId,
      key: `${scope}/${row.id}`,
      at: now,
      subject: name,
      body: account === null || account === undefined ? '' : words.of(account),
      link: { page: 'access-tokens', query: { id: String(row.id), scope } },
    };
    return [
      {
        ...{ ...about, kind: 'token-expiring', title: words.expiring(name, day), isAlarm: isSoon },
        first: { label: words.areExpiring, filter: week.filter },
      },
      {
        ...{ ...about, kind: 'token-expired', title: words.expired(name, day) },
        isAlarm: isExpired && expiresAt > today - soonMs,
        first: { label: words.haveExpired, filter: lately },
      },
    ];
  });
}

/** Tokens that expire later are observed, too: a later alarm about them is a change. */
export const accessTokens: ListObserver<'accessTokens'> = {
  queries: (now) => {
    const [lately, soon] = [toIso(dayOf(now) - days(8)), toIso(dayOf(now) + days(8))];
    return [
      { filter: { expires_after: lately, expires_before: soon }, notReturned: 'hide' },
      { filter: { expires_after: toIso(dayOf(now) + soonMs) }, notReturned: 'hide' },
    ];
  },
  states: tokenStates,
  everyMs: hours(6),
};
