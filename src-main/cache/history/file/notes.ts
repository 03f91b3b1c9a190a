import type { Scope } from '#shared/contract/scope.ts';
import type { Refusal } from '../../cache-types.ts';
import type { SyncTimes } from '../sync-times.ts';

/**
 * The data of notes in the outbox. `isFirst`: no earlier sync of the place is known to the cache, so it recorded no
 * changes.
 */
export interface SyncedNote extends SyncTimes {
  isFull: boolean;
  unreadable: number;
  isFirst?: boolean;
}
/** `hidden`: the token lost the place. */
export interface RefusedNote extends Refusal {
  hidden?: boolean;
}
export interface MovedNote {
  from: Scope;
  to: Scope;
}
