import { figures } from '#shared/contract/figures.ts';
import { consoles } from '#shared/text/en/console.ts';
import { runners as words } from '#shared/text/en/runners.ts';
import { allRows, defineList, notReturnedRows } from '../../../console/define-list.ts';
import { enumOf, flag, specParts } from '../../../console/spec-parts.ts';
import { absentPart, statePart, type ValuePart } from '../../../console/facts/value-parts.ts';
import { wordOf } from '../../../console/values.ts';

const { column, details, filters } = specParts('runners', words);
const detail = { isDetail: true };
const hidden = { isOptional: true };
const last = { isNullNever: true };

/** The list of runners, with all documented filters and filters on details. */
export const runnersList = defineList('runners', words, {
  columns: [
    column('runner', 204, { fields: ['description'], sortBy: 'description', isPinned: true }),
    column('status', 140, { show: ({ row }) => statusOf(row.status) }),
    column('runner_type', 84, { value: ({ runner_type: type }) => wordOf(words.types, type) }),
    column('paused', 76, { format: 'warn' }),
    column('job_execution_status', 100, {
      sortBy: null,
      value: ({ job_execution_status: jobs }) => wordOf(words.jobs, jobs),
    }),
    column('contacted_at', 108, { ...detail, ...last }),
    column('tag_list', 156, { ...detail, format: 'chips' }),
    column('version', 84, { ...detail, format: 'mono' }),
    column('projects', 72, { ...detail, align: 'end', value: ({ projects }) => projects?.length }),
    column('access_level', 168, {
      ...detail,
      ...hidden,
      sortBy: null,
      value: ({ access_level: level }) => wordOf(words.accessLevels, level),
    }),
    column('maximum_timeout', 104, { ...detail, ...hidden, format: 'seconds', align: 'end' }),
    column('maintenance_note', 200, { ...detail, ...hidden, sortBy: null }),
    column('age', 136),
    column('platform', 100, { ...detail, ...hidden }),
    column('ip_address', 124, { ...hidden, format: 'mono' }),
    column('revision', 100, { ...detail, ...hidden, format: 'mono' }),
    column('id', 76),
  ],
  filters: filters(
    words.filter,
    [
      ['documented', 'status', 'type', 'paused'],
      ['list', 'job_execution_status', 'stale'],
      ['details', 'tag_list', 'untagged', 'version_prefix', 'version', 'access_level', 'maintenance', 'detailed'],
      ['contact', 'contacted_after', 'contacted_before'],
    ],
    {
      status: enumOf(words.filter.statuses),
      type: enumOf(words.types),
      job_execution_status: enumOf(words.filter.jobStates),
      tag_list: { excludes: ['untagged'], help: words.filter.tagsHelp },
      untagged: flag,
      access_level: enumOf(words.accessLevels),
      maintenance: flag,
      detailed: { control: { kind: 'boolean', yes: words.filter.wasRead, no: words.filter.notRead } },
    },
  ),
  views: [
    allRows,
    { id: 'offline', name: words.views.offline, query: { filter: figures.runnersOffline.filter } },
    { id: 'stale', name: words.views.stale, query: { filter: figures.runnersStale.filter } },
    { id: 'never', name: words.views.never, query: { filter: figures.runnersNeverContacted.filter } },
    { id: 'paused', name: words.views.paused, query: { filter: { paused: true } } },
    {
      id: 'silent',
      name: words.views.silent,
      query: { filter: { detailed: true }, sort: { by: 'contacted_at', direction: 'asc' } },
      hint: words.views.silentWhy,
    },
    notReturnedRows,
  ],
  details: details({
    state: [
      ...(['id', 'description', ['name', 'mono']] as const),
      ['status', 'text', { show: (status) => (typeof status === 'string' ? statusOf(status) : consoles.none) }],
      ...(['online', ['paused', 'warn'], 'active'] as const),
      ['job_execution_status', 'text', { show: wordIn(words.jobs) }],
      ['contacted_at', 'moment', { ...detail, ...last }],
      ['maintenance_note', 'text', detail],
    ],
    work: [
      ['runner_type', 'text', { show: wordIn(words.types) }],
      'is_shared',
      ['tag_list', 'list', detail],
      'run_untagged',
      'locked',
      ['access_level', 'text', { ...detail, show: wordIn(words.accessLevels) }],
      ['maximum_timeout', 'seconds', detail],
    ],
    machine: [
      ['version', 'mono', detail],
      ['revision', 'mono', detail],
      ['platform', 'text', detail],
      ['architecture', 'mono', detail],
      ['ip_address', 'mono'],
    ],
  }),
  shownElsewhere: ['projects'],
  leading: ['id', 'description'],
  nameOf: ({ description, name }) => textOf(description) ?? textOf(name) ?? words.unnamed,
  isDetailed: true,
});

function textOf(value: string | null | undefined): string | undefined {
  return value === null || value === undefined || value.trim() === '' ? undefined : value;
}

/** The status of a runner. An unknown status is shown unchanged. */
export function statusOf(status: string | null | undefined): ValuePart {
  if (status === null || status === undefined) return { ...absentPart(), dot: 'muted', look: 'cell-text' };
  const dots = {
    online: ['ok'],
    offline: ['bad', true],
    stale: ['warn', true],
    never_contacted: ['muted', true],
  } as const;
  return statePart(status, dots, words.statuses);
}

function wordIn(labels: Readonly<Record<string, string>>) {
  return (value: unknown): string => (typeof value === 'string' ? wordOf(labels, value) : consoles.none);
}
