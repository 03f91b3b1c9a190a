import type { JournalEntry } from '#shared/contract/journal.ts';
import { entrySearchText, searchTextOf } from '../journal-texts.ts';
import type { Migration } from './migration.ts';

/** The search texts of existing entries get the changed values, and paths as the window shows them. */
export const journalChanges: Migration = {
  id: 250,
  name: 'journal changes',
  functions: {
    journal_text: (op, user, said, doc) =>
      entrySearchText({ ...(JSON.parse(doc) as JournalEntry), op, user }) + searchTextOf([said]),
  },
  sql: 'UPDATE journal SET hay = journal_text(op, user, said, doc);',
};
