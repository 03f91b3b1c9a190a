import { describe, expect, test } from 'vitest';
import { ruleChecker } from '#main/services/push-rules/push-rule-checker.ts';
import { replayCounter } from '#main/services/push-rules/push-rule-counts.ts';
import type { Commit } from '#shared/contract/commits.ts';

const commit = (more: Partial<Commit> = {}): Commit => ({
  id: 'a'.repeat(40),
  title: 'ABC-1 Add it',
  message: 'ABC-1 Add it\n\nBecause.\n',
  author_name: 'Ada',
  author_email: 'ada@platform.example',
  committed_date: '2025-11-01T10:00:00.000Z',
  parent_ids: ['b'.repeat(40)],
  ...more,
});

describe('a commit', () => {
  test('passes a rule whose fields are null, false, empty or absent', () => {
    for (const nothing of [{}, { commit_message_regex: '' }, { commit_message_regex: null }]) {
      const checks = { reject_non_dco_commits: null, member_check: false, max_file_size: 0 };
      expect(ruleChecker({ ...nothing, ...checks }).commit(commit())).toEqual([]);
    }
  });

  test('is refused for what its message lacks', () => {
    const { commit: held } = ruleChecker({ commit_message_regex: '^[A-Z]+-\\d+' });
    expect(held(commit())).toEqual([]);
    expect(held(commit({ message: 'done\n\nabc-1\n' }))).toEqual([
      { rule: 'commit_message_regex', how: 'lacks', text: 'done' },
    ]);
  });

  test.each([
    ['^(feat|fix|docs|chore): .+$', 'feat: add it\n', true],
    ['^(feat|fix|docs|chore): .+$', 'feat: add it\n\nBecause.\n', true],
    ['^(feat|fix|docs|chore): .+$', 'Merge it\n\nfix: something\n', true],
    ['^(feat|fix|docs|chore): .+$', 'fix: ', false],
    ['^(feat|fix|docs|chore): .+$', 'Add it\n', false],
    ['(?-m)^(feat|fix): ', 'Merge it\n\nfix: something\n', false],
    ['(?-m)^(feat|fix): .+$', 'feat: add it\n', false],
    ['(?-m)^(feat|fix): .+\\n$', 'feat: add it\n', true],
    ['(?-m)^(feat|fix): .+\\n\\z', 'feat: add it\n', true],
    ['it$', 'Add it\n\nBecause.\n', true],
    ['^$', 'Add it\n', true],
    ['^$', 'Add it', false],
    ['(?s)\\A.{1,10}\\z', 'Add it\n', true],
  ])('needs a message with a line that matches %j: %j', (pattern, message, passes) => {
    expect(ruleChecker({ commit_message_regex: pattern }).commit(commit({ message })).length === 0).toBe(passes);
  });

  test.each([
    ['^WIP', 'Add it\nWIP: not ready\n', 'WIP: not ready'],
    ['^WIP', 'Still WIP\n', null],
    ['(?-m)^WIP', 'Add it\nWIP: not ready\n', null],
    ['(?-m)WIP$', 'Still WIP\n', 'Still WIP'],
    ['(?-m)WIP$', 'Still WIP\r\n', 'Still WIP'],
    ['(?-m)WIP$', 'Still WIP\n\n', null],
    ['\\n\\z', 'Add it\n', null],
    ['^$', 'Add it\n', null],
    ['^$', 'Add it\n\nBecause.\n', ''],
  ])('may not have a message with a line that matches %j: %j', (pattern, message, text) => {
    const refusals = ruleChecker({ commit_message_negative_regex: pattern }).commit(commit({ message }));
    expect(refusals.map((refusal) => refusal.text)).toEqual(text === null ? [] : [text]);
  });

  test('is refused for what its message contains, shown with the text around it', () => {
    const { commit: held } = ruleChecker({ commit_message_negative_regex: '(?i)wip' });
    expect(held(commit())).toEqual([]);
    const message = `first line\n${'x'.repeat(40)} still WIP here ${'y'.repeat(40)}\nlast`;
    expect(held(commit({ message }))).toEqual([
      {
        rule: 'commit_message_negative_regex',
        how: 'contains',
        text: `…${'x'.repeat(17)} still WIP here ${'y'.repeat(18)}…`,
      },
    ]);
  });

  test('is refused for the email address of its author or of its committer', () => {
    const { commit: held } = ruleChecker({ author_email_regex: '@platform\\.example$' });
    expect(held(commit({ committer_email: 'bo@platform.example' }))).toEqual([]);
    expect(held(commit({ committer_email: 'x@elsewhere.example' }))).toMatchObject([{ text: 'x@elsewhere.example' }]);
    expect(held(commit({ author_email: 'x@elsewhere.example' }))).toMatchObject([{ text: 'x@elsewhere.example' }]);
    expect(held(commit({ author_email: 'ada@platform.example\n' }))).toHaveLength(1);
    expect(held(commit({ author_email: '' }))).toHaveLength(1);
  });

  test('is not refused, but counts as incomplete, if its message or an address is missing', () => {
    const { commit: held, isIncomplete } = ruleChecker({ commit_message_regex: '^x', author_email_regex: '@platform' });
    const whole = commit({ message: 'x', committer_email: 'bo@platform.example' });
    expect(isIncomplete(whole)).toBe(false);
    for (const field of ['message', 'author_email', 'committer_email']) {
      expect([held({ ...whole, [field]: null }), isIncomplete({ ...whole, [field]: null })]).toEqual([[], true]);
    }
    expect(ruleChecker({ branch_name_regex: 'x' }).isIncomplete({ id: 'a' })).toBe(false);
  });

  test('needs a sign-off line if the rule requires one', () => {
    const { commit: held } = ruleChecker({ reject_non_dco_commits: true });
    expect(held(commit({ message: 'A\n\nSigned-off-by: Ada <ada@platform.example>\n' }))).toEqual([]);
    expect(held(commit({ message: 'A\n\nsigned-off-by: Ada <ada@platform.example>\nMore: yes' }))).toEqual([]);
    expect(held(commit({ message: 'Not Signed-off-by: Ada <ada@platform.example>' }))).toHaveLength(1);
    expect(held(commit())).toEqual([{ rule: 'reject_non_dco_commits', how: 'lacks', text: 'Because.' }]);
  });

  test('can be refused by several fields', () => {
    const rule = { commit_message_regex: 'X', commit_message_negative_regex: 'A', author_email_regex: '^z' };
    expect(ruleChecker(rule).commit(commit())).toHaveLength(3);
  });
});

test('branch names must match the pattern, except for the default branch', () => {
  const { branch } = ruleChecker({ branch_name_regex: '^(feature|fix)/' });
  expect(branch({ name: 'feature/a' })).toEqual([]);
  expect(branch({ name: 'main', default: true })).toEqual([]);
  expect(branch({ name: 'main' })).toEqual([{ rule: 'branch_name_regex', how: 'lacks', text: 'main' }]);
});

test('a pattern can have 511 characters, the one of forbidden messages 2,047', () => {
  for (const [field, most] of [
    ['commit_message_regex', 511],
    ['file_name_regex', 511],
    ['commit_message_negative_regex', 2_047],
  ] as const) {
    expect(() => ruleChecker({ [field]: '🦊'.repeat(most) })).not.toThrow();
    expect(() => ruleChecker({ [field]: 'x'.repeat(most + 1) })).toThrow(expect.objectContaining({ field }));
  }
});

test('an invalid pattern is reported with its field', () => {
  expect(() => ruleChecker({ file_name_regex: '(?!a)' })).toThrow(
    expect.objectContaining({
      code: 'invalid',
      field: 'file_name_regex',
      reportedMessage: 'invalid or unsupported Perl syntax',
    }),
  );
});

test('long lines are shortened without splitting characters', () => {
  const [refusal] = ruleChecker({ commit_message_regex: '^x' }).commit(commit({ message: '🦊'.repeat(400) }));
  expect(refusal?.text).toBe(`${'🦊'.repeat(159)}…`);
});

describe('replay counts', () => {
  const draft = ruleChecker({ commit_message_regex: '^ABC-', author_email_regex: '@platform' });
  const current = ruleChecker({ commit_message_regex: '^(ABC|OLD)-', commit_message_negative_regex: 'secret' });

  test('are grouped by rule, author and project, with newly refused and no longer refused commits', () => {
    const count = replayCounter(draft, current);
    count.project('project:3');
    count.commit('project:1', commit(), 50);
    count.commit('project:1', commit({ message: 'OLD-1' }), 40);
    count.commit('project:1', commit({ message: 'none', author_email: 'Bo@away.example', author_name: 'Bo' }), 60);
    count.commit('project:2', commit({ message: 'ABC-2 secret', author_email: 'bo@away.example' }), 10);
    count.commit('project:2', commit({ message: 'ABC-3 secret', parent_ids: ['1', '2'] }), 20);
    const { counted, commits } = count.end();
    expect(counted).toMatchObject({ commits: 5, refused: 3, newly: 1, noLonger: 1, merges: 1, unlisted: 0 });
    expect(commits.map(({ key, outcome }) => [key, outcome])).toEqual([
      [1, 'newly'],
      [2, 'still'],
      [3, 'still'],
      [4, 'no-longer'],
    ]);
    expect(counted.byRule).toEqual([
      { rule: 'commit_message_regex', refused: 2, newly: 1 },
      { rule: 'commit_message_negative_regex', refused: 0, newly: 0 },
      { rule: 'author_email_regex', refused: 2, newly: 2 },
      { rule: 'reject_non_dco_commits', refused: 0, newly: 0 },
      { rule: 'branch_name_regex', refused: 0, newly: 0 },
    ]);
    expect(counted.authors).toBe(2);
    expect(counted.byAuthor).toMatchObject([
      { email: 'Bo@away.example', commits: 2, refused: 2, newly: 0 },
      { email: 'ada@platform.example', commits: 3, refused: 1, newly: 1 },
    ]);
    expect(counted.byProject).toMatchObject([
      { scope: 'project:1', commits: 3, refused: 2, newly: 1, oldestFetchedAt: 40 },
      { scope: 'project:2', commits: 2, refused: 1, newly: 0, oldestFetchedAt: 10 },
      { scope: 'project:3', commits: 0, refused: 0, oldestFetchedAt: null },
    ]);
  });

  test('contain the number of commits that were not refused, but lack something that the draft checks', () => {
    const count = replayCounter(draft, null);
    count.commit('project:1', commit({ committer_email: 'bo@platform.example' }), 5);
    count.commit('project:1', commit({ committer_email: null }), 5);
    count.commit('project:1', commit({ committer_email: null, author_email: 'x@away.example' }), 5);
    expect(count.end().counted).toMatchObject({ commits: 3, refused: 1, unjudged: 1 });
  });

  test('count every refusal as new if there is no current rule', () => {
    const count = replayCounter(ruleChecker({ branch_name_regex: '^fix/' }), null);
    count.branch('project:1', { name: 'main', default: true }, 5);
    count.branch('project:1', { name: 'odd' }, 5);
    count.branch('project:1', { name: 'fix/a' }, 5);
    const { counted, branches } = count.end();
    expect(counted).toMatchObject({ branches: 3, exemptBranches: 1, refusedBranches: 1, newlyBranches: 1 });
    expect(branches).toMatchObject([{ key: 1, name: 'odd', outcome: 'newly', before: [] }]);
  });
});
