import { expect, test } from 'vitest';
import type { Profile } from '#shared/contract/profiles.ts';
import { formOf, leastUsedColour, tokenMismatch } from './profile-form.ts';

const saved: Profile = {
  id: 'p1',
  name: 'One',
  colour: 'iris',
  url: 'https://git.example/base',
  dialect: 'documented',
  readOnly: false,
  proxy: 'http://***@proxy.example:8080',
  ca: '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----',
  allowPlainHttp: false,
  hasToken: true,
  tokenMismatch: null,
  proposedDialect: null,
  createdAt: 0,
  lastOpenedAt: null,
};

test.each([
  [{}, null],
  [{ name: 'Other', dialect: 'gitlab', readOnly: true }, null],
  [{ url: ' git.example/base/api/v4/ ' }, null],
  [{ proxy: 'http://me:pw@proxy.example:8080/' }, null],
  [{ ca: '' }, null],
  [{ ca: saved.ca?.replaceAll('\n', '\r\n') ?? '' }, null],
  [{ url: 'https://git.example' }, 'url'],
  [{ url: 'http://git.example/base' }, 'url'],
  [{ url: 'https://git.example:8443/base' }, 'url'],
  [{ proxy: '' }, 'proxy'],
  [{ proxy: 'https://proxy.example:8080' }, 'proxy'],
  [{ ca: '-----BEGIN CERTIFICATE-----\nBB==\n-----END CERTIFICATE-----' }, 'ca'],
] as const)('with %j the saved token is for another setting: %s', (typed, expected) => {
  expect(tokenMismatch({ ...formOf(saved), ...typed }, saved)).toBe(expected);
});

test('a new instance gets a color that no other one has, and then the least used one', () => {
  expect(leastUsedColour(['teal'])).toBe('iris');
  expect(leastUsedColour(['iris', 'teal'])).toBe('amber');
  expect(leastUsedColour(['iris', 'teal', 'amber', 'rose', 'green', 'slate', 'iris', 'teal'])).toBe('amber');
});
