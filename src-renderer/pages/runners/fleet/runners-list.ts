import { RunnerListFilter, runnerStatuses, runnerTypes } from '#shared/contract/runners.ts';
import { runners as words } from '#shared/text/en/runners.ts';
import {
  defineList,
  type DetailField,
  type ValueFormat,
  type FilterField,
  type ListColumn,
} from '../../../console/list-spec.ts';
import { wordOf } from '../../../console/values.ts';
import type { FilterOf, RowOf } from '../../../stores/lists/collection-client.ts';

type Runner = RowOf<'runners'>;
type Filter = FilterOf<'runners'>;

const column = (
  id: keyof typeof words.columns,
  widthPx: number,
  more: Partial<ListColumn<Runner>> = {},
): ListColumn<Runner> => ({ id, title: words.columns[id], widthPx, ...more });
const detail = { isDetail: true };
const hidden = { isOptional: true };

const columns: readonly ListColumn<Runner>[] = [
  column('runner', 240, { fields: ['description'], sortBy: 'description', isPinned: true }),
  column('status', 148, { sortBy: 'status', format: 'custom' }),
  column('runner_type', 84, { sortBy: 'runner_type', value: ({ runner_type: type }) => wordOf(words.types, type) }),
  column('paused', 76, { sortBy: 'paused', format: 'warn' }),
  column('job_execution_status', 100, {
    value: ({ job_execution_status: jobs }) => wordOf(words.jobs, jobs),
  }),
  column('contacted_at', 108, { ...detail, isNullNever: true, sortBy: 'contacted_at', format: 'moment', align: 'end' }),
  column('tag_list', 156, { ...detail, format: 'custom' }),
  column('version', 84, { ...detail, sortBy: 'version', format: 'mono' }),
  column('projects', 72, { ...detail, align: 'end', value: ({ projects }) => projects?.length }),
  column('access_level', 168, {
    ...detail,
    ...hidden,
    value: ({ access_level: level }) => wordOf(words.accessLevels, level),
  }),
  column('maximum_timeout', 104, { ...detail, ...hidden, format: 'seconds', align: 'end' }),
  column('maintenance_note', 200, { ...detail, ...hidden }),
  column('age', 84, { align: 'end' }),
  column('platform', 100, { ...detail, ...hidden, sortBy: 'platform' }),
  column('ip_address', 124, { ...hidden, format: 'mono' }),
  column('revision', 100, { ...detail, ...hidden, format: 'mono' }),
  column('id', 76, { ...hidden, sortBy: 'id', align: 'end' }),
];

const optionsOf = (values: readonly string[], labels: Record<string, string>) =>
  values.map((value) => ({ value, label: wordOf(labels, value) }));
const { groups } = words.filter;

const filters: readonly FilterField<Filter>[] = [
  {
    name: 'status',
    label: words.filter.status,
    group: groups.documented,
    control: { kind: 'enum', options: optionsOf([...runnerStatuses, 'other'], words.filter.statuses) },
  },
  {
    name: 'type',
    label: words.filter.type,
    group: groups.documented,
    control: { kind: 'enum', options: optionsOf(runnerTypes, words.types) },
  },
  {
    name: 'paused',
    label: words.filter.paused,
    group: groups.documented,
    control: { kind: 'boolean', yes: words.filter.yes, no: words.filter.no },
  },
  {
    name: 'job_execution_status',
    label: words.filter.jobs,
    group: groups.list,
    control: { kind: 'enum', options: optionsOf(['active', 'idle', 'unknown'], words.filter.jobStates) },
  },
  {
    name: 'stale',
    label: words.filter.stale,
    group: groups.list,
    control: { kind: 'boolean', yes: words.filter.yes, no: words.filter.no },
  },
  {
    name: 'tag_list',
    label: words.filter.tag_list,
    group: groups.details,
    control: { kind: 'texts' },
    excludes: ['untagged'],
    help: words.filter.tagsHelp,
  },
  { name: 'untagged', label: words.filter.untagged, group: groups.details, control: { kind: 'flag' } },
  { name: 'version_prefix', label: words.filter.version_prefix, group: groups.details, control: { kind: 'text' } },
  { name: 'version', label: words.filter.version, group: groups.details, control: { kind: 'text' } },
  {
    name: 'access_level',
    label: words.filter.access_level,
    group: groups.details,
    control: { kind: 'enum', options: optionsOf(['not_protected', 'ref_protected'], words.accessLevels) },
  },
  { name: 'maintenance', label: words.filter.maintenance, group: groups.details, control: { kind: 'flag' } },
  {
    name: 'detailed',
    label: words.filter.detailed,
    group: groups.details,
    control: { kind: 'boolean', yes: words.filter.wasRead, no: words.filter.notRead },
  },
  { name: 'contacted_after', label: words.filter.contacted_after, group: groups.contact, control: { kind: 'date' } },
  { name: 'contacted_before', label: words.filter.contacted_before, group: groups.contact, control: { kind: 'date' } },
];

const field = (name: keyof typeof words.fields, format: ValueFormat = 'text'): DetailField => ({
  name,
  format,
  label: words.fields[name],
});
const detailField = (name: keyof typeof words.fields, format: ValueFormat = 'text'): DetailField => ({
  ...field(name, format),
  isDetail: true,
});

/** The list of runners, with all documented filters and filters on details. */
export const runnersList = defineList('runners', {
  path: '/runners',
  title: words.title,
  noun: words.noun,
  searchHint: words.searchHint,
  role: words.role,
  scopes: ['instance', 'group', 'project'],
  columns,
  filter: RunnerListFilter,
  filters,
  sort: { by: 'description', direction: 'asc' },
  views: [
    { id: 'all', name: words.views.all, query: {} },
    { id: 'offline', name: words.views.offline, query: { filter: { status: 'offline' } } },
    { id: 'stale', name: words.views.stale, query: { filter: { status: 'stale' } } },
    { id: 'never', name: words.views.never, query: { filter: { status: 'never_contacted' } } },
    { id: 'paused', name: words.views.paused, query: { filter: { paused: true } } },
    {
      id: 'silent',
      name: words.views.silent,
      query: { filter: { detailed: true }, sort: { by: 'contacted_at', direction: 'asc' } },
      hint: words.views.silentWhy,
    },
    { id: 'gone', name: words.views.gone, query: { gone: 'only' } },
  ],
  details: [
    {
      id: 'state',
      title: words.groups.state,
      fields: [
        field('id', 'mono'),
        field('description'),
        field('name', 'mono'),
        field('status', 'custom'),
        field('online'),
        field('paused', 'warn'),
        field('active'),
        field('job_execution_status', 'custom'),
        { ...detailField('contacted_at', 'moment'), isNullNever: true },
        detailField('maintenance_note'),
      ],
    },
    {
      id: 'work',
      title: words.groups.work,
      fields: [
        field('runner_type', 'custom'),
        field('is_shared'),
        detailField('tag_list', 'list'),
        field('run_untagged'),
        field('locked'),
        detailField('access_level', 'custom'),
        detailField('maximum_timeout', 'seconds'),
      ],
    },
    {
      id: 'machine',
      title: words.groups.machine,
      fields: [
        detailField('version', 'mono'),
        detailField('revision', 'mono'),
        detailField('platform'),
        detailField('architecture', 'mono'),
        field('ip_address', 'mono'),
      ],
    },
  ],
  shownElsewhere: ['projects'],
  leading: ['id', 'description'],
  nameOf: ({ description, name }) => textOf(description) ?? textOf(name) ?? words.unnamed,
  aboutOf: ({ id }) => `#${id}`,
  isDetailed: true,
});

function textOf(value: string | null | undefined): string | undefined {
  return value === null || value === undefined || value.trim() === '' ? undefined : value;
}
