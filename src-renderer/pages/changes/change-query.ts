import { changeKinds, changeViews, type ChangesQuery } from '#shared/contract/history.ts';
import { isScope } from '#shared/contract/scope.ts';
import { hours, toIso } from '#shared/time.ts';
import { isCollection } from '../../stores/lists/collection-names.ts';
import { changesPath } from '../../stores/window/address.ts';

/** What changes can be grouped by: the levels of headings above them, the outer one first. */
export const groupings = ['day-kind', 'day', 'kind', 'place', 'person', 'plan'] as const;
export type Grouping = (typeof groupings)[number];
export type Group = Exclude<Grouping, 'day-kind'>;
export const groupsOf = (grouping: Grouping): Group[] => grouping.split('-') as Group[];

const defaultSpan = '8d';
/** `since` of the span from the first recorded change. */
const sinceFirst = 'all';
export const presets = ['24h', defaultSpan, '30d', sinceFirst] as const;

/**
 * The query of the page as its address has it; '' is the default. `since`: a moment, or a duration up to now: `24h`, or `8d`
 * for today and seven days before it. `until`: a moment; '': now. `kind`, `list`, `field`: one of them, or several with
 * commas.
 */
export type ChangeQuery = Record<keyof typeof checks, string>;

const isMoment = (text: string): boolean => !Number.isNaN(Date.parse(text));
const areIn =
  (known: readonly string[]) =>
  (text: string): boolean =>
    text.split(',').every((one) => known.includes(one));
const duration = /^([1-9]\d{0,3})([hd])$/;
const checks = {
  since: (text: string) => text === sinceFirst || duration.test(text) || isMoment(text),
  until: isMoment,
  view: areIn(changeViews),
  list: (text: string) => text.split(',').every(isCollection),
  kind: areIn(changeKinds),
  place: isScope,
  person: (text: string) => /^[1-9]\d{0,14}$/.test(text),
  field: () => true,
  by: areIn(['outside', 'reeve']),
  search: () => true,
  group: areIn(groupings),
};
const names = Object.keys(checks) as (keyof typeof checks)[];

/** Filters that show all changes of a span. */
export const noFilters = { view: '', list: '', kind: '', place: '', person: '', field: '', by: '', search: '' };
type Filters = typeof noFilters;
const filterNames = Object.keys(noFilters) as (keyof Filters)[];

/** The query in the parameters of an address. Unknown values are ignored. */
export function readQuery(parameters: { get: (name: string) => string | null | undefined }): ChangeQuery {
  const read = (name: keyof typeof checks): string => {
    const text = parameters.get(name) ?? '';
    return checks[name](text) ? text : '';
  };
  const query = Object.fromEntries(names.map((name) => [name, read(name)])) as ChangeQuery;
  // A link to the changes of a person shows all of them
  return query.person !== '' && query.since === '' ? { ...query, since: sinceFirst } : query;
}

/** The query of a saved view, or of an object in an address. Unknown values are ignored. */
export const readSaved = (saved: unknown): ChangeQuery =>
  readQuery(new Map(Object.entries(saved ?? {}).map(([name, value]) => [name, String(value)])));

/** The address of the page with a query: `/changes?since=30d&list=users`. */
export const pathOf = (query: Partial<ChangeQuery>): string =>
  changesPath(Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')));

/** Equal for queries that show the same changes. A view does not change the span and the grouping, so they do not count. */
export const keyOf = (query: Filters): string => JSON.stringify(filterNames.map((name) => query[name]));

/** The preset of a query; '': it has another span. */
export const presetOf = ({ since, until }: ChangeQuery): string => (until === '' ? since || defaultSpan : '');

/** The span of a query in epoch milliseconds. */
export function spanOf({ since, until }: Pick<ChangeQuery, 'since' | 'until'>, nowMs: number) {
  const end = until === '' ? nowMs : Date.parse(until);
  if (since === sinceFirst) return { since: 0, until: end };
  const [, amount, unit] = duration.exec(since || defaultSpan) ?? [];
  if (amount === undefined) return { since: Math.min(Date.parse(since), end), until: end };
  if (unit === 'h') return { since: end - hours(Number(amount)), until: end };
  const first = new Date(end);
  first.setDate(first.getDate() + 1 - Number(amount));
  return { since: first.setHours(0, 0, 0, 0), until: end };
}

/** The span before (-1) or after (1) that of a query. Null: it would end after now. */
export function movedSpan(query: ChangeQuery, by: -1 | 1, nowMs: number): Pick<ChangeQuery, 'since' | 'until'> | null {
  const { since, until } = spanOf(query, nowMs);
  if (by === 1 && (query.until === '' || until >= nowMs)) return null;
  const start = since + by * (until - since);
  return { since: toIso(start), until: toIso(Math.min(start + until - since, nowMs)) };
}

/** The calendar days from `first` to `last` (`YYYY-MM-DD`) as a span. */
export function daySpan(first: string, last = first): Pick<ChangeQuery, 'since' | 'until'> {
  const end = new Date(`${last}T00:00`);
  return { since: toIso(Date.parse(`${first}T00:00`)), until: toIso(end.setDate(end.getDate() + 1) - 1) };
}

const listIn = <V extends string>(text: string): V[] | undefined =>
  text === '' ? undefined : (text.split(',') as V[]);

/** A query as the core takes it. */
export function coreQuery(query: ChangeQuery, nowMs: number): ChangesQuery {
  const { list, kind, place, person, field, by, search, view } = query;
  return {
    ...spanOf(query, nowMs),
    filter: {
      collections: listIn(list),
      kinds: listIn(kind),
      place: place || undefined,
      person: person === '' ? undefined : Number(person),
      fields: listIn(field),
      by: listIn<'outside' | 'reeve'>(by)?.[0],
    },
    view: (view as ChangesQuery['view'] | '') || null,
    search: search.trim(),
  };
}

/** The span of the chart: that of a query, but at least two weeks, and at most the last 92 days. */
export function chartSpan(query: ChangeQuery, nowMs: number): { since: number; until: number } {
  const { since, until } = spanOf(query, nowMs);
  const before = (span: string): number => spanOf({ since: span, until: toIso(until) }, nowMs).since;
  return { since: Math.max(Math.min(since, before('14d')), before('92d')), until };
}
