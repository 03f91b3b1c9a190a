import { EnterpriseUserFilter } from '#shared/contract/enterprise-users.ts';
import { enterpriseUsers as words } from '#shared/text/en/enterprise-users.ts';
import { serviceFields, userFields } from '#shared/text/en/user-fields.ts';
import { users } from '#shared/text/en/users.ts';
import {
  defineList,
  type DetailField,
  type ValueFormat,
  type FilterField,
  type ListColumn,
} from '../../console/list-spec.ts';
import type { FilterOf, RowOf } from '../../stores/lists/collection-client.ts';

export type EnterpriseUser = RowOf<'enterpriseUsers'>;
type Filter = FilterOf<'enterpriseUsers'>;

const titles = { ...users.columns, ...words.columns };
const column = (
  id: keyof typeof titles,
  widthPx: number,
  more: Partial<ListColumn<EnterpriseUser>> = {},
): ListColumn<EnterpriseUser> => ({ id, title: titles[id], widthPx, ...more });
const hidden = { isOptional: true };
const moment = { format: 'moment', align: 'end' } as const;

const columns: readonly ListColumn<EnterpriseUser>[] = [
  column('user', 248, {
    fields: ['name', 'username'],
    sortBy: 'name',
    format: 'custom',
    isPinned: true,
    value: nameOf,
  }),
  column('state', 108, { sortBy: 'state', format: 'custom' }),
  column('two_factor_enabled', 76, { sortBy: 'two_factor', format: 'custom' }),
  column('email', 204, { sortBy: 'email' }),
  column('commit_email', 220, hidden),
  column('scim', 100, { fields: ['scim_identities'], format: 'custom', value: scimOf }),
  column('last_activity_on', 112, { sortBy: 'last_activity_on', format: 'day', align: 'end' }),
  column('last_sign_in_at', 112, { ...moment, sortBy: 'last_sign_in_at' }),
  column('created_at', 108, { ...moment, sortBy: 'created_at' }),
  column('age', 88, { align: 'end' }),
  column('id', 84, { ...hidden, sortBy: 'id', align: 'end' }),
  column('access', 104, {
    ...hidden,
    fields: ['is_admin', 'is_auditor', 'external', 'bot'],
    value: accessOf,
  }),
  column('locked', 84, { ...hidden, format: 'warn' }),
  column('note', 180, hidden),
  column('public_email', 200, hidden),
  column('organization', 160, hidden),
  column('job_title', 160, hidden),
  column('location', 140, hidden),
  column('identities', 180, {
    ...hidden,
    value: ({ identities }) => identities?.map(({ provider }) => provider ?? '?'),
  }),
  column('confirmed_at', 116, { ...hidden, ...moment }),
  column('current_sign_in_at', 124, { ...hidden, ...moment }),
  column('current_sign_in_ip', 140, { ...hidden, format: 'mono' }),
  column('last_sign_in_ip', 140, { ...hidden, format: 'mono' }),
  column('projects_limit', 104, { ...hidden, align: 'end' }),
  column('namespace_id', 108, { ...hidden, align: 'end' }),
  column('using_license_seat', 108, { ...hidden, format: 'flag' }),
];

const { labels, groups } = words.filter;
const twoFactor = (['enabled', 'disabled'] as const).map((value) => ({ value, label: words.filter.twoFactor[value] }));

const filters: readonly FilterField<Filter>[] = [
  {
    name: 'active',
    label: labels.active,
    group: groups.state,
    control: { kind: 'flag' },
    excludes: ['blocked'],
  },
  {
    name: 'blocked',
    label: labels.blocked,
    group: groups.state,
    control: { kind: 'flag' },
    excludes: ['active'],
  },
  {
    name: 'two_factor',
    label: labels.two_factor,
    group: groups.signIn,
    control: { kind: 'enum', options: twoFactor },
  },
  { name: 'username', label: labels.username, group: groups.identity, control: { kind: 'text' } },
  { name: 'search', label: labels.search, group: groups.identity, control: { kind: 'text' } },
  { name: 'created_after', label: labels.created_after, group: groups.time, control: { kind: 'date' } },
  { name: 'created_before', label: labels.created_before, group: groups.time, control: { kind: 'date' } },
];

const field = (name: string, format: ValueFormat = 'text'): DetailField => ({
  name,
  format,
  label: name === 'commit_email' ? words.fields.commit_email : (serviceFields[name] ?? userFields.fields[name] ?? name),
});
const { groups: titlesOf } = userFields;

/** The enterprise users that the chosen top-level group owns. */
export const enterpriseList = defineList('enterpriseUsers', {
  path: '/enterprise-users',
  title: words.title,
  noun: words.noun,
  searchHint: words.searchHint,
  role: words.role,
  scopes: ['group'],
  columns,
  filter: EnterpriseUserFilter,
  filters,
  sort: { by: 'name', direction: 'asc' },
  views: [
    { id: 'all', name: words.views.all, query: {} },
    { id: 'no-two-factor', name: words.views.noTwoFactor, query: { filter: { two_factor: 'disabled' } } },
    { id: 'blocked', name: words.views.blocked, query: { filter: { blocked: true } } },
    {
      id: 'idle',
      name: words.views.idle,
      query: { filter: { active: true }, sort: { by: 'last_activity_on', direction: 'asc' } },
      hint: users.views.idleWhy,
    },
    { id: 'gone', name: words.views.gone, query: { gone: 'only' } },
  ],
  details: [
    {
      id: 'account',
      title: titlesOf.account,
      fields: [
        field('state', 'custom'),
        field('id', 'mono'),
        field('username'),
        field('name'),
        field('email'),
        field('commit_email'),
        field('locked', 'warn'),
        field('created_at', 'moment'),
        field('confirmed_at', 'moment'),
        field('created_by', 'custom'),
        field('note'),
        field('namespace_id', 'mono'),
        field('private_profile'),
        field('web_url'),
        field('avatar_url'),
      ],
    },
    {
      id: 'signIn',
      title: titlesOf.signIn,
      fields: [
        field('two_factor_enabled', 'custom'),
        field('last_activity_on', 'day'),
        field('current_sign_in_at', 'moment'),
        field('last_sign_in_at', 'moment'),
        field('current_sign_in_ip', 'mono'),
        field('last_sign_in_ip', 'mono'),
      ],
    },
    {
      id: 'access',
      title: titlesOf.access,
      fields: [
        field('is_admin'),
        field('is_auditor'),
        field('external'),
        field('bot'),
        field('projects_limit'),
        field('can_create_group'),
        field('can_create_project'),
      ],
    },
    {
      id: 'profile',
      title: titlesOf.profile,
      fields: [
        ...['bio', 'pronouns', 'job_title', 'organization', 'work_information', 'location'],
        ...['public_email', 'website_url', 'network_a', 'network_b', 'network_c', 'codehost_a'],
        ...['followers', 'following', 'is_followed', 'theme_id', 'color_scheme_id'],
      ].map((name) => field(name)),
    },
    {
      id: 'license',
      title: titlesOf.license,
      fields: [
        field('using_license_seat'),
        field('shared_runners_minutes_limit'),
        field('extra_shared_runners_minutes_limit'),
        field('provisioned_by_group_id', 'mono'),
      ],
    },
  ],
  // Not shown, because a cached time of day is soon wrong
  shownElsewhere: ['identities', 'scim_identities', 'custom_attributes', 'local_time'],
  leading: ['id', 'username', 'name'],
  nameOf,
  aboutOf: ({ username }) => username,
  webUrlOf: ({ web_url: url }) => url ?? null,
});

export function nameOf({ name, username }: EnterpriseUser): string {
  return name.trim() === '' ? username : name;
}

/** The state of the SCIM identities; undefined: the instance returned no list of them. */
export function scimOf({ scim_identities: identities }: EnterpriseUser): string | undefined {
  if (identities === null || identities === undefined) return undefined;
  const active = identities.filter((identity) => identity.active === true).length;
  if (identities.length === 0) return words.scim.none;
  if (identities.length > 1) return words.scim.someActive(active, identities.length);
  return active === 1 ? words.scim.active : words.scim.inactive;
}

function accessOf(row: EnterpriseUser): string[] {
  const signs: [unknown, string][] = [
    [row.is_admin, users.access.admin],
    [row.is_auditor, users.access.auditor],
    [row.external, users.access.external],
    [row.bot, users.access.bot],
  ];
  return signs.filter(([is]) => is === true).map(([, sign]) => sign);
}
