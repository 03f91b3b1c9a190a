import {
  Deployment,
  DeploymentCreate,
  DeploymentEdit,
  DeploymentFilter,
  DeploymentOrder,
} from '#shared/contract/deployments.ts';
import { z } from 'zod';
import { endpoint, exact, lossy, none, rowsOf, table } from '../endpoint.ts';
import { offsetPaging } from '../client/wire/paging.ts';

/** A filter by the end of a deployment requires this order, and only successful ones have an end (document 1:132). */
const DeploymentListQuery = DeploymentFilter.extend({
  order_by: DeploymentOrder.optional(),
  sort: z.enum(['asc', 'desc']).optional(),
  ...offsetPaging,
})
  .refine((query) => !isByEnd(query) || query.order_by === 'finished_at', {
    message: 'finished_after and finished_before need order_by finished_at',
    path: ['order_by'],
  })
  .refine((query) => !isByEnd(query) || query.status === 'success', {
    message: 'finished_after and finished_before need status success',
    path: ['status'],
  });

function isByEnd({ finished_after, finished_before }: z.infer<typeof DeploymentFilter>): boolean {
  return finished_after !== undefined || finished_before !== undefined;
}

export const deployments = table('deployments', {
  list: endpoint('GET /projects/:id/deployments', {
    query: DeploymentListQuery,
    reply: rowsOf(Deployment),
    paging: 'offset',
    perDialect: {
      values: { status: 'deploymentStatuses', order_by: 'deploymentOrders' },
      exclusive: ['updated_after', 'updated_before'].flatMap((one) => [
        [one, 'finished_after'],
        [one, 'finished_before'],
      ]),
    },
    doc: '1:132',
  }),
  get: endpoint('GET /projects/:id/deployments/:deployment_id', { reply: Deployment, doc: '1:133' }),
  create: endpoint('POST /projects/:id/deployments', {
    body: DeploymentCreate,
    reply: Deployment,
    undo: none('the new deployment is the newest of its environment, and the newest can’t be deleted'),
    doc: '1:134',
  }),
  edit: endpoint('PUT /projects/:id/deployments/:deployment_id', {
    body: DeploymentEdit,
    reply: Deployment,
    undo: exact('a finished deployment gets a new end time'),
    doc: '1:135',
  }),
  // Replies 204, or 200 with a message that is not used (readings 2)
  remove: endpoint('DELETE /projects/:id/deployments/:deployment_id', {
    undo: lossy('id', 'iid', 'created_at', 'finished_at', 'user', 'deployable', 'approvals', 'its place in the order'),
    doc: '1:136',
  }),
});
