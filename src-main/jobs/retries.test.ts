import { expect, test } from 'vitest';
import { Failure, type Code, type FailureData } from '#shared/errors.ts';
import { retries } from './retries.ts';

const waitAfter = (code: Code, more: Omit<FailureData, 'code' | 'message'> = {}) =>
  retries().waitAfter(new Failure(code, 'as tested', more));

test.each([
  ['offline', { reason: 'tls', distrust: 'self-signed' }],
  ['offline', { reason: 'tls', distrust: 'unknown-authority' }],
  ['offline', { reason: 'tls', distrust: 'expired' }],
  ['offline', { reason: 'tls', distrust: 'other-name' }],
  ['offline', { reason: 'no-tls' }],
  ['offline', { reason: 'proxy', status: 407 }],
  ['remote', { reason: 'foreign-redirect' }],
  ['remote', { reason: 'page-repeated' }],
  ['remote', { reason: 'too-large' }],
  ['denied', { reason: 'read-only-instance' }],
  ['denied', { reason: 'role' }],
  ['invalid', { reason: 'disk-failed' }],
] as const)('a job does not wait after %s %o, which waiting cannot change', (code, more) => {
  expect(waitAfter(code, more)).toBeNull();
});

test.each([
  ['offline', { reason: 'tls', distrust: 'not-yet-valid' }],
  ['offline', { reason: 'tls' }],
  ['offline', { reason: 'name-not-found' }],
  ['offline', { reason: 'proxy' }],
  ['remote', { reason: 'platform-down' }],
  ['remote', { reason: 'not-json' }],
  ['throttled', {}],
  ['denied', { reason: 'token-ended' }],
  ['denied', { reason: 'two-factor' }],
  ['invalid', { reason: 'corrupt' }],
] as const)('a job waits after %s %o, which can pass', (code, more) => {
  expect(waitAfter(code, more)).toBeGreaterThan(0);
});
