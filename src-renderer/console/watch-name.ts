import type { WatchKindStatus } from '#shared/contract/watches.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { watches as words } from '#shared/text/en/watches.ts';
import { isCollection } from '../stores/lists/collection-names.ts';

/** Checks are less frequent than set, to fit the budget. */
export const isLengthened = ({ everyMs, effectiveMs }: WatchKindStatus): boolean => effectiveMs > everyMs * 1.05;

/** The name of a kind of watch: of a collection, or of what is under way. */
export function watchName(kind: string): string {
  return isCollection(kind) ? titleOf(kind) : words.kind(kind);
}
