import { users } from '#main/api/endpoints/users.ts';
import type { catalogue as catalogueTable } from '#main/state/catalogue.ts';
import { CatalogueQuery } from '#shared/contract/catalogue.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { hasTextsOnly, searchKinds, type SearchHit, type SearchKind } from '#shared/contract/search.ts';
import { Failure } from '#shared/errors.ts';
import { closenessTo } from '#shared/name-match.ts';
import type { Instance } from '../instances/instance.ts';
import { distinct, hits, ofKind } from './hits.ts';
import { recognition, type KeyVerbs } from './recognize.ts';

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

const longestWord = (words: string): number => Math.max(...words.split(' ').map((word) => [...word].length));

/** Search the cached rows and the catalogue of the open instance. */
export function search(open: () => Instance, table: ReturnType<typeof catalogueTable>, keys: KeyVerbs) {
  const hitsOf = hits(table, () => open().profile.id);

  /** Rows of a list in all cached scopes. */
  async function listed(name: CollectionName, { words, limit, signal }: Asked): Promise<SearchHit[]> {
    const isText = hasTextsOnly(name);
    if (words === '' || (isText && longestWord(words) < leastLetters)) return [];
    const closenessOf = isText ? () => 3 as const : closenessTo(words);
    let found: SearchHit[] = [];
    for (let from = 0, total = 1; from < total && from < mostRows && found.length < limit; from += readRows) {
      const list = await open().reader.lists(name).closest({ search: words, from, count: readRows }, signal);
      ({ total } = list);
      found = distinct([...found, ...list.rows.map((row) => hitsOf.ofRow(name, row, closenessOf, words))]);
    }
    return found;
  }

  function known(kind: 'group' | 'project', { words, limit }: Asked): SearchHit[] {
    const query = CatalogueQuery.parse({ search: words, kind, ...(words === '' && { isPinned: true }) });
    const { id: profile } = open().profile;
    const rows =
      words === '' ? table.list(profile, query, { from: 0, count: limit }).rows : table.closest(profile, query, limit);
    const closenessOf = closenessTo(words);
    return rows.map((entry) => hitsOf.ofPlace(entry, closenessOf));
  }

  /** The hits that match best. Equally good hits keep their order. */
  async function closest(kind: SearchKind, asked: Asked): Promise<SearchHit[]> {
    const isPlace = kind === 'group' || kind === 'project';
    const found = isPlace ? known(kind, asked) : await ofKind(kind, (name) => listed(name, asked));
    return found.toSorted((a, b) => a.closeness - b.closeness).slice(0, asked.limit);
  }

  return {
    find: async ({ words, kinds = searchKinds, limit }, signal) => {
      const startedAt = performance.now();
      const asked = { words: words.trim().replaceAll(/\s+/gu, ' '), limit, signal };
      const found = await Promise.all(
        searchKinds.filter((kind) => kinds.includes(kind)).map((kind) => closest(kind, asked)),
      );
      return { hits: found.flat(), queryMs: performance.now() - startedAt };
    },
    recognize: recognition(open, hitsOf, keys),
    userNamed: async ({ username }, signal) => {
      const { rows } = await open().send.rows(users.list, { query: { username, page: 1, per_page: 1 } }, signal);
      const [user] = rows as ({ id?: unknown; username?: unknown } | null)[];
      // An instance that ignores the filter returns another user
      const isFound = String(user?.username).toLowerCase() === username.toLowerCase();
      if (isFound && typeof user?.id === 'number') return { id: user.id };
      throw new Failure('missing', `no user @${username}`);
    },
  } satisfies Services<ReeveContract>['search'];
}
