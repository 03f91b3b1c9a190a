import { runnerStatuses, type RunnerListFilter } from '#shared/contract/runners.ts';
import { given, is } from '../conditions.ts';
import { never, type Fields, type Statement } from '../derive.ts';

export const runners = {
  conditions,
  names: ({ projects }: Fields) =>
    (Array.isArray(projects) ? (projects as Fields[]) : []).flatMap(({ id, path_with_namespace: path, name }) =>
      typeof id === 'number' ? [{ kind: 'project' as const, id, path: textOrNull(path), name: textOrNull(name) }] : [],
    ),
};

/**
 * `offline` means exactly this status: whether the platform includes stale runners in it is not documented (readings
 * row 7), and the rows show the two as different states. Source of the filters: document 3:90.
 */
function conditions(filter: RunnerListFilter): Statement[] {
  const { status, job_execution_status: jobs, stale, untagged } = filter;
  return given([
    status === 'other' ? is.noneOf('status', runnerStatuses) : is.equal('status', status),
    jobs === 'unknown' ? is.noneOf('job_execution_status', ['active', 'idle']) : is.equal('job_execution_status', jobs),
    stale !== undefined && { sql: `status ${stale ? '=' : '<>'} 'stale'`, values: [] },
    untagged === true && { sql: `tag_list = ''`, values: [] },
    untagged === false && { sql: `tag_list <> ''`, values: [] },
    is.before('contacted_at', filter.contacted_before),
    filter.contacted_before !== undefined && { sql: `contacted_at <> ${never}`, values: [] },
  ]);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
