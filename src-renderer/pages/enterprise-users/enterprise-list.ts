import { figures } from '#shared/contract/figures.ts';
import { enterpriseUsers as words } from '#shared/text/en/enterprise-users.ts';
import { users } from '#shared/text/en/users.ts';
import { declaredList, flag } from '../../console/declared-list.ts';
import { absentPart, type Shown } from '../../console/facts/value-parts.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';
import { accountDetails, accountFields, accountWords } from '../users/details.ts';
import { accessOf, twoFactorOf } from '../users/columns.ts';

export type EnterpriseUser = RowOf<'enterpriseUsers'>;

const hidden = { isOptional: true };
const { labels, groups, twoFactor } = words.filter;

/** The enterprise users that the chosen top-level group owns. */
export const enterpriseList = declaredList(
  'enterpriseUsers',
  {
    ...words,
    columns: { ...users.columns, ...words.columns },
    ...accountWords,
    filters: labels,
    filter: { groups },
  },
  {
    columns: {
      user: { widthPx: 248, fields: ['name', 'username'], sortBy: 'name', format: 'person', value: nameOf },
      state: 108,
      two_factor_enabled: { widthPx: 76, show: ({ row }) => twoFactorOf(row) },
      email: 204,
      commit_email: { ...hidden, widthPx: 220 },
      scim: { widthPx: 100, fields: ['scim_identities'], value: scimOf, show: ({ row }) => scimParts(row) },
      last_activity_on: { widthPx: 112, align: 'end' },
      last_sign_in_at: 112,
      created_at: 108,
      age: 88,
      id: 84,
      access: {
        ...hidden,
        widthPx: 104,
        fields: ['is_admin', 'is_auditor', 'external', 'bot'],
        value: (row) => accessOf(row).map((sign) => users.access[sign]),
      },
      locked: { ...hidden, widthPx: 84 },
      note: { ...hidden, widthPx: 180 },
      public_email: { ...hidden, widthPx: 200 },
      organization: { ...hidden, widthPx: 160 },
      job_title: { ...hidden, widthPx: 160 },
      location: { ...hidden, widthPx: 140 },
      identities: {
        ...hidden,
        widthPx: 180,
        value: ({ identities }) => identities?.map(({ provider }) => provider ?? '?'),
      },
      confirmed_at: { ...hidden, widthPx: 116 },
      current_sign_in_at: { ...hidden, widthPx: 124 },
      current_sign_in_ip: { ...hidden, widthPx: 140 },
      last_sign_in_ip: { ...hidden, widthPx: 140 },
      projects_limit: { ...hidden, widthPx: 104 },
      namespace_id: { ...hidden, widthPx: 108 },
      using_license_seat: { ...hidden, widthPx: 108 },
    },
    fields: accountFields,
    values: { two_factor: twoFactor },
    filters: [
      ['state', 'active', 'blocked'],
      ['signIn', 'two_factor'],
      ['identity', 'username', 'search'],
      ['time', 'created_after', 'created_before'],
    ],
    filterFields: { active: { ...flag, excludes: ['blocked'] }, blocked: { ...flag, excludes: ['active'] } },
    views: [
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
    ],
    details: accountDetails,
    // The local time is not shown, because a cached time is soon wrong
    shownElsewhere: ['identities', 'scim_identities', 'custom_attributes', 'local_time'],
    leading: ['id', 'username', 'name'],
    nameOf,
  },
);

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

function scimParts(row: EnterpriseUser): Shown {
  const { scim_identities: identities } = row;
  const state = scimOf(row);
  if (state === undefined || identities === null || identities === undefined) return absentPart(words.scim.notIncluded);
  if (identities.length === 0) return { text: state, look: 'subtle', title: words.scim.noneWhy };
  const isProvisioned = identities.some(({ active }) => active === true);
  const title = identities.map(({ extern_uid: uid }) => uid ?? '').join(', ');
  return { text: state, title, dot: isProvisioned ? 'ok' : 'muted', isHollow: !isProvisioned };
}
