import type { Fields } from '../../derive.ts';
import type { WriteCause } from '../history-types.ts';

/**
 * Where a row comes from that is stored outside of a sync. `details`: the platform returned it to a separate request.
 * `unrecorded`: Reeve made it, or restores it from the archive, so the platform says nothing about it now.
 */
export type WrittenBy = 'details' | 'unrecorded' | OwnWrite;

/** A write by Reeve. `sent`: the fields that it sent; null for a deletion. `isCreation`: it creates a row. */
export interface OwnWrite extends WriteCause {
  sent: Fields | null;
  isCreation: boolean;
}

/** A write by Reeve as entries store it. */
export const causeText = ({ planId, journalId }: WriteCause): string =>
  journalId === null ? planId : `${planId} ${journalId}`;
