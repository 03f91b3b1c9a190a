import type { Migration } from './migration.ts';
import { journalChanges } from './0250-journal-changes.ts';

/** The search texts of existing entries get access levels as the window shows them: "Developer" for 30. */
export const journalLevels: Migration = { ...journalChanges, id: 300, name: 'journal levels' };
