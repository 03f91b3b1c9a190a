import { RE2JS } from 're2js';
import type { Branch } from '#shared/contract/branches.ts';
import type { Commit } from '#shared/contract/commits.ts';
import type { RuleRefusal } from '#shared/contract/push-rule-replay.ts';
import { pushRuleRegexes, type PushRuleEdit } from '#shared/contract/push-rules.ts';
import { Failure } from '#shared/errors.ts';
import { finderOf, problemOf } from './push-rule-pattern.ts';

/** A rule that can be checked against commits and branches. Both functions return the refusals. */
export interface RuleChecker {
  commit: (commit: Commit) => RuleRefusal[];
  branch: (branch: Branch) => RuleRefusal[];
}

/** A sign-off of the Developer Certificate of Origin: a separate line with name and address. */
const signOff = RE2JS.compile(String.raw`(?im)^Signed-off-by: .+ <.+@.+>\s*$`);
const shownCharacters = 160;
const aroundCharacters = 24;

/**
 * Compile a rule. A field that is null, false or empty checks nothing. Patterns match anywhere in the text, `^` and `$`
 * match only the ends of the whole text, and case matters (RE2 without flags); `(?m)` and `(?i)` in a pattern change
 * that.
 * Fails: `invalid` with the field whose pattern RE2 rejects.
 */
export function ruleChecker(rule: PushRuleEdit): RuleChecker {
  for (const field of pushRuleRegexes) {
    const problem = problemOf(rule[field] ?? '');
    if (problem !== null) throw new Failure('invalid', problem.message, { field, reportedMessage: problem.message });
  }
  const wanted = finderOf(rule.commit_message_regex);
  const unwanted = finderOf(rule.commit_message_negative_regex);
  const addresses = finderOf(rule.author_email_regex);
  const names = finderOf(rule.branch_name_regex);
  const needsSignOff = rule.reject_non_dco_commits === true;
  return {
    commit(commit) {
      const message = commit.message ?? commit.title ?? '';
      const email = commit.author_email ?? '';
      const found: RuleRefusal[] = [];
      if (wanted?.test(message) === false) found.push(lacks('commit_message_regex', firstLine(message)));
      if (unwanted?.test(message) === true) {
        found.push({ rule: 'commit_message_negative_regex', how: 'contains', text: matchIn(unwanted, message) });
      }
      if (addresses?.test(email) === false) found.push(lacks('author_email_regex', email));
      if (needsSignOff && !signOff.test(message)) found.push(lacks('reject_non_dco_commits', lastLine(message)));
      return found;
    },
    branch({ name, default: isDefault }) {
      return names === null || isDefault === true || names.test(name) ? [] : [lacks('branch_name_regex', name)];
    },
  };
}

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
