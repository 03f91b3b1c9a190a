import { expect, test } from 'vitest';
import { numbered, proposedName, safeFileName } from '#main/api/client/wire/file-name.ts';

const nul = '\u0000';
const bidi = '\u202e';
const invisible = '\u200b';

test.each([
  ['report.pdf', 'report.pdf'],
  ['日本語 – Änderungen.md', '日本語 – Änderungen.md'],
  ['A\u0308.txt', 'Ä.txt'],
  ['archive.tar.gz', 'archive.tar.gz'],
  // paths
  ['../../etc/passwd', 'passwd'],
  ['/etc/passwd', 'passwd'],
  ['..\\..\\windows\\system32\\x.dll', 'x.dll'],
  ['C:\\Users\\me\\x.txt', 'x.txt'],
  ['C:evil.exe', 'evil.exe'],
  ['\\\\server\\share\\x.txt', 'x.txt'],
  ['out/', 'download'],
  ['..', 'download'],
  ['.', 'download'],
  ['', 'download'],
  ['///', 'download'],
  [`..${nul}/x`, 'x'],
  [`a${invisible}/${invisible}..`, 'download'],
  ['%2e%2e%2fpasswd', '%2e%2e%2fpasswd'],
  ['a∕b⁄c.txt', 'a∕b⁄c.txt'],
  // characters that hide the real name, end a string or name an NTFS stream
  [`invoice${bidi}fdp.exe`, 'invoicefdp.exe'],
  ['\u2066a\u2069.txt', 'a.txt'],
  [`a${nul}b.txt`, 'ab.txt'],
  ['a\r\nb\tc.txt', 'a b c.txt'],
  ['\u001b[31mred.txt', '[31mred.txt'],
  [`${invisible}a.txt`, 'a.txt'],
  ['file.txt:evil.exe', 'file.txt_evil.exe'],
  ['a<b>c"d|e?f*g.txt', 'a_b_c_d_e_f_g.txt'],
  ['\ud800half.txt', 'half.txt'],
  // hidden, options, trailing dots and spaces
  ['.bashrc', '_bashrc'],
  ['...secret', '_..secret'],
  ['-rf', '_rf'],
  ['~root', '_root'],
  ['name. . ', 'name'],
  ['  name.txt', 'name.txt'],
  ['name.txt.', 'name.txt'],
  // devices of Windows
  ['CON', '_CON'],
  ['con.txt', '_con.txt'],
  ['Nul.tar.gz', '_Nul.tar.gz'],
  ['LPT1', '_LPT1'],
  ['com¹.log', '_com¹.log'],
  ['conin$', '_conin$'],
  ['prn.', '_prn'],
  ['a/aux', '_aux'],
  ['CON .txt', '_CON .txt'],
  ['aux  .tar.gz', '_aux .tar.gz'],
  ['nul. .txt', '_nul. .txt'],
  ['prn\u00a0.txt', '_prn .txt'],
  ['LPT³ .log', '_LPT³ .log'],
  ['com9 ', '_com9'],
  ['con text.txt', 'con text.txt'],
  ['console.log', 'console.log'],
  ['com10', 'com10'],
])('%j becomes %j', (proposed, name) => {
  expect(safeFileName(proposed)).toBe(name);
  expect(safeFileName(name), 'a safe name stays').toBe(name);
});

test.each([
  [`${'x'.repeat(5_000)}.tar.gz`, /^x+\.tar\.gz$/],
  [`${'界'.repeat(300)}.txt`, /^界+\.txt$/],
  [`${'👩🏽'.repeat(300)}.png`, /^(👩|🏽)+\.png$/u],
  ['y'.repeat(5_000), /^y+$/],
  [`z.${'y'.repeat(5_000)}`, /^(z\.)?y+$/],
  [`a${' '.repeat(300)}b.txt`, /^a b\.txt$/],
])('a long name is shortened at a character and keeps its extension', (proposed, pattern) => {
  const name = safeFileName(proposed);
  expect(name).toMatch(pattern);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  expect(name.isWellFormed()).toBe(true);
});

test('the fallback is returned when nothing is left of a name', () => {
  expect(safeFileName('..', 'artifacts.zip')).toBe('artifacts.zip');
  expect(safeFileName('_ _', 'artifacts.zip')).toBe('artifacts.zip');
});

test.each([
  [undefined, undefined],
  ['inline', undefined],
  ['attachment; filename=a.zip', 'a.zip'],
  ['attachment; filename="a b;c.zip"', 'a b;c.zip'],
  ['attachment; filename="say \\"hi\\".txt"', 'say "hi".txt'],
  ['attachment; filename="C:\\temp\\x.txt"', 'C:\\temp\\x.txt'],
  ['attachment; filename=""', ''],
  ['attachment; filename="a%20b.txt"', 'a%20b.txt'],
  [`attachment; filename="x"; filename*=UTF-8''%E6%97%A5%2E%2E%2Fa.md`, '日../a.md'],
  [`attachment; filename*=utf-8'de'%C3%84.md; filename=x`, 'Ä.md'],
  [`attachment; filename*=ISO-8859-1''%C4.md`, 'Ä.md'],
  [`attachment; filename*=UTF-8''%FF%FE; filename=x.md`, 'x.md'],
  [`attachment; filename*=UTF-7''abc; filename=y.md`, 'y.md'],
  ['ATTACHMENT;FILENAME = z.md', 'z.md'],
  ['attachment; xfilename=no.md', undefined],
])('the header %j proposes the name %j', (header, name) => {
  expect(proposedName(header)).toBe(name);
});

test('the number of a name is written before its extension', () => {
  expect(numbered('a.txt', 1)).toBe('a.txt');
  expect(numbered('a.txt', 2)).toBe('a (2).txt');
  expect(numbered('a.tar.gz', 3)).toBe('a (3).tar.gz');
  expect(numbered('README', 2)).toBe('README (2)');
  expect(numbered('_bashrc', 2)).toBe('_bashrc (2)');
});
