import { expect, test } from 'vitest';
import { explain } from './failures.ts';
import { explainWrite } from './refusals.ts';

const role = { code: 'denied', reason: 'role' };

test('a missing role is explained by the write, after a 403 and after a 401', () => {
  expect(explainWrite('deployments.edit', { ...role, status: 403 }).nextStep).toBe('Use a token with a higher role.');
  expect(explainWrite('deployments.edit', { ...role, status: 401 }).nextStep).toBe('Use a token with a higher role.');
});

test.each(['account', 'terms', 'two-factor', 'read-only-instance', 'token-rejected', undefined])(
  'a write that is refused for another reason (%s) is not explained by a missing role, and no other token is suggested',
  (reason) => {
    const failure = { code: 'denied', status: 403, reason };
    expect(explainWrite('deployments.edit', failure)).toEqual(explain(failure));
    expect(explain(failure).nextStep).not.toMatch(/role|permission|(another|higher|stronger).* token/i);
  },
);

test('a write to a moved project says that it moved', () => {
  const failure = { code: 'conflict', status: 405, reason: 'moved' };
  expect(explainWrite('branches.remove', failure).what).toMatch(/^The project has a new path/);
});

test('a limit that may come from a proxy names both the instance and the proxy', () => {
  expect(explain({ code: 'throttled', reason: 'other-limit' }).what).toMatch(
    /^The instance, or a proxy in front of it/,
  );
});
