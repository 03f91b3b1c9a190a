import { mostKnownJobs } from '#shared/contract/artifact-files.ts';
import { collectionNames, collections, type CollectionName } from '#shared/contract/collections.ts';
import type { Scope, ScopeKind } from '#shared/contract/scope.ts';
import type { Connection } from '../open-cache.ts';

/** A collection whose rows have lists of another one. `id`: the column with the ID of the place. */
interface Parent {
  parent: CollectionName;
  kind: string;
  id: string;
}

const pageRows = 100;

/** The collections whose rows have lists of this collection, such as issues for notes, and deployments for artifacts. */
export function parentsOf(collection: CollectionName): Parent[] {
  const has = (kind: string): boolean =>
    (collections[collection].lists[`project/${kind}` as ScopeKind] ?? null) !== null;
  return collectionNames.flatMap((parent) => {
    const { place, jobColumn, columns } = collections[parent];
    if (jobColumn !== undefined && has('job')) return [{ parent, kind: 'job', id: jobColumn }];
    if (place === undefined || !has(place.kind)) return [];
    return [{ parent, kind: place.kind, id: Object.hasOwn(columns, place.id) ? place.id : 'id' }];
  });
}

/**
 * The places with a list of this collection that the cached rows name, each with the number of its pages; null: not known.
 * Of jobs, the newest 200 of a project. `inScope`: a condition with the parameter `scope`.
 */
export function placesBelow(
  db: Connection,
  { collection, inScope, scope }: { collection: CollectionName; inScope: string; scope: Scope | null },
): Map<Scope, number | null> {
  const found = new Map<Scope, number | null>();
  for (const { parent, kind, id } of parentsOf(collection)) {
    const isOfJobs = kind === 'job';
    const rows = Object.hasOwn(collections[parent].columns, 'user_notes_count') ? 'user_notes_count' : 'NULL';
    const jobs = new Map<Scope, number>();
    const read = db.prepare<[object], { place: Scope; id: number; rows: number | null }>(
      `SELECT scope AS place, ${id} AS id, ${rows} AS rows FROM ${parent}
       WHERE ${id} IS NOT NULL AND ${inScope} ${isOfJobs ? 'ORDER BY created_at DESC' : 'AND is_gone = 0'}`,
    );
    for (const row of read.iterate({ scope })) {
      const below = `${row.place}/${kind}:${row.id}`;
      if (!row.place.startsWith('project:') || found.has(below)) continue;
      if (isOfJobs) {
        const known = jobs.get(row.place) ?? 0;
        if (known === mostKnownJobs) continue;
        jobs.set(row.place, known + 1);
      }
      found.set(below, row.rows === null ? null : Math.max(1, Math.ceil(row.rows / pageRows)));
    }
  }
  return found;
}
