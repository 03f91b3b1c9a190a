import type { catalogue as catalogueTable } from '#main/state/catalogue.ts';
import { CatalogueQuery } from '#shared/contract/catalogue.ts';
import { collections, isCollection, type CollectionName } from '#shared/contract/collections.ts';
import type { Key } from '#shared/contract/collection.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
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

/** Rows read of a list: more than are shown, because the closest match may be a later one and one row may be in many scopes. */
const readRows = 120;
/** The most rows of a list that are read for one search. */
const mostRows = 1200;

/** The hits that match best; those that match equally well keep their order. */
function closest(hits: readonly SearchHit[], words: string, limit: number): SearchHit[] {
  return hits
    .map((hit) => ({ hit, rank: closeness(words, [hit.title, hit.about]) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ hit }) => hit);
}

/** Finds what is cached of the open instance and what its catalogue knows, by the search of each list. */
export function search({ open, table }: Needs) {
  /** Rows of a list in whatever scopes they are cached; what is cached in several is found once. */
  async function listed(name: CollectionName, { words, limit, signal }: Asked): Promise<SearchHit[]> {
    if (words === '') return [];
    const { title, columns } = collections[name];
    const by = title.find((field) => Object.hasOwn(columns, field)) ?? 'id';
    const query = {
      scope: null,
      search: words,
      filter: {},
      sort: { by, direction: 'asc' as const },
      gone: 'hide' as const,
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
        // The platform's numbers are the same thing in every scope, names are not
        const thing = typeof id === 'number' ? id : `${scope} ${id}`;
        if (!once.has(thing)) once.set(thing, { kind: name, key, ...describe(row), scope, id, fetchedAt });
      }
    }
    return closest([...once.values()], words, limit);
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
