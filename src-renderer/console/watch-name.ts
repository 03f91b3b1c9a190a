import { titleOf } from '#shared/text/en/collections.ts';
import { watches as words } from '#shared/text/en/watches.ts';
import { isCollection } from '../stores/lists/collection-names.ts';

/** The name of a kind of watch: of a collection, or of what is under way. */
export function watchName(kind: string): string {
  return isCollection(kind) ? titleOf(kind) : words.kind(kind);
}
