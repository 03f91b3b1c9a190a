import { expect, test } from 'vitest';
import { decodeText } from '#shared/decode-text.ts';

const text = 'repo_id\tnew_name\n1\tgröße';
const littleEndian = Buffer.from(`\uFEFF${text}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(text), 'utf-8'],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`), 'utf-8'],
  ['UTF-16, little-endian, as Excel saves Unicode text', littleEndian, 'utf-16'],
  ['UTF-16, big-endian', Buffer.from(littleEndian).swap16(), 'utf-16'],
  ['Windows-1252, as Excel saves CSV', Buffer.from(text, 'latin1'), 'windows-1252'],
])('a text is decoded without its byte order mark: %s', (_, bytes, encoding) => {
  expect(decodeText(new Uint8Array(bytes))).toEqual({ text, encoding });
});

test('an incomplete last character of a cut text is left out', () => {
  expect(decodeText(new Uint8Array(Buffer.from('aö').subarray(0, 2)), false)).toEqual({ text: 'a', encoding: 'utf-8' });
});
