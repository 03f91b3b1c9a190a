import type { ScopeMove } from '#main/cache/cache-types.ts';
import type { HistoryReader } from '#main/cache/history/history-api.ts';
import type { CacheReader, CacheWriter, ListReader } from '#main/cache/store-api.ts';
import type { KnownId } from '#main/state/catalogue.ts';
import type { Selection } from '#shared/contract/collection.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { splitScope, type Scope } from '#shared/contract/scope.ts';
import type { Instance } from './instance.ts';
import { callOn, methodProxy } from './method-proxy.ts';

type InstanceCache = Pick<Instance, 'store' | 'reader' | 'history'>;
type ScopedCache = InstanceCache & Pick<Instance, 'scopeOf' | 'addKnownPlaces'>;

/** The fields of an input that hold a scope. */
interface ScopedInput {
  scope?: Scope | null;
  place?: ScopedInput;
  at?: ScopedInput | number;
  query?: ScopedInput;
  changes?: readonly ScopedInput[];
  places?: readonly ScopedInput[];
}

/**
 * Store and reader in which the scope with a path and the scope with its id are the same. Rows are cached under the id.
 * A sync that runs when the id becomes known continues under the id.
 */
export function withKnownScopes({ store, reader, history }: InstanceCache): ScopedCache {
  const idScopes = new Map<string, Scope>();
  let moving: Promise<unknown> = Promise.resolve();

  const scopeOf = (scope: Scope): Scope => {
    const [base, tail] = splitScope(scope);
    return (idScopes.get(base.toLowerCase()) ?? base) + tail;
  };

  function addKnownPlaces(places: readonly KnownId[]): void {
    const moves = places.map(({ kind, id, path }): ScopeMove => ({ from: `${kind}:${path}`, to: `${kind}:${id}` }));
    const news = moves.filter(({ from, to }) => idScopes.get(from.toLowerCase()) !== to);
    if (news.length === 0) return;
    for (const { from, to } of news) idScopes.set(from.toLowerCase(), to);
    // The store gets this call before anything that is written under the id. If a move fails, it is tried again when
    // the profile is next opened.
    moving = store.moveScopes({ moves: news }).catch(() => undefined);
  }

  return {
    scopeOf,
    addKnownPlaces,
    store: methodProxy<CacheWriter>({}, (name) => (input, signal) => callOn(store, name, [byIds(input), signal])),
    reader: readerByIds(reader),
    history: methodProxy<HistoryReader>(
      { past: (at) => readerByIds(history.past(at)), close: () => history.close() },
      (name) => async (input, signal) => {
        await moving;
        return callOn(history, name, [byIds(input), signal]);
      },
    ),
  };

  function readerByIds(own: CacheReader): CacheReader {
    return methodProxy<CacheReader>(
      { lists: ((name) => listsByIds(own, name)) as CacheReader['lists'], close: () => own.close() },
      (name) => async (query, signal) => {
        await moving;
        return callOn(own, name, [byIds(query), signal]);
      },
    );
  }

  /** Reads wait until rows are moved: otherwise the scope would look empty for a moment. */
  function listsByIds(own: CacheReader, name: CollectionName): ListReader<unknown> {
    const list = own.lists(name);
    async function* rows(selection: Selection, signal?: AbortSignal, fields?: readonly string[]) {
      await moving;
      yield* list.rows(byIds(selection), signal, fields);
    }
    return methodProxy<ListReader<unknown>>({ rows }, (verb) => async (input, signal) => {
      await moving;
      return callOn(list, verb, [byIds(input), signal]);
    });
  }

  /** The input of a verb, with IDs in its scopes. An input that is a listener is returned unchanged. */
  function byIds<T extends object | undefined>(input: T): T {
    if (typeof input !== 'object') return input;
    const { scope, place, at, query, changes, places }: ScopedInput = input;
    return {
      ...input,
      ...(typeof scope === 'string' && { scope: scopeOf(scope) }),
      ...(place !== undefined && { place: byIds(place) }),
      // In queries of the history, `at` is a time
      ...(typeof at === 'object' && { at: byIds(at) }),
      ...(query !== undefined && { query: byIds(query) }),
      ...(changes !== undefined && { changes: changes.map(byIds) }),
      ...(places !== undefined && { places: places.map(byIds) }),
    };
  }
}
