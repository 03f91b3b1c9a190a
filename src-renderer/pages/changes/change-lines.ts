import { peopleCollections } from '#shared/contract/search.ts';
import type { HistoryEntry } from '#shared/contract/history.ts';
import { isoDay } from '../../components/inputs/day-text.ts';
import type { Group } from './change-query.ts';

/**
 * A heading above changes. `level` 2: below a day. `count` null: not known before all changes are loaded. `more`: the
 * number of changes below it that are not shown, if it is open.
 */
export interface ChangeHeading {
  key: string;
  group: Group;
  level: 1 | 2;
  count: number | null;
  isOpen: boolean;
  more: number;
}
/** A row of the page. `entry` of a heading: the newest change below it. */
export interface ChangeLine {
  key: number;
  entry: HistoryEntry;
  heading?: ChangeHeading;
}

/** The number of changes of a kind that are shown below their day before a person shows all. */
const fewRows = 3;

/**
 * The rows of the page, from the loaded changes, newest first. `toggled`: the keys of headings of level 1 that are closed, and
 * of level 2 below which all changes are shown.
 */
export function linesOf(
  entries: readonly HistoryEntry[],
  [group, ...inner]: readonly Group[],
  { areAll, toggled }: { areAll: boolean; toggled: readonly string[] },
  above = '',
): ChangeLine[] {
  if (group === undefined) return entries.map((entry) => ({ key: entry.n, entry }));
  const keyIn = keys[group];
  const oldest = entries.at(-1);
  return [...Map.groupBy(entries, keyIn)].flatMap(([own, below]) => {
    const [entry] = below;
    if (entry === undefined) return [];
    const key = `${above}${own}`;
    const level = above === '' ? 1 : 2;
    const isToggled = toggled.includes(key);
    // Days are in the order of the changes, so only the last one can be incomplete
    const isWhole = areAll || (group === 'day' && oldest !== undefined && keyIn(oldest) !== own);
    const shown = level === 2 && !isToggled ? below.slice(0, fewRows) : below;
    const isOpen = level === 2 || !isToggled;
    const count = isWhole ? below.length : null;
    const heading = { key, group, level, count, isOpen, more: below.length - shown.length } as const;
    const next = isWhole && below.length <= fewRows ? [] : inner;
    return [
      // Numbers of changes are positive, so a heading has a negative number
      { key: -entry.n * 2 - level, entry, heading },
      ...(isOpen ? linesOf(shown, next, { areAll: isWhole, toggled }, `${key} `) : []),
    ];
  });
}

/** The account that a change is about; null: it is not about an account. */
export const personOf = ({ collection, id }: Pick<HistoryEntry, 'collection' | 'id'>): number | null =>
  typeof id === 'number' && (peopleCollections as readonly string[]).includes(collection) ? id : null;

export const dayOf = ({ at }: Pick<HistoryEntry, 'at'>): string => isoDay(new Date(at));

const keys: Readonly<Record<Group, (entry: HistoryEntry) => string>> = {
  day: dayOf,
  kind: ({ collection }) => collection,
  place: ({ scope }) => `place ${scope}`,
  person: (entry) => `person ${personOf(entry)}`,
  plan: ({ by }) => (by.kind === 'outside' ? by.kind : `plan ${by.planId}`),
};
