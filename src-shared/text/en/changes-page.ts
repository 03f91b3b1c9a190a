import type { ChangeView } from '#shared/contract/history.ts';
import { labels, titleOf } from './collections.ts';
import { and } from './fields.ts';
import { count, exactTime, plural, shortDay, shortMoment, timeOfDay } from './moments.ts';

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric' });
const weekdayName = new Intl.DateTimeFormat('en', { weekday: 'short' });
const changed = (n: number) => plural(n, 'change');
const dayAt = (day: string): number => new Date(`${day}T00:00`).getTime();
const isSameDay = (a: number, b: number): boolean => new Date(a).toDateString() === new Date(b).toDateString();

/** Words of the page Changes. Those of single changes are in `history.ts`. */
export const changesPage = {
  title: 'Changes',
  views: {
    administrators: 'New administrators',
    'two-factor-off': 'Two-factor switched off',
    'access-raised': 'Access raised',
    'not-returned': 'Not returned',
    'new-tokens': 'New tokens',
  } satisfies Record<ChangeView, string>,
  all: 'All',
  compare: 'Compare two moments…',
  exportTitle: (n: number) => `Export ${changed(n)}`,
  nothing: 'No changes to export',
  notLoaded: 'Show all changes first, or select fewer',

  toolbar: 'Changes to show',
  searchLabel: 'Search changes',
  searchHint: 'Name, place, or value',
  noun: { one: 'change', many: 'changes' },
  filtersTitle: 'Filter by',
  filters: labels('list', 'kind', 'field', 'place', 'person'),
  groupBy: 'Group by',
  groupings: { 'day-kind': 'Day and kind', ...labels('day', 'kind', 'place', 'person', 'plan') },
  presetsLabel: 'Length of the time span',
  presets: { '24h': '24 h', '8d': '8 d', '30d': '30 d', all: 'All time' },
  /** "Nov 21 – Nov 28", "Nov 28", or with times if it is not made of whole days. */
  span: (since: number, until: number, nowMs: number): string => {
    if (since === 0) return `Until ${shortDay(until, nowMs)}`;
    if (new Date(since).getHours() + new Date(since).getMinutes() > 0)
      return `${shortMoment(since, nowMs)} – ${isSameDay(since, until) ? timeOfDay(until) : shortMoment(until, nowMs)}`;
    const [from, to] = [shortDay(since, nowMs), shortDay(until, nowMs)];
    return from === to ? from : `${from} – ${to}`;
  },
  spanLabel: (span: string) => `Time span: ${span}`,
  earlier: 'Show the time before',
  later: 'Show the time after',
  days: {
    title: 'Changes between two days',
    first: 'First day',
    last: 'Last day',
    button: 'Show changes',
    order: 'The last day is before the first one.',
  },

  chart: {
    total: (n: number) => (n === 1 ? 'change' : 'changes'),
    outside: (n: number) => `${count(n)} outside`,
    reeve: (n: number) => `${count(n)} by Reeve`,
    sentence: (outside: number, reeve: number, span: string) =>
      `${changed(outside + reeve)}, ${span}: ${count(outside)} outside of Reeve, ${count(reeve)} by Reeve.`,
    day: (day: string) => `${weekdayName.format(dayAt(day))} ${new Date(dayAt(day)).getDate()}`,
    bar: (day: string, outside: number, reeve: number, syncs: number) =>
      `${weekday.format(dayAt(day))}: ${outside + reeve + syncs === 0 ? 'no sync' : `${count(outside)} outside of Reeve, ${count(reeve)} by Reeve`}`,
    table: 'Changes for each day',
    columns: { day: 'Day', outside: 'Outside of Reeve', reeve: 'By Reeve', syncs: 'Syncs' },
  },

  grid: 'Changes, newest first',
  columns: {
    changed: 'Changed',
    place: 'Place',
    change: 'Before → after',
    by: 'By',
    when: 'Between syncs, or exact',
  },
  place: { group: (ref: string) => `Group ${ref}`, project: (ref: string) => `Project ${ref}` },
  moreFields: (n: number) => `and ${count(n)} more`,
  /** "02:03 – 08:03", "11:20:14" for an exact time; with days if the two syncs were on different days. */
  when: ({ since, at }: { since: number | null; at: number }, hasDay: boolean, nowMs: number): string => {
    if (since === null) return hasDay ? `${shortDay(at, nowMs)}, ${exactTime(at)}` : exactTime(at);
    if (!isSameDay(since, at)) return `${shortMoment(since, nowMs)} – ${shortMoment(at, nowMs)}`;
    return `${hasDay ? shortMoment(since, nowMs) : timeOfDay(since)} – ${timeOfDay(at)}`;
  },
  headings: {
    day: (atMs: number) => weekday.format(atMs),
    noPerson: 'Not about a person',
    lostPlan: 'Plan that is no longer stored',
    count: changed,
    fold: 'Collapse',
    unfold: 'Expand',
    synced: (n: number) => (n === 0 ? 'No sync' : `Synced ${n === 1 ? 'once' : `${count(n)} times`}`),
  },

  none: (span: string) => `No changes, ${span}.`,
  ranSyncs: (n: number) => (n === 0 ? 'No list was synced in this time.' : `${plural(n, 'sync')} ran in this time.`),
  clear: 'Clear filters',
  never: 'No changes are recorded yet.',
  neverWhat: 'Changes are recorded from the second sync of a list on.',
  incomplete: (lists: readonly { collection: string; synced: number; places: number }[]) =>
    `Not all places were synced in this time. ${and.format(lists.map(({ collection, synced, places }) => `${titleOf(collection)}: ${count(synced)} of ${count(places)}`))}.`,
  showPlaces: 'Show places',
  offline: (time: string | null) =>
    `Offline: changes are complete up to the last sync${time === null ? '' : `, ${time}`}.`,

  menu: (name: string) => `Actions for ${name}`,
  openHistory: 'Show history',
  notOneRow: 'This change is about a whole list',
  undo: (n: number) => `Undo ${count(n)} by Reeve…`,
  noUndo: 'None of the selected changes can be undone',
};
