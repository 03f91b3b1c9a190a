import type { Noun } from './console.ts';
import { count, exactTime, plural, shortDay, shortMoment, timeOfDay } from './moments.ts';

const whole = new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });
const upper = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Texts of a window that shows a moment in the past. All times are in the local time zone. */
export const asOf = {
  band: 'Moment in the past',
  label: 'As of',
  /** "Fri, Nov 20, 2026, 18:00", with seconds if it has some. */
  moment: (at: number) => `${whole.format(at)}, ${at % 60_000 === 0 ? timeOfDay(at) : exactTime(at)}`,
  choose: 'Choose a moment',
  previous: 'Previous change',
  next: 'Next change',
  noPrevious: 'No earlier change is recorded.',
  noNext: 'No later change is recorded.',
  loading: 'Loading…',
  state: (syncedAt: number, now: number) => `State of the sync of ${shortMoment(syncedAt, now)}. Read-only.`,
  notSynced: 'Not synced at this moment. Read-only.',
  readOnly: 'Read-only.',
  present: 'This page shows the present.',
  toNow: 'Back to now',
  /** Announced. */
  isNow: 'Showing the present.',
  places: (synced: number, all: number) => `${count(synced)} of ${plural(all, 'place')} at this moment.`,
  failed: 'Couldn’t load what is known about this moment.',
  picker: {
    title: 'Show as of a moment',
    label: 'Day and time',
    show: 'Show',
    invalid: 'Enter a day and a time such as 2026-11-20 18:00.',
    last: (at: string) => `Last sync before it: ${at}`,
    none: 'Nothing was synced before it.',
    before: (since: number | null, now: number) =>
      since === null ? 'Nothing is recorded yet.' : `Recorded since ${shortMoment(since, now)}.`,
    future: 'This moment is in the future.',
  },
  list: {
    notRecorded: 'Not recorded',
    notRecordedWhy: 'The history doesn’t record this field.',
    serverWhy: 'Only the instance can evaluate this filter, and only for the present.',
    viewWhy: 'This view needs a field that isn’t recorded.',
    none: ({ many }: Noun) => `No ${many} were synced at this moment.`,
    first: (since: number, now: number) => `First sync: ${shortMoment(since, now)}.`,
    goThere: 'Go there',
    empty: ({ many }: Noun) => `There were no ${many} at this moment.`,
    neverRecorded: ({ many }: Noun) => `History isn’t recorded for ${many}.`,
  },
  counts: {
    label: 'Then and now',
    then: ({ many }: Noun) => `${upper(many)} then`,
    now: 'Now',
    came: 'added since',
    notReturned: 'not returned',
    changed: 'changed',
    compare: 'Compare with now',
  },
  now: {
    title: 'Now',
    same: 'Same',
    unknown: 'Unknown',
    notReturned: (since: number, now: number) => `Not returned since ${shortDay(since, now)}`,
    deleted: 'Deleted',
    more: (n: number) => `+${count(n)}`,
    change: (label: string, value: string) => `${label} → ${value}`,
  },
};
