import type { UserFilterName, UserListFilter } from '#shared/contract/users.ts';
import { figures } from '#shared/contract/figures.ts';
import { exclusiveUserFilters, pairedUserFilters, userFilterSides } from '#shared/contract/users.constant.ts';
import { labelOf } from '#shared/text/en/fields.ts';
import { users as words } from '#shared/text/en/users.ts';
import type { BuiltInView, FilterControl, FilterField } from '../../console/list-spec.ts';

/** Every filter of the API and of the cache, in the groups of the filter menu. */
const groups: readonly { id: keyof typeof words.filter.groups; names: readonly UserFilterName[] }[] = [
  { id: 'state', names: ['active', 'blocked', 'exclude_active'] },
  {
    id: 'access',
    names: ['admins', 'auditors', 'external', 'exclude_external', 'two_factor', 'can_sign_in', 'skip_ldap'],
  },
  { id: 'kind', names: ['humans', 'exclude_humans', 'exclude_internal', 'without_project_bots'] },
  { id: 'identity', names: ['username', 'public_email', 'provider', 'extern_uid'] },
  { id: 'activity', names: ['inactive_days', 'active_days', 'never_active'] },
  { id: 'signIn', names: ['no_sign_in_days', 'sign_in_days', 'never_signed_in'] },
  { id: 'time', names: ['created_after', 'created_before'] },
  { id: 'more', names: ['without_projects', 'custom_attributes'] },
];

const twoFactor = (['enabled', 'disabled', 'unknown'] as const).map((value) => ({
  value,
  label: words.filter.twoFactor[value],
}));
const ageInDays = { kind: 'number', least: 1, unit: words.filter.days } as const;
const controls: Partial<Record<UserFilterName, FilterControl>> = {
  two_factor: { kind: 'enum', options: twoFactor },
  username: { kind: 'text' },
  public_email: { kind: 'text' },
  provider: { kind: 'text' },
  extern_uid: { kind: 'text' },
  created_after: { kind: 'date' },
  created_before: { kind: 'date' },
  custom_attributes: { kind: 'pairs' },
  inactive_days: ageInDays,
  active_days: ageInDays,
  no_sign_in_days: ageInDays,
  sign_in_days: ageInDays,
};

export const userFilters: readonly FilterField<UserListFilter>[] = groups.flatMap(({ id, names }) =>
  names.map((name) => fieldOf(name, words.filter.groups[id])),
);

function fieldOf(name: UserFilterName, group: string): FilterField<UserListFilter> {
  const needs = pairedUserFilters.find(([dependent]) => dependent === name)?.[1];
  return {
    name,
    group,
    label: labelOf(name, words.filter.labels),
    control: controls[name] ?? { kind: 'flag' },
    excludes: exclusiveUserFilters.flatMap(([one, other]) => (one === name ? [other] : [])),
    side: userFilterSides[name],
    ...(needs === undefined ? {} : { needs }),
  };
}

const kept = { isAdministrators: true };
const { builtIn, idleWhy, inactiveYearWhy, noTwoFactorWhy } = words.views;

/** Built-in views. Each contains only filters that the platform or the cache can answer. */
export const userViews: readonly BuiltInView<UserListFilter>[] = [
  { id: 'administrators', name: builtIn.administrators, query: { filter: figures.administrators.filter }, ...kept },
  {
    id: 'no-two-factor',
    name: builtIn['no-two-factor'],
    query: { filter: figures.withoutTwoFactor.filter },
    hint: noTwoFactorWhy,
    ...kept,
  },
  { id: 'blocked', name: builtIn.blocked, query: { filter: { blocked: true } } },
  {
    id: 'idle',
    name: builtIn.idle,
    query: { filter: { active: true }, sort: { by: 'last_activity_on', direction: 'asc' } },
    hint: idleWhy,
    ...kept,
  },
  {
    id: 'inactive-year',
    name: builtIn['inactive-year'],
    query: {
      filter: figures.inactiveForAYear.filter,
      sort: { by: 'last_activity_on', direction: 'asc' },
    },
    hint: inactiveYearWhy,
    ...kept,
  },
];
