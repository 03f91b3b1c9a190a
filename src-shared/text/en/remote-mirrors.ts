import type { ListWords } from './list-words.ts';

export const remoteMirrors: ListWords<'remoteMirrors'> = {
  noun: { one: 'mirror', many: 'mirrors' },
  searchHint: 'Target or error',
  role: 'the Maintainer role in the project',
  groups: { mirror: 'Mirror', updates: 'Updates', keys: 'Host keys' },
  fields: {
    id: 'ID',
    url: 'Target',
    enabled: 'Enabled',
    auth_method: 'Authentication',
    host_keys: 'Host keys',
    keep_divergent_refs: 'Keep divergent refs',
    only_protected_branches: 'Only protected branches',
    mirror_branch_regex: 'Branches',
    last_error: 'Last error',
    last_successful_update_at: 'Last success',
    last_update_at: 'Last update',
    last_update_started_at: 'Last update started',
    update_status: 'State',
  },
  filters: {
    update_status: 'State',
    enabled: 'Enabled',
    auth_method: 'Authentication',
    success_before: 'Last success before',
  },
  values: {
    update_status: {
      none: 'Never updated',
      scheduled: 'Scheduled',
      started: 'Started',
      finished: 'Finished',
      failed: 'Failed',
    },
    auth_method: { ssh_public_key: 'SSH public key', password: 'Password' },
  },
};
