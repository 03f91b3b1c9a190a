import { collectionNames, collections, type CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { checkList } from './list-check.ts';
import { someDetails } from './some-details.ts';
import type { WatchContext, WatchKind, WatchResult } from './watch.ts';

interface Needs {
  /** The places in which a collection is listed: the whole instance, and known groups and projects. */
  placesOf: (profileId: string, collection: CollectionName) => readonly Scope[];
  /** Start the sync of all users as a job, because it takes long and shows its progress. */
  syncUsers: (profileId: string) => void;
}

const rowsOfPage = 100;

/** The watches of all lists that are kept fresh: one for each collection and place. */
export function listWatches(needs: Needs): WatchKind[] {
  const syncSomeDetails = someDetails();
  return collectionNames.flatMap((name) => {
    const { kept, sync, hasDetails, hasLongTexts } = collections[name];
    if (kept === undefined) return [];
    const check = async (context: WatchContext): Promise<WatchResult> => {
      if (sync === 'windows') return startSync(context);
      const result = await checkList(name, context);
      // Details that are texts, such as those of snippets, are synced when they are opened or pinned
      if (hasDetails && !hasLongTexts && result.nextInMs === undefined) await syncSomeDetails(name, context);
      return result;
    };
    return {
      name,
      collection: name,
      ...kept,
      places: (profileId) => needs.placesOf(profileId, name),
      check,
    } satisfies WatchKind;
  });

  async function startSync({ instance, everyMs, clock, signal }: WatchContext): Promise<WatchResult> {
    const { completedAt, live } = await instance.reader.lists('users').summary({ scope: null }, signal);
    const ageMs = completedAt === null ? everyMs : clock.now() - completedAt;
    if (ageMs < 0 || ageMs >= everyMs / 2) needs.syncUsers(instance.profile.id);
    return { changed: 0, requests: Math.ceil(live / rowsOfPage) + 1 };
  }
}
