import { isNoSuchThing } from '#main/api/client/wire/failures.ts';
import { users as api } from '#main/api/endpoints/users.ts';
import type { Ports } from '#main/ports.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import {
  userFilterSides,
  UserQuery,
  type User,
  type UserFilterName,
  type UserListFilter,
} from '#shared/contract/users.ts';
import { idsMatching, usersPlace } from './crawl-users.ts';
import { copyLimit, rowsAsText } from '../exports/copy.ts';
import { exportRows } from '../exports/export.ts';
import type { Exporting } from '../exports/exporting.ts';
import type { Instance } from '../instances/instance.ts';

const detailPlace = { collection: 'users.detail', scope: '' };

/** Users of the open instance: everything is answered from its cache, `refresh` and `refreshFilter` ask the platform. */
export function users(open: () => Instance, { clock, about }: Pick<Ports, 'clock' | 'about'>, exporting: Exporting) {
  async function refresh(id: number, maxAgeMs: number, signal: AbortSignal) {
    const { reader, send, store } = open();
    const cached = await reader.users.detail(id, signal);
    const fetchedAt = cached?.detailFetchedAt ?? null;
    if (fetchedAt !== null && clock.now() - fetchedAt < maxAgeMs) return { fetchedAt };
    try {
      const record = await send(api.get, { path: { id } }, signal);
      await store.put(detailPlace, id, record, clock.now());
    } catch (thrown) {
      if (isNoSuchThing(thrown)) await store.markGone(usersPlace, id, clock.now());
      throw thrown;
    }
    return { fetchedAt: clock.now() };
  }

  async function refreshFilter(filter: UserListFilter, maxAgeMs: number, signal: AbortSignal) {
    const { send, store, reader } = open();
    const slice = { from: 0, count: 1 };
    const query = UserQuery.parse({ filter });
    const { serverFilters } = await reader.users.list({ query, slice }, signal);
    const isFresh = (fetchedAt: number | null): boolean => fetchedAt !== null && clock.now() - fetchedAt < maxAgeMs;
    const stale = serverFilters.filter(({ fetchedAt }) => !isFresh(fetchedAt));
    const { live } = await reader.users.summary(signal);
    for (const { name } of stale) {
      const only = { [name]: filter[name as UserFilterName] };
      await store.putFilterIds(usersPlace, only, await idsMatching(send, only, live, signal), clock.now());
    }
    const ages = serverFilters.map(({ fetchedAt }) => (isFresh(fetchedAt) ? (fetchedAt ?? 0) : clock.now()));
    return { fetchedAt: Math.min(clock.now(), ...ages) };
  }

  return {
    list: (input, signal) => open().reader.users.list(input, signal),
    get: ({ id }, signal) => open().reader.users.detail(id, signal),
    summary: (_, signal) => open().reader.users.summary(signal),
    ids: async (input, signal) => ({ ids: await open().reader.users.ids(input, signal) }),
    refresh: ({ id, maxAgeMs = 0 }, signal) =>
      open().once(`users.refresh ${id}`, (own) => refresh(id, maxAgeMs, own), signal),
    refreshFilter: ({ filter, maxAgeMs = 0 }, signal) => {
      const names = (Object.keys(filter) as UserFilterName[]).filter((name) => userFilterSides[name] === 'server');
      const wanted = Object.fromEntries(names.map((name) => [name, filter[name]])) as UserListFilter;
      const key = `users.refreshFilter ${JSON.stringify(wanted)}`;
      return open().once(key, (own) => refreshFilter(wanted, maxAgeMs, own), signal);
    },
    copy: ({ selection, format, columns }, signal) => {
      const { reader, profile } = open();
      const address = ({ row }: { row: User }): string => `${profile.url}/api/v4/users/${row.id}`;
      return rowsAsText(reader.users.rows(selection, signal), { format, columns, address, limit: copyLimit });
    },
    export: ({ selection, columns }, signal) => {
      const { reader, profile } = open();
      const what = { stem: 'users', selection, columns, profile, product: about };
      return exportRows(reader.users.rows(selection, signal), what, { exporting, clock, signal });
    },
  } satisfies Services<ReeveContract>['users'];
}
