import {
  CreatedRunner,
  Runner,
  RunnerDetail,
  RunnerEdit,
  RunnerFilter,
  RunnerJob,
  runnerStatuses,
} from '#shared/contract/runners.ts';
import { z } from 'zod';
import { endpoint, lossy, none, paged, table } from '../endpoint.ts';

/** Query fields of both lists of runners. The documents don't list all values of `scope` (document 3:90, 3:91). */
const RunnerListQuery = RunnerFilter.extend({
  status: z.enum([...runnerStatuses, 'active', 'paused']).optional(),
  scope: z.string().min(1).optional(),
});

/** Deprecated values of `status` are described here, because `deprecated` has one text per field. */
const deprecated = {
  scope: 'type, status and paused',
  'status=active': 'paused=false',
  'status=paused': 'paused=true',
};

const listing = {
  ...paged(Runner, RunnerListQuery),
  perDialect: { values: { version_prefix: 'versionPrefixes' } },
  deprecated,
} as const;

export const runners = table('runners', {
  list: endpoint('GET /runners', {
    ...listing,
    role: 'Owner for runners of groups, Security Manager or Maintainer for those of projects',
    doc: '3:90',
  }),
  listAll: endpoint('GET /runners/all', {
    ...listing,
    role: 'administrator or auditor',
    tier: 'self-managed',
    doc: '3:91',
  }),
  get: endpoint('GET /runners/:id', { reply: RunnerDetail, role: 'signed-in', doc: '3:92' }),
  /** The documents don't show the reply, so every field is optional. */
  edit: endpoint('PUT /runners/:id', {
    body: RunnerEdit,
    reply: RunnerDetail.partial().nullish(),
    deprecated: { active: 'paused' },
    opposites: [['active', 'paused']],
    undo: lossy('run_untagged', 'locked'),
    role: 'administrator for runners of the instance, Owner for those of groups, Maintainer for those of projects',
    doc: '3:93',
  }),
  /** The documents show no parameters, so any fields are sent. The named ones decide where the runner belongs. */
  create: endpoint('POST /user/runners', {
    body: z.looseObject({
      runner_type: z.string().optional(),
      group_id: z.number().int().optional(),
      project_id: z.number().int().optional(),
    }),
    perDialect: {
      values: { runner_type: 'runnerTypes' },
      needed: ({ runner_type: type }) => [
        'runner_type',
        ...(type === 'group_type' ? ['group_id'] : type === 'project_type' ? ['project_id'] : []),
      ],
    },
    reply: CreatedRunner.nullish(),
    undo: none('Reeve can’t delete runners'),
    secrets: ['token'],
    doc: '3:94',
  }),
  /** The documents show only the path of this list and of the next two (document 3:89). */
  listJobs: endpoint('GET /runners/:id/jobs', { ...paged(RunnerJob), doc: '3:89' }),
  listOfProject: endpoint('GET /projects/:id/runners', { ...paged(Runner), doc: '3:89' }),
  listOfGroup: endpoint('GET /groups/:id/runners', { ...paged(Runner), doc: '3:89' }),
});
