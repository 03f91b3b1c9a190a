import type { catalogue as catalogueTable, CatalogueRow } from '#main/state/catalogue.ts';
import type { Key, Scoped } from '#shared/contract/collection.ts';
import { collections, type CollectionName } from '#shared/contract/collections.ts';
import { scopeBelow, splitScope, type Scope } from '#shared/contract/scope.ts';
import { hasTextsOnly, isOfPeople, type SearchHit, type SearchKind } from '#shared/contract/search.ts';
import { namesOfPath, type closenessTo } from '#shared/name-match.ts';
import { pathOf } from '../catalogue/path-of.ts';
import { sourceOf } from '../lists/list-sources.ts';
import { excerpt } from './search-excerpt.ts';

type Fields = Readonly<Record<string, unknown>>;
type ClosenessOf = ReturnType<typeof closenessTo>;

const emailFields = ['email', 'public_email', 'commit_email'];
const exact: ClosenessOf = () => 0;

/** What is the same object in every scope: a numeric ID; a name only within its project or group. */
export function identityOf(name: CollectionName, { row, scope }: Scoped<object>): string {
  const id = (row as Fields)[collections[name].key] as Key;
  return typeof id === 'number' ? String(id) : `${splitScope(scope)[0]} ${id}`;
}

/** Makes search results. `profileId`: the open instance. Without `closenessOf`, a result is an exact one. */
export function hits(table: ReturnType<typeof catalogueTable>, profileId: () => string) {
  return {
    ofRow(name: CollectionName, entry: Scoped<object>, words = '', closenessOf = exact): SearchHit {
      const { row, key, scope, fetchedAt } = entry;
      const fields = row as Fields;
      const { place } = collections[name];
      const id = fields[collections[name].key] as Key;
      const { title, about } = sourceOf(name).describe(row as never, scope);
      const shown = { title: excerpt(title, words), about, id, fetchedAt };
      if (isOfPeople(name)) {
        const emails = emailFields.map((field) => fields[field]).filter((one) => typeof one === 'string');
        const closeness = closenessOf([title, about, ...emails]);
        return { ...shown, kind: 'person', key: Number(id), scope: '', where: null, place: null, closeness };
      }
      return {
        ...shown,
        ...{ kind: name, key, scope },
        where: pathOf(table, profileId(), scope),
        place: place === undefined ? null : scopeBelow(place, fields, scope),
        closeness: hasTextsOnly(name) ? 3 : closenessOf([title, about]),
      };
    },
    ofPlace(entry: CatalogueRow, closenessOf = exact): SearchHit {
      const { kind, key, id, path, name, seenAt, verifiedAt } = entry;
      return {
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
      };
    },
    /** Something with a page that no list has. `title`: its ID. `scope`: its project; for a group or project, itself. */
    uncached(kind: SearchKind, title: string, scope: Scope, place: Scope | null = null): SearchHit {
      const own = { kind, title, id: title, scope, where: pathOf(table, profileId(), scope), place };
      return { ...own, key: -1, about: null, closeness: 0, fetchedAt: null };
    },
  };
}
export type Hits = ReturnType<typeof hits>;

/** One hit for each person, from the newest of the rows with the same ID. The closest of their names counts. */
export function mergedPeople(rows: readonly SearchHit[]): SearchHit[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((same) => ({
    ...same.reduce((a, b) => ((b.fetchedAt ?? 0) > (a.fetchedAt ?? 0) ? b : a)),
    closeness: Math.min(...same.map((one) => one.closeness)),
  }));
}
