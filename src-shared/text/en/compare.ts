import type { CollectionThen } from '#shared/contract/history.ts';
import { days } from '#shared/time.ts';
import { labels } from './collections.ts';
import { and } from './fields.ts';
import { count, duration, plural } from './moments.ts';

/** Words of the page that compares two moments. */
export const compare = {
  title: 'Compare two moments',
  moment: { a: 'Moment A', b: 'Moment B' },
  now: 'Newest state',
  useNow: 'Use the newest state',
  complete: (n: number, all: number) => `${count(n)} of ${count(all)} lists complete`,
  swap: 'Swap A and B',
  totals: {
    came: () => 'added',
    notReturned: () => 'not returned',
    changed: () => 'changed',
    byReeve: (all: number) => `of ${count(all)} by Reeve`,
  },
  incomplete: (lists: readonly string[]) =>
    `${and.format(lists)} ${lists.length === 1 ? 'was' : 'were'} not complete at both moments. Rows of the missing places are not counted as added or not returned.`,

  table: 'Lists at both moments',
  columns: { list: 'List', bar: 'Not returned, added', age: 'Age, A → B' },
  completeAt: (day: string) => `Complete on ${day}`,
  never: 'Never synced',
  wholly: 'Complete',
  partly: ({ synced, places }: CollectionThen) => `${count(synced)} of ${plural(places, 'place')}`,
  incomparable: 'Can’t compare',
  bar: (came: number, notReturned: number) => `${count(notReturned)} not returned, ${count(came)} added`,
  age: (ms: number | null) =>
    ms === null ? '–' : ms < days(1) ? duration(Math.max(0, ms)) : `${count(Math.floor(ms / days(1)))} d`,

  rows: (n: number) => plural(n, 'row differs', 'rows differ'),
  kindsLabel: 'Differences',
  searchLabel: 'Search differences',
  searchHint: 'Name or value',
  differences: (list: string) => `Differences of ${list}`,
  rowColumns: { ...labels('row', 'field', 'found'), kind: 'Difference', by: 'By' },
  side: (letter: string, day: string) => `${letter}: ${day}`,
  allFields: 'All fields',
  none: 'No differences.',
  noneWhole: (n: number) =>
    n === 1 ? 'The list was complete at both moments.' : `All ${count(n)} lists were complete at both moments.`,
  noneMatch: 'No difference matches.',
  notRecorded: 'Nothing is recorded yet.',
  notRecordedWhat: 'Two moments can be compared after the second sync of a list.',
  exportTitle: (list: string) => `Export the differences of ${list}`,
};
