/** Document 1, Project webhook. */
export const WEBHOOK = [
  'alert_status',
  'branch_filter_strategy',
  'confidential_issues_events',
  'confidential_note_events',
  'created_at',
  'custom_headers',
  'custom_webhook_template',
  'deployment_events',
  'description',
  'disabled_until',
  'enable_ssl_verification',
  'feature_flag_events',
  'id',
  'issues_events',
  'job_events',
  'merge_requests_events',
  'milestone_events',
  'name',
  'note_events',
  'pipeline_events',
  'project_id',
  'push_events',
  'push_events_branch_filter',
  'releases_events',
  'repository_update_events',
  'resource_access_token_events',
  'tag_push_events',
  'url',
  'url_variables',
  'wiki_page_events',
];

/** Document 1, Project webhook event. */
export const WEBHOOK_EVENT = [
  'execution_duration',
  'id',
  'request_data',
  'request_headers',
  'response_body',
  'response_headers',
  'response_status',
  'trigger',
  'url',
];

/** Document 1, Events. */
export const PUSH = [
  'after',
  'before',
  'checkout_sha',
  'commits',
  'event_name',
  'message',
  'object_kind',
  'project',
  'project_id',
  'push_options',
  'ref',
  'ref_protected',
  'repository',
  'total_commits_count',
  'user_avatar',
  'user_email',
  'user_id',
  'user_name',
  'user_username',
];

export const PUSH_PROJECT = [
  'avatar_url',
  'ci_config_path',
  'default_branch',
  'description',
  'git_http_url',
  'git_ssh_url',
  'homepage',
  'http_url',
  'id',
  'name',
  'namespace',
  'path_with_namespace',
  'ssh_url',
  'url',
  'visibility_level',
  'web_url',
];

export const PUSH_COMMIT = ['added', 'author', 'id', 'message', 'modified', 'removed', 'timestamp', 'title', 'url'];

export const PUSH_REPOSITORY = [
  'description',
  'git_http_url',
  'git_ssh_url',
  'homepage',
  'name',
  'url',
  'visibility_level',
];

export const DELIVERY_HEADERS = [
  'Content-Type',
  'User-Agent',
  'Idempotency-Key',
  'X-Service-Event',
  'X-Service-Webhook-UUID',
  'X-Service-Instance',
  'X-Service-Event-UUID',
  'X-Service-Token',
];
