import type { NoticeKind } from '#shared/contract/notices.ts';
import { days, fromIso, hours, toIso } from '#shared/time.ts';
import { dayOf as localDay } from '#shared/text/en/moments.ts';
import { notices } from '#shared/text/en/notices.ts';
import { dayOf, partsOf } from '../../access-tokens/access-tokens-horizon.ts';
import type { Observation } from '../notice.ts';
import type { ListObserver, ObservedRow } from './list-observer.ts';

const words = notices.token;
const soonMs = days(7);

type Row = ObservedRow<'accessTokens'>;

/**
 * Active tokens that expire within 7 days, and tokens that expired within the last 7 days. All others are no
 * alarms, so the first sync does not report tokens that expired long ago.
 */
function tokenStates(profileId: string, rows: readonly Row[], now: number): Observation[] {
  const today = dayOf(now);
  return rows.flatMap(({ row, scope }): Observation[] => {
    const expiresAt = fromIso(row.expires_at);
    if (expiresAt === null || row.revoked === true) return [];
    const kind: NoticeKind | null =
      expiresAt > today && expiresAt <= today + soonMs && row.active !== false
        ? 'token-expiring'
        : expiresAt <= today && expiresAt > today - soonMs
          ? 'token-expired'
          : null;
    if (kind === null) return [];
    const name = row.name ?? String(row.id);
    // The platform's day, whatever the time zone
    const day = localDay(new Date(`${(row.expires_at ?? '').slice(0, 10)}T12:00:00`).getTime());
    const account = row.account_username ?? row.account_name;
    return [
      {
        profileId,
        kind,
        key: `${scope}/${row.id}`,
        isAlarm: true,
        at: now,
        subject: name,
        title: kind === 'token-expiring' ? words.expiring(name, day) : words.expired(name, day),
        body: account === null || account === undefined ? '' : words.of(account),
        link: { page: 'access-tokens', query: { id: String(row.id), scope } },
      },
    ];
  });
}

export const accessTokens: ListObserver<'accessTokens'> = {
  queries: (now) => {
    const today = dayOf(now);
    const { week, expired } = partsOf(today);
    const lately = { ...expired.filter, expires_after: toIso(today - days(8)) };
    return [week, { filter: lately, notReturned: 'hide' }];
  },
  states: tokenStates,
  endsOthers: ['token-expiring', 'token-expired'],
  everyMs: hours(6),
};
