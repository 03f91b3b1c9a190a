import { expect, test } from 'vitest';
import { fieldInSentence, fieldName } from './fields.ts';

test('abbreviations in the name of a field are written in capital letters', () => {
  expect(['commit_sha', 'runner_id', 'ssh_url'].map(fieldName)).toEqual(['Commit SHA', 'Runner ID', 'SSH URL']);
  expect(fieldInSentence('commit_sha')).toBe('commit SHA');
});
