import { expect, test } from 'vitest';
import { reasonOf } from './error-reason.ts';

test.each([
  ['13:get remote references: Permission denied (publickey).', 'Permission denied (publickey).'],
  ['13:push to the remote: remote: HTTP Basic: Access denied.', 'HTTP Basic: Access denied.'],
  [
    '13:get remote references: fatal: unable to access the remote: Could not resolve host: git.invalid',
    'Could not resolve host: git.invalid',
  ],
  ['Connection timed out', 'Connection timed out'],
  ['13:', '13:'],
  ['', ''],
])('the reason in %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
