import { allOf, wholeList } from '#shared/contract/collection.ts';
import type { KnownPipeline, KnownPipelines } from '#shared/contract/dependency-exports.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Instance } from '../instances/instance.ts';

/** The newest deployments whose pipelines are offered, and the most pipelines of a reply. */
const mostDeployments = 2_000;
const mostPipelines = 50;

/** All places, newest first. */
const newest = wholeList(null, { sort: { by: 'updated_at', direction: 'desc' } });

/**
 * The pipelines of synced deployments that contain each word of `search`, newest first. The API has no list of
 * pipelines. `placeOf`: the path of a project, or its ID as text.
 */
export async function knownPipelines(
  { reader }: Pick<Instance, 'reader'>,
  placeOf: (project: Scope) => string,
  search: string,
  signal: AbortSignal,
): Promise<KnownPipelines> {
  const words = search.toLowerCase().split(/\s+/);
  const found = new Map<number, KnownPipeline>();
  let read = 0;
  for await (const piece of reader.lists('deployments').rows(allOf(newest), signal)) {
    for (const { row, scope } of piece) {
      const { id, ref, status, created_at: at } = row.deployable?.pipeline ?? {};
      if (id === undefined || id === null || found.has(id)) continue;
      const one = { id, place: placeOf(scope), ref: ref ?? null, status: status ?? null, at: at ?? null };
      const text = `#${id} ${one.place} ${one.ref} ${one.status}`.toLowerCase();
      if (words.every((word) => text.includes(word))) found.set(id, one);
    }
    read += piece.length;
    if (read >= mostDeployments) break;
  }
  return { found: found.size, rows: [...found.values()].slice(0, mostPipelines) };
}
