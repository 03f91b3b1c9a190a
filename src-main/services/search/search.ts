import type { catalogue as catalogueTable } from '#main/state/catalogue.ts';
import { CatalogueQuery } from '#shared/contract/catalogue.ts';
import { collections, isCollection, type CollectionName } from '#shared/contract/collections.ts';
import type { Key } from '#shared/contract/collection.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { scopeBelow, splitScope } from '#shared/contract/scope.ts';
import { hasTextsOnly, searchKinds, type SearchHit } from '#shared/contract/search.ts';
import { closenessTo, namesOfPath } from '#shared/name-match.ts';
import { pathOf } from '../catalogue/path-of.ts';
import { sourceOf } from '../lists/list-sources.ts';
import type { Instance } from '../instances/instance.ts';
import { excerpt } from './search-excerpt.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Asked {
  words: string;
  limit: number;
  signal: AbortSignal;
}

/** Rows that are read at once: more than are shown, because one row may be cached in many scopes. */
const readRows = 60;
/** Maximum rows that are read of one list for a search. */
const mostRows = 1200;

/**
 * The least number of letters for a search in lists whose rows have a text and no name, because most texts contain a
 * shorter word.
 */
const leastLetters = 3;

/** The hits that match best. Equally good hits keep their order. */
function closest(hits: readonly SearchHit[], limit: number): SearchHit[] {
  return hits.toSorted((a, b) => a.closeness - b.closeness).slice(0, limit);
}

const longestWord = (words: string): number => Math.max(...words.split(' ').map((word) => [...word].length));

/** Search the cached rows and the catalogue of the open instance. */
export function search(open: () => Instance, table: ReturnType<typeof catalogueTable>) {
  /** Rows of a list in all cached scopes. A row that is cached in several scopes is returned once. */
  async function listed(name: CollectionName, { words, limit, signal }: Asked): Promise<SearchHit[]> {
    const isText = hasTextsOnly(name);
    if (words === '' || (isText && longestWord(words) < leastLetters)) return [];
    const closenessOf = closenessTo(words);
    const { place } = collections[name];
    const { describe } = sourceOf(name);
    const once = new Map<Key, SearchHit>();
    for (let from = 0, total = 1; from < total && from < mostRows && once.size < limit; from += readRows) {
      const list = await open().reader.lists(name).closest({ search: words, from, count: readRows }, signal);
      ({ total } = list);
      for (const { row, key, scope, fetchedAt } of list.rows) {
        const id = (row as Fields)[collections[name].key] as Key;
        // A numeric id is the same object in every scope; a name is not
        const identity = typeof id === 'number' ? id : `${splitScope(scope)[0]} ${id}`;
        if (once.has(identity)) continue;
        const below = place === undefined ? null : scopeBelow(place, row, scope);
        const where = pathOf(table, open().profile.id, scope);
        const { title, about } = describe(row, scope);
        once.set(identity, {
          ...{ kind: name, key, title: excerpt(title, words), about, scope, where, place: below, id, fetchedAt },
          closeness: isText ? 3 : closenessOf([title, about]),
        });
      }
    }
    return closest([...once.values()], limit);
  }

  function known(kind: 'group' | 'project', { words, limit }: Asked): SearchHit[] {
    const query = CatalogueQuery.parse({ search: words, kind, ...(words === '' && { isPinned: true }) });
    const { id: profile } = open().profile;
    const rows =
      words === '' ? table.list(profile, query, { from: 0, count: limit }).rows : table.closest(profile, query, limit);
    const closenessOf = closenessTo(words);
    return rows.map(({ key, id, path, name, seenAt, verifiedAt }) => ({
      kind,
      key,
      title: path ?? name ?? String(id),
      about: path === null || name === null ? null : name,
      scope: `${kind}:${id ?? path}`,
      where: null,
      place: null,
      id,
      closeness: closenessOf([...(path === null ? [] : namesOfPath(path)), name]),
      fetchedAt: Math.max(seenAt, verifiedAt ?? 0),
    }));
  }

  return {
    find: async ({ words, kinds = searchKinds, limit }, signal) => {
      const startedAt = performance.now();
      const asked = { words: words.trim().replaceAll(/\s+/gu, ' '), limit, signal };
      const found = await Promise.all(
        searchKinds
          .filter((kind) => kinds.includes(kind))
          .map((kind) => (isCollection(kind) ? listed(kind, asked) : Promise.resolve(known(kind, asked)))),
      );
      return { hits: found.flat(), queryMs: performance.now() - startedAt };
    },
  } satisfies Services<ReeveContract>['search'];
}
