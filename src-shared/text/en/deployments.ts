import type { ListWords } from './list-words.ts';

export const deployments: ListWords<'deployments'> = {
  noun: { one: 'deployment', many: 'deployments' },
  searchHint: 'Environment, branch or tag, commit, user, or job',
  groups: { deployment: 'Deployment', job: 'Job', approvals: 'Approvals', identity: 'Identity' },
  fields: {
    approval_summary: 'Approval rules',
    pending_approval_count: 'Missing approvals',
  },
  filters: {
    unfinished_hours: 'Running or created for more than (h)',
  },
  values: {
    status: {
      created: 'Created',
      running: 'Running',
      success: 'Succeeded',
      failed: 'Failed',
      canceled: 'Canceled',
      blocked: 'Blocked',
      skipped: 'Skipped',
    },
  },
};
