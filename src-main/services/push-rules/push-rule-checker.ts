import { RE2JS } from 're2js';
import type { Branch } from '#shared/contract/branches.ts';
import type { Commit } from '#shared/contract/commits.ts';
import type { RuleRefusal } from '#shared/contract/push-rule-replay.ts';
import { isPatternTooLong, largestPattern, pushRuleRegexes, type PushRuleEdit } from '#shared/contract/push-rules.ts';
import { Failure } from '#shared/errors.ts';
import { finderOf, problemOf } from './push-rule-pattern.ts';

/** A rule that can be checked against commits and branches: what it refuses. */
export interface RuleChecker {
  commit: (commit: Commit) => RuleRefusal[];
  branch: (branch: Branch) => RuleRefusal[];
  /** The message or an address that the rule checks is missing, so the commit can't be checked completely. */
  isIncomplete: (commit: Commit) => boolean;
}

/**
 * A sign-off of the Developer Certificate of Origin: a separate line with name and address. An approximation, because
 * what the platform looks for is not documented.
 */
const signOff = RE2JS.compile(String.raw`(?im)^Signed-off-by: .+ <.+@.+>\s*$`);
const shownCharacters = 160;
const aroundCharacters = 24;

/**
 * Compile a rule. A field that is null, false or empty checks nothing. Patterns are matched as in real installations:
 * those of messages in multiline mode, the negative one on the message without its final line end; that of addresses
 * against the author's and the committer's; that of branches against the whole name, except the default branch.
 * Fails: `invalid` with the field whose pattern is too long or rejected by RE2.
 */
export function ruleChecker(rule: PushRuleEdit): RuleChecker {
  for (const field of pushRuleRegexes) {
    const pattern = rule[field] ?? '';
    const problem = isPatternTooLong(field, pattern)
      ? `longer than ${largestPattern(field)} characters`
      : problemOf(pattern)?.message;
    if (problem !== undefined) throw new Failure('invalid', problem, { field, reportedMessage: problem });
  }
  const wanted = finderOf(rule.commit_message_regex, RE2JS.MULTILINE);
  const unwanted = finderOf(rule.commit_message_negative_regex, RE2JS.MULTILINE);
  const addresses = finderOf(rule.author_email_regex);
  const names = finderOf(rule.branch_name_regex);
  const needsSignOff = rule.reject_non_dco_commits === true;
  const checksMessage = wanted !== null || unwanted !== null || needsSignOff;
  return {
    commit({ message, author_email, committer_email }) {
      const found: RuleRefusal[] = [];
      if (isKnown(message)) {
        if (wanted?.test(message) === false) found.push(lacks('commit_message_regex', firstLine(message)));
        const bare = message.replace(/\r?\n$|\r$/, '');
        if (unwanted?.test(bare) === true) {
          found.push({ rule: 'commit_message_negative_regex', how: 'contains', text: matchIn(unwanted, bare) });
        }
        if (needsSignOff && !signOff.test(message)) found.push(lacks('reject_non_dco_commits', lastLine(message)));
      }
      const refused = [author_email, committer_email].filter(isKnown).find((email) => addresses?.test(email) === false);
      if (refused !== undefined) found.push(lacks('author_email_regex', refused));
      return found;
    },
    isIncomplete: ({ message, author_email, committer_email }) =>
      (checksMessage && !isKnown(message)) ||
      (addresses !== null && !(isKnown(author_email) && isKnown(committer_email))),
    branch: ({ name, default: isDefault }) =>
      names === null || isDefault === true || names.test(name) ? [] : [lacks('branch_name_regex', name)],
  };
}

const isKnown = (text: string | null | undefined): text is string => text !== null && text !== undefined;

function lacks(rule: RuleRefusal['rule'], text: string): RuleRefusal {
  return { rule, how: 'lacks', text: shortened(text) };
}

/** The matched text with some characters of its line before and after. */
function matchIn(pattern: RE2JS, text: string): string {
  const matcher = pattern.matcher(text);
  if (!matcher.find()) return '';
  const [start, end] = [matcher.start(), matcher.end()];
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const from = Math.max(lineStart, start - aroundCharacters);
  const to = Math.min(lineEnd === -1 ? text.length : lineEnd, end + aroundCharacters);
  return shortened(
    `${from > lineStart ? '…' : ''}${text.slice(from, to)}${to < (lineEnd === -1 ? text.length : lineEnd) ? '…' : ''}`,
  );
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? '';
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

function shortened(text: string): string {
  const letters = [...text.slice(0, 2 * shownCharacters + 2)];
  return letters.length > shownCharacters ? `${letters.slice(0, shownCharacters - 1).join('')}…` : text;
}
