/** Fields of SSH certificates and push rules (document 3:22-26). */
export const SSH_CERTIFICATE = ['created_at', 'id', 'key', 'title'];

export const REGEXES = [
  'author_email_regex',
  'branch_name_regex',
  'commit_message_negative_regex',
  'commit_message_regex',
  'file_name_regex',
];

export const SWITCHES = [
  'commit_committer_check',
  'commit_committer_name_check',
  'deny_delete_tag',
  'member_check',
  'prevent_secrets',
  'reject_non_dco_commits',
  'reject_unsigned_commits',
];

export const PUSH_RULE = [...REGEXES, ...SWITCHES, 'created_at', 'id', 'max_file_size'].sort();
