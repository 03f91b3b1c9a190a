import type { ChangeBy, ChangeKind, HistoryEntry, HistoryGap, Recorded } from '#shared/contract/history.ts';
import { days } from '#shared/time.ts';
import { labels } from './collections.ts';
import { count, plural, shortDay, shortMoment } from './moments.ts';

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

/** What happened, as a title or alone in a cell. */
const kinds: Readonly<Record<ChangeKind, string>> = {
  came: 'Added',
  changed: 'Changed',
  notReturned: 'Not returned',
  deleted: 'Deleted',
  back: 'Returned again',
  hidden: 'No longer visible with this token',
  visible: 'Visible again',
};

const by: Readonly<Record<ChangeBy['kind'], string>> = {
  outside: 'Outside of Reeve',
  reeve: 'By Reeve',
  adjusted: 'By Reeve, adjusted by the platform',
  probably: 'Probably by Reeve',
};

const gapReasons: Readonly<Record<HistoryGap['why'], string>> = {
  lost: 'they were lost when Reeve stopped unexpectedly',
  damaged: 'the file with the history was damaged',
  'disk-full': 'the disk was full',
  restored: 'the history was restored from a backup',
};

/** Words about recorded changes. Every page that shows them uses these words. */
export const history = {
  kinds,
  /** The sign before the kind, so that the color is not needed. */
  signs: {
    came: '+',
    changed: '~',
    notReturned: '−',
    deleted: '−',
    back: '+',
    hidden: '−',
    visible: '+',
  } satisfies Record<ChangeKind, string>,
  by,
  /** Explains these words; undefined: they need no explanation. */
  byWhy: {
    adjusted: 'Reeve sent another value. The platform stored this one.',
    probably: 'Reeve sent this value, but the outcome of the request is unknown.',
  } as Readonly<Partial<Record<ChangeBy['kind'], string>>>,
  plan: 'plan',
  /** "By Reeve, plan Raise limits". */
  bySentence: (one: ChangeBy) =>
    one.kind === 'outside' || one.plan === null ? by[one.kind] : `${by[one.kind]}, plan ${one.plan}`,
  exact: 'Exact time, from the reply',
  /** "Between the syncs of Nov 18, 02:04 and Nov 19, 02:04". */
  span: ({ since, at }: Pick<HistoryEntry, 'since' | 'at'>, nowMs: number) =>
    since === null ? history.exact : `Between the syncs of ${shortMoment(since, nowMs)} and ${shortMoment(at, nowMs)}`,
  since: (atMs: number, nowMs: number) => `since ${shortDay(atMs, nowMs)}`,
  /** "after 3 days". */
  after: (ms: number) => (ms < days(1) ? 'on the same day' : `after ${plural(Math.round(ms / days(1)), 'day')}`),
  fields: (n: number) => plural(n, 'field'),
  /** `what`: "Email and Two-factor", or "11 fields". */
  fieldsHidden: (kind: 'hidden' | 'visible', what: string) =>
    kind === 'hidden' ? `${what} no longer visible with this token` : `${what} visible again`,
  firstSynced: 'First synced',
  emptyValue: 'Empty',
  notRecordedValue: 'Not recorded',
  /** For screen readers: "Two-factor from On to Off". */
  fromTo: (label: string, before: string, after: string) => `${label} from ${before} to ${after}`,
  row: (noun: string, id: string | number) => `${noun} ${id}`,
  /** A person whose name is in no cached row: "ID 417". */
  person: (id: number | string) => `ID ${id}`,

  tab: 'History',
  label: (name: string) => `History of ${name}`,
  month: (atMs: number) => month.format(atMs),
  filter: { ...labels('all'), label: 'Shown changes', reeve: 'By Reeve', outside: 'Outside', allFields: 'All fields' },
  export: 'Export…',
  exportTitle: (name: string) => `Export the history of ${name}`,
  exported: (changes: number) => `${plural(changes, 'line')} exported`,
  exportFailed: 'Couldn’t export the history',
  more: (n: number) => `Show ${count(n)} more`,
  asOf: (atMs: number, nowMs: number) => `Show as of ${shortMoment(atMs, nowMs)}`,
  openPlan: 'Open plan',
  failed: 'Couldn’t load the history',

  recordedSince: ({ since }: Recorded, nowMs: number) =>
    since === null
      ? 'Nothing is recorded yet. Changes are recorded from the second sync on.'
      : `Recorded since ${shortDay(since, nowMs)}. Earlier changes are not known.`,
  /** `lastMs`: only changes of this time are shown; null: all. */
  none: ({ since }: Recorded, lastMs: number | null, nowMs: number) => {
    if (since === null) return 'No changes recorded yet.';
    const isOlder = lastMs !== null && since < nowMs - lastMs;
    return isOlder
      ? `No changes in the last ${plural(Math.round(lastMs / days(1)), 'day')}.`
      : `No changes recorded since ${shortDay(since, nowMs)}.`;
  },
  noneMatch: 'No change matches these filters.',
  removed: (beforeMs: number, nowMs: number) => `Changes before ${shortDay(beforeMs, nowMs)} were removed.`,
  gap: ({ from, until, why }: HistoryGap, nowMs: number) =>
    `Changes between ${shortMoment(from, nowMs)} and ${shortMoment(until, nowMs)} are not known: ${gapReasons[why]}.`,
  notRecorded: (rows: string) => `History isn’t recorded for ${rows}.`,

  /** The titles of the sections with the newest changes. */
  ofPerson: 'History',
  ofPlace: 'Changes, last 7 days',
  all: (n: number) => `Show all ${count(n)}`,
  listOf: (list: string, place: string) => `${list} of ${place}`,
};
