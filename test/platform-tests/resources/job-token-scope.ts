/** Document 1:122-129. */
export const JOB_TOKEN_SCOPE = ['inbound_enabled', 'outbound_enabled'];

export const LIMITED_PROJECT = [
  'avatar_url',
  'created_at',
  'default_branch',
  'description',
  'http_url_to_repo',
  'id',
  'last_activity_at',
  'name',
  'name_with_namespace',
  'namespace',
  'path',
  'path_with_namespace',
  'ssh_url_to_repo',
  'star_count',
  'tag_list',
  'topics',
  'web_url',
];

export const NAMESPACE = ['avatar_url', 'full_path', 'id', 'kind', 'name', 'parent_id', 'path', 'web_url'];

export const LISTED_GROUP = ['id', 'name', 'web_url'];
