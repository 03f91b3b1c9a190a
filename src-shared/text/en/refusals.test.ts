import { expect, test } from 'vitest';
import { explain } from './failures.ts';
import { refusalOf } from './refusals.ts';

const role = { code: 'denied', reason: 'role' };

/** The words for a write that the instance refused with this message. Reeve has no explanation for this operation. */
const withMessage = (reportedMessage: string, status = 400) =>
  refusalOf('runners.edit', { code: 'invalid', status, reportedMessage });

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
  ['Branch already exists', 'A branch with this name already exists. Enter another name.'],
  [
    'A branch called ‘late’ already exists. Switch to that branch in order to make changes',
    'A branch with this name already exists. Enter another name.',
  ],
  ['400 Bad request - Invalid reference name: gone', 'No branch, tag or commit has the name “gone”.'],
  ['400 Bad request - Expires at must be before 2027-01-01', 'The expiry date must be before 2027-01-01.'],
])('the message “%s” is shown in our words, and the original is in the details', (reported, words) => {
  const { text, original } = withMessage(reported);
  expect(text).toBe(`${words} Correct the values and retry.`);
  expect(original).toBe(`HTTP 400 · ${reported}`);
});

test.each([
  ['The branch is being moved.', 'The branch is being moved.'],
  ['You (@bot) can’t do this', 'You (@bot) can’t do this.'],
  ['Expires at must be before 2027-01-01!', 'Expires at must be before 2027-01-01!'],
  ['email is taken, is invalid', 'email is taken, is invalid.'],
  ['<b>x</b> is invalid', '<b>x</b> is invalid.'],
  ['500 characters are allowed', '500 characters are allowed.'],
  ['4000 Bad request - no', '4000 Bad request - no.'],
])('the unknown message “%s” is shown as a sentence, without details', (reported, shown) => {
  expect(withMessage(reported)).toMatchObject({ reason: shown, original: null });
});

test('an unknown message is shown without its status, and with the status in the details', () => {
  const { reason, original } = withMessage('400 Bad request - Too many tags');
  expect([reason, original]).toEqual(['Too many tags.', 'HTTP 400 · 400 Bad request - Too many tags']);
});

test.each(['400 Bad request', 'One or more commits are not valid.'])(
  'the message “%s” says no more than its status, so the advice for the operation is shown',
  (reportedMessage) => {
    const { text } = refusalOf('context-commits.add', { code: 'invalid', status: 400, reportedMessage }, ['commits']);
    expect(text).toMatch(/^The instance didn’t add the commits: .* Check each SHA/);
  },
);

test.each([
  ['enterprise-users.edit', { code: 'invalid', status: 400 }, /in a domain that the top-level group has verified/],
  ['enterprise-users.edit', { ...role, status: 403 }, /^Only an Owner of the top-level group/],
  ['enterprise-users.remove', { code: 'conflict', status: 409 }, /add another Owner to that group/],
] as const)('%s is explained by its status: %o', (op, failure, words) => {
  expect(refusalOf(op, failure).text).toMatch(words);
});

test('the meaning of a status for an operation comes before an unknown message, but not for a 400 or 422', () => {
  const reportedMessage = 'User cannot be changed';
  const reasonOf = (op: string, status: number) => refusalOf(op, { code: 'remote', status, reportedMessage }).reason;
  expect(reasonOf('enterprise-users.remove', 409)).toMatch(/sole owner of a group/);
  expect(reasonOf('runners.remove', 409)).toBe('User cannot be changed.');
  expect(reasonOf('enterprise-users.edit', 400)).toBe('User cannot be changed.');
  expect(reasonOf('protected-branches.protect', 422)).toBe('User cannot be changed.');
});

test('a cause that the core recognized comes before the message, which is in the details', () => {
  const failure = { code: 'denied', reason: 'scope', status: 403, reportedMessage: 'insufficient_scope' };
  const { reason, original } = refusalOf('runners.edit', failure);
  expect(reason).toBe(explain(failure).what);
  expect(original).toBe('HTTP 403 · insufficient_scope');
});

test('the error of a lost connection is in the details only', () => {
  const failure = { code: 'offline', reason: 'connection-refused', reportedMessage: 'connect ECONNREFUSED' };
  const { field, text, original } = refusalOf('runners.edit', failure, ['connect']);
  expect(field).toBeNull();
  expect(text).toBe(`${explain(failure).what} ${explain(failure).nextStep}`);
  expect(original).toBe('Connection: connect ECONNREFUSED');
});

test('a rate limit shows when it resets instead of the message of the platform', () => {
  const failure = { code: 'throttled', status: 429, reportedMessage: 'Retry later', retryAtMs: 0 };
  expect(refusalOf('runners.edit', failure).reason).toMatch(/^The rate limit .* The limit resets at /);
});

test('a sentence of Reeve is shown as it is, without general advice and without details', () => {
  const failure = { code: 'conflict', reportedMessage: 'This change is already undone' };
  expect(refusalOf('runners.edit', failure)).toMatchObject({ text: failure.reportedMessage, original: null });
});

test('the field of a refusal is the one that the platform names, or else the first field in its message', () => {
  const fields = ['name', 'email'];
  const at = (reportedMessage: string, field?: string) =>
    refusalOf('runners.edit', { code: 'invalid', status: 400, reportedMessage, field }, fields).field;
  expect(at('wrong', 'email')).toBe('email');
  expect(at('Email or name is taken')).toBe('email');
  expect(at('Email is taken', 'other')).toBeNull();
  expect(at('Nickname is taken')).toBeNull();
});

test('a message at its field has no advice; without a message, the advice is shown there too', () => {
  const failure = { code: 'invalid', status: 400, field: 'name' };
  const { what, nextStep } = explain(failure);
  expect(refusalOf('runners.edit', failure, ['name']).text).toBe(`${what} ${nextStep}`);
  expect(refusalOf('runners.edit', { ...failure, reportedMessage: 'Too odd' }, ['name']).text).toBe('Too odd.');
});

test('what the form knows about the cause replaces the reason, and the message is in the details', () => {
  const failure = { code: 'invalid', status: 400, reportedMessage: 'No', field: 'path' };
  const why = 'A file exists at this path.';
  const shown = { reason: why, text: why, original: 'HTTP 400 · No' };
  expect(refusalOf('files.create', failure, ['path'], why)).toMatchObject(shown);
});

test('a missing role is explained by the write, after a 403 and after a 401', () => {
  for (const status of [401, 403]) {
    expect(refusalOf('deployments.edit', { ...role, status }).nextStep).toBe('Use a token with a higher role.');
  }
});

test.each(['account', 'terms', 'two-factor', 'read-only-instance', 'token-rejected', undefined])(
  'a write that is refused for another reason (%s) is not explained by a missing role, and no other token is suggested',
  (reason) => {
    const failure = { code: 'denied', status: 403, reason };
    const { what, nextStep } = explain(failure);
    expect(refusalOf('deployments.edit', failure)).toMatchObject({ reason: what, nextStep });
    expect(nextStep).not.toMatch(/role|permission|(another|higher|stronger).* token/i);
  },
);

test('a write to a moved project says that it moved', () => {
  const failure = { code: 'conflict', status: 405, reason: 'moved' };
  expect(refusalOf('branches.remove', failure).reason).toMatch(/^The project has a new path/);
});

test('a limit that may come from a proxy names both the instance and the proxy', () => {
  expect(explain({ code: 'throttled', reason: 'other-limit' }).what).toMatch(
    /^The instance, or a proxy in front of it/,
  );
});
