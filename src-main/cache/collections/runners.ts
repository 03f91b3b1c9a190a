import { RunnerDetail, runnerStatuses, type RunnerListFilter } from '#shared/contract/runners.ts';
import { given, holdsAll, is } from '../conditions.ts';
import { never, type Definition, type Fields, type Statement } from '../derive.ts';

/** What the cache derives from runners (document 3:32). Tags, version and last contact are in the details alone. */
export const runners = {
  stem: 'runners',
  list: 'runners',
  detail: 'runners.detail',
  isScoped: true,
  record: RunnerDetail,
  volatile: [],
  columns: {
    description: { field: 'description', as: 'normal' },
    status: { field: 'status', as: 'text' },
    job_execution_status: { field: 'job_execution_status', as: 'text' },
    runner_type: { field: 'runner_type', as: 'text' },
    paused: { field: 'paused', as: 'flag' },
    contacted_at: { field: 'contacted_at', as: 'last' },
    version: { field: 'version', as: 'version' },
    platform: { field: 'platform', as: 'text' },
    access_level: { field: 'access_level', as: 'text' },
    tag_list: { field: 'tag_list', as: 'list' },
    version_text: { field: 'version', as: 'text' },
    maintenance_note: { field: 'maintenance_note', as: 'text' },
  },
  hay: ['description', 'name', 'maintenance_note', 'tag_list', 'version', 'platform', 'architecture', 'ip_address'],
  indexes: [['description'], ['status', 'description'], ['contacted_at'], ['version']],
  counts: ['status', 'runner_type', 'paused'],
  conditions,
  names: ({ projects }: Fields) =>
    (Array.isArray(projects) ? (projects as Fields[]) : []).flatMap(({ id, path_with_namespace: path, name }) =>
      typeof id === 'number' ? [{ kind: 'project' as const, id, path: textOrNull(path), name: textOrNull(name) }] : [],
    ),
} satisfies Definition;

/**
 * `offline` means exactly this status: whether the platform includes stale runners in it is not documented (readings
 * row 7), and the rows show the two as different states. Source of the filters: document 3:90.
 */
function conditions(filter: RunnerListFilter): Statement[] {
  const { type, status, job_execution_status: jobs, paused, tag_list, version_prefix } = filter;
  const { untagged, maintenance, detailed } = filter;
  return given([
    is.equal('runner_type', type),
    status === 'other' ? is.noneOf('status', runnerStatuses) : is.equal('status', status),
    jobs === 'unknown' ? is.noneOf('job_execution_status', ['active', 'idle']) : is.equal('job_execution_status', jobs),
    filter.stale !== undefined && { sql: `status ${filter.stale ? '=' : '<>'} 'stale'`, values: [] },
    is.equal('version_text', filter.version),
    is.flag('paused', paused),
    ...holdsAll('tag_list', tag_list),
    is.startsWith('version_text', version_prefix),
    untagged === true && { sql: `tag_list = ''`, values: [] },
    untagged === false && { sql: `tag_list <> ''`, values: [] },
    maintenance !== undefined && is.absent('maintenance_note', !maintenance),
    is.equal('access_level', filter.access_level),
    is.after('contacted_at', filter.contacted_after),
    is.before('contacted_at', filter.contacted_before),
    filter.contacted_before !== undefined && { sql: `contacted_at <> ${never}`, values: [] },
    // Only details tell the access level, and all of them do
    detailed !== undefined && is.absent('access_level', !detailed),
  ]);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
