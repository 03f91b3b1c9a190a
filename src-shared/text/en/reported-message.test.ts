import { expect, test } from 'vitest';
import { readableMessage } from './reported-message.ts';

test.each([
  ['400 Bad request - Username has already been taken', 'Username is already in use.'],
  ['422 Unprocessable - Project name or path has already been taken', 'Project name or path is already in use.'],
  [
    'maintenance_note is too long (maximum is 1024 characters)',
    'Maintenance note is too long. The maximum is 1024 characters.',
  ],
  ["Validation failed: Name can't be blank", 'Name is required.'],
  ['repo_id is missing', 'Repository is required.'],
  ['url is invalid', 'Address has a value that isn’t allowed.'],
])('the message “%s” is shown as “%s”', (reported, words) => {
  expect(readableMessage(reported)).toBe(words);
});

test.each([
  ['400 Bad request - The branch is being moved', 'The branch is being moved'],
  ['403 Forbidden - You (@bot) must accept the Terms of Service', 'You (@bot) must accept the Terms of Service'],
  ['Expires at must be before 2027-01-01!', 'Expires at must be before 2027-01-01!'],
  ['email is taken, is invalid', 'email is taken, is invalid'],
  ['<b>x</b> is invalid', '<b>x</b> is invalid'],
  ['404 Snippet Not Found', 'Snippet Not Found'],
  ['500 characters are allowed', '500 characters are allowed'],
  ['4000 Bad request - no', '4000 Bad request - no'],
])('the unknown message “%s” is shown as it is, without its status', (reported, shown) => {
  expect(readableMessage(reported)).toBe(shown);
});

test('a message that is only a status is empty', () => {
  expect(readableMessage('400 Bad request')).toBe('');
});
