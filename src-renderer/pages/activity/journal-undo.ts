import type { JournalEntry } from '#shared/contract/journal.ts';
import { changes as planWords } from '#shared/text/en/changes.ts';
import { jobs } from '#shared/text/en/jobs.ts';
import { journal as words } from '#shared/text/en/journal.ts';
import { undoPlan } from '../../console/plan/undo.ts';
import { writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import { undoState } from '../../stores/plans/journal.svelte.ts';

/** Why an entry can't be undone now; null if it can. */
export function undoReason(stores: Stores, entry: JournalEntry): string | null {
  switch (undoState(entry)) {
    case 'not-applied':
      return words.notApplied;
    case 'undone':
      return words.undoneAlready;
    case 'none':
      return planWords.undo(entry.undo);
    case 'can': {
      const other = stores.profiles.nameOfOther(entry.profileId);
      return other === null ? writeReason(stores) : jobs.openFirst(other);
    }
    default:
      return null;
  }
}

/** Undo entries: a single one directly if that is safe, several with a plan. */
export async function undoEntries(stores: Stores, journalIds: number[]): Promise<void> {
  await undoPlan(stores, { journalIds });
}
