import { accessLevels, ProjectMemberFilter } from '#shared/contract/members.ts';
import { members as words } from '#shared/text/en/members.ts';
import {
  defineList,
  type DetailField,
  type ValueFormat,
  type FilterField,
  type ListColumn,
} from '../../console/list-spec.ts';
import type { FilterOf, RowOf } from '../../stores/lists/collection-client.ts';

export type Member = RowOf<'members'>;
type Filter = FilterOf<'members'>;

const column = (
  id: keyof typeof words.columns,
  widthPx: number,
  more: Partial<ListColumn<Member>> = {},
): ListColumn<Member> => ({ id, title: words.columns[id], widthPx, ...more });
const hidden = { isOptional: true };

const place = column('scope', 192, { format: 'custom', fields: ['scope'] });
const person = column('member', 228, { fields: ['name', 'username'], sortBy: 'name', isPinned: true });
const access: readonly ListColumn<Member>[] = [
  column('access_level', 120, { sortBy: 'access_level', value: ({ access_level: level }) => levelName(level) }),
  column('is_direct', 168, { fields: ['is_direct', 'direct_access_level'], sortBy: 'is_direct', value: membershipOf }),
  column('expires_at', 100, { sortBy: 'expires_at', format: 'day', align: 'end' }),
];
const account: readonly ListColumn<Member>[] = [
  column('state', 92, { sortBy: 'state', value: ({ state }) => stateName(state) }),
  column('is_using_seat', 72, { format: 'flag' }),
  column('email', 196, { sortBy: 'email' }),
  column('saml', 180, {
    ...hidden,
    fields: ['group_saml_identity'],
    value: ({ group_saml_identity: saml }) => saml?.extern_uid,
  }),
  column('created_at', 100, { sortBy: 'created_at', format: 'moment', align: 'end' }),
  column('age', 84, { align: 'end' }),
  column('created_by', 140, { ...hidden, value: ({ created_by: by }) => by?.username }),
  column('id', 84, { ...hidden, sortBy: 'id', align: 'end' }),
];

const levels = accessLevels.map((level) => ({ value: String(level), label: levelName(level) }));
export const levelOptions = levels;

const { filter: labels } = words;
const filters: readonly FilterField<Filter>[] = [
  {
    name: 'access_level_min',
    label: labels.access_level_min,
    group: labels.groups.access,
    control: { kind: 'number', least: 0 },
    help: levels.map(({ value, label }) => `${value} ${label}`).join(' · '),
    excludes: ['access_level'],
  },
  {
    name: 'access_level',
    label: labels.access_level,
    group: labels.groups.access,
    control: { kind: 'number', least: 0 },
    excludes: ['access_level_min'],
  },
  {
    name: 'is_direct',
    label: labels.is_direct,
    group: labels.groups.access,
    control: { kind: 'boolean', yes: words.ways.direct, no: words.ways.inherited },
  },
  {
    name: 'expires_before',
    label: labels.expires_before,
    group: labels.groups.access,
    control: { kind: 'date' },
    excludes: ['never_expires'],
  },
  { name: 'never_expires', label: labels.never_expires, group: labels.groups.access, control: { kind: 'flag' } },
  { name: 'username', label: labels.username, group: labels.groups.person, control: { kind: 'text' } },
  {
    name: 'state',
    label: labels.state,
    group: labels.groups.account,
    control: { kind: 'enum', options: Object.entries(words.states).map(([value, label]) => ({ value, label })) },
  },
  {
    name: 'membership_state',
    label: labels.membership_state,
    group: labels.groups.access,
    side: 'server',
    control: {
      kind: 'enum',
      options: (['awaiting', 'active'] as const).map((value) => ({ value, label: words.memberships[value] })),
    },
  },
  {
    name: 'is_using_seat',
    label: labels.is_using_seat,
    group: labels.groups.account,
    control: { kind: 'boolean', yes: labels.yes, no: labels.no },
  },
];

const field = (name: keyof typeof words.fields, format: ValueFormat = 'text'): DetailField => ({
  name,
  format,
  label: words.fields[name],
});

const shared = {
  filter: ProjectMemberFilter,
  filters,
  role: words.role,
  details: [
    {
      id: 'access',
      title: words.groups.access,
      fields: [
        field('access_level', 'custom'),
        field('direct_access_level', 'custom'),
        field('is_direct'),
        field('expires_at', 'day'),
      ],
    },
    {
      id: 'account',
      title: words.groups.account,
      fields: [
        field('id', 'mono'),
        field('username', 'mono'),
        field('name'),
        field('state', 'custom'),
        field('is_using_seat'),
        field('created_at', 'moment'),
        field('created_by', 'custom'),
      ],
    },
    {
      id: 'identity',
      title: words.groups.identity,
      fields: [field('email'), field('group_saml_identity', 'custom'), field('group_scim_identity', 'custom')],
    },
  ],
  shownElsewhere: ['avatar_url', 'web_url'],
  nameOf: ({ name, username }: Member) => (name.trim() === '' ? username : name),
  aboutOf: ({ username }: Member) => `@${username}`,
  webUrlOf: ({ web_url: url }: Member) => url ?? null,
};

/** Direct and inherited members of the chosen project. */
export const membersList = defineList('members', {
  ...shared,
  path: '/members',
  title: words.title,
  noun: words.noun,
  searchHint: words.searchHint,
  scopes: ['project'],
  columns: [person, ...access, ...account],
  sort: { by: 'name', direction: 'asc' },
  views: [
    { id: 'all', name: words.views.all, query: {} },
    { id: 'direct', name: words.views.direct, query: { filter: { is_direct: true } } },
    { id: 'inherited', name: words.views.inherited, query: { filter: { is_direct: false } } },
    { id: 'owners', name: words.views.owners, query: { filter: { access_level: 50 } } },
    { id: 'awaiting', name: words.views.awaiting, query: { filter: { membership_state: 'awaiting' } } },
    { id: 'gone', name: words.views.gone, query: { gone: 'only' } },
  ],
  leading: ['id', 'username'],
});

/** The access of all persons in all known projects: one row for each person and project. */
export const accessList = defineList('members', {
  ...shared,
  path: '/access',
  table: 'access',
  title: words.access.title,
  noun: words.access.noun,
  searchHint: words.access.searchHint,
  scopes: ['project'],
  // The platform has this list for one project at a time
  filters: filters.filter(({ side }) => side !== 'server'),
  columns: [person, place, ...access, ...account.map((one) => (one.id === 'email' ? { ...one, ...hidden } : one))],
  sort: { by: 'name', direction: 'asc' },
  views: [
    { id: 'all', name: words.views.all, query: {} },
    {
      id: 'above',
      name: words.views.above,
      query: { filter: { access_level_min: 41 } },
      hint: words.views.aboveWhy,
    },
    { id: 'maintainers', name: words.views.maintainers, query: { filter: { access_level_min: 40 } } },
    { id: 'direct', name: words.views.direct, query: { filter: { is_direct: true } } },
    { id: 'inherited', name: words.views.inherited, query: { filter: { is_direct: false } } },
    { id: 'gone', name: words.views.gone, query: { gone: 'only' } },
  ],
  leading: ['scope', 'id', 'username'],
});

/** The name of an access level; the number if it is unknown. */
export function levelName(level: number | null | undefined): string {
  return level === null || level === undefined ? '' : (words.levels[level] ?? words.unknownLevel(level));
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
