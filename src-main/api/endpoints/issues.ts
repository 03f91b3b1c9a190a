import { LabelNames, SearchedFields } from '#shared/contract/issuables.ts';
import { exclusiveIssueFilters, Issue, IssueExclusion, IssueFilter, issueOrders } from '#shared/contract/issues.ts';
import { z } from 'zod';
import { commaSeparated } from '../comma-separated.ts';
import { endpoint, paged, table } from '../endpoint.ts';

/** Query fields of both lists of issues (document 2:34). */
const IssueListQuery = IssueFilter.extend({
  in: commaSeparated(SearchedFields).optional(),
  labels: commaSeparated(LabelNames).optional(),
  not: IssueExclusion.extend({ labels: commaSeparated(LabelNames).optional() }).optional(),
  order_by: z.enum(issueOrders).optional(),
  sort: z.enum(['asc', 'desc']).optional(),
  with_labels_details: z.boolean().optional(),
});

const list = {
  ...paged(Issue, IssueListQuery),
  exclusive: exclusiveIssueFilters,
  perDialect: {
    values: { issue_type: 'issueTypes', milestone_id: 'milestoneIds', 'not.milestone_id': 'milestoneIds' },
  },
  deprecated: { assignee: 'assignees', epic_iid: 'epic' },
  doc: '2:34',
} as const;

export const issues = table('issues', {
  list: endpoint('GET /issues', list),
  /** Includes issues of subgroups. */
  listOfGroup: endpoint('GET /groups/:id/issues', list),
});
