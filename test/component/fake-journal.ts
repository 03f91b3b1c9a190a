import type { journal, JournalEntry, JournalQuery } from '#shared/contract/journal.ts';
import type { Services } from '#shared/contract/kit.ts';

/** The journal verbs with entries in memory. */
export function fakeJournal(held: { journal: JournalEntry[] }): Services<{ journal: typeof journal }>['journal'] {
  const matching = (query: JournalQuery): JournalEntry[] =>
    held.journal.filter((entry) => {
      const searchText =
        `${entry.op} ${entry.label} ${entry.path} ${entry.who} ${entry.reportedMessage ?? ''}`.toLowerCase();
      const isFound = (query.search ?? '')
        .toLowerCase()
        .split(/\s+/)
        .every((word) => searchText.includes(word));
      const isOpen = entry.state === 'applied' && entry.undo.kind !== 'none' && entry.undoneBy === null;
      return (
        isFound &&
        (query.op === undefined || query.op === entry.op) &&
        (query.state === undefined || query.state === entry.state) &&
        (query.planId === undefined || query.planId === entry.planId) &&
        (query.after === undefined || entry.intendedAt >= query.after) &&
        (query.before === undefined || entry.intendedAt <= query.before) &&
        (query.profileId === undefined || query.profileId === null || query.profileId === entry.profileId) &&
        (query.canUndo === undefined || query.canUndo === isOpen)
      );
    });
  return {
    list: ({ query, slice: { from, count } }) => {
      const hits = matching(query);
      const rows = hits.slice(from, from + count);
      return { total: hits.length, isCapped: false, from, rows, revision: held.journal.length + 1, queryMs: 0.3 };
    },
    get: ({ id }) => held.journal.find((entry) => entry.id === id) ?? null,
    ids: ({ query, from, count }) => ({
      ids: matching(query)
        .slice(from, from + count)
        .map(({ id }) => id),
    }),
    ops: () => ({ ops: [...new Set(held.journal.map(({ op }) => op))] }),
    export: ({ query, format }) => ({
      path: `/downloads/reeve-journal.${format}`,
      downloads: [],
      rows: matching(query).length,
    }),
  };
}
