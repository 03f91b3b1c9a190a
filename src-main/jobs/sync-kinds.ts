import type { rowArchive } from '#main/services/archive/row-archive.ts';
import type { JobKind } from './job.ts';
import { keysLookUp } from './keys.ts';
import { listsBelowProject, listsEverywhere } from './lists-everywhere.ts';
import { listCrawl, listDetails } from './lists.ts';
import { usersCrawl } from './users-sync.ts';
import { withArchive } from './with-archive.ts';

/** The kinds of jobs that sync lists. `placesOf`: the known groups and projects that are synced. */
export function syncKinds(
  archive: ReturnType<typeof rowArchive>,
  placesOf: Parameters<typeof listsEverywhere>[0],
): JobKind[] {
  return [
    usersCrawl,
    keysLookUp,
    withArchive(listCrawl, archive),
    listDetails,
    withArchive(listsEverywhere(placesOf), archive),
    listsBelowProject,
  ];
}
