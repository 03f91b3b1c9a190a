import { days, toIso } from '#shared/time.ts';
import type { AccessTokenFilter, HorizonPart } from './access-tokens.ts';
import type { CollectionName, FilterOf } from './collections.ts';
import type { FoundImport, ImportEntry } from './imports.ts';

/** Midnight UTC of the day. The platform's days are UTC days. */
export const dayOf = (atMs: number): number => Math.floor(atMs / days(1)) * days(1);

/** The query of a figure. `unknown`: the rows of which it is not known whether they belong to it. */
interface RowsOf<C extends CollectionName> {
  collection: C;
  filter: FilterOf<C>;
  unknown?: FilterOf<C>;
  /** Only these rows. By default those of the scope that the page of the list shows. */
  scope?: '';
}
interface TokensQuery {
  filter: AccessTokenFilter;
  notReturned: 'hide' | 'show' | 'only';
}

const rows = <C extends CollectionName>(
  collection: C,
  filter: FilterOf<C>,
  more: Omit<RowsOf<C>, 'collection' | 'filter'> = {},
): RowsOf<C> => ({ collection, filter, ...more });

/**
 * The figures with names: each is one query, which counts its rows and lists them wherever the name is shown. The words
 * are in the texts of the places that show them.
 */
export const figures = {
  administrators: rows('users', { admins: true }),
  withoutTwoFactor: rows(
    'users',
    { can_sign_in: true, two_factor: 'disabled' },
    { unknown: { active: true, two_factor: 'unknown' } },
  ),
  unprotectedAdministrators: rows(
    'users',
    { admins: true, can_sign_in: true, two_factor: 'disabled' },
    { unknown: { admins: true, active: true, two_factor: 'unknown' } },
  ),
  inactiveForAYear: rows('users', { active: true, inactive_days: 365 }),
  enterpriseWithoutTwoFactor: rows('enterpriseUsers', { active: true, two_factor: 'disabled' }),
  runnersOnline: rows('runners', { status: 'online' }),
  runnersOffline: rows('runners', { status: 'offline' }),
  runnersStale: rows('runners', { status: 'stale' }),
  runnersNeverContacted: rows('runners', { status: 'never_contacted' }),
  accountsOfInstance: rows('serviceAccounts', {}, { scope: '' }),
  webhooksDisabled: rows('webhooks', { state: 'disabled' }),
  webhooksReported: rows('webhooks', { state: 'failing' }),
  webhooksAlerting: rows('webhooks', { state: 'alerting' }),
  mirrorsFailing: rows('remoteMirrors', { enabled: true, alarm: 'failed' }),
  mirrorAlarms: rows('remoteMirrors', { has_alarm: true }),
  mirrorsUnderWay: rows('remoteMirrors', {
    enabled: true,
    has_alarm: false,
    update_status: ['scheduled', 'started'],
  }),
  mirrorsDisabled: rows('remoteMirrors', { enabled: false }),
};

/** Tokens that were not used for longer count as idle. */
export const idleDays = 90;
const active = { state: 'active' } as const;
const live = (filter: AccessTokenFilter): TokensQuery => ({ filter: { ...filter, ...active }, notReturned: 'hide' });

/** The figures of tokens that don't depend on the day. */
export const tokenFigures = {
  never: live({ never_expires: true }),
  unused: live({ never_used: true }),
  kept: { filter: {}, notReturned: 'only' },
} satisfies Partial<Record<HorizonPart, TokensQuery>>;

/** Active tokens that expire from day `first` to day `last`, counted from today. Both bounds of the filter are exclusive. */
export function tokensEndingIn(nowMs: number, first: number, last: number): TokensQuery {
  const today = dayOf(nowMs);
  return live({ expires_after: toIso(today + days(first - 1)), expires_before: toIso(today + days(last + 1)) });
}

/** The figures of tokens on a day. A token no longer works on the day of its `expires_at`. `soon`: `week` and `month`. */
export function tokenFiguresOn(nowMs: number): Record<HorizonPart | 'soon', TokensQuery> {
  const today = dayOf(nowMs);
  return {
    ...tokenFigures,
    expired: { filter: { expires_before: toIso(today + 1) }, notReturned: 'show' },
    week: tokensEndingIn(nowMs, 1, 7),
    month: tokensEndingIn(nowMs, 8, 30),
    soon: tokensEndingIn(nowMs, 1, 30),
    quarter: tokensEndingIn(nowMs, 31, 90),
    later: live({ expires_after: toIso(today + days(90)) }),
    idle: live({ last_used_before: toIso(today - days(idleDays)) }),
  };
}

/** All figures that the setup shows, by name. */
export const figuresOn = (nowMs: number) => ({
  ...figures,
  tokensEnding: { collection: 'accessTokens' as const, ...tokenFiguresOn(nowMs).soon },
});
export type FigureName = keyof ReturnType<typeof figuresOn>;

/** Whether an import, also one that Reeve did not send, was reported as failed in the last seven days. */
export function isRecentlyFailed(one: ImportEntry | FoundImport, nowMs: number): boolean {
  const isImport = !('op' in one) || one.op.startsWith('imports.from');
  return isImport && /^failed$/i.test(one.import_status ?? '') && (one.statusAt ?? 0) >= nowMs - days(7);
}
