/** Names in sentences about undo, each with its fields in the simulator. A name that is not listed is the name of a field. */
const fields: Readonly<Record<string, RegExp>> = {
  id: /^\w+\.id$/,
  iid: /^deployments\.iid$/,
  author: /\.author_id$/,
  user: /^deployments\.user_id$/,
  deployable: /^deployments\.job_id$/,
  'its place in the order': /^deployments\.id$/,
  email: /^users\.(unconfirmed_)?email$/,
  developers_can_push: /^protectedBranches\.push_access_levels$/,
  developers_can_merge: /^protectedBranches\.merge_access_levels$/,
  'who may push, merge and unprotect': /^protectedBranches\.(id|\w+_access_levels)$/,
  'the credentials': /^remoteMirrors\.url$/,
  'the SSH key': /^remoteMirrors\.public_key$/,
  'the order of the commits': /^mergeRequests\.context_commits$/,
  'the order of its files': /^snippets\.versions$/,
  files: /^(snippets\.versions|branches\.files)$/,
  'files besides the first': /^snippets\.versions$/,
  'the history of its files': /^snippets\.versions$/,
  paths: /^snippets\.versions$/,
  'its notes': /^notes$/,
  'both commits stay in the history, also on a new branch': /^branches(\.head)?$/,
  'both changes stay in the history': /^wikis\.commits$/,
  'changed files keep both versions in their history': /^snippets\.versions$/,
  'a finished deployment gets a new end time': /^deployments\.finished_at$/,
};
/** Fields of a mirror that its last updates show. */
const ofUpdates = [
  'last_update_at',
  'last_error',
  'last_successful_update_at',
  'last_update_started_at',
  'update_status',
];

/** Whether a name in a sentence about an undo is about this field of the simulator. */
export function isShownIn(name: string, field: string): boolean {
  if (ofUpdates.includes(name)) return field === 'remoteMirrors.updates';
  return fields[name]?.test(field) ?? field.endsWith(`.${name}`);
}

/**
 * Not part of an undo, because every write changes it: the time of the last change, and the updates of mirrors after a push.
 */
export const alwaysChanges = (field: string): boolean =>
  /\.(updated_at|last_activity_at)$/.test(field) || field === 'remoteMirrors.updates';
