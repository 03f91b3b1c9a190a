/** Document 1, Remote mirror. */
export const REMOTE_MIRROR = [
  'auth_method',
  'enabled',
  'host_keys',
  'id',
  'keep_divergent_refs',
  'last_error',
  'last_successful_update_at',
  'last_update_at',
  'last_update_started_at',
  'only_protected_branches',
  'update_status',
  'url',
];
