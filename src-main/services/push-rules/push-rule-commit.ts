import {
  pushRuleFields,
  type CommitCheck,
  type CommitToCheck,
  type PushRule,
  type PushRuleField,
} from '#shared/contract/push-rules.ts';
import { Failure } from '#shared/errors.ts';
import { megabytes } from '#shared/time.ts';
import { unexpectedIn } from '#shared/unexpected-values.ts';
import { ruleChecker } from './push-rule-checker.ts';
import { finderOf } from './push-rule-pattern.ts';

type Outcome = Pick<CommitCheck, 'outcome' | 'text' | 'gap'>;

/** Names of files that usually contain keys or credentials. The platform's own list is not documented. */
const secretNames = finderOf(
  [
    String.raw`(^|/)id_(rsa|dsa|ecdsa|ed25519)$`,
    String.raw`\.(pem|key|p12|pfx|jks|keystore|ppk)$`,
    String.raw`(^|/)\.?aws/credentials$`,
    String.raw`(^|/)(personal|server)_(rsa|dsa|ecdsa|ed\d+)$`,
    String.raw`(^|/)\.(bash|zsh|mysql|psql|irb)_history$`,
    String.raw`(^|/)\.(pgpass|netrc|htpasswd)$`,
  ].join('|'),
);

const passes: Outcome = { outcome: 'passes', text: null, gap: null };
const unknown = (gap: CommitCheck['gap']): Outcome => ({ outcome: 'unknown', text: null, gap });
const failsIf = (text: string | undefined): Outcome =>
  text === undefined ? passes : { outcome: 'fails', text, gap: null };

/** The results of a rule for a commit that was not sent yet, one for each field that the rule sets. */
export function checksOf(rule: PushRule, commit: CommitToCheck): CommitCheck[] {
  const unexpected = unexpectedIn(rule);
  return pushRuleFields.flatMap((field) => {
    if (Object.hasOwn(unexpected, field))
      return [{ field, value: JSON.stringify(unexpected[field]), ...unknown('value') }];
    const value = rule[field];
    if (value === null || value === undefined || value === false || value === '' || value === 0) return [];
    return [{ field, value: value === true ? null : String(value), ...outcomeOf(field, rule, commit) }];
  });
}

function outcomeOf(field: PushRuleField, rule: PushRule, commit: CommitToCheck): Outcome {
  try {
    return checkOf(field, rule, commit);
  } catch (thrown) {
    // The platform accepted a pattern that this RE2 rejects
    if (Failure.from(thrown).code === 'invalid') return unknown('pattern');
    throw thrown;
  }
}

function checkOf(field: PushRuleField, rule: PushRule, commit: CommitToCheck): Outcome {
  const { branch, isNewBranch, isDefaultBranch, message, authorEmail, files } = commit;
  const checker = ruleChecker({ [field]: rule[field] });
  switch (field) {
    case 'branch_name_regex': {
      const refused = checker.branch({ name: branch, default: isDefaultBranch })[0];
      if (refused !== undefined && !isNewBranch) return unknown('existing-branch');
      return refused !== undefined && isDefaultBranch === null ? unknown('default-branch') : failsIf(refused?.text);
    }
    case 'author_email_regex': {
      if (authorEmail === null) return unknown('accounts');
      const refused = checker.commit({ id: '', author_email: authorEmail })[0];
      return refused === undefined ? unknown('committer') : failsIf(refused.text);
    }
    case 'commit_message_regex':
    case 'commit_message_negative_regex':
    case 'reject_non_dco_commits': {
      // Whether the platform ends the message with a line end before it checks it is not documented
      const [asSent, ended] = [message, message.replace(/\n?$/, '\n')].map(
        (text) => checker.commit({ id: '', message: text })[0],
      );
      return (asSent === undefined) === (ended === undefined) ? failsIf(asSent?.text) : unknown('line-end');
    }
    case 'file_name_regex': {
      const forbidden = finderOf(rule.file_name_regex);
      return failsIf(files.find(({ path }) => forbidden?.test(path) === true)?.path);
    }
    case 'prevent_secrets':
      return failsIf(files.find(({ path }) => secretNames?.test(path) === true)?.path);
    case 'max_file_size': {
      const mostBytes = megabytes(rule.max_file_size ?? 0);
      const large = files.find(({ sizeBytes }) => (sizeBytes ?? 0) > mostBytes);
      return large === undefined && files.some(({ sizeBytes }) => sizeBytes === null)
        ? unknown('sizes')
        : failsIf(large?.path);
    }
    // A commit deletes no tag
    case 'deny_delete_tag':
      return passes;
    case 'commit_committer_check':
    case 'commit_committer_name_check':
      return unknown('pusher');
    case 'member_check':
      return unknown('accounts');
    case 'reject_unsigned_commits':
      return unknown('signatures');
  }
}
