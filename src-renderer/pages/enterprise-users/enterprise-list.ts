import { figures } from '#shared/contract/figures.ts';
import { enterpriseUsers as words } from '#shared/text/en/enterprise-users.ts';
import { serviceFields, userFields } from '#shared/text/en/user-fields.ts';
import { users } from '#shared/text/en/users.ts';
import { allRows, defineList, notReturnedRows } from '../../console/define-list.ts';
import type { DetailField } from '../../console/list-spec.ts';
import { absentPart, type Shown } from '../../console/facts/value-parts.ts';
import { enumOf, flag, specParts } from '../../console/spec-parts.ts';
import { plain } from '../../console/values.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';
import { twoFactorOf, userState } from '../users/columns.ts';

export type EnterpriseUser = RowOf<'enterpriseUsers'>;

const fields: Readonly<Record<string, DetailField['label']>> = { ...userFields.fields, ...serviceFields };
const { column, details, filters } = specParts('enterpriseUsers', {
  columns: { ...users.columns, ...words.columns },
  fields,
  groups: userFields.groups,
});
const hidden = { isOptional: true };
const { labels, groups, twoFactor } = words.filter;

/** The enterprise users that the chosen top-level group owns. */
export const enterpriseList = defineList('enterpriseUsers', words, {
  columns: [
    column('user', 248, {
      fields: ['name', 'username'],
      sortBy: 'name',
      format: 'person',
      isPinned: true,
      value: nameOf,
    }),
    column('state', 108, { show: ({ row }) => userState(row.state) }),
    column('two_factor_enabled', 76, { show: ({ row }) => twoFactorOf(row) }),
    column('email', 204),
    column('commit_email', 220, hidden),
    column('scim', 100, { fields: ['scim_identities'], value: scimOf, show: ({ row }) => scimParts(row) }),
    column('last_activity_on', 112, { format: 'day', align: 'end' }),
    column('last_sign_in_at', 112),
    column('created_at', 108),
    column('age', 88),
    column('id', 84),
    column('access', 104, { ...hidden, fields: ['is_admin', 'is_auditor', 'external', 'bot'], value: accessOf }),
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
    column('confirmed_at', 116, hidden),
    column('current_sign_in_at', 124, hidden),
    column('current_sign_in_ip', 140, { ...hidden, format: 'mono' }),
    column('last_sign_in_ip', 140, { ...hidden, format: 'mono' }),
    column('projects_limit', 104, { ...hidden, align: 'end' }),
    column('namespace_id', 108, { ...hidden, align: 'end' }),
    column('using_license_seat', 108, { ...hidden, format: 'flag' }),
  ],
  filters: filters(
    { ...labels, groups },
    [
      ['state', 'active', 'blocked'],
      ['signIn', 'two_factor'],
      ['identity', 'username', 'search'],
      ['time', 'created_after', 'created_before'],
    ],
    {
      active: { ...flag, excludes: ['blocked'] },
      blocked: { ...flag, excludes: ['active'] },
      two_factor: enumOf(twoFactor),
    },
  ),
  views: [
    allRows,
    {
      id: 'no-two-factor',
      name: words.views.noTwoFactor,
      query: { filter: figures.enterpriseWithoutTwoFactor.filter },
    },
    { id: 'blocked', name: words.views.blocked, query: { filter: { blocked: true } } },
    {
      id: 'idle',
      name: words.views.idle,
      query: { filter: { active: true }, sort: { by: 'last_activity_on', direction: 'asc' } },
      hint: users.views.idleWhy,
    },
    notReturnedRows,
  ],
  details: details({
    account: [
      ['state', 'text', { show: (state) => (typeof state === 'string' ? userState(state) : null) }],
      ...['id', 'username', 'name', 'email', 'commit_email', 'unconfirmed_email'],
      ['locked', 'warn'],
      ...['created_at', 'confirmed_at'],
      ['created_by', 'text', { show: (by) => usernameIn(by) }],
      'note',
      ['namespace_id', 'mono'],
      ...['private_profile', 'web_url', 'avatar_url'],
    ],
    signIn: [
      ['two_factor_enabled', 'text', { show: (isOn) => (isOn === true ? users.twoFactor.on : users.twoFactor.off) }],
      ['last_activity_on', 'day'],
      'current_sign_in_at',
      'last_sign_in_at',
      ['current_sign_in_ip', 'mono'],
      ['last_sign_in_ip', 'mono'],
    ],
    access: [
      ...['is_admin', 'is_auditor', 'external', 'bot'],
      ...['projects_limit', 'can_create_group', 'can_create_project'],
    ],
    profile: [
      ...['bio', 'pronouns', 'job_title', 'organization', 'work_information', 'location'],
      ...['public_email', 'website_url', 'network_a', 'network_b', 'network_c', 'codehost_a'],
      ...['followers', 'following', 'is_followed', 'theme_id', 'color_scheme_id'],
    ],
    license: [
      ...['using_license_seat', 'shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'],
      ['provisioned_by_group_id', 'mono'],
    ],
  }),
  // Not shown, because a cached time of day is soon wrong
  shownElsewhere: ['identities', 'scim_identities', 'custom_attributes', 'local_time'],
  leading: ['id', 'username', 'name'],
  nameOf,
  aboutOf: ({ username }) => username,
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

function scimParts(row: EnterpriseUser): Shown {
  const { scim_identities: identities } = row;
  const state = scimOf(row);
  if (state === undefined || identities === null || identities === undefined) return absentPart(words.scim.notIncluded);
  if (identities.length === 0) return { text: state, look: 'subtle', title: words.scim.noneWhy };
  const isProvisioned = identities.some(({ active }) => active === true);
  const title = identities.map(({ extern_uid: uid }) => uid ?? '').join(', ');
  return { text: state, title, dot: isProvisioned ? 'ok' : 'muted', isHollow: !isProvisioned };
}

/** The username in another record; null: it has none. */
function usernameIn(value: unknown): string | null {
  return typeof value === 'object' && value !== null && 'username' in value ? plain(value.username) : null;
}
