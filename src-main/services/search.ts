import type { catalogue as catalogueTable } from '#main/state/catalogue.ts';
import { CatalogueQuery } from '#shared/contract/catalogue.ts';
import { collections, isCollection, type CollectionName } from '#shared/contract/collections.ts';
import type { Key } from '#shared/contract/collection.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { readScope, scopeBelow, splitScope, type Scope } from '#shared/contract/scope.ts';
import { searchKinds, type SearchHit } from '#shared/contract/search.ts';
import { closeness } from '#shared/name-match.ts';
import { sourceOf } from './lists/list-sources.ts';
import type { Instance } from './instances/instance.ts';

interface Needs {
  open: () => Instance;
  table: ReturnType<typeof catalogueTable>;
}
type Fields = Readonly<Record<string, unknown>>;
interface Asked {
  words: string;
  limit: number;
  signal: AbortSignal;
}

/**
 * Rows that are read at once: more than are shown, because the best match may come later, and one row may be cached in
 * many scopes.
 */
const readRows = 120;
/** Maximum rows that are read of one list for a search. */
const mostRows = 1200;

/** The hits that match best. Equally good hits keep their order. */
function closest(hits: readonly SearchHit[], words: string, limit: number): SearchHit[] {
  return hits
    .map((hit) => ({ hit, rank: closeness(words, [hit.title, hit.about]) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ hit }) => hit);
}

/** Search the cached rows and the catalogue of the open instance. */
export function search({ open, table }: Needs) {
  /** Rows of a list in all cached scopes. A row that is cached in several scopes is returned once. */
  async function listed(name: CollectionName, { words, limit, signal }: Asked): Promise<SearchHit[]> {
    if (words === '') return [];
    const { title, columns, place } = collections[name];
    const by = title.find((field) => Object.hasOwn(columns, field)) ?? 'id';
    const query = {
      scope: null,
      search: words,
      filter: {},
      sort: { by, direction: 'asc' as const },
      notReturned: 'hide' as const,
    };
    const { describe } = sourceOf(name);
    const once = new Map<Key, SearchHit>();
    for (let from = 0, total = 1; from < total && from < mostRows && once.size < limit; from += readRows) {
      const list = await open()
        .reader.lists(name)
        .list({ query, slice: { from, count: readRows } }, signal);
      ({ total } = list);
      for (const { row, key, scope, fetchedAt } of list.rows) {
        const id = (row as Fields)[collections[name].key] as Key;
        // A numeric id is the same object in every scope; a name is not
        const identity = typeof id === 'number' ? id : `${splitScope(scope)[0]} ${id}`;
        if (once.has(identity)) continue;
        const below = place === undefined ? null : scopeBelow(place, row, scope);
        const where = pathOf(scope);
        once.set(identity, { kind: name, key, ...describe(row), scope, where, place: below, id, fetchedAt });
      }
    }
    return closest([...once.values()], words, limit);
  }

  /** The path of the group or project of a scope, if the catalogue has it. */
  function pathOf(scope: Scope): string | null {
    const at = readScope(scope);
    return at === null ? null : (table.get(open().profile.id, at.kind, at.ref)?.path ?? null);
  }

  function known(kind: 'group' | 'project', { words, limit }: Asked): SearchHit[] {
    const query = CatalogueQuery.parse({ search: words, kind, ...(words === '' && { isPinned: true }) });
    const { rows } = table.list(open().profile.id, query, { from: 0, count: limit });
    return rows.map(({ key, id, path, name, seenAt, verifiedAt }) => ({
      kind,
      key,
      title: path ?? name ?? String(id),
      about: path === null || name === null ? null : name,
      scope: `${kind}:${id ?? path}`,
      where: null,
      place: null,
      id,
      fetchedAt: Math.max(seenAt, verifiedAt ?? 0),
    }));
  }

  return {
    find: async ({ words, kinds = searchKinds, limit }, signal) => {
      const startedAt = performance.now();
      const asked = { words: words.trim(), limit, signal };
      const found = await Promise.all(
        searchKinds
          .filter((kind) => kinds.includes(kind))
          .map((kind) => (isCollection(kind) ? listed(kind, asked) : Promise.resolve(known(kind, asked)))),
      );
      return { hits: found.flat(), queryMs: performance.now() - startedAt };
    },
  } satisfies Services<ReeveContract>['search'];
}
