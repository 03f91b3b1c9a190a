/** Document 2:40. */
export const CONTEXT_COMMIT = [
  ...['id', 'short_id', 'created_at', 'parent_ids', 'title', 'message', 'author_name', 'author_email'],
  ...['authored_date', 'committer_name', 'committer_email', 'committed_date'],
];
/** Document 2:41. */
export const NEW_CONTEXT_COMMIT = [...CONTEXT_COMMIT, 'trailers', 'web_url'];
