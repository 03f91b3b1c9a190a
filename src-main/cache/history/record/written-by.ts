import type { Key } from '#shared/contract/collection.ts';
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

/** A write whose outcome is not known. `fields`: what it sent; null for a deletion. `at.scope` null: in every scope. */
export interface UncertainWrite {
  at: { collection: string; scope: string | null; id: Key };
  fields: Fields | null;
  cause: WriteCause;
  now: number;
}

/** A write by Reeve as entries store it. */
export const causeText = ({ planId, journalId }: WriteCause): string =>
  journalId === null ? planId : `${planId} ${journalId}`;
