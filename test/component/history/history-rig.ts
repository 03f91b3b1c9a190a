import type { HistoryEntry } from '#shared/contract/history.ts';
import type { FakeAnswers } from '../fake-core.ts';

/** A local time in November 2026. */
export const november = (day: number, hour = 2, minute = 4): number => new Date(2026, 10, day, hour, minute).getTime();

/** A change of user 1 that a sync found. */
export const change = (over: Partial<HistoryEntry> & { n: number }): HistoryEntry => ({
  ...{ collection: 'users', scope: '', id: 1, title: 'Jonas Petersen', kind: 'changed', row: null, fields: [] },
  ...{ at: november(19), since: november(18), by: { kind: 'outside' } },
  ...over,
});
export const byReeve = { kind: 'reeve', planId: 'p1', plan: 'Raise limits', journalId: 3 } as const;
export const recorded = { since: november(1), removedBefore: null, gaps: [] };

type Life = NonNullable<FakeAnswers['history']>;

/** The history of a row with these entries; the filters work. */
export function lifeOf(entries: readonly HistoryEntry[], over: object = {}): Life {
  const isBy = ({ by }: HistoryEntry): 'outside' | 'reeve' => (by.kind === 'outside' ? 'outside' : 'reeve');
  return {
    life: ({ by, field, slice }) => {
      const found = entries.filter(
        (one) =>
          (by === undefined || isBy(one) === by) &&
          (field === undefined || one.fields.some(({ name }) => name === field)),
      );
      const reeve = entries.filter((one) => isBy(one) === 'reeve').length;
      return {
        ...{ isRecorded: true, total: found.length, counts: { reeve, outside: entries.length - reeve } },
        fields: [...new Set(entries.flatMap(({ fields }) => fields.map(({ name }) => name)))],
        entries: found.slice(slice.from, slice.from + slice.count),
        ...{ first: null, recorded },
        ...over,
      };
    },
  };
}

/** The changes of a page; all of them match. */
export const changesOf = (entries: readonly HistoryEntry[], over: object = {}): Life => ({
  changes: ({ slice }) => ({
    ...{ total: entries.length, by: { outside: entries.length, reeve: 0 }, collections: [], incomplete: [] },
    entries: entries.slice(slice.from, slice.from + slice.count),
    ...{ recorded, syncs: { count: 1, last: november(19) } },
    ...over,
  }),
});
