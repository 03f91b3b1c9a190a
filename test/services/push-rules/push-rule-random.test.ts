import { expect, test } from 'vitest';
import { ruleChecker } from '#main/services/push-rules/push-rule-checker.ts';

let state = 7;
/** A number below `below`; the sequence is the same in each run. */
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}
function some(parts: readonly string[], most: number): string {
  return Array.from({ length: 1 + random(most) }, () => parts[random(parts.length)]).join('');
}

/** Only syntax that means the same in RE2 and in JavaScript, except for the flags before it. */
const pieces = ['^', '$', '.+', '.', 'feat', 'fix', 'WIP', '(feat|fix): ', '[A-Z]', '\\d', '\\n', 'x?', '[^x]', '@'];
const patternOf = (): string => (random(3) === 0 ? '' : some(['', '(?-m)', '(?i)'], 1) + some(pieces, 5));
const messageOf = (): string => some(['feat: ', 'fix: ', 'WIP', 'x', '1', ' ', '\n', '\n\n', 'ABC-', 'done'], 8);
const addressOf = (): string => some(['x', '1', 'feat', '@', 'corp', '.example', 'WIP'], 5);

/** A match as in real installations, with the regular expressions of JavaScript. */
function isMatch(pattern: string, text: string, isMultiline: boolean): boolean {
  const flags = `${isMultiline && !pattern.startsWith('(?-m)') ? 'm' : ''}${pattern.startsWith('(?i)') ? 'i' : ''}`;
  return new RegExp(pattern.replace(/^\(\?.*?\)/, ''), flags).test(text);
}

test('1,000 random rules refuse the same random commits and branches as the push rule model of real installations', () => {
  const wrong: unknown[] = [];
  let refused = 0;
  for (let i = 0; i < 1_000; i += 1) {
    const [wanted, unwanted, email, names] = [patternOf(), patternOf(), patternOf(), patternOf()];
    const rule = {
      commit_message_regex: wanted,
      commit_message_negative_regex: unwanted,
      author_email_regex: email,
      branch_name_regex: names,
    };
    const checker = ruleChecker(rule);
    for (let j = 0; j < 3; j += 1) {
      const message = messageOf() + (random(4) === 0 ? '' : '\n');
      const [author_email, committer_email] = [addressOf(), addressOf()];
      const branch = { name: addressOf(), default: random(4) === 0 };
      const bare = message.endsWith('\n') ? message.slice(0, -1) : message;
      const addresses = [author_email, committer_email];
      const expected = [
        wanted !== '' && !isMatch(wanted, message, true) && 'commit_message_regex',
        unwanted !== '' && isMatch(unwanted, bare, true) && 'commit_message_negative_regex',
        email !== '' && addresses.some((one) => !isMatch(email, one, false)) && 'author_email_regex',
        names !== '' && !branch.default && !isMatch(names, branch.name, false) && 'branch_name_regex',
      ].filter((field) => field !== false);
      const found = [...checker.commit({ id: 'a', message, author_email, committer_email }), ...checker.branch(branch)];
      refused += expected.length;
      if (found.map((one) => one.rule).join() !== expected.join())
        wrong.push({ rule, message, addresses, branch, found });
    }
  }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(1_000);
});
