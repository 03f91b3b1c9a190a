import type { PinProblem } from '#shared/contract/pins.ts';
import { toIso } from '#shared/time.ts';
import { explainWord } from './failures.ts';
import { count, plural } from './moments.ts';

const kinds: Record<PinProblem['problem'], string> = {
  refused: 'refused',
  missing: 'not found on the instance; content stored before is kept',
  'too-large': 'larger than the limit for a file',
  'over-quota': 'over the quota',
  unreadable: 'stored without the rows that are too large or can’t be read',
  failed: 'failed',
};
/** Names can contain tabs and line breaks, which separate the columns and rows. */
const cell = (text: string): string => text.replace(/\s+/gu, ' ');

/** Words about items that a pin could not store, or not completely. */
export const pinProblems = {
  title: 'Not stored',
  wholeInstance: 'whole instance',
  placeOf: ({ place }: PinProblem) => (place === '' ? pinProblems.wholeInstance : place),
  /** The item with its place, if the item does not name it, and what happened. */
  problem(problem: PinProblem): string {
    const { label, place, status } = problem;
    const where = place !== '' && label.includes(place) ? '' : ` (${pinProblems.placeOf(problem)})`;
    const what =
      problem.problem === 'unreadable' && status !== null ? 'stored without its blame' : kinds[problem.problem];
    return `${label}${where}: ${what}${status === null ? '' : ` (${status})`}`;
  },
  /** The reason in words; null: the kind of the problem is enough. */
  why: ({ problem, reason }: PinProblem) =>
    reason === null || (problem !== 'refused' && problem !== 'failed') ? null : explainWord(reason).what,
  more: (n: number) => `Show ${count(n)} more`,
  shown: (n: number, total: number) => `${count(n)} of ${count(total)} shown`,
  count: (n: number) => plural(n, 'item'),
  copy: (n: number) => `Copy ${plural(n, 'item')}`,
  loadFailed: 'Couldn’t load the problems of this pin',
  /** Columns separated by tabs, with their names in the first line. */
  asText: (problems: readonly PinProblem[]): string =>
    [
      ['Depth', 'Item', 'Place', 'Problem', 'Status', 'Reason', 'Time'].join('\t'),
      ...problems.map((one) =>
        [
          one.depth,
          one.label,
          pinProblems.placeOf(one),
          kinds[one.problem],
          one.status === null ? '' : String(one.status),
          pinProblems.why(one) ?? '',
          toIso(one.at),
        ]
          .map(cell)
          .join('\t'),
      ),
    ].join('\n'),
};
