/** Fields of document 2, Snippet. */
export const SNIPPET = [
  ...['id', 'project_id', 'title', 'file_name', 'description', 'visibility', 'author', 'created_at', 'updated_at'],
  ...['expires_at', 'imported', 'imported_from', 'web_url', 'raw_url'],
];
export const WHOLE_SNIPPET = [...SNIPPET, 'ssh_url_to_repo', 'http_url_to_repo', 'files'];
