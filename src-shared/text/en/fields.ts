import { commonLabels } from './common-labels.ts';

/** Names for fields whose platform name would be unclear even without its underscores. */
const named: Readonly<Record<string, string>> = {
  auth_method: 'Authentication',
  codehost_a_hostname: 'Host name',
  codehost_b_api_token: 'API token',
  codehost_b_app_password: 'App password',
  codehost_b_email: 'Email address',
  codehost_b_server_project: 'Project',
  codehost_b_server_repo: 'Repository',
  codehost_b_server_url: 'Address',
  codehost_b_server_username: 'Username',
  codehost_b_username: 'Username',
  commit_committer_check: 'Committer is the pusher',
  commit_committer_name_check: 'Committer name matches',
  created_at: 'Creation time',
  deny_delete_tag: 'Deny deleting tags',
  deployable: 'Job',
  email: 'Email address',
  enable_ssl_verification: 'TLS verification',
  execute_filemode: 'Executable',
  expires_at: 'Expiry date',
  finished_at: 'End time',
  hard_delete: 'Delete contributions too',
  keep_divergent_refs: 'Keep divergent branches',
  last_update_at: 'Last update',
  max_file_size: 'Maximum file size',
  maximum_timeout: 'Maximum job timeout',
  member_check: 'Author is a member',
  member_role_id: 'Member role',
  mirror_branch_regex: 'Branch pattern',
  prevent_secrets: 'Reject secrets',
  project_id: 'Project',
  ref: 'Branch or tag',
  reject_non_dco_commits: 'Reject commits without sign-off',
  repo_id: 'Repository',
  repo_path: 'Repository',
  run_untagged: 'Runs untagged jobs',
  sha: 'Commit',
  start_sha: 'Start commit',
  tag_list: 'Tags',
  target_group_id: 'Group',
  target_project_id: 'Project',
  unconfirmed_email: 'Unconfirmed email address',
  updated_at: 'Update time',
  url: 'Address',
  user_id: 'User',
};

/** Units of numbers. The name of a field in a plan contains its unit, the label in a list or form does not. */
const units: Readonly<Record<string, string>> = { max_file_size: 'MB', maximum_timeout: 'seconds' };

const spellings: Readonly<Record<string, string>> = {
  id: 'ID',
  iid: 'number',
  ip: 'IP',
  regex: 'pattern',
  sha: 'SHA',
  ssh: 'SSH',
  url: 'URL',
};

/** The labels that a list sets itself, by field or filter. */
export type Labels = Readonly<Partial<Record<string, string>>>;

/**
 * The label of a field or filter in the columns, filters, panel and forms of a list: the list's own label, else the
 * label that several lists share, else the platform's name in words. For example, "Maintenance note" for
 * `maintenance_note`, and "Created" for `created_at`.
 */
export const labelOf = (field: string, own: Labels = {}): string =>
  own[field] ?? commonLabels[field] ?? inWords(field.replace(/_at$/, ''));

/** The unit of a number; undefined: none. */
export const unitOf = (field: string): string | undefined => (Object.hasOwn(units, field) ? units[field] : undefined);

/** The display name of a written field, with its unit; a path is named by its last part. */
export function fieldName(field: string): string {
  const last = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field;
  const unit = unitOf(last);
  return unit === undefined ? inWords(last) : `${inWords(last)} (${unit})`;
}

function inWords(field: string): string {
  if (Object.hasOwn(named, field)) return named[field] ?? field;
  const words = field.split('_').map((word) => spellings[word] ?? word);
  const name = words.join(' ').trim();
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The display name inside a sentence: "maintenance note". In a text of several words only field names are replaced. */
export function fieldInSentence(text: string): string {
  if (text.includes(' ')) return text.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (field) => fieldInSentence(field));
  const name = fieldName(text);
  return /^[A-Z]{2}/.test(name) ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

export const and = new Intl.ListFormat('en');

/** The display names in a sentence: "locked, tags, and maintenance note". */
export const fieldsInSentence = (names: readonly string[]): string => and.format(names.map(fieldInSentence));
