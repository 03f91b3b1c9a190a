import type { ListReader, Place, Reader, ScopeMove, Store } from '#main/cache/handles.ts';
import type { KnownId } from '#main/state/catalogue.ts';
import type { ListQuery, Selection } from '#shared/contract/collection.ts';
import { splitScope, type Scope } from '#shared/contract/scope.ts';
import type { Instance } from './instance.ts';

type InstanceCache = Pick<Instance, 'store' | 'reader'>;

/**
 * Store and reader in which the scope with a path and the scope with its id are the same. Rows are cached under the id.
 * A sync that runs when the id becomes known continues under the id.
 */
export function withKnownScopes({
  store,
  reader,
}: InstanceCache): InstanceCache & Pick<Instance, 'scopeOf' | 'addKnownPlaces'> {
  const idScopes = new Map<string, Scope>();
  let moving: Promise<unknown> = Promise.resolve();

  const scopeOf = (scope: Scope): Scope => {
    const [base, tail] = splitScope(scope);
    return (idScopes.get(base.toLowerCase()) ?? base) + tail;
  };
  const placeOf = (place: Place): Place => ({ ...place, scope: scopeOf(place.scope) });
  const of = <S extends Scope | null>(scope: S): S => (scope === null ? scope : (scopeOf(scope) as S));

  function addKnownPlaces(places: readonly KnownId[]): void {
    const moves = places.map(({ kind, id, path }): ScopeMove => ({ from: `${kind}:${path}`, to: `${kind}:${id}` }));
    const news = moves.filter(({ from, to }) => idScopes.get(from.toLowerCase()) !== to);
    if (news.length === 0) return;
    for (const { from, to } of news) idScopes.set(from.toLowerCase(), to);
    // The store gets this call before anything that is written under the id. If a move fails, it is tried again when
    // the profile is next opened.
    moving = store.moveScopes(news).catch(() => undefined);
  }

  return { scopeOf, addKnownPlaces, store: storeByIds(), reader: { ...reader, lists: listsOf as Reader['lists'] } };

  function storeByIds(): Store {
    return {
      ...store,
      beginList: (place, pass) => store.beginList(placeOf(place), pass),
      syncPoint: (place) => store.syncPoint(placeOf(place)),
      putListPage: (place, page) => store.putListPage(placeOf(place), page),
      putRows: (place, rows, now) => store.putRows(placeOf(place), rows, now),
      finishPass: (place, options) => store.finishPass(placeOf(place), options),
      dropPass: (place) => store.dropPass(placeOf(place)),
      put: (place, id, record, now) => store.put(placeOf(place), id, record, now),
      putFields: (at, fields, now) => store.putFields({ ...at, scope: of(at.scope) }, fields, now),
      markAllDeleted: (at, now) => store.markAllDeleted({ ...at, scope: of(at.scope) }, now),
      markDeleted: (place, id, now) => store.markDeleted(placeOf(place), id, now),
      markHidden: (place, now) => store.markHidden(placeOf(place), now),
      markGone: (place, id, now) => store.markGone(placeOf(place), id, now),
      putFilterIds: (place, filter, ids, now) => store.putFilterIds(placeOf(place), filter, ids, now),
    };
  }

  /** Reads wait until rows are moved: otherwise the scope would look empty for a moment. */
  function listsOf(stem: Parameters<Reader['lists']>[0]): ListReader<unknown> {
    const list: ListReader<unknown> = reader.lists(stem);
    const queryOf = (query: ListQuery): ListQuery => ({ ...query, scope: of(query.scope) });
    return {
      list: async (input, signal) => {
        await moving;
        return list.list({ ...input, query: queryOf(input.query) }, signal);
      },
      ids: async (input, signal) => {
        await moving;
        return list.ids({ ...input, query: queryOf(input.query) }, signal);
      },
      detail: async ({ scope, id }, signal) => {
        await moving;
        return list.detail({ scope: scopeOf(scope), id }, signal);
      },
      summary: async (scope, signal) => {
        await moving;
        return list.summary(of(scope), signal);
      },
      async *rows(selection, signal) {
        await moving;
        yield* list.rows(chosen(selection), signal);
      },
      undetailed: async (input, signal) => {
        await moving;
        return list.undetailed({ ...input, scope: scopeOf(input.scope) }, signal);
      },
    };

    function chosen(selection: Selection): Selection {
      return selection.kind === 'ids' ? selection : { ...selection, query: queryOf(selection.query) };
    }
  }
}
