import type { CacheReader } from '#main/cache/store-api.ts';
import type { Edge, EdgeKind } from '#shared/contract/change-edges.ts';
import { wholeList } from '#shared/contract/collection.ts';
import { collections, firstText, isCollection } from '#shared/contract/collections.ts';
import type { NoticeLink } from '#shared/contract/notices.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { members } from '#shared/text/en/members.ts';
import { edges as words, notices } from '#shared/text/en/notices.ts';
import { hostOf } from '#shared/host-of.ts';
import type { Happening } from '../notice.ts';

interface Needs {
  profileId: string;
  reader: Pick<CacheReader, 'lists'>;
  /** The path of a group or project; null: not known. */
  labelOf: (scope: Scope) => string | null;
}
type NamedEdge = Edge & { name: string };

/** More changes of one kind that are found together are one notice. */
const mostOfKind = 20;
const pages: Partial<Record<string, string>> = {
  users: 'users',
  enterpriseUsers: 'enterprise-users',
  members: 'members',
  accessTokens: 'access-tokens',
  remoteMirrors: 'remote-mirrors',
};

/**
 * Notices about changes that concern security and that one transfer of the history contained. An account whose level was
 * raised in several projects gives one notice.
 */
export async function changeNotices(
  { profileId, reader, labelOf }: Needs,
  edges: readonly Edge[],
): Promise<Happening[]> {
  const hosts = await newHosts(reader, edges);
  const named = await Promise.all(
    edges.filter((edge) => edge.kind !== 'mirror-host' || hosts.has(hostIn(edge) ?? '')).map(withName),
  );
  const about = (kind: EdgeKind, key: string, { at, source }: Edge) => ({
    ...{ profileId, kind, key, at },
    body: source === 'sync' || source === 'details' ? words.body : '',
  });
  return [...Map.groupBy(named, ({ kind }) => kind)].flatMap(([kind, all]): Happening[] => {
    const subjects = [...Map.groupBy(all, subjectOf)].flatMap(([key, [first, ...more]]) =>
      first === undefined ? [] : [{ key, first, places: more.length + 1 }],
    );
    const [newest] = subjects.map(({ first }) => first).toSorted((a, b) => b.at - a.at);
    if (newest === undefined || subjects.length <= mostOfKind)
      return subjects.map(({ key, first, places }) => ({ ...about(kind, key, first), ...shownAs(first, places) }));
    const { title } = notices.grouped(subjects.map(({ first }) => ({ kind, subject: first.name })));
    return [{ ...about(kind, '', newest), title, subject: title, link: { page: 'changes', query: {} } }];
  });

  function shownAs(edge: NamedEdge, places: number): Pick<Happening, 'subject' | 'title' | 'link'> {
    const { kind, scope, name, values } = edge;
    const level = Number(values['access_level']);
    const scopes = values['scopes'];
    const title = words.titles[kind]({
      ...{ name, places, place: labelOf(scope) ?? scope, host: hostIn(edge) ?? '' },
      level: members.levels[level] ?? members.unknownLevel(level),
      isEndless: values['expires_at'] === null,
      hasApi: Array.isArray(scopes) && scopes.includes('api'),
      isForAll: edge.collection === 'jobTokenScope',
    });
    return { subject: name, title, link: linkTo(edge) };
  }

  /** A changed row is stored without the fields that did not change, so its name is read from the cache. */
  async function withName(edge: Edge): Promise<NamedEdge> {
    const { collection, scope, id } = edge;
    if (!isCollection(collection) || id === null) return { ...edge, name: labelOf(scope) ?? scope };
    const [cached] = await reader.lists(collection).rowsAt({ places: [{ scope, id }] });
    const values = { ...cached?.row, ...edge.values };
    const isPlace = collection === 'jobTokenScope' || collection === 'remoteMirrors';
    const name = isPlace ? labelOf(scope) : firstText(values, collections[collection].title);
    return { ...edge, values, name: name ?? (isPlace ? scope : String(id)) };
  }
}

/** The hosts of these mirrors to which no other mirror pushes. Mirrors that are not returned any more count too. */
async function newHosts(reader: Needs['reader'], edges: readonly Edge[]): Promise<ReadonlySet<string>> {
  const mirrors = edges.filter(({ kind }) => kind === 'mirror-host');
  const fresh = new Set(mirrors.map((edge) => `${edge.scope} ${edge.id}`));
  const found = new Set<string>();
  for (const host of new Set(mirrors.flatMap((edge) => hostIn(edge) ?? []))) {
    if (mirrors.some(({ before }) => typeof before === 'string' && hostOf(before) === host)) continue;
    const query = wholeList(null, { search: host, notReturned: 'show' });
    const { rows } = await reader.lists('remoteMirrors').list({ query, slice: { from: 0, count: 200 } });
    const isKnown = rows.some(({ scope, row }) => hostOf(row.url ?? '') === host && !fresh.has(`${scope} ${row.id}`));
    if (!isKnown) found.add(host);
  }
  return found;
}

const hostIn = ({ values: { url } }: Edge): string | null => (typeof url === 'string' ? hostOf(url) : null);

/** An account has one notice, whatever the number of projects. */
const subjectOf = ({ collection, scope, id }: Edge): string =>
  collection === 'members' ? `${id}` : `${collection} ${scope} ${id}`;

/** The panel of the row on its history; an entry of an allowlist is shown on the page of its project. */
function linkTo({ collection, scope, id }: Edge): NoticeLink {
  const place = readScope(scope);
  const page = pages[collection];
  if (page !== undefined) return { page, query: { id: String(id), at: scope, tab: 'history' } };
  return { page: `p/${place?.ref ?? ''}/access/job-token`, query: {} };
}
