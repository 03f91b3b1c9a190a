import type { ListWords } from './list-words.ts';

export const deployments: ListWords<'deployments'> = {
  noun: { one: 'deployment', many: 'deployments' },
  searchHint: 'Environment, branch or tag, commit, user, or job',
  groups: { deployment: 'Deployment', job: 'Job', approvals: 'Approvals', identity: 'Identity' },
  fields: {
    id: 'ID',
    iid: 'Number in project',
    environment: 'Environment',
    status: 'Status',
    ref: 'Branch or tag',
    sha: 'Commit',
    user: 'User',
    created_at: 'Created',
    updated_at: 'Updated',
    deployable: 'Job',
    approval_summary: 'Approval rules',
    approvals: 'Approvals',
    pending_approval_count: 'Missing approvals',
  },
  filters: {
    status: 'Status',
    environment: 'Environment',
    ref: 'Branch or tag',
    updated_after: 'Updated after',
    updated_before: 'Updated before',
    finished_after: 'Finished after',
    finished_before: 'Finished before',
    created_after: 'Created after',
    created_before: 'Created before',
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
    },
  },
};
