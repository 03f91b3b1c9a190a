import type { Person } from '#shared/contract/people.ts';
import { people as words } from '#shared/text/en/people.ts';
import type { ListRow } from '../../stores/lists/collection-client.ts';
import type { User } from '../users/columns.ts';

/** The fields of a person, whichever rows they are from. A value can have another type than documented. */
export function rowOf({ id, row }: Person): Partial<User> & ListRow {
  return { id, ...row };
}

const accountLists = ['users', 'enterpriseUsers', 'serviceAccounts'] as const;

/** Where the row of the account itself is cached, so that it can be refreshed. Null: no list of accounts contains it. */
export function accountOf({ kind, sources }: Person) {
  const lists = kind === 'service-account' ? accountLists.toReversed() : accountLists;
  const rows = lists.flatMap((collection) =>
    sources.filter((one) => one.collection === collection).map((one) => ({ ...one, collection })),
  );
  return rows.find(({ notReturnedSince }) => notReturnedSince === null) ?? rows[0] ?? null;
}

export function personName({ id, row: { name, username } }: Person): string {
  const isText = (one: unknown): one is string => typeof one === 'string' && one.trim() !== '';
  return [name, username].find(isText) ?? words.unnamed(id);
}
