import { expect, test } from 'vitest';
import { readAuthority } from '#main/services/ssh/authority.ts';
import { converted, samples } from '../ssh-samples.ts';

const { line } = samples['ed25519-256'];

test.each([
  ['as it is', line, line],
  ['with blanks and line ends around it', `\n\n  ${line}  \r\n`, line],
  ['with the options of an authorized_keys file', `cert-authority,principals="git,ops" ${line}`, line],
  ['behind a comment', `# the authority\n${line}`, line],
  ['without a comment', line.split(' ').slice(0, 2).join(' '), line.split(' ').slice(0, 2).join(' ')],
])('an authority is sent as one line: %s', (_, text, sent) => {
  expect(readAuthority(text)).toMatchObject({ problem: null, line: sent, type: 'ED25519', bits: 256 });
});

test('a block in RFC 4716 format is converted to an OpenSSH line', () => {
  expect(readAuthority(converted['rsa-2048']).line).toContain(
    samples['rsa-2048'].line.split(' ').slice(0, 2).join(' '),
  );
});

test.each([
  ['nothing', ' \n', 'empty'],
  ['words', 'my key', 'no-key'],
  ['an id', '12', 'no-key'],
  ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAA', 'private-key'],
  ['a certificate that somebody signed', samples['ecdsa-256-cert'].line, 'certificate'],
  ['two keys', `${line}\n${samples['rsa-2048'].line}`, 'several'],
  ['a fingerprint', samples['rsa-2048'].sha256, 'fingerprint'],
  ['half a key', line.slice(0, 60), 'unreadable'],
])('%s is not an authority', (_, text, problem) => {
  expect(readAuthority(text)).toMatchObject({ problem, line: null, sha256: null });
});
