import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readKeys } from '#main/services/ssh/ssh-text.ts';
import { wireString } from '#main/services/ssh/ssh-wire.ts';
import { converted, samples } from '../ssh-samples.ts';

type Name = keyof typeof samples;
const names = Object.keys(samples) as Name[];
const only = (text: string) => {
  const { found } = readKeys(text);
  expect(found).toHaveLength(1);
  return found[0];
};
/** `256 SHA256:… a comment (ED25519)` */
const printed = (line: string) => /^(\d+) (?:SHA256|MD5):(\S+) (.*) \((\S+)\)$/.exec(line)?.slice(1) ?? [];
const bytesOf = (name: Name) => Buffer.from(samples[name].line.split(' ')[1] ?? '', 'base64');
const lineOf = (algorithm: string, bytes: Buffer) => `${algorithm} ${bytes.toString('base64')} changed`;

test.each(names)('%s has the type, size and fingerprints that ssh-keygen prints', (name) => {
  const { line, sha256, md5 } = samples[name];
  const [bits, digest, comment, type] = printed(sha256);
  const isCertificate = name.endsWith('-cert');
  expect(only(line)).toMatchObject({
    kind: isCertificate ? 'certificate' : 'public-key',
    bits: Number(bits),
    sha256: digest,
    md5: printed(md5)[1],
    comment,
    type,
    error: null,
  });
});

test('a certificate has its principals, validity and authority', () => {
  expect(only(samples['ecdsa-256-cert'].line)?.certificate).toEqual({
    use: 'user',
    keyId: 'alice 2026',
    serial: '42',
    principals: ['git', 'alice'],
    validFrom: Date.parse('2026-01-01T00:00:00Z'),
    validTo: Date.parse('2027-01-01T00:00:00Z'),
    authority: printed(samples['ed25519-256'].sha256)[1],
  });
  expect(only(samples['ed25519-256-cert'].line)?.certificate).toMatchObject({
    keyId: 'forever',
    validFrom: null,
    validTo: null,
    authority: printed(samples['rsa-2048'].sha256)[1],
  });
});

test.each([
  ['rsa-2048', converted['rsa-2048']],
  ['ecdsa-384', converted['ecdsa-384']],
  ['rsa-2048', converted['rsa-2048 as PKCS 1']],
] as const)('%s is read from the block that ssh-keygen -e writes', (name, block) => {
  const [bits, digest, , type] = printed(samples[name].sha256);
  expect(only(block)).toMatchObject({ kind: 'public-key', bits: Number(bits), sha256: digest, type });
  expect(only(block.replaceAll('\n', '\r\n'))).toMatchObject({ sha256: digest });
});

test('an Ed25519 key in PEM has the fingerprint of its SSH form', () => {
  const x = bytesOf('ed25519-256').subarray(-32).toString('base64url');
  const pem = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  expect(only(pem.export({ type: 'spki', format: 'pem' }).toString())?.sha256).toBe(
    printed(samples['ed25519-256'].sha256)[1],
  );
});

test.each([
  ['base64 with a strange mark', samples['ed25519-256'].line.replace('AAAAC3', 'AAAAC3!'), 'not-base64', '!'],
  ['a key that ends early', samples['rsa-2048'].line.slice(0, 120), 'cut-short', null],
  ['no bytes at all', 'ssh-ed25519', 'no-data', null],
  [
    'bytes behind the end',
    lineOf('ssh-ed25519', Buffer.concat([bytesOf('ed25519-256'), Buffer.of(1, 2)])),
    'bytes-left',
    '2',
  ],
  [
    'another type than the line says',
    samples['ed25519-256'].line.replace('ssh-ed25519', 'ssh-rsa'),
    'other-type',
    'ssh-ed25519',
  ],
  [
    'an Ed25519 key of 31 bytes',
    lineOf('ssh-ed25519', Buffer.concat([wireString('ssh-ed25519'), wireString(Buffer.alloc(31))])),
    'wrong-length',
    '31 / 32',
  ],
  [
    'a curve that is not the one of its name',
    lineOf(
      'ecdsa-sha2-nistp256',
      Buffer.concat([wireString('ecdsa-sha2-nistp256'), wireString('nistp384'), wireString('x')]),
    ),
    'wrong-curve',
    'nistp384',
  ],
  [
    'a point that is none',
    lineOf(
      'ecdsa-sha2-nistp256',
      Buffer.concat([wireString('ecdsa-sha2-nistp256'), wireString('nistp256'), wireString('x')]),
    ),
    'wrong-point',
    'nistp256',
  ],
  [
    'an RSA key without a modulus',
    lineOf('ssh-rsa', Buffer.concat([wireString('ssh-rsa'), wireString(Buffer.of(1)), wireString('')])),
    'empty-number',
    null,
  ],
  ['an X.509 certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', 'x509', 'CERTIFICATE'],
  ['a signature', '-----BEGIN SSH SIGNATURE-----\nU1NIU0lH\n-----END SSH SIGNATURE-----', 'signature', 'SSH SIGNATURE'],
  ['a block without an end', '-----BEGIN PUBLIC KEY-----\nMIIB', 'no-end', 'PUBLIC KEY'],
  ['a PEM block of nonsense', '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----', 'cut-short', null],
  ['a fingerprint that is too short', 'SHA256:abcdef', 'not-a-fingerprint', '6 / 43'],
])('%s is explained', (_, text, fault, detail) => {
  expect(only(text)).toMatchObject({ kind: 'unreadable', line: 1, error: { fault, detail }, sha256: null });
});

test('a key of an unknown algorithm has its fingerprint', () => {
  const bytes = Buffer.concat([wireString('ssh-mldsa-65'), wireString(Buffer.alloc(64, 7))]);
  expect(only(lineOf('ssh-mldsa-65', bytes))).toMatchObject({
    kind: 'public-key',
    type: 'ssh-mldsa-65',
    bits: null,
    error: null,
  });
});

const pem = (type: 'pkcs8' | 'pkcs1') =>
  generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type, format: 'pem' }).toString();

test.each([
  ['OpenSSH', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----'],
  ['its body alone', 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ'],
  ['PKCS 8', pem('pkcs8')],
  ['PKCS 1', pem('pkcs1')],
  ['an encrypted one', '-----BEGIN ENCRYPTED PRIVATE KEY-----\r\nMIIFHDBO'],
  ['PuTTY', 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none'],
  ['one in JSON', '{"key":"-----BEGIN RSA PRIVATE KEY-----\\nMIIE"}'],
  ['one among public keys', `${samples['rsa-2048'].line}\n-----BEGIN EC PRIVATE KEY-----\nMHcC`],
])('a private key refuses the whole text: %s', (_, text) => {
  expect(readKeys(text)).toEqual({ holdsPrivateKey: true, found: [], leftOut: 0, linesWithout: 0, unused: 0 });
});
