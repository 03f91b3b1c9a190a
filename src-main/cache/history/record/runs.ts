import type { Place } from '../../cache-types.ts';
import type { LastSyncs } from './place-syncs.ts';

/** An unfinished sync run, with what it has found so far. `number`: of its row in `passes`. */
export interface Run {
  place: Place;
  number: number;
  startedAt: number;
  isFirst: boolean;
  /** The syncs of the place before; undefined: none. */
  last: LastSyncs | undefined;
  /** The last sync of the place was made with another token or dialect. */
  isOtherSight: boolean;
  /** A row that it returns for the first time came since the last full sync. */
  isComplete: boolean;
  /** Recorded fields by what happened to them in some row. `kept`: some row still has the field. */
  fields: { lost: Set<string>; sent: Set<string>; kept: Set<string> };
  /** It returned rows that were not compared, so they may have any field. */
  hasUnseen: boolean;
  /** It returned rows that another token or dialect had hidden. */
  hasReturned: boolean;
  /** Rows that are hidden now, because another token or dialect returned them. */
  hidden: number;
}

/** Whether nothing is recorded in this run: it is the first, or the first after the cache was repaired. */
export function isUnrecorded({ isFirst, last }: Run, isShared: boolean): boolean {
  return isFirst && (!isShared || last !== undefined);
}

/** `isWhole`: it has just begun, so that everything it returns will be seen. */
export function newRun(
  at: { place: Place; number: number; startedAt: number; isFirst: boolean },
  last: LastSyncs | undefined,
  { sight, isWhole, expires }: { sight: number; isWhole: boolean; expires: boolean },
): Run {
  const isOtherSight = last !== undefined && last.sight !== sight;
  return {
    ...at,
    last,
    isOtherSight,
    isComplete: !at.isFirst && !isOtherSight && !expires && (last?.fullStartedAt ?? null) !== null,
    fields: { lost: new Set(), sent: new Set(), kept: new Set() },
    hasUnseen: !isWhole,
    hasReturned: false,
    hidden: 0,
  };
}
