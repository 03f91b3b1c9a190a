import { figures } from '#shared/contract/figures.ts';
import { runners as words } from '#shared/text/en/runners.ts';
import { declaredList, flag, numberOf } from '../../../console/declared-list.ts';
import { absentPart, statePart, type ValuePart } from '../../../console/facts/value-parts.ts';

const hidden = { isOptional: true };
const detail = { isDetail: true };

/** The list of runners, with all documented filters and filters on details. */
export const runnersList = declaredList('runners', words, {
  columns: {
    runner: { widthPx: 204, fields: ['description'], sortBy: 'description' },
    status: 140,
    runner_type: 84,
    paused: 76,
    job_execution_status: { widthPx: 100, sortBy: null },
    contacted_at: 108,
    tag_list: { widthPx: 156, format: 'chips' },
    version: 84,
    projects: { ...detail, widthPx: 72, align: 'end', value: ({ projects }) => projects?.length },
    access_level: { ...hidden, widthPx: 168, sortBy: null },
    maximum_timeout: { ...hidden, widthPx: 104, align: 'end' },
    maintenance_note: { ...hidden, widthPx: 200, sortBy: null },
    age: 136,
    platform: { ...hidden, widthPx: 100 },
    ip_address: { ...hidden, widthPx: 124 },
    revision: { ...hidden, widthPx: 100 },
    id: 76,
  },
  fields: {
    name: { format: 'mono' },
    status: { show: (status) => statusOf(status as string | null | undefined) },
    paused: { format: 'warn' },
    contacted_at: { ...detail, isNullNever: true },
    maintenance_note: detail,
    tag_list: detail,
    access_level: detail,
    maximum_timeout: { ...detail, format: 'seconds' },
    version: { ...detail, format: 'mono' },
    revision: { ...detail, format: 'mono' },
    platform: detail,
    architecture: { ...detail, format: 'mono' },
    ip_address: { format: 'mono' },
  },
  values: {
    status: words.filter.statuses,
    type: words.types,
    runner_type: words.types,
    job_execution_status: words.filter.jobStates,
    access_level: words.accessLevels,
  },
  filters: [
    ['documented', 'status', 'type', 'paused'],
    ['list', 'job_execution_status', 'stale'],
    ['details', 'tag_list', 'untagged', 'version_prefix', 'version', 'access_level', 'maintenance', 'detailed'],
    ['contact', 'contacted_after', 'contacted_before'],
  ],
  filterFields: {
    tag_list: { excludes: ['untagged'], help: words.filter.tagsHelp, side: 'local' },
    version_prefix: { side: 'local' },
    untagged: flag,
    maintenance: flag,
    detailed: { control: { kind: 'boolean', yes: words.filter.wasRead, no: words.filter.notRead } },
  },
  views: [
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
  ],
  details: [
    ['state', 'id', 'description', 'name', 'status', 'online', 'paused', 'active', 'job_execution_status'],
    ['state', 'contacted_at', 'maintenance_note'],
    ['work', 'runner_type', 'is_shared', 'tag_list', 'run_untagged', 'locked', 'access_level', 'maximum_timeout'],
    ['machine', 'version', 'revision', 'platform', 'architecture', 'ip_address'],
  ],
  shownElsewhere: ['projects'],
  nameOf: ({ description, name }) => textOf(description) ?? textOf(name) ?? words.unnamed,
  aboutOf: numberOf,
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
