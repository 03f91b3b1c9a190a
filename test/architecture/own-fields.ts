import type { CollectionName } from '#shared/contract/collections.ts';

/** Fields of rows that no reply contains: Reeve adds them. */
export const ownFields: Partial<Record<CollectionName, readonly string[]>> = {
  accessTokens: ['account_username', 'account_name'],
  commits: ['position'],
  groupReleases: ['release_key'],
  jobTokenScope: ['id'],
  keys: [
    ...['answer', 'kind', 'type', 'bits', 'md5', 'sha256', 'comment'],
    ...['projectIds', 'pushIds', 'batch', 'batchBy'],
  ],
  members: ['is_direct', 'direct_access_level'],
  pushRules: ['is_configured'],
  remoteMirrors: ['project_path', 'target_host', 'alarm', 'alarm_rank', 'is_overdue'],
  webhookEvents: ['first_seen_at', 'resent_status', 'resent_at'],
  webhooks: ['project_path'],
};
