import { expect, test } from 'vitest';
import { readHostKeys } from './host-key-lines.ts';

const data = 'AAAAC3NzaC1lZDI1NTE5AAAAIK0wmN/Cr3JXqmLW7u+g9pTh+wyqDHpSQEIQczXkVx9q';
const key = `ssh-ed25519 ${data}`;

const one = (text: string, host: string | null = 'git.example') => readHostKeys(text, host).lines[0];

test('a bare key is sent without its comment', () => {
  expect(one(`${key} root@git`)).toMatchObject({ send: key, host: null, problem: null, isOtherHost: false });
});

test('a line of known_hosts is sent with its host, which is compared with the host of the URL', () => {
  expect(one(`git.example,10.0.0.1 ${key}`)).toMatchObject({ send: `git.example,10.0.0.1 ${key}`, isOtherHost: false });
  expect(one(`other.example ${key}`)).toMatchObject({ host: 'other.example', isOtherHost: true });
  expect(one(`[git.example]:2222 ${key}`, 'git.example:2222')).toMatchObject({ isOtherHost: false });
  expect(one(`git.example ${key}`, 'git.example:2222')).toMatchObject({ isOtherHost: true });
});

test('comments and blank lines are ignored, and lines keep their numbers', () => {
  const { lines } = readHostKeys(`# git.example\n\n${key}\r\n${key}`, null);
  expect(lines.map(({ line }) => line)).toEqual([3, 4]);
});

test.each([
  ['a word', 'no-key'],
  [`["${key} a", "${key} b"]`, 'several'],
  [`SHA256:${'a'.repeat(43)}`, 'fingerprint'],
  [`ssh-ed25519 ${data.slice(0, 40)}`, 'unreadable'],
  [`@cert-authority *.example ${key}`, 'marker'],
  [`|1|JfKTdBh7rNbXkVAQCRp4OQoPfmI=|USECr3SWf1JUPsms5AqfD5QfxkM= ${key}`, 'hashed'],
])('%s is refused: %s', (text, problem) => {
  expect(one(text)).toMatchObject({ send: null, problem });
});

test('a text with a private key is not read', () => {
  const text = '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----';
  expect(readHostKeys(text, null)).toEqual({ holdsPrivateKey: true, lines: [] });
});
