import type { Key, ListSummary } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Definition } from '../derive.ts';
import type { JoinedList } from './joined-list.ts';
import type { Connection } from '../open-cache.ts';
import type { CachedRow } from './cached-row.ts';
import type { KeyQuery } from './id-list.ts';

/** The joined lists of a collection. Other lists and their queries stay as they are. */
export function joinedLists(db: Connection, { collection, joined }: Definition) {
  const read = joined?.open(db) ?? (() => null);
  let last: { scope: Scope; list: JoinedList | null } | undefined;
  function at(scope: Scope | null): JoinedList | null {
    if (scope === null) return null;
    if (last?.scope !== scope) last = { scope, list: read(scope) };
    return last.list;
  }
  return {
    forget: (): void => void (last = undefined),
    queryOf(query: KeyQuery): KeyQuery {
      const list = at(query.scope);
      if (list === null) return query;
      const { notReturned: which } = query;
      const keys = [...(which === 'only' ? [] : list.keys), ...(which === 'hide' ? [] : list.former.keys())];
      const isOfList = { sql: `${collection}.key IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(keys)] };
      return { ...query, scope: null, notReturned: 'show', conditions: [...query.conditions, isOfList] };
    },
    summaryOf(scope: Scope | null, own: ListSummary): ListSummary {
      const list = at(scope);
      if (list === null) return own;
      const { keys, former, isCut, readAt } = list;
      return { ...own, live: keys.length, notReturned: former.size, completedAt: isCut ? null : readAt };
    },
    /** A row as a list shows it. Another list may have stored it, and may no longer have it. */
    rowIn(scope: Scope | null, key: number | null, row: CachedRow | undefined): CachedRow | undefined {
      const list = at(scope);
      if (scope === null || list === null || row === undefined || list.former.has(key ?? 0)) return row;
      const [own, detail] = [row.list, row.detail].map((record) => record && { ...record, notReturnedSince: null });
      return { ...row, scope, list: own, detail };
    },
    /** The key of a row that any list of the same place has stored. */
    copyOf: (scope: Scope, id: Key): number | null => at(scope)?.stored.get(id)?.key ?? null,
    /** The live rows of a list that are not ancestors of its first row. `isCut`: some ancestors are not stored. */
    lostBy({ scope, first }: { scope: Scope; first: Key }): { ids: Key[]; isCut: boolean } {
      const { former = [], isCut = false } = read(scope, first) ?? {};
      return { ids: [...former].flatMap(([, { id, isLive }]) => (isLive ? [id] : [])), isCut };
    },
  };
}
