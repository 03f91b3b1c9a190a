import { keyAnswers, KeyFilter } from '#shared/contract/keys.ts';
import { consoles } from '#shared/text/en/console.ts';
import { keys as words } from '#shared/text/en/keys.ts';
import {
  defineList,
  type DetailField,
  type ValueFormat,
  type FilterField,
  type ListColumn,
} from '../../console/list-spec.ts';
import { wordOf } from '../../console/values.ts';
import type { FilterOf, RowOf } from '../../stores/lists/collection-client.ts';

export type KeyEntry = RowOf<'keys'>;
type Filter = FilterOf<'keys'>;

const column = (
  id: keyof typeof words.columns,
  widthPx: number,
  more: Partial<ListColumn<KeyEntry>> = {},
): ListColumn<KeyEntry> => ({ id, title: words.columns[id], widthPx, ...more });
const hidden = { isOptional: true };

const columns: readonly ListColumn<KeyEntry>[] = [
  column('key', 196, { fields: ['title'], sortBy: 'title', isPinned: true }),
  column('answer', 112, { sortBy: 'answer', format: 'custom' }),
  column('owner', 144, {
    fields: ['user.id', 'user.username', 'user.name'],
    sortBy: 'owner',
    format: 'custom',
    value: ({ user }) => user?.name,
  }),
  column('kind', 84, { sortBy: 'kind', value: ({ kind }) => wordOf(words.kinds, kind) ?? consoles.none }),
  column('type', 116, { fields: ['type', 'bits'], sortBy: 'type', value: typeOf }),
  column('usage_type', 128, {
    ...hidden,
    sortBy: 'usage_type',
    value: ({ usage_type: usage }) => wordOf(words.usages, usage) ?? consoles.none,
  }),
  column('expires_at', 108, { sortBy: 'expires_at', format: 'custom', align: 'end' }),
  column('last_used_at', 96, { sortBy: 'last_used_at', format: 'custom', align: 'end' }),
  column('projects', 136, { fields: ['projectIds', 'pushIds'], value: projectsOf }),
  column('sha256', 220, { ...hidden, format: 'mono' }),
  column('age', 88, { align: 'end' }),
  column('created_at', 100, { ...hidden, sortBy: 'created_at', format: 'moment', align: 'end' }),
  column('md5', 220, { ...hidden, format: 'mono' }),
  column('comment', 160, hidden),
  column('id', 76, { ...hidden, sortBy: 'id', align: 'end', value: ({ id }) => (id > 0 ? id : null) }),
];

const optionsOf = (values: readonly string[], labels: Record<string, string>) =>
  values.map((value) => ({ value, label: labels[value] ?? value }));
const { filter: labels } = words;

const filters: readonly FilterField<Filter>[] = [
  {
    name: 'answer',
    label: labels.answer,
    group: labels.about,
    control: { kind: 'enum', options: optionsOf(keyAnswers, words.answers) },
  },
  {
    name: 'kind',
    label: labels.kind,
    group: labels.about,
    control: { kind: 'enum', options: optionsOf(['ssh', 'deploy'], words.kinds) },
  },
  {
    name: 'usage_type',
    label: labels.usage_type,
    group: labels.about,
    control: { kind: 'text', placeholder: labels.usageHint },
  },
  { name: 'user_id', label: labels.user_id, group: labels.about, control: { kind: 'number', least: 1 } },
  {
    name: 'can_push',
    label: labels.can_push,
    group: labels.place,
    control: { kind: 'boolean', yes: labels.yes, no: labels.no },
  },
  { name: 'project', label: labels.project, group: labels.place, control: { kind: 'text' } },
  { name: 'expires_after', label: labels.expires_after, group: labels.time, control: { kind: 'date' } },
  { name: 'expires_before', label: labels.expires_before, group: labels.time, control: { kind: 'date' } },
  { name: 'unused_since', label: labels.unused_since, group: labels.time, control: { kind: 'date' } },
];

const field = (name: keyof typeof words.fields, format: ValueFormat = 'text'): DetailField => ({
  name,
  format,
  label: words.fields[name],
});

/** Details of known keys only; others have none. */
const moment = (name: keyof typeof words.fields): DetailField => ({
  ...field(name, 'custom'),
  isNullShown: ({ answer }) => answer === 'known',
});

/** Keys that were looked up by id, by fingerprint or from a text. The API has no list of keys. */
export const keysList = defineList('keys', {
  path: '/keys',
  title: words.title,
  noun: words.noun,
  searchHint: words.searchHint,
  role: words.role,
  scopes: ['instance'],
  columns,
  filter: KeyFilter,
  filters,
  sort: { by: 'title', direction: 'asc' },
  views: [
    { id: 'all', name: words.views.all, query: {} },
    { id: 'unknown', name: words.views.unknown, query: { filter: { answer: 'unknown' } } },
    { id: 'push', name: words.views.push, query: { filter: { kind: 'deploy', can_push: true } } },
    {
      id: 'expiry',
      name: words.views.expiry,
      query: { filter: { answer: 'known' }, sort: { by: 'expires_at', direction: 'asc' } },
    },
    { id: 'gone', name: words.views.gone, query: { gone: 'only' } },
  ],
  details: [
    {
      id: 'key',
      title: words.groups.key,
      fields: [
        field('title'),
        field('id', 'custom'),
        field('kind', 'custom'),
        field('user', 'custom'),
        field('type'),
        field('bits', 'custom'),
        field('comment'),
      ],
    },
    {
      id: 'use',
      title: words.groups.use,
      fields: [
        field('usage_type', 'custom'),
        moment('expires_at'),
        moment('last_used_at'),
        field('created_at', 'moment'),
      ],
    },
    {
      id: 'prints',
      title: words.groups.prints,
      fields: [field('sha256', 'mono'), field('md5', 'mono'), field('key', 'mono')],
    },
  ],
  shownElsewhere: ['answer', 'deploy_keys_projects', 'projectIds', 'pushIds', 'batch', 'batchBy'],
  whyAbsent: ({ answer }) => words.absent[answer],
  leading: ['id', 'answer'],
  nameOf,
  aboutOf: ({ id }) => (id > 0 ? `#${id}` : ''),
  webUrlOf: ({ user }) => user?.web_url ?? null,
  unlisted: { title: words.unlisted, text: words.unlistedNextStep, action: words.lookUp, command: 'keys.lookUp' },
});

/** The name of a key: its title, else its comment, else its fingerprint. */
export function nameOf({ title, comment, sha256, md5, id }: KeyEntry): string {
  const print = sha256 ? `SHA256:${sha256}` : (md5 ?? null);
  return (
    [title, comment, print].find((text) => text !== null && text !== undefined && text.trim() !== '') ??
    (id > 0 ? words.unnamed(id) : words.unnamedRow)
  );
}

/** `ED25519 256`, or the algorithm alone. */
export function typeOf({ type, bits }: Pick<KeyEntry, 'type' | 'bits'>): string | null {
  if (type === null || type === undefined) return null;
  return bits === null || bits === undefined ? type : `${type} ${bits}`;
}

function projectsOf({ projectIds, pushIds }: KeyEntry): string | null {
  return projectIds === null || projectIds === undefined
    ? null
    : words.projects(projectIds.length, pushIds?.length ?? 0);
}
