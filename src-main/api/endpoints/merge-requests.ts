import { allValues } from '#shared/contract/dialect-values.ts';
import { LabelNames, SearchedFields } from '#shared/contract/issuables.ts';
import {
  exclusiveMergeRequestFilters,
  MergeRequest,
  MergeRequestExclusion,
  MergeRequestFilter,
} from '#shared/contract/merge-requests.ts';
import { z } from 'zod';
import { commaSeparated } from '../comma-separated.ts';
import { endpoint, paged, table } from '../endpoint.ts';

/** Query fields of the list of merge requests (document 2:37). */
const MergeRequestListQuery = MergeRequestFilter.extend({
  in: commaSeparated(SearchedFields).optional(),
  labels: commaSeparated(LabelNames).optional(),
  not: MergeRequestExclusion.extend({ labels: commaSeparated(LabelNames).optional() }).optional(),
  order_by: z.enum(allValues('mergeRequestOrders')).optional(),
  render_html: z.boolean().optional(),
  sort: z.enum(['asc', 'desc']).optional(),
  /** `simple` returns fewer attributes. */
  view: z.literal('simple').optional(),
  with_labels_details: z.boolean().optional(),
  /** Recalculates the merge status in the background. Some platforms ignore it below the Developer role. */
  with_merge_status_recheck: z.boolean().optional(),
});

export const mergeRequests = table('merge-requests', {
  list: endpoint('GET /merge_requests', {
    ...paged(MergeRequest, MergeRequestListQuery),
    exclusive: exclusiveMergeRequestFilters,
    perDialect: { values: { order_by: 'mergeRequestOrders' } },
    deprecated: {
      assignee: 'assignees',
      allow_maintainer_to_push: 'allow_collaboration',
      approvals_before_merge: 'approval rules, which are not in this API',
    },
    doc: '2:37',
  }),
});
