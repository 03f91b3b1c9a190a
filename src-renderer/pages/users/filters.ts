import {
  exclusiveUserFilters,
  pairedUserFilters,
  userFilterSides,
  type UserFilter,
  type UserFilterName,
} from '#shared/contract/users.ts';
import { users as words } from '#shared/text/en/users.ts';

export type FilterControl = 'flag' | 'two-factor' | 'text' | 'date' | 'attributes';

/** Every filter of the API, in the groups of the filter menu. */
export const filterGroups: readonly { id: keyof typeof words.filter.groups; names: readonly UserFilterName[] }[] = [
  { id: 'state', names: ['active', 'blocked', 'exclude_active'] },
  { id: 'access', names: ['admins', 'auditors', 'external', 'exclude_external', 'two_factor', 'skip_ldap'] },
  { id: 'kind', names: ['humans', 'exclude_humans', 'exclude_internal', 'without_project_bots'] },
  { id: 'identity', names: ['username', 'public_email', 'provider', 'extern_uid'] },
  { id: 'time', names: ['created_after', 'created_before'] },
  { id: 'more', names: ['without_projects', 'custom_attributes'] },
];

const controls: Partial<Record<UserFilterName, FilterControl>> = {
  two_factor: 'two-factor',
  username: 'text',
  public_email: 'text',
  provider: 'text',
  extern_uid: 'text',
  created_after: 'date',
  created_before: 'date',
  custom_attributes: 'attributes',
};

export function controlOf(name: UserFilterName): FilterControl {
  return controls[name] ?? 'flag';
}

export function isServerSide(name: UserFilterName): boolean {
  return userFilterSides[name] === 'server';
}

/** Why a filter cannot be set now; null when it can. One that is set can always be taken away. */
export function whyNot(name: UserFilterName, filter: UserFilter, isAdministratorView: boolean): string | null {
  if (isSet(filter, name)) return null;
  if (userFilterSides[name] === 'administrator' && !isAdministratorView) return words.filter.needsAdministrator;
  for (const [one, other] of exclusiveUserFilters) {
    const rival = name === one ? other : name === other ? one : undefined;
    if (rival !== undefined && isSet(filter, rival)) return words.filter.excludedBy(words.filter.labels[rival]);
  }
  for (const [dependent, needed] of pairedUserFilters) {
    if (name === dependent && !isSet(filter, needed)) return words.filter.needsProvider;
  }
  return null;
}

/** The filter with one entry set or (undefined) taken away, together with what means nothing without it. */
export function withFilter<N extends UserFilterName>(filter: UserFilter, name: N, value: UserFilter[N]): UserFilter {
  const next: UserFilter = { ...filter };
  if (value === undefined || value === false || value === '') delete next[name];
  else next[name] = value;
  for (const [dependent, needed] of pairedUserFilters) if (next[needed] === undefined) delete next[dependent];
  if (next.custom_attributes !== undefined && Object.keys(next.custom_attributes).length === 0) {
    delete next.custom_attributes;
  }
  return next;
}

export function isSet(filter: UserFilter, name: UserFilterName): boolean {
  return filter[name] !== undefined && filter[name] !== false;
}

/** The filters that are set, in the order of the menu. */
export function setFilters(filter: UserFilter): UserFilterName[] {
  return filterGroups.flatMap(({ names }) => names).filter((name) => isSet(filter, name));
}

/** A filter as its chip says it. */
export function chipOf(filter: UserFilter, name: UserFilterName): string {
  const label = words.filter.labels[name];
  const value = filter[name];
  if (name === 'two_factor') return words.filter.chip(label, words.filter.twoFactor[filter.two_factor ?? 'any']);
  if (name === 'created_after' || name === 'created_before') return words.filter.chip(label, dayOf(filter[name]));
  if (name === 'custom_attributes') {
    const pairs = Object.entries(filter.custom_attributes ?? {}).map(([key, text]) => `${key} = ${text}`);
    return words.filter.chip(label, pairs.join(', '));
  }
  return typeof value === 'string' ? words.filter.chip(label, value) : label;
}

/** An ISO moment as the day that a date field shows, in the person's zone; '' for none. */
export function dayOf(instant: string | undefined): string {
  if (instant === undefined) return '';
  const moment = new Date(instant);
  if (Number.isNaN(moment.getTime())) return instant;
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** The start of a day of a date field, in the person's zone, as the API takes it; undefined for no day. */
export function instantOf(day: string): string | undefined {
  const moment = new Date(`${day}T00:00:00`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
