import type { ListSummary, Scoped, ScopedDetail, ScopedWindow, ServerFilterAge } from '#shared/contract/collection.ts';
import {
  userFilterSides,
  type User,
  type UserFilterName,
  type UserQuery,
  type UserSelection,
  type UserSummary,
} from '#shared/contract/users.ts';
import { filterIds } from '../filter-ids.ts';
import { listReader, type Address, type Aged, type Narrow, type Piece } from './list-reader.ts';
import type { Connection } from '../open-cache.ts';
import { dated, users } from '../collections/users.ts';

/** Answers about users: the list of the one scope, whichever is asked for, with filters that only the platform can evaluate. */
export function userReader(db: Connection) {
  const reader = listReader(db, users, narrowed(db));
  const anyAdministrator = db
    .prepare<[], number>('SELECT EXISTS (SELECT 1 FROM users WHERE is_gone = 0 AND is_admin IS NOT NULL)')
    .pluck();
  /** By the summary, which is another one whenever something changed. */
  const views = new WeakMap<ListSummary, UserSummary['view']>();
  const viewOf = ({ live }: ListSummary): UserSummary['view'] => {
    if (live === 0) return 'unknown';
    return anyAdministrator.get() === 1 ? 'administrator' : 'public';
  };
  const unscoped = (query: UserQuery) => ({ ...query, scope: '', filter: dated(query.filter, Date.now()) });

  return {
    list(input: {
      query: UserQuery;
      slice: { from: number; count: number };
    }): ScopedWindow<User> & { serverFilters: ServerFilterAge[] } {
      const { window, narrowed: serverFilters } = reader.window(unscoped(input.query), input.slice, keyed);
      return { ...window, serverFilters };
    },
    ids: ({ query, ...slice }: { query: UserQuery; from: number; count: number }): number[] =>
      reader.ids({ query: unscoped(query), ...slice }),
    selected: (selection: UserSelection): Float64Array =>
      reader.selected(selection.kind === 'ids' ? selection : { ...selection, query: unscoped(selection.query) }),
    /** Whole rows by id, see `rows` of `listReader`. */
    rows: (ids: Float64Array): Piece<{ row: User; fetchedAt: number }> =>
      reader.rows(ids, ({ row, fetchedAt }) => ({ row: row as User, fetchedAt })),
    detail: (id: number): ScopedDetail<User> => reader.detail('', id) as ScopedDetail<User>,
    summary(): UserSummary {
      return reader.snapshot(() => {
        const known = reader.summary('');
        let view = views.get(known);
        if (view === undefined) views.set(known, (view = viewOf(known)));
        return { ...known, view };
      });
    },
  };
}

function keyed({ row, fetchedAt, goneAt, isCut }: Aged, { key, scope }: Address): Scoped<User> {
  return { key, scope, row: row as User, fetchedAt, goneAt, ...(isCut && { isCut }) };
}

/** Only the ids that the platform answered for each of its own filters; nobody while it was not asked. */
function narrowed(db: Connection): Narrow<ServerFilterAge[]> {
  const idsOf = filterIds(db, { collection: users.list, scope: '' });
  return (filter) => {
    const asked = serverFilters(filter as Readonly<Record<string, unknown>>).map((only) => ({
      name: Object.keys(only)[0] ?? '',
      found: idsOf(only),
    }));
    const ages = asked.map(({ name, found }) => ({ name, fetchedAt: found?.fetchedAt ?? null }));
    const sets = asked.flatMap(({ found }) => (found === undefined ? [] : [found.ids]));
    if (sets.length < asked.length) return { isIn: 'none', narrowed: ages };
    return { isIn: sets.length === 0 ? 'all' : (id) => sets.every((set) => set.has(id)), narrowed: ages };
  };
}

/** The filters that only the platform can evaluate, each alone as it is kept. False and empty ones are none. */
function serverFilters(filter: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  return Object.keys(filter)
    .filter((name) => userFilterSides[name as UserFilterName] === 'server')
    .map((name) => ({ [name]: filter[name] }))
    .filter((only) => Object.values(only).every((value) => value === true || (isHash(value) && !isEmpty(value))));
}

function isHash(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
