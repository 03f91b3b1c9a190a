import { accessLevels, inactiveDays } from '#shared/contract/members.ts';
import { accountFacts as facts } from '#shared/text/en/account-facts.ts';
import { consoles } from '#shared/text/en/console.ts';
import { members as words } from '#shared/text/en/members.ts';
import { declaredList, enumOf, flag } from '../../console/declared-list.ts';
import type { ValuePart } from '../../console/facts/value-parts.ts';
import { plain } from '../../console/values.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';

export type Member = RowOf<'members'>;

const hidden = { isOptional: true };

const direct = { id: 'direct', name: words.views.direct, query: { filter: { is_direct: true } } };
const inherited = { id: 'inherited', name: words.views.inherited, query: { filter: { is_direct: false } } };
const member = { widthPx: 180, fields: ['name', 'username'], sortBy: 'name' };
const access = {
  access_level: { widthPx: 120, value: ({ access_level: level }: Member) => levelName(level) },
  is_direct: { widthPx: 168, fields: ['is_direct', 'direct_access_level'], value: membershipOf },
  expires_at: {},
} as const;
const account = {
  state: 92,
  is_using_seat: { widthPx: 72, sortBy: null },
  // Only some Owners of groups can see emails (document 3:86)
  email: { ...hidden, widthPx: 196 },
  saml: {
    ...hidden,
    widthPx: 180,
    fields: ['group_saml_identity'],
    value: ({ group_saml_identity: saml }: Member) => saml?.extern_uid,
  },
  created_at: 100,
  age: 84,
  created_by: { ...hidden, widthPx: 140 },
  id: 84,
};

export const levelOption = (level: number) => ({ value: String(level), label: levelName(level) });
const levels = accessLevels.map(levelOption);
const level = { kind: 'enum', isNumber: true, options: levels } as const;

const levelField = { format: 'text', show: levelIn } as const;
const identity = { show: (value: unknown) => textIn(value, ['extern_uid', 'provider']) };

const shared = {
  fields: {
    access_level: levelField,
    direct_access_level: levelField,
    username: { format: 'mono' },
    group_saml_identity: identity,
    group_scim_identity: identity,
  },
  values: { state: words.states, membership_state: words.memberships, ...facts.values },
  filterFields: {
    access_level_min: { control: level, excludes: ['access_level'] },
    access_level: { control: level, excludes: ['access_level_min'] },
    is_direct: { control: { kind: 'boolean', yes: words.ways.direct, no: words.ways.inherited } },
    expires_before: { excludes: ['never_expires'] },
    never_expires: flag,
    state: enumOf(words.states),
    only_owner: flag,
  },
  worklistFilters: { account: true, two_factor: true, external: true, only_owner: false },
  details: [
    ['access', 'access_level', 'direct_access_level', 'is_direct', 'expires_at'],
    ['account', 'id', 'username', 'name', 'state', 'is_using_seat', 'created_at', 'created_by', 'web_url'],
    ['account', 'avatar_url'],
    ['identity', 'email', 'group_saml_identity', 'group_scim_identity'],
  ],
  nameOf: ({ name, username }: Member) => (name.trim() === '' ? username : name),
  aboutOf: ({ username }: Member) => `@${username}`,
} as const;
const ofAccess = [
  'access',
  'access_level_min',
  'access_level',
  'is_direct',
  'expires_before',
  'never_expires',
] as const;

const ofAccount = ['account', 'two_factor', 'external'] as const;

/** What a review of the access looks for first. */
const worklists = (
  [
    ['inactive', { account: 'blocked_or_inactive', access_level_min: 40 }],
    ['noTwoFactor', { two_factor: 'disabled', access_level_min: 40 }],
    ['external', { external: 'external', access_level_min: 30 }],
    ['onlyOwners', { only_owner: true }],
    ['endless', { external: 'external', never_expires: true }],
  ] as const
).map(([id, filter]) => ({ id, ...words.worklists(inactiveDays)[id], query: { filter } }));

/** Direct and inherited members of the chosen project. */
export const membersList = declaredList('members', words, {
  ...shared,
  columns: { member, ...access, ...account },
  filters: [
    ofAccess,
    ['person', 'username'],
    ['account', 'state', ...ofAccount],
    ['access', 'only_owner', 'membership_state'],
    ['account', 'is_using_seat'],
  ],
  views: [
    direct,
    inherited,
    { id: 'owners', name: words.views.owners, query: { filter: { access_level: 50 } } },
    { id: 'awaiting', name: words.views.awaiting, query: { filter: { membership_state: 'awaiting' } } },
  ],
  leading: ['id', 'username'],
});

/** The access of all persons in all known projects: one row for each person and project. */
export const accessList = declaredList(
  'members',
  { ...words, ...words.access },
  {
    ...shared,
    path: '/access',
    table: 'access',
    // The API has this list only for single projects
    filters: [
      ofAccess,
      ['person', 'username'],
      ['access', 'only_owner'],
      ['account', 'state', ...ofAccount, 'is_using_seat'],
    ],
    columns: {
      member,
      scope: { widthPx: 192, fields: ['scope'] },
      ...access,
      ...account,
    },
    views: [
      {
        id: 'above',
        name: words.views.above,
        query: { filter: { access_level_min: 41 } },
        hint: words.views.aboveWhy,
      },
      { id: 'maintainers', name: words.views.maintainers, query: { filter: { access_level_min: 40 } } },
      ...worklists,
      direct,
      inherited,
    ],
    leading: ['scope', 'id', 'username'],
  },
);

/** The name of an access level; the number if it is unknown. */
export function levelName(level: number | null | undefined): string {
  return level === null || level === undefined ? '' : (words.levels[level] ?? words.unknownLevel(level));
}

function levelIn(value: unknown): string {
  return levelName(typeof value === 'number' ? value : null);
}

/** The fields of an object in one line. */
function textIn(value: unknown, names: readonly string[]): string | ValuePart {
  if (typeof value !== 'object' || value === null) return plain(value);
  const texts = names.map((name) => plain((value as Record<string, unknown>)[name])).filter((text) => text !== '');
  return texts.length > 0 ? texts.join(' · ') : { text: consoles.none, title: words.ownersOnly, look: '' };
}

/** The name of a state; unchanged if it is unknown. */
export function stateName(state: string | null | undefined): string {
  if (state === null || state === undefined) return '';
  return Object.entries(words.states).find(([known]) => known === state)?.[1] ?? state;
}

/** Whether a membership is direct, in words; undefined: not known. */
export function membershipOf({
  is_direct: isDirect,
  direct_access_level: direct,
  access_level: level,
}: Pick<Member, 'is_direct' | 'direct_access_level' | 'access_level'>): string | undefined {
  if (isDirect === null || isDirect === undefined) return undefined;
  if (!isDirect) return words.ways.inherited;
  return typeof direct === 'number' && direct < level ? words.ways.higher(levelName(direct)) : words.ways.direct;
}
