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
import { endpoint, lossy, none, rowsOf, table } from '../endpoint.ts';
import { offsetPaging } from '../client/wire/paging.ts';

/** Everything that both lists of runners take. What `scope` may hold is not shown in whole (document 3:90, 3:91). */
const RunnerListQuery = RunnerFilter.extend({
  status: z.enum([...runnerStatuses, 'active', 'paused']).optional(),
  scope: z.string().min(1).optional(),
  ...offsetPaging,
});

/** The deprecated statuses can be named here only, for a value has no place of its own. */
const deprecated = {
  scope: 'type, status and paused',
  'status=active': 'paused=false',
  'status=paused': 'paused=true',
};

/** A list of which the documents show the path alone (document 3:89). */
const Pages = z.object(offsetPaging);

export const runners = table('runners', {
  list: endpoint('GET /runners', {
    query: RunnerListQuery,
    reply: rowsOf(Runner),
    paging: 'offset',
    deprecated,
    role: 'Owner for runners of groups, Security Manager or Maintainer for those of projects',
    doc: '3:90',
  }),
  listAll: endpoint('GET /runners/all', {
    query: RunnerListQuery,
    reply: rowsOf(Runner),
    paging: 'offset',
    deprecated,
    role: 'administrator or auditor',
    tier: 'self-managed',
    doc: '3:91',
  }),
  get: endpoint('GET /runners/:id', { reply: RunnerDetail, role: 'signed-in', doc: '3:92' }),
  /** The answer is not shown, so nothing in it is certain. */
  edit: endpoint('PUT /runners/:id', {
    body: RunnerEdit,
    reply: RunnerDetail.partial().nullish(),
    deprecated: { active: 'paused' },
    opposites: [['active', 'paused']],
    undo: lossy('run_untagged', 'locked'),
    role: 'administrator for runners of the instance, Owner for those of groups, Maintainer for those of projects',
    doc: '3:93',
  }),
  /** No parameter is shown, so fields go out as they are given. */
  create: endpoint('POST /user/runners', {
    body: z.looseObject({}),
    reply: CreatedRunner.nullish(),
    undo: none('this API can’t delete runners'),
    secrets: ['token'],
    doc: '3:94',
  }),
  listJobs: endpoint('GET /runners/:id/jobs', {
    query: Pages,
    reply: rowsOf(RunnerJob),
    paging: 'offset',
    doc: '3:89',
  }),
  listOfProject: endpoint('GET /projects/:id/runners', {
    query: Pages,
    reply: rowsOf(Runner),
    paging: 'offset',
    doc: '3:89',
  }),
  listOfGroup: endpoint('GET /groups/:id/runners', {
    query: Pages,
    reply: rowsOf(Runner),
    paging: 'offset',
    doc: '3:89',
  }),
});
