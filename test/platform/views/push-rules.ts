import { iso } from '../clock.ts';
import type { PushRule } from '../world/push-rules.ts';

/** A group push rule; four switches are null instead of false (document 3:26). */
export const pushRuleView = (rule: PushRule) => ({
  id: rule.id,
  created_at: iso(rule.created_at),
  author_email_regex: rule.author_email_regex,
  branch_name_regex: rule.branch_name_regex,
  commit_message_regex: rule.commit_message_regex,
  commit_message_negative_regex: rule.commit_message_negative_regex,
  file_name_regex: rule.file_name_regex,
  commit_committer_check: rule.commit_committer_check || null,
  commit_committer_name_check: rule.commit_committer_name_check || null,
  deny_delete_tag: rule.deny_delete_tag,
  member_check: rule.member_check,
  prevent_secrets: rule.prevent_secrets,
  reject_non_dco_commits: rule.reject_non_dco_commits || null,
  reject_unsigned_commits: rule.reject_unsigned_commits || null,
  max_file_size: rule.max_file_size,
});
