import { expect, test } from 'vitest';
import type { Profile } from '#shared/contract/profiles.ts';
import { Failure } from '#shared/errors.ts';
import { profiles as words } from '#shared/text/en/profiles.ts';
import { bareAddress, check, errorsOf, formOf, leastUsedColour, tokenMismatch } from './profile-form.ts';

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

const addressError = (url: string) =>
  check({ ...formOf(saved), url, token: 'x' }, { takenNames: [], saved, mismatch: null }).url;

test.each([
  'https://git.example/acme/core/-/issues/3',
  'git.example/-/user_settings/personal_access_tokens',
  'https://git.example/dashboard/projects',
  'https://git.example/users/sign_in?redirect_to_referer=yes',
  'https://git.example/acme?tab=1',
  'https://git.example/#main',
])('for the address of a page, the bare address is proposed: %s', (url) => {
  expect(addressError(url)).toBe(words.errors.urlPage('https://git.example'));
  expect(bareAddress(url)).toBe('https://git.example');
});

test.each(['https://git.example', 'git.example/', 'https://git.example/api/v4/', 'localhost:8080'])(
  '%s has no path, and nothing is proposed',
  (url) => {
    expect([addressError(url), bareAddress(url)]).toEqual([undefined, null]);
  },
);

test('a web page as the reply to an address with a path can be the page that it was copied from', () => {
  const failure = new Failure('remote', 'html', { reason: 'not-json' });
  expect(errorsOf(failure, 'https://git.example/acme')).toEqual({
    url: words.errors.urlNoApi('https://git.example'),
  });
  expect(errorsOf(failure, 'https://git.example')).toBeNull();
});
