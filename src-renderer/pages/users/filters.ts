import {
  exclusiveUserFilters,
  pairedUserFilters,
  userFilterSides,
  type UserFilter,
  type UserFilterName,
} from '#shared/contract/users.ts';
import { users as words } from '#shared/text/en/users.ts';
import type { BuiltInView, FilterControl, FilterField } from '../../console/list-spec.ts';

/** Every filter of the API, in the groups of the filter menu. */
const groups: readonly { id: keyof typeof words.filter.groups; names: readonly UserFilterName[] }[] = [
  { id: 'state', names: ['active', 'blocked', 'exclude_active'] },
  { id: 'access', names: ['admins', 'auditors', 'external', 'exclude_external', 'two_factor', 'skip_ldap'] },
  { id: 'kind', names: ['humans', 'exclude_humans', 'exclude_internal', 'without_project_bots'] },
  { id: 'identity', names: ['username', 'public_email', 'provider', 'extern_uid'] },
  { id: 'time', names: ['created_after', 'created_before'] },
  { id: 'more', names: ['without_projects', 'custom_attributes'] },
];

const twoFactor = (['enabled', 'disabled'] as const).map((value) => ({
  value,
  label: words.filter.twoFactor[value],
}));
const controls: Partial<Record<UserFilterName, FilterControl>> = {
  two_factor: { kind: 'enum', options: twoFactor },
  username: { kind: 'text' },
  public_email: { kind: 'text' },
  provider: { kind: 'text' },
  extern_uid: { kind: 'text' },
  created_after: { kind: 'date' },
  created_before: { kind: 'date' },
  custom_attributes: { kind: 'pairs' },
};

export const userFilters: readonly FilterField<UserFilter>[] = groups.flatMap(({ id, names }) =>
  names.map((name) => fieldOf(name, words.filter.groups[id])),
);

function fieldOf(name: UserFilterName, group: string): FilterField<UserFilter> {
  const needs = pairedUserFilters.find(([dependent]) => dependent === name)?.[1];
  return {
    name,
    group,
    label: words.filter.labels[name],
    control: controls[name] ?? { kind: 'flag' },
    excludes: exclusiveUserFilters.flatMap(([one, other]) => (one === name ? [other] : [])),
    side: userFilterSides[name],
    ...(needs === undefined ? {} : { needs }),
  };
}

const kept = { isAdministrators: true };
const { builtIn, idleWhy } = words.views;

/** The views that come with Reeve. Each says all that it is, so that nothing is promised that cannot be asked. */
export const userViews: readonly BuiltInView<UserFilter>[] = [
  { id: 'all', name: builtIn.all, query: {} },
  { id: 'administrators', name: builtIn.administrators, query: { filter: { admins: true } }, ...kept },
  { id: 'no-two-factor', name: builtIn['no-two-factor'], query: { filter: { two_factor: 'disabled' } }, ...kept },
  { id: 'blocked', name: builtIn.blocked, query: { filter: { blocked: true } } },
  {
    id: 'idle',
    name: builtIn.idle,
    query: { filter: { active: true }, sort: { by: 'last_activity_on', direction: 'asc' } },
    hint: idleWhy,
    ...kept,
  },
  { id: 'gone', name: builtIn.gone, query: { gone: 'only' } },
];
