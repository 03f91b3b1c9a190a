import type { Person, PersonSource } from '#shared/contract/people.ts';
import { people as words } from '#shared/text/en/people.ts';
import type { ListRow } from '../../stores/lists/collection-client.ts';
import { levelName } from '../members/members-list.ts';
import type { User } from '../users/columns.ts';

/** The fields of a person, whichever rows they are from. A value can have another type than documented. */
export function rowOf({ id, row }: Person): Partial<User> & ListRow {
  return { id, ...row };
}

const accountLists = ['users', 'enterpriseUsers', 'serviceAccounts'];

/** Where the row of the account itself is cached, so that it can be refreshed. Undefined: no list of accounts contains it. */
export function accountOf({ kind, sources }: Person): PersonSource | undefined {
  const lists = kind === 'service-account' ? accountLists.toReversed() : accountLists;
  const rows = lists.flatMap((list) => sources.filter(({ collection }) => collection === list));
  return rows.find(({ notReturnedSince }) => notReturnedSince === null) ?? rows[0];
}

export function personName({ id, row: { name, username } }: Person): string {
  const isText = (one: unknown): one is string => typeof one === 'string' && one.trim() !== '';
  return [name, username].find(isText) ?? words.unnamed(id);
}

/** The highest level with its first two places. */
export function highestOf({ memberships, syncedProjects }: Person) {
  const label = words.figures.highest;
  const returned = memberships.filter(({ notReturnedSince }) => notReturnedSince === null);
  if (returned.length === 0)
    return { label, value: syncedProjects === 0 ? words.neverSynced : words.none, tone: 'subtle' };
  const level = Math.max(...returned.map(({ access_level: one }) => one));
  const places = returned.filter(({ access_level: one }) => one === level).map(({ label, scope }) => label ?? scope);
  return { label, value: levelName(level), note: words.figures.places(places.slice(0, 2), places.length - 2) };
}
