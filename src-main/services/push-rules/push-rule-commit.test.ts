import { expect, test } from 'vitest';
import type { CommitToCheck, PushRule } from '#shared/contract/push-rules.ts';
import { megabytes } from '#shared/time.ts';
import { checksOf } from './push-rule-commit.ts';

const commit: CommitToCheck = {
  branch: 'fix/typo',
  isNewBranch: true,
  isDefaultBranch: false,
  message: 'fix: a typo',
  authorEmail: 'rosa@corp.example',
  files: [{ path: 'docs/a.md', sizeBytes: 10 }],
};

function outcomes(rule: PushRule, changes: Partial<CommitToCheck> = {}): Record<string, string> {
  const checks = checksOf(rule, { ...commit, ...changes });
  return Object.fromEntries(checks.map(({ field, outcome, gap }) => [field, gap ?? outcome]));
}

test('fields that check nothing are left out', () => {
  expect(checksOf({ commit_message_regex: '', member_check: null, max_file_size: 0 }, commit)).toEqual([]);
  // A value of an unexpected type may check something
  expect(checksOf({ unexpected_values: { max_file_size: '5' } }, commit)).toEqual([
    { field: 'max_file_size', value: '"5"', outcome: 'unknown', text: null, gap: 'value' },
  ]);
});

test('message, author, branch and paths are compared with the patterns', () => {
  const rule: PushRule = {
    commit_message_regex: '^(feat|fix):',
    commit_message_negative_regex: '(?i)wip',
    author_email_regex: String.raw`@corp\.example$`,
    branch_name_regex: '^fix/',
    file_name_regex: String.raw`\.exe$`,
    reject_non_dco_commits: true,
  };
  const passing = {
    commit_message_regex: 'passes',
    commit_message_negative_regex: 'passes',
    author_email_regex: 'committer',
    branch_name_regex: 'passes',
    file_name_regex: 'passes',
  };
  expect(outcomes(rule)).toEqual({ ...passing, reject_non_dco_commits: 'fails' });
  const signed = { message: 'fix: a typo\n\nSigned-off-by: Rosa <rosa@corp.example>' };
  expect(outcomes(rule, signed)).toEqual({ ...passing, reject_non_dco_commits: 'passes' });
  const wrong = {
    branch: 'typo',
    message: 'WIP',
    authorEmail: 'rosa@mail.example',
    files: [{ path: 'a.exe', sizeBytes: 1 }],
  };
  expect(checksOf(rule, { ...commit, ...wrong }).map(({ field, text }) => [field, text])).toEqual([
    ['author_email_regex', 'rosa@mail.example'],
    ['branch_name_regex', 'typo'],
    ['commit_message_regex', 'WIP'],
    ['commit_message_negative_regex', 'WIP'],
    ['file_name_regex', 'a.exe'],
    ['reject_non_dco_commits', 'WIP'],
  ]);
});

test('a pattern is compared with lines of the message', () => {
  const rule: PushRule = { commit_message_regex: '^(feat|fix): .+$', commit_message_negative_regex: '^WIP' };
  const fine = { commit_message_regex: 'passes', commit_message_negative_regex: 'passes' };
  expect(outcomes(rule, { message: 'fix: a typo\n\nBecause.' })).toEqual(fine);
  expect(outcomes(rule, { message: 'fix: a typo\nWIP' })).toEqual({ ...fine, commit_message_negative_regex: 'fails' });
});

test('a result that depends on unknown facts is not given', () => {
  const ends: PushRule = {
    commit_message_regex: String.raw`typo\z`,
    commit_message_negative_regex: String.raw`typo\z`,
  };
  expect(outcomes(ends)).toEqual({ commit_message_regex: 'line-end', commit_message_negative_regex: 'fails' });
  const names: PushRule = { branch_name_regex: '^fix/' };
  expect(outcomes(names, { isDefaultBranch: null })).toEqual({ branch_name_regex: 'passes' });
  expect(outcomes(names, { isDefaultBranch: null, branch: 'a' })).toEqual({ branch_name_regex: 'default-branch' });
  expect(outcomes(names, { isNewBranch: false, branch: 'a' })).toEqual({ branch_name_regex: 'existing-branch' });
});

test('file sizes and typical names of secret files are checked, and the default branch can have any name', () => {
  const rule: PushRule = { max_file_size: 1, prevent_secrets: true, branch_name_regex: '^fix/' };
  const passing = { max_file_size: 'passes', prevent_secrets: 'passes', branch_name_regex: 'passes' };
  expect(outcomes(rule, { branch: 'main', isDefaultBranch: true })).toEqual(passing);
  const large = [{ path: 'keys/id_rsa', sizeBytes: megabytes(1) + 1 }];
  expect(outcomes(rule, { files: large })).toEqual({ ...passing, max_file_size: 'fails', prevent_secrets: 'fails' });
  expect(outcomes(rule, { files: [{ path: 'a', sizeBytes: null }] })).toEqual({ ...passing, max_file_size: 'sizes' });
});

test('a field that only the platform can check has the reason instead of a result', () => {
  const rule: PushRule = {
    member_check: true,
    commit_committer_check: true,
    reject_unsigned_commits: true,
    author_email_regex: '@corp',
    commit_message_regex: '(?=a)',
  };
  expect(outcomes(rule, { authorEmail: null })).toEqual({
    member_check: 'accounts',
    commit_committer_check: 'pusher',
    reject_unsigned_commits: 'signatures',
    author_email_regex: 'accounts',
    commit_message_regex: 'pattern',
  });
});
