import { expect, test } from 'vitest';
import { mostFoundKeys } from '#shared/contract/keys.ts';
import { readKeys } from '#main/services/ssh/ssh-text.ts';
import { samples } from '../ssh-samples.ts';

const sha256 = (name: keyof typeof samples) => samples[name].sha256.split(' ')[1]?.replace('SHA256:', '') ?? '';
const md5 = (name: keyof typeof samples) => samples[name].md5.split(' ')[1]?.replace('MD5:', '') ?? '';
const data = (name: keyof typeof samples) => samples[name].line.split(' ')[1] ?? '';
const found = (text: string) => readKeys(text).found;

test('an authorized_keys file is read line by line, with options, quoted commands, comments and blank lines', () => {
  const text = [
    '# keys of the build machines',
    '',
    samples['ed25519-256'].line,
    `command="/usr/bin/git-shell -c \\"ssh-rsa AAAAB3NzaC1yc2E=\\"",no-pty,from="10.0.0.0/8" ${samples['rsa-2048'].line}`,
    `restrict,environment="KEY=ssh-ed25519 ${data('ecdsa-256')}" ecdsa-sha2-nistp384 ${data('ecdsa-384')}`,
    `cert-authority,principals="git" ${samples['ecdsa-521'].line}`,
    `#ssh-rsa ${data('rsa-3072')} put aside`,
    `ssh-ed25519 ${data('ed25519-256')} the first again`,
  ].join('\n');
  const reading = readKeys(text);
  expect(reading.found.map((one) => [one.line, one.times, one.type, one.bits, one.comment, one.sha256])).toEqual([
    [3, 2, 'ED25519', 256, 'ed25519-256 sample', sha256('ed25519-256')],
    [4, 1, 'RSA', 2048, 'rsa-2048 sample', sha256('rsa-2048')],
    [5, 1, 'ECDSA', 384, null, sha256('ecdsa-384')],
    [6, 1, 'ECDSA', 521, 'ecdsa-521 sample', sha256('ecdsa-521')],
  ]);
  expect(reading.linesWithout).toBe(0);
});

test('known_hosts, bare base64 and values in JSON are keys too', () => {
  const text = [
    `git.example,10.0.0.1 ${samples['ed25519-256'].line}`,
    data('ecdsa-256'),
    `{"title": "x", "key": "${samples['rsa-2048'].line}"},`,
    `key: '${samples['ecdsa-384'].line}'`,
  ].join('\n');
  expect(found(text).map(({ line, sha256: digest }) => [line, digest])).toEqual([
    [1, sha256('ed25519-256')],
    [2, sha256('ecdsa-256')],
    [3, sha256('rsa-2048')],
    [4, sha256('ecdsa-384')],
  ]);
});

const [one, two] = [samples['ed25519-256'].line, samples['ecdsa-256'].line];
test.each([
  ['a list in JSON', `["${one}","${two}"]`],
  [
    'a reply of GET /user/keys',
    JSON.stringify([
      { id: 1, key: one, title: 'a "b"' },
      { id: 2, key: two },
    ]),
  ],
  ['JSON inside of JSON', JSON.stringify({ reply: JSON.stringify([{ key: one }, { key: two }]) })],
  ['JSON with escaped slashes', JSON.stringify([{ key: one }, { key: two }]).replaceAll('/', String.raw`\/`)],
  ['keys in one string of JSON', JSON.stringify({ keys: `${one}\n${two}\n` })],
  ['a list of Terraform', `  ssh_keys = ["${one}", "${two}"]`],
  ['cloud-init', `ssh_authorized_keys: ["${one}", "${two}"]`],
  ['cloud-init with single quotes', `ssh_authorized_keys: ['${one}', '${two}']`],
  ['keys without quotes', `${one}, ${two}`],
])('several keys on one line are all found, each with its comment: %s', (_, line) => {
  const { unused, ...reading } = readKeys(line);
  expect(reading.found.map((key) => [key.kind, key.sha256, key.comment])).toEqual([
    ['public-key', sha256('ed25519-256'), 'ed25519-256 sample'],
    ['public-key', sha256('ecdsa-256'), 'ecdsa-256 sample'],
  ]);
  expect(unused).toBe(0);
});

test.each([',', ';', ' '])('keys without an algorithm and with “%s” between them are all found', (sign) => {
  const line = `${data('ed25519-256')}${sign}${data('ecdsa-256')}`;
  expect(found(line).map(({ sha256: digest }) => digest)).toEqual([sha256('ed25519-256'), sha256('ecdsa-256')]);
});

test('a key that the console of the platform prints is read', () => {
  const line = `#<Key id: 714, user_id: 3, key: "${one}", title: "laptop">`;
  expect(found(line)).toMatchObject([{ kind: 'public-key', sha256: sha256('ed25519-256') }]);
});

test('one damaged key does not hide another on its line', () => {
  const cut = `ssh-rsa ${data('rsa-2048').slice(0, 60)}`;
  expect(found(`["${cut} a", "${one}"]`).map(({ kind, sha256: digest }) => [kind, digest])).toEqual([
    ['unreadable', null],
    ['public-key', sha256('ed25519-256')],
  ]);
});

test('texts that look like a key and are not read are counted: in a comment, an option, or quotes beside a key', () => {
  const lines = [`# ${one}`, `command="${two}" ${one}`, `from="${two}"`];
  expect(lines.map((line) => readKeys(line).unused)).toEqual([1, 1, 1]);
  expect(readKeys(lines.join('\n'))).toMatchObject({ unused: 3, linesWithout: 1 });
});

test('fingerprints in log lines of sshd are found, with type and signing authority', () => {
  const log = [
    `Nov 20 08:00:01 git sshd[311]: Accepted publickey for git from 10.2.3.4 port 50122 ssh2: ED25519 SHA256:${sha256('ed25519-256')}`,
    'Nov 20 08:00:01 git sshd[311]: pam_unix(sshd:session): session opened for user git(uid=998) by (uid=0)',
    `Nov 20 08:00:02 git sshd[312]: Failed publickey for invalid user root from 10.2.3.4 port 50123 ssh2: RSA SHA256:${sha256('rsa-2048')}`,
    `Nov 20 08:00:03 git sshd[313]: Accepted publickey for git from fe80::1 port 22 ssh2: ECDSA-CERT SHA256:${sha256('ecdsa-256')} ID alice (serial 42) CA ED25519 SHA256:${sha256('rsa-3072')}`,
    `Nov 20 08:00:04 git sshd[314]: Accepted publickey for git from 10.2.3.4 port 9 ssh2: RSA ${md5('rsa-3072')}`,
    `Nov 20 08:00:05 git sshd[315]: Accepted publickey for git from 10.2.3.4 port 9 ssh2: ED25519 SHA256:${sha256('ed25519-256')}`,
  ].join('\r\n');
  const reading = readKeys(log);
  expect(reading.found.map((one) => [one.line, one.times, one.type, one.isAuthority, one.sha256 ?? one.md5])).toEqual([
    [1, 2, 'ED25519', false, sha256('ed25519-256')],
    [3, 1, 'RSA', false, sha256('rsa-2048')],
    [4, 1, 'ECDSA-CERT', false, sha256('ecdsa-256')],
    [4, 1, 'ED25519', true, sha256('rsa-3072')],
    [5, 1, 'RSA', false, md5('rsa-3072')],
  ]);
  expect(reading.found.every(({ kind }) => kind === 'fingerprint')).toBe(true);
  expect(reading.linesWithout).toBe(1);
});

test.each(Object.values(samples).flatMap((sample) => [sample.sha256, sample.md5]))('ssh-keygen -lf: %s', (line) => {
  const [, bits, digest, comment, type] = /^(\d+) (?:SHA256|MD5):(\S+) (.*) \((\S+)\)$/.exec(line) ?? [];
  expect(found(line)).toMatchObject([{ kind: 'fingerprint', bits: Number(bits), comment, type }]);
  expect(found(line).map((one) => one.sha256 ?? one.md5)).toEqual([digest]);
});

test.each([
  md5('rsa-2048'),
  `MD5:${md5('rsa-2048')}`,
  `md5:${md5('rsa-2048').toUpperCase()}`,
  md5('rsa-2048').replaceAll(':', ''),
  `  ${md5('rsa-2048')}  `,
])('an MD5 fingerprint is known as %s', (text) => {
  expect(found(text)).toMatchObject([{ kind: 'fingerprint', md5: md5('rsa-2048'), sha256: null }]);
});

test.each([
  `SHA256:${sha256('rsa-3072')}`,
  `SHA256:${sha256('rsa-3072')}=`,
  `sha256:${sha256('rsa-3072')}`,
  sha256('rsa-3072'),
  `${sha256('rsa-3072')}=`,
  `https://git.example/api/v4/keys?fingerprint=${encodeURIComponent(`SHA256:${sha256('rsa-3072')}`)}`,
])('a SHA256 fingerprint is known as %s', (text) => {
  expect(found(text)).toMatchObject([{ kind: 'fingerprint', sha256: sha256('rsa-3072'), md5: null }]);
});

test.each([
  ['12', [12]],
  ['#12', [12]],
  ['key 12', [12]],
  ['3, 5; 8', [3, 5, 8]],
  ['https://git.example/api/v4/keys/77', [77]],
  ['0', []],
  ['12 bottles', []],
  ['{"command":"git-upload-pack","gl_key_id":714,"gl_key_type":"key","msg":"executing git command"}', [714]],
  [String.raw`{\"gl_key_id\":\"714\",\"gl_id\":\"key-714\"}`, [714]],
  ['level=info user="user with id key-123456" method=POST', [123_456]],
  ['command="/opt/gitlab/embedded/service/gitlab-shell/bin/gitlab-shell key-7",no-pty', [7]],
  ['user with id key-3 … user with id key-5', [3, 5]],
  ['#<Key id: 714, title: "laptop", key: nil>', [714]],
  ['the file public-key-2 and key-3', []],
  ['#<LDAPKey id: 9, title: "x">', [9]],
  ['gl_key_id=714th', []],
])('ids in "%s"', (text, ids) => {
  expect(found(text).map(({ kind, id }) => [kind, id])).toEqual(ids.map((id) => ['id', id]));
});

test('a key that a mail program has wrapped is joined', () => {
  const [type = '', base64 = ''] = samples['rsa-3072'].line.split(' ');
  const broken = base64.match(/.{1,76}/g) ?? [];
  const text = `${type} ${broken.join('\r\n')} me@example\r\n${samples['ed25519-256'].line}\r\n`;
  expect(found(text).map((one) => [one.line, one.sha256, one.comment])).toEqual([
    [1, sha256('rsa-3072'), 'me@example'],
    [broken.length + 1, sha256('ed25519-256'), 'ed25519-256 sample'],
  ]);
});

test('in a mixed text each entry has its line, and other lines are counted', () => {
  const text = `\uFEFFHello,\r\n${samples.dsa.line}\r\nssh-rsa is old\r\n\r\nssh-rsa AAAAB3NzaC1yc2E-nope\r\nSHA256:${sha256('rsa-2048')}\rbye`;
  const reading = readKeys(text);
  expect(reading.found.map((one) => [one.line, one.kind, one.error?.fault])).toEqual([
    [2, 'public-key', undefined],
    [3, 'unreadable', 'cut-short'],
    [5, 'unreadable', 'not-base64'],
    [6, 'fingerprint', undefined],
  ]);
  expect(reading.linesWithout).toBe(2);
});

test.each(['', '\n\n', 'nothing to see', '-----', '"unbalanced ssh', 'AAAA', '00:11:22', '{"a":1}', '\u0000\u0001'])(
  'junk is no key: %j',
  (text) => {
    expect(readKeys(text)).toMatchObject({ found: [], holdsPrivateKey: false });
  },
);

test('the number of results is limited, and the remaining ones are counted', () => {
  const text = Array.from({ length: mostFoundKeys + 7 }, (_, at) => String(at + 1)).join('\n');
  const reading = readKeys(text);
  expect([reading.found.length, reading.leftOut]).toEqual([mostFoundKeys, 7]);
});

test('a megabyte of almost valid keys is read quickly', () => {
  const nasty = [
    `"${'a"'.repeat(300_000)}`,
    'ssh-rsa '.repeat(100_000),
    'AA:'.repeat(300_000),
    `${'\\"'.repeat(300_000)}`,
  ];
  expect(readKeys(nasty.join('\n')).holdsPrivateKey).toBe(false);
});
