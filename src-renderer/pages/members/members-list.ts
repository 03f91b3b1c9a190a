import { accessLevels } from '#shared/contract/members.ts';
import { consoles } from '#shared/text/en/console.ts';
import { members as words } from '#shared/text/en/members.ts';
import { allRows, defineList, notReturnedRows } from '../../console/define-list.ts';
import type { DetailField, ListColumn } from '../../console/list-spec.ts';
import { enumOf, flag, specParts } from '../../console/spec-parts.ts';
import type { ValuePart } from '../../console/facts/value-parts.ts';
import { plain } from '../../console/values.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';

export type Member = RowOf<'members'>;

const { column, details, filters } = specParts('members', words);
const hidden = { isOptional: true };

const place = column('scope', 192, { fields: ['scope'] });
const person = column('member', 228, { fields: ['name', 'username'], sortBy: 'name', isPinned: true });
const access: readonly ListColumn<Member>[] = [
  column('access_level', 120, { value: ({ access_level: level }) => levelName(level) }),
  column('is_direct', 168, { fields: ['is_direct', 'direct_access_level'], value: membershipOf }),
  column('expires_at', 100, { format: 'day', align: 'end' }),
];
const account: readonly ListColumn<Member>[] = [
  column('state', 92, { value: ({ state }) => stateName(state) }),
  column('is_using_seat', 72, { format: 'flag', sortBy: null }),
  column('email', 196),
  column('saml', 180, {
    ...hidden,
    fields: ['group_saml_identity'],
    value: ({ group_saml_identity: saml }) => saml?.extern_uid,
  }),
  column('created_at', 100),
  column('age', 84),
  column('created_by', 140, { ...hidden, value: ({ created_by: by }) => by?.username }),
  column('id', 84),
];

export const levelOption = (level: number) => ({ value: String(level), label: levelName(level) });
const levels = accessLevels.map(levelOption);
const level = { kind: 'number', least: 0 } as const;

const identity: Partial<DetailField> = { show: (value) => textIn(value, ['extern_uid', 'provider']) };

const shared = {
  filters: filters(
    words.filter,
    [
      ['access', 'access_level_min', 'access_level', 'is_direct', 'expires_before', 'never_expires'],
      ['person', 'username'],
      ['account', 'state'],
      ['access', 'membership_state'],
      ['account', 'is_using_seat'],
    ],
    {
      access_level_min: {
        control: level,
        help: levels.map(({ value, label }) => `${value} ${label}`).join(' · '),
        excludes: ['access_level'],
      },
      access_level: { control: level, excludes: ['access_level_min'] },
      is_direct: { control: { kind: 'boolean', yes: words.ways.direct, no: words.ways.inherited } },
      expires_before: { excludes: ['never_expires'] },
      never_expires: flag,
      state: enumOf(words.states),
      membership_state: { ...enumOf(words.memberships), side: 'server' },
    },
  ),
  details: details({
    access: [
      ['access_level', 'text', { show: levelIn }],
      ['direct_access_level', 'text', { show: levelIn }],
      'is_direct',
      ['expires_at', 'day'],
    ],
    account: [
      ...(['id', ['username', 'mono'], 'name'] as const),
      ['state', 'text', { show: (state) => (typeof state === 'string' ? stateName(state) : null) }],
      ...(['is_using_seat', 'created_at'] as const),
      ['created_by', 'text', { show: (by) => textIn(by, ['username']) }],
      ...(['web_url', 'avatar_url'] as const),
    ],
    identity: ['email', ['group_saml_identity', 'text', identity], ['group_scim_identity', 'text', identity]],
  }),
  nameOf: ({ name, username }: Member) => (name.trim() === '' ? username : name),
  aboutOf: ({ username }: Member) => `@${username}`,
};

/** Direct and inherited members of the chosen project. */
export const membersList = defineList('members', words, {
  ...shared,
  columns: [person, ...access, ...account],
  views: [
    allRows,
    { id: 'direct', name: words.views.direct, query: { filter: { is_direct: true } } },
    { id: 'inherited', name: words.views.inherited, query: { filter: { is_direct: false } } },
    { id: 'owners', name: words.views.owners, query: { filter: { access_level: 50 } } },
    { id: 'awaiting', name: words.views.awaiting, query: { filter: { membership_state: 'awaiting' } } },
    notReturnedRows,
  ],
  leading: ['id', 'username'],
});

const accessWords = { ...words.access, role: words.role };
/** The access of all persons in all known projects: one row for each person and project. */
export const accessList = defineList('members', accessWords, {
  ...shared,
  path: '/access',
  table: 'access',
  // The platform has this list for one project at a time
  filters: shared.filters.filter(({ side }) => side !== 'server'),
  columns: [person, place, ...access, ...account.map((one) => (one.id === 'email' ? { ...one, ...hidden } : one))],
  views: [
    allRows,
    {
      id: 'above',
      name: words.views.above,
      query: { filter: { access_level_min: 41 } },
      hint: words.views.aboveWhy,
    },
    { id: 'maintainers', name: words.views.maintainers, query: { filter: { access_level_min: 40 } } },
    { id: 'direct', name: words.views.direct, query: { filter: { is_direct: true } } },
    { id: 'inherited', name: words.views.inherited, query: { filter: { is_direct: false } } },
    notReturnedRows,
  ],
  leading: ['scope', 'id', 'username'],
});

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

function membershipOf({
  is_direct: isDirect,
  direct_access_level: direct,
  access_level: level,
}: Member): string | undefined {
  if (isDirect === null || isDirect === undefined) return undefined;
  if (!isDirect) return words.ways.inherited;
  return typeof direct === 'number' && direct < level ? words.ways.higher(levelName(direct)) : words.ways.direct;
}
