import type { Connection } from '../open-cache.ts';
import type { Verbs } from '#main/threads/rpc.ts';
import type { RowsOf } from './cached-row.ts';
import { collectionReader } from './collection-reader.ts';
import { coverageReader } from './coverage.ts';
import { leaverMatcher } from './leavers/match.ts';
import { peopleReader } from './people/people-reader.ts';
import { groupPlaces } from './places/group-places.ts';

/** All queries of the cache. `rowsOf`: how rows are read; default: as they are cached. */
export function readerVerbs(db: Connection, rowsOf?: RowsOf): Verbs {
  const coverage = coverageReader(db);
  return {
    ...collectionReader(db, rowsOf),
    ...{ people: peopleReader(db, rowsOf), matchLeavers: leaverMatcher(db) },
    ...{ groupPlaces: groupPlaces(db, coverage), ...coverage },
  };
}
