import type { JournalEntry } from '#shared/contract/journal.ts';
import { plural } from './moments.ts';
import { labels } from './collections.ts';

/** Words of the journal: the record of all writes. */
export const journal = {
  tab: 'Journal',
  table: 'Journal, newest first',
  toolbar: 'Filters',
  filterLabel: 'Filter journal',
  filterPlaceholder: 'Filter by object, value, user, or response',
  count: (n: number) => plural(n, 'entry', 'entries'),
  /** "anna (token 0a1b2c3d4e5f, Corp)", or only the token if the platform doesn't report its user. */
  by: ({ who, user }: Pick<JournalEntry, 'who' | 'user'>): string => (user === null ? who : `${user} (${who})`),
  columns: {
    ...labels('status', 'instance', 'undo', 'method', 'path', 'requestId'),
    label: 'Object',
    op: 'Operation',
    changes: 'Change',
    state: 'Outcome',
    who: 'User',
    intendedAt: 'When',
  },
  states: {
    ...labels('applied', 'refused', 'not-applied', 'unknown'),
    intended: 'In progress',
  } satisfies Record<JournalEntry['state'], string>,
  undoable: 'Can be undone',
  undone: 'Undone',
  notUndoable: 'No',
  lossy: 'With limits',

  filters: {
    op: 'Operation',
    anyOp: 'Any operation',
    state: 'Outcome',
    anyState: 'Any outcome',
    time: 'Time',
    times: { any: 'Any time', day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days' },
    instance: 'Instance',
    anyInstance: 'Any instance',
    canUndo: 'Can be undone',
    person: (id: number) => `About person ${id}`,
  },
  export: 'Export',
  exportTitle: 'Export journal',
  exportCsv: 'Export as CSV',
  exportJson: 'Export as JSON',
  exported: (n: number) => `${plural(n, 'entry', 'entries')} exported`,
  exportFailed: 'Couldn’t export the journal',
  nothing: 'Nothing to export',

  none: 'No changes yet.',
  noneNextStep: 'Reeve records every change here before sending it, and its result afterwards.',
  noMatch: 'No entries match these filters.',
  noMatchNextStep: 'Change the search or clear the filters.',
  clear: 'Clear filters',
  failed: 'Couldn’t read some entries.',

  undo: 'Undo',
  /** "…" for several entries, because a plan follows. */
  undoSome: (n: number) => `Undo ${plural(n, 'entry', 'entries')}${n === 1 ? '' : '…'}`,
  undoAllReason: 'You can undo at most 5,000 entries at once. Select single or visible entries.',
  notApplied: 'The change wasn’t applied, so there is nothing to undo.',
  undoneAlready: 'Already undone.',
  open: 'Open',
  copyJson: 'Copy as JSON',
  oneEntry: 'Entry',
  menu: (label: string) => `Actions for ${label}`,

  panel: (label: string) => `Journal entry of ${label}`,
  changes: 'Changes',
  facts: 'Details',
  fields: {
    ...labels('place', 'person', 'request', 'instance', 'status', 'requestId', 'undo', 'undoneBy', 'undoOf', 'plan'),
    op: 'Operation',
    who: 'User',
    intendedAt: 'Recorded before sending',
    endedAt: 'Finished',
    state: 'Outcome',
    reportedMessage: 'Response',
    misses: 'Earlier attempts',
    id: 'Entry',
  },
  /** An earlier attempt, which changed nothing. */
  miss: ({ status, reportedMessage }: { status: number | null; reportedMessage: string | null }): string =>
    [status === null ? 'not sent' : `refused with status ${status}`, reportedMessage]
      .filter((part) => part !== null)
      .join(': '),
  notYet: 'not yet',
  noAnswer: 'no response',
  openPlan: 'Show plan',
  entry: (id: number) => `Entry ${id}`,
  missing: 'This entry doesn’t exist.',
};
