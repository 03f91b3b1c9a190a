import type { catalogue as catalogueTable, CatalogueRow } from '#main/state/catalogue.ts';
import type { Key, Scoped } from '#shared/contract/collection.ts';
import { collections, type CollectionName } from '#shared/contract/collections.ts';
import { scopeBelow, splitScope, type Scope } from '#shared/contract/scope.ts';
import { peopleCollections, type SearchHit, type SearchKind } from '#shared/contract/search.ts';
import { namesOfPath, type closenessTo } from '#shared/name-match.ts';
import { pathOf } from '../catalogue/path-of.ts';
import { sourceOf } from '../lists/list-sources.ts';
import { excerpt } from './search-excerpt.ts';

type Fields = Readonly<Record<string, unknown>>;
type ClosenessOf = ReturnType<typeof closenessTo>;

const emailFields = ['email', 'public_email', 'commit_email'];
const exact: ClosenessOf = () => 0;

/** Makes search results. `profileId`: the open instance. Without `closenessOf`, a result is an exact one. */
export function hits(table: ReturnType<typeof catalogueTable>, profileId: () => string) {
  const ofPlace = (entry: CatalogueRow, closenessOf = exact): SearchHit => {
    const { kind, key, id, path, name, seenAt, verifiedAt } = entry;
    return {
      ...{ kind, key, id, title: path ?? name ?? String(id), about: path === null || name === null ? null : name },
      ...{ scope: `${kind}:${id ?? path}`, where: null, place: null },
      closeness: closenessOf([...(path === null ? [] : namesOfPath(path)), name]),
      fetchedAt: Math.max(seenAt, verifiedAt ?? 0),
    };
  };
  return {
    ofRow(name: CollectionName, entry: Scoped<object>, closenessOf = exact, words = ''): SearchHit {
      const { row, key, scope, fetchedAt } = entry;
      const fields = row as Fields;
      const id = fields[collections[name].key] as Key;
      const { place } = collections[name];
      const { title, about } = sourceOf(name).describe(row as never, scope);
      const emails = emailFields.map((field) => fields[field]).filter((one) => typeof one === 'string');
      // Many people have an address in the same domain, so a name of a company is none of their names
      const names = words.includes('@') ? emails : emails.map((one) => one.replace(/@.*/s, ''));
      return {
        ...{ title: excerpt(title, words), about, id, fetchedAt, closeness: closenessOf([title, about, ...names]) },
        ...(peopleCollections.includes(name)
          ? { kind: 'person', key: Number(id), scope: '', where: null }
          : { kind: name, key, scope, where: pathOf(table, profileId(), scope) }),
        place: place === undefined ? null : scopeBelow(place, fields, scope),
      };
    },
    ofPlace,
    /** The group or project of the catalogue with an ID or path. */
    places(kind: 'group' | 'project', ref: number | string): SearchHit[] {
      const entry = table.get(profileId(), kind, ref);
      return entry === null ? [] : [ofPlace(entry)];
    },
    /** An object that is not cached. `title`: its ID. `scope`: its project; for a group or project, itself. */
    uncached(kind: SearchKind, title: string, scope: Scope, more: Partial<SearchHit> = {}): SearchHit {
      const own = { kind, title, id: title, scope, where: pathOf(table, profileId(), scope) };
      return { ...own, key: -1, about: null, place: null, closeness: 0, fetchedAt: null, ...more };
    },
  };
}
export type Hits = ReturnType<typeof hits>;

/** The hits of a kind. A person can be in several lists: the newest row counts. `read` returns the hits of one list. */
export async function ofKind(
  kind: 'person' | CollectionName,
  read: (name: CollectionName) => Promise<SearchHit[]>,
): Promise<SearchHit[]> {
  if (kind !== 'person') return distinct(await read(kind));
  const rows = await Promise.all(peopleCollections.map(read));
  return distinct(rows.flat().toSorted((a, b) => (b.fetchedAt ?? 0) - (a.fetchedAt ?? 0)));
}

/**
 * The first hit of each object, with the closeness of its closest hit. A numeric ID is the same object in every scope; a
 * name only within its project or group.
 */
export function distinct(found: readonly SearchHit[]): SearchHit[] {
  const objectOf = ({ id, scope }: SearchHit) => (typeof id === 'number' ? id : `${splitScope(scope)[0]} ${id}`);
  return [...Map.groupBy(found, objectOf).values()].map((same) =>
    same.reduce((first, { closeness }) => ({ ...first, closeness: Math.min(first.closeness, closeness) })),
  );
}
