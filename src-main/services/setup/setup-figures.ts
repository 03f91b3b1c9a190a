import type { CacheReader } from '#main/cache/store-api.ts';
import { isCollection } from '#shared/contract/collections.ts';
import { failedMirrorStatuses } from '#shared/contract/remote-mirrors.ts';
import type { SetupFigure } from '#shared/contract/setup.ts';
import { days, toIso } from '#shared/time.ts';

type Asked = Partial<Pick<SetupFigure, 'scope' | 'filter' | 'notReturned'>>;

const dayMs = days(1);
const dayOf = (now: number): number => now - (now % dayMs);

/** The figures of each collection, by name. The words for them are in `text/en/setup.ts`. */
const figures: Readonly<Record<string, (now: number) => Readonly<Record<string, Asked>>>> = {
  users: () => ({
    administrators: { filter: { admins: true } },
    withoutTwoFactor: { filter: { two_factor: 'disabled' } },
    unprotectedAdministrators: { filter: { admins: true, two_factor: 'disabled' } },
    inactive: { filter: { inactive_days: 365 } },
  }),
  runners: () => ({
    offline: { filter: { status: 'offline' } },
    stale: { filter: { status: 'stale' } },
  }),
  serviceAccounts: () => ({ onInstance: { scope: '' } }),
  enterpriseUsers: () => ({ withoutTwoFactor: { filter: { two_factor: 'disabled' } } }),
  accessTokens: (now) => ({
    ending: {
      filter: {
        expires_after: toIso(dayOf(now)),
        expires_before: toIso(dayOf(now) + 30 * dayMs),
        state: 'active',
      },
    },
  }),
  webhooks: () => ({ disabled: { filter: { state: 'disabled' } } }),
  remoteMirrors: () => ({ failed: { filter: { update_status: [...failedMirrorStatuses] } } }),
};

/**
 * The figures of a collection over all cached scopes, each counted by the query that lists its rows. Figures of fields
 * that only administrators see are left out if the rows do not have these fields.
 */
export async function figuresOf(
  reader: CacheReader,
  collection: string,
  now: number,
  signal: AbortSignal,
): Promise<SetupFigure[]> {
  if (!isCollection(collection)) return [];
  const rows = reader.lists(collection);
  const { view } = await rows.summary({ scope: null }, signal);
  if (view !== undefined && view !== 'administrator') return [];
  const asked = Object.entries(figures[collection]?.(now) ?? {});
  return Promise.all(
    asked.map(async ([name, { scope = null, filter = {}, notReturned = 'hide' }]) => {
      const query = { scope, search: '', filter, notReturned, sort: { by: 'id', direction: 'asc' as const } };
      const { total } = await rows.list({ query, slice: { from: 0, count: 1 } }, signal);
      return { name, collection, scope, filter, notReturned, count: total };
    }),
  );
}
