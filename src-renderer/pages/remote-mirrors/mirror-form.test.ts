import { expect, test } from 'vitest';
import { bodyOf, faultOfUrl, formOf, sentUrl } from './mirror-form.ts';

const before = formOf({ id: 1, enabled: true, auth_method: 'password', only_protected_branches: true });

test('only changed fields are sent', () => {
  expect(bodyOf(before, [], before)).toEqual({});
  expect(bodyOf({ ...before, enabled: false }, ['ssh-ed25519 AAAA'], before)).toEqual({
    enabled: false,
    host_keys: ['ssh-ed25519 AAAA'],
  });
});

test('“only protected branches” and an expression are never sent together', () => {
  const regex = { ...before, branchChoice: 'regex' as const, mirror_branch_regex: '^main$' };
  expect(bodyOf(regex, [], before)).toEqual({
    only_protected_branches: false,
    mirror_branch_regex: '^main$',
  });
  expect(bodyOf(before, [], regex)).toEqual({
    only_protected_branches: true,
    mirror_branch_regex: '',
  });
  expect(bodyOf({ ...before, branchChoice: 'all' }, [], before)).toEqual({ only_protected_branches: false });
});

test('a new mirror is sent with all fields', () => {
  expect(bodyOf(before, [], null)).toEqual({
    auth_method: 'password',
    enabled: true,
    keep_divergent_refs: false,
    only_protected_branches: true,
  });
});

test('user name and password are part of the sent URL, whatever characters they have', () => {
  const url = sentUrl({
    ...{ url: 'https://git.example/core.git', auth_method: 'password' },
    ...{ username: 'mirror', password: 'p@ss/w:rd%' },
  });
  expect(decodeURIComponent(new URL(url).password)).toBe('p@ss/w:rd%');
  expect(new URL(url)).toMatchObject({ username: 'mirror', host: 'git.example', pathname: '/core.git' });
  const ssh = { url: 'ssh://git@git.example/core.git', auth_method: 'ssh_public_key' } as const;
  expect(sentUrl({ ...ssh, username: 'x', password: 'y' })).toBe(ssh.url);
});

test.each([
  ['', 'urlMissing'],
  ['git.example/core', 'urlWrong'],
  ['ftp://git.example/core', 'urlWrong'],
  ['https://user:word@git.example/core.git', 'urlPassword'],
  ['https://git.example/core.git', null],
  ['ssh://git@git.example/core.git', null],
])('the URL %s: %s', (text, fault) => {
  expect(faultOfUrl(text)).toBe(fault);
});
