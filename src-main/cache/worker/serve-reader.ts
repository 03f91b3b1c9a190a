import type { MessagePort } from 'node:worker_threads';
import { serve, type Verbs } from '#main/threads/rpc.ts';
import { collectionReader } from '../read/collection-reader.ts';
import { coverageReader } from '../read/coverage.ts';
import { leaverMatcher } from '../read/leavers/match.ts';
import { peopleReader } from '../read/people/people-reader.ts';
import { groupPlaces } from '../read/places/group-places.ts';
import { recentChanges } from '../read/recent-changes.ts';
import type { CacheFile } from '../cache-types.ts';
import { failureOf, openCache } from '../open-cache.ts';

/** Run the verbs of `collectionReader` that are called over a port. */
export function serveReader(port: MessagePort): void {
  /** The verbs of `collectionReader` are added by `open`, which receives the key. */
  const verbs: Verbs = {
    open(file: CacheFile): string[] {
      const db = openCache(file, 'read');
      const read = collectionReader(db);
      const coverage = coverageReader(db);
      const others = {
        ...{ recentChanges: recentChanges(db), people: peopleReader(db), matchLeavers: leaverMatcher(db) },
        ...{ groupPlaces: groupPlaces(db, coverage), ...coverage },
      };
      Object.assign(verbs, read, others, { close: () => void db.close() });
      return Object.keys(read);
    },
    close: () => undefined,
  };
  serve(port, verbs, failureOf);
}
