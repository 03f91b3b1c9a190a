import { expect, test } from 'vitest';
import type { PushRule } from '#shared/contract/push-rules.ts';
import { changesOf, checkOf, ruleOf, sizeOf, textOf, without } from './draft.ts';

const stored: PushRule = {
  id: 1,
  commit_message_regex: '^ABC-',
  author_email_regex: '',
  branch_name_regex: null,
  member_check: true,
  prevent_secrets: false,
  reject_unsigned_commits: null,
  max_file_size: 5,
};

test('a draft without edits is the stored rule, and changes nothing', () => {
  expect(changesOf({}, stored)).toEqual({});
  expect(ruleOf({}, stored)).toMatchObject({ commit_message_regex: '^ABC-', member_check: true, max_file_size: 5 });
  expect(textOf({}, stored, 'branch_name_regex')).toBe('');
  expect(checkOf({}, stored, 'reject_unsigned_commits')).toBeNull();
});

test('only fields that differ are written; going back to what was is no change', () => {
  const edits = { commit_message_regex: '^XYZ-', author_email_regex: '', member_check: true, max_file_size: '5' };
  expect(changesOf(edits, stored)).toEqual({ commit_message_regex: '^XYZ-' });
  expect(changesOf({ commit_message_regex: '^ABC-' }, stored)).toEqual({});
  expect(changesOf(without(edits, 'commit_message_regex'), stored)).toEqual({});
});

test('null, false and true are three answers to a check', () => {
  expect(changesOf({ reject_unsigned_commits: false }, stored)).toEqual({ reject_unsigned_commits: false });
  expect(changesOf({ reject_unsigned_commits: null }, stored)).toEqual({});
  expect(changesOf({ prevent_secrets: true, member_check: false }, stored)).toEqual({
    prevent_secrets: true,
    member_check: false,
  });
});

test('an emptied pattern is sent as empty, an emptied size as no limit', () => {
  expect(changesOf({ commit_message_regex: '', max_file_size: '' }, stored)).toEqual({
    commit_message_regex: '',
    max_file_size: 0,
  });
});

test('a first rule carries what was set and nothing else', () => {
  const edits = { branch_name_regex: '^fix/', file_name_regex: '', deny_delete_tag: null, max_file_size: '0' };
  expect(changesOf(edits, null)).toEqual({ branch_name_regex: '^fix/' });
  expect(changesOf({ prevent_secrets: false }, null)).toEqual({ prevent_secrets: false });
});

test('unedited fields follow a newer stored rule', () => {
  const edits = { branch_name_regex: '^fix/' };
  const newer = { ...stored, commit_message_regex: '^NEW-', branch_name_regex: '^fix/' };
  expect(textOf(edits, newer, 'commit_message_regex')).toBe('^NEW-');
  expect(changesOf(edits, newer)).toEqual({});
});

test.each([
  ['', 0],
  [' 7 ', 7],
  ['0', 0],
  ['-1', null],
  ['1.5', null],
  ['1e3', null],
  ['many', null],
  ['99999999999999999999', null],
])('a size of "%s" is %s', (text, size) => {
  expect(sizeOf(text)).toBe(size);
  if (size === null) expect(changesOf({ max_file_size: text }, stored)).toEqual({});
});
