import type { ListStem, RowOf } from '#main/cache/list-stems.ts';
import type { catalogue as catalogueTable } from '#main/state/catalogue.ts';
import { CatalogueQuery } from '#shared/contract/catalogue.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { searchKinds, type SearchHit, type SearchKind } from '#shared/contract/search.ts';
import { UserQuery } from '#shared/contract/users.ts';
import { closeness } from '#shared/name-match.ts';
import { runners as runnerWords } from '#shared/text/en/runners.ts';
import type { Instance } from './instances/instance.ts';

interface Needs {
  open: () => Instance;
  table: ReturnType<typeof catalogueTable>;
}
interface Asked {
  words: string;
  limit: number;
  signal: AbortSignal;
}

/** Rows read of a list: more than are shown, because the closest match may be a later one and one row may be in many scopes. */
const readRows = 120;
/** The most rows of a list that are read for one search. */
const mostRows = 1200;

const person = ({ name, username }: { name: string; username: string }) => ({ title: name, about: username });

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
  const finders: Record<SearchKind, (asked: Asked) => Promise<SearchHit[]>> = {
    group: (asked) => Promise.resolve(known('group', asked)),
    project: (asked) => Promise.resolve(known('project', asked)),
    users,
    serviceAccounts: listed('serviceAccounts', 'name', person),
    enterpriseUsers: listed('enterpriseUsers', 'name', person),
    members: listed('members', 'name', person),
    runners: listed('runners', 'description', ({ id, description, runner_type }) => ({
      title: description ?? `#${id}`,
      about: `#${id} ${runnerWords.types[runner_type ?? ''] ?? runner_type ?? ''}`.trim(),
    })),
    keys: listed('keys', 'title', ({ id, title, comment, sha256, md5, user }) => ({
      // The id of a key that the instance does not know is none of its own
      title: title ?? comment ?? (sha256 ? `SHA256:${sha256}` : md5) ?? `#${id}`,
      about: user?.username ?? null,
    })),
    accessTokens: listed('accessTokens', 'name', ({ id, name, account_username }) => ({
      title: name ?? `#${id}`,
      about: account_username ?? null,
    })),
    sshCertificates: listed('sshCertificates', 'title', ({ id, title }) => ({ title: title ?? `#${id}`, about: null })),
  };

  /** Rows of a list in whatever scopes they are cached; what is cached in several is found once. */
  function listed<S extends ListStem & SearchKind>(
    stem: S,
    by: string,
    describe: (row: RowOf<S>) => { title: string; about: string | null },
  ) {
    return async ({ words, limit, signal }: Asked): Promise<SearchHit[]> => {
      if (words === '') return [];
      const sort = { by, direction: 'asc' as const };
      const query = { scope: null, search: words, filter: {}, sort, gone: 'hide' as const };
      const once = new Map<number, SearchHit>();
      for (let from = 0, total = 1; from < total && from < mostRows && once.size < limit; from += readRows) {
        const list = await open()
          .reader.lists(stem)
          .list({ query, slice: { from, count: readRows } }, signal);
        ({ total } = list);
        for (const { row, key, scope, fetchedAt } of list.rows) {
          if (!once.has(row.id)) once.set(row.id, { kind: stem, key, ...describe(row), scope, id: row.id, fetchedAt });
        }
      }
      return closest([...once.values()], words, limit);
    };
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

  async function users({ words, limit, signal }: Asked): Promise<SearchHit[]> {
    if (words === '') return [];
    const query = UserQuery.parse({ search: words });
    const { rows } = await open().reader.users.list({ query, slice: { from: 0, count: readRows } }, signal);
    const hits = rows.map(({ row, fetchedAt }): SearchHit => ({
      kind: 'users',
      key: row.id,
      title: row.name,
      about: row.username,
      scope: '',
      id: row.id,
      fetchedAt,
    }));
    return closest(hits, words, limit);
  }

  return {
    find: async ({ words, kinds = searchKinds, limit }, signal) => {
      const startedAt = performance.now();
      const asked = { words: words.trim(), limit, signal };
      const found = await Promise.all(
        searchKinds.filter((kind) => kinds.includes(kind)).map((kind) => finders[kind](asked)),
      );
      return { hits: found.flat(), queryMs: performance.now() - startedAt };
    },
  } satisfies Services<ReeveContract>['search'];
}
