import type { CollectionDifference, RowDifference } from '#shared/contract/history.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { days, hours } from '#shared/time.ts';
import { byReeve, noChanges } from './sample-changes.ts';

const whole = (rows: number) => ({ rows, places: 1, synced: 1, oldest: Date.now() - days(8) - hours(2) });

export const sampleLists: CollectionDifference[] = [
  {
    ...{ collection: 'users', a: whole(1_270), b: { ...whole(1_291), oldest: Date.now() - hours(1) } },
    ...{ came: 2, notReturned: 1, changed: 1, byReeve: 1 },
  },
  {
    ...{ collection: 'members', a: { ...whole(40), places: 22, synced: 19 }, b: whole(41) },
    ...{ came: 1, notReturned: 0, changed: 0, byReeve: 0 },
  },
  {
    ...{ collection: 'imports', a: { rows: null, places: 1, synced: 0, oldest: null }, b: whole(3) },
    ...{ came: 0, notReturned: 0, changed: 0, byReeve: 0 },
  },
];

const outside = { kind: 'outside' } as const;
const row = (id: number, title: string) => ({ scope: '', id, title, at: Date.now() - hours(3), row: null });
export const sampleRows: RowDifference[] = [
  {
    ...row(1, 'Ines Moreau'),
    ...{ kind: 'changed', by: byReeve },
    fields: [
      { name: 'is_admin', before: false, after: true },
      { name: 'email', before: 'ines@old.example', after: 'ines@new.example' },
    ],
  },
  { ...row(2, 'Jonas Petersen'), kind: 'notReturned', fields: [], by: outside, row: { username: 'jonas.petersen' } },
  { ...row(3, 'Oskar Lund'), kind: 'came', fields: [], by: outside, row: { username: 'oskar.lund' } },
  { ...row(4, 'Emil Holm'), kind: 'came', fields: [], by: outside, row: { username: 'emil.holm' } },
];

/** A comparison of these lists, all of which have the same differing rows. */
export function fakeComparison(lists: readonly CollectionDifference[] = sampleLists, rows = sampleRows) {
  return {
    compare: () => ({ collections: [...lists], recorded: noChanges.recorded }),
    differences: ({ kind, search, slice }) => {
      const named = rows.filter(({ title }) => (title ?? '').includes(search));
      const found = named.filter((one) => kind === null || one.kind === kind);
      const countOf = (wanted: RowDifference['kind']) => named.filter((one) => one.kind === wanted).length;
      return {
        total: found.length,
        counts: { came: countOf('came'), notReturned: countOf('notReturned'), changed: countOf('changed') },
        rows: found.slice(slice.from, slice.from + slice.count),
      };
    },
  } satisfies Partial<Services<ReeveContract>['history']>;
}
