/** Fields of commits, branches and files (document 1, Commit, Branch, Repository file). */
const WHO_AND_WHEN = [
  'author_email',
  'author_name',
  'authored_date',
  'committed_date',
  'committer_email',
  'committer_name',
];

const BARE_COMMIT = [...WHO_AND_WHEN, 'created_at', 'id', 'message', 'parent_ids', 'short_id', 'title'];

/** A commit in a list or in a branch. */
export const COMMIT = [...BARE_COMMIT, 'extended_trailers', 'trailers', 'web_url'];

export const NEW_COMMIT = [...COMMIT, 'stats', 'status'];

export const ONE_COMMIT = [...NEW_COMMIT, 'last_pipeline'];

/** Document 1:162. */
export const SUBMODULE_COMMIT = [...BARE_COMMIT, 'status'];

/** Document 1:142. */
export const BLAMED_COMMIT = [...WHO_AND_WHEN, 'id', 'message', 'parent_ids'];

export const STATS = ['additions', 'deletions', 'total'];

export const BRANCH = [
  'can_push',
  'commit',
  'default',
  'developers_can_merge',
  'developers_can_push',
  'merged',
  'name',
  'protected',
  'web_url',
];

export const FILE = [
  'blob_id',
  'commit_id',
  'content',
  'content_sha256',
  'encoding',
  'execute_filemode',
  'file_name',
  'file_path',
  'last_commit_id',
  'ref',
  'size',
];
