import { journalStates, type JournalEntry, type JournalQuery } from '#shared/contract/journal.ts';
import { journal as words } from '#shared/text/en/journal.ts';
import { days } from '#shared/time.ts';

export const times = ['any', 'day', 'week', 'month'] as const;
export type Time = (typeof times)[number];
const spans: Record<Exclude<Time, 'any'>, number> = { day: days(1), week: days(7), month: days(30) };

/** The selected filters of the journal; '' matches all. */
export interface JournalFilters {
  op: string;
  state: JournalEntry['state'] | '';
  time: Time;
  profileId: string;
  canUndo: boolean;
  /** Only entries about the account with this ID; null: all. */
  person: number | null;
}

export const noFilters: JournalFilters = {
  ...{ op: '', state: '', time: 'any', profileId: '', canUndo: false },
  person: null,
};

export function queryOf(search: string, { op, state, time, profileId, canUndo, person }: JournalFilters): JournalQuery {
  return {
    search: search.trim(),
    ...(op === '' ? {} : { op }),
    ...(state === '' ? {} : { state }),
    ...(time === 'any' ? {} : { after: Date.now() - spans[time] }),
    ...(canUndo ? { canUndo } : {}),
    ...(person === null ? {} : { person }),
    profileId: profileId === '' ? null : profileId,
  };
}

/** The filters that a link sets; undefined if it sets none. */
export function linkedFilters(query: URLSearchParams): JournalFilters | undefined {
  const state = journalStates.find((one) => one === query.get('state'));
  const person = /^[1-9]\d{0,14}$/.test(query.get('person') ?? '') ? Number(query.get('person')) : null;
  if (state === undefined && person === null) return undefined;
  const time = times.find((one) => one === query.get('time')) ?? 'any';
  return { ...noFilters, state: state ?? '', time, person, profileId: query.get('instance') ?? '' };
}

export const stateOptions = [
  { value: '' as const, label: words.filters.anyState },
  ...journalStates.map((value) => ({ value, label: words.states[value] })),
];
export const timeOptions = times.map((value) => ({ value, label: words.filters.times[value] }));
