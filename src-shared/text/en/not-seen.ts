import type { CoverageState } from '#shared/contract/coverage.ts';
import { count, plural } from './moments.ts';

const nouns = {
  place: ['place', 'places'],
  project: ['project', 'projects'],
  group: ['group', 'groups'],
  instance: ['list of the instance', 'lists of the instance'],
} as const;

/** Words about places from which a list was not synced. */
export const notSeen = {
  /** "3 projects can’t be read with this token (403), 2 were never synced." `statuses`: of the refused lists. */
  sentence: (
    kind: keyof typeof nouns,
    counts: Readonly<Partial<Record<CoverageState, number>>>,
    statuses: readonly number[],
  ): string => {
    const { refused = 0, never = 0, partial = 0, syncing = 0 } = counts;
    const codes = statuses.length === 0 ? '' : ` (${statuses.join(', ')})`;
    const parts = [
      [refused, `can’t be read with this token${codes}`],
      [never, `${never === 1 ? 'was' : 'were'} never synced`],
      [partial, `${partial === 1 ? 'is' : 'are'} incomplete`],
      [syncing, `${syncing === 1 ? 'is' : 'are'} being synced`],
    ] as const;
    const [one, many] = nouns[kind];
    const found = parts.filter(([n]) => n > 0);
    return `${found.map(([n, text], at) => `${at === 0 ? plural(n, one, many) : count(n)} ${text}`).join(', ')}.`;
  },
  below: (list: string) => `${list} below this group:`,
  unknown: 'Reeve couldn’t find out which places are missing here.',
  show: 'Show',
};
