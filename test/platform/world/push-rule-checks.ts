import { RE2JS } from 're2js';
import { Refusal } from '../http/refusal.ts';
import type { Project } from './projects.ts';
import type { PushRule, PushRules } from './push-rules.ts';
import type { Draft, Repositories } from './repositories.ts';
import type { Users } from './users.ts';

interface Needs {
  pushRules: PushRules;
  repositories: Repositories;
  users: Users;
}

type Commit = NonNullable<Draft['commit']>;

const MIB = 1024 * 1024;

const SIGN_OFF = String.raw`(?i)^Signed-off-by: .+ <.+@.+>\s*$`;

/** Names of files that usually contain secrets. */
const SECRETS = [
  String.raw`(^|/)id_(rsa|dsa|ecdsa|ed25519)$`,
  String.raw`\.(pem|key|p12|pfx|jks|keystore|ppk)$`,
  String.raw`(^|/)\.?aws/credentials$`,
  String.raw`(^|/)(personal|server)_(rsa|dsa|ecdsa|ed\d+)$`,
  String.raw`(^|/)\.(bash|zsh|mysql|psql|irb)_history$`,
  String.raw`(^|/)\.(pgpass|netrc|htpasswd)$`,
];

/**
 * Checks every commit through the API against the push rule of the group of its project. The documents do not describe
 * these checks, so both dialects check as real installations do.
 */
export function enforcePushRules({ pushRules, repositories, users }: Needs): void {
  repositories.beforeCommit((project, draft) => {
    const rule = pushRules.ofProject(project);
    const objection = rule && (branchObjection(rule, project, draft) ?? commitObjection(rule, draft, users));
    return objection === undefined ? undefined : new Refusal(400, objection);
  });
}

const finds = (pattern: string, text: string) => RE2JS.compile(pattern).matcher(text).find();

/** Checks the name of a new branch, and the deletion of a tag. The default branch may have any name. */
function branchObjection(rule: PushRule, project: Project, { branch, isNewBranch, deletedTag }: Draft) {
  if (deletedTag !== null && rule.deny_delete_tag) return 'You cannot delete a tag';
  const pattern = rule.branch_name_regex;
  if (pattern === '' || branch === null || !isNewBranch || branch === project.default_branch) return undefined;
  return finds(pattern, branch) ? undefined : `Branch name '${branch}' does not follow the pattern '${pattern}'`;
}

/** Checks a commit, but not its signature: commits through the API are accepted without one. */
function commitObjection(rule: PushRule, { user, commit }: Draft, users: Users): string | undefined {
  if (commit === null) return undefined;
  const { author, committer } = commit;
  const own = [user.email, user.commit_email, user.public_email].map((email) => email?.toLowerCase());
  if (rule.commit_committer_check && !own.includes(committer.email.toLowerCase()))
    return `You cannot push commits for '${committer.email}'. You can only push commits that you committed`;
  if (rule.commit_committer_name_check && author.name !== user.name)
    return 'Your git username is inconsistent with your account name';
  if (rule.member_check && users.byEmail(author.email) === undefined)
    return `Author '${author.email}' is not a member of team`;
  return messageObjection(rule, commit) ?? emailObjection(rule, commit) ?? fileObjection(rule, commit);
}

/** `^` and `$` match at each line, unless a pattern begins with `(?-m)`. The forbidden pattern ignores the final line ending. */
function messageObjection(rule: PushRule, { message }: Commit) {
  const matches = (pattern: string, text: string) => finds(`(?m)${pattern}`, text);
  const { commit_message_regex: wanted, commit_message_negative_regex: unwanted } = rule;
  if (wanted !== '' && !matches(wanted, message)) return `Commit message does not follow the pattern '${wanted}'`;
  if (unwanted !== '' && matches(unwanted, message.replace(/\r?\n$|\r$/, '')))
    return `Commit message contains the forbidden pattern '${unwanted}'`;
  if (rule.reject_non_dco_commits && !matches(SIGN_OFF, message)) return 'Commit message must contain a DCO signoff';
  return undefined;
}

function emailObjection({ author_email_regex: pattern }: PushRule, { author, committer }: Commit) {
  if (pattern === '') return undefined;
  if (!finds(pattern, author.email)) return `Author's email '${author.email}' does not follow the pattern '${pattern}'`;
  if (!finds(pattern, committer.email))
    return `Committer's email '${committer.email}' does not follow the pattern '${pattern}'`;
  return undefined;
}

function fileObjection(rule: PushRule, { files }: Commit) {
  const patterns = [
    ...(rule.file_name_regex === '' ? [] : [rule.file_name_regex]),
    ...(rule.prevent_secrets ? SECRETS : []),
  ];
  for (const { path, kind, sizeBytes } of files) {
    if (kind === 'removed') continue;
    const pattern = patterns.find((each) => finds(each, path));
    if (pattern !== undefined) return `File name ${path} was prohibited by the pattern '${pattern}'`;
    if (rule.max_file_size > 0 && sizeBytes > rule.max_file_size * MIB)
      return `File "${path}" is larger than the allowed size of ${rule.max_file_size} MiB`;
  }
  return undefined;
}
