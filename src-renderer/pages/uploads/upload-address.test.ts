import { expect, test } from 'vitest';
import { readUploadAddress } from './upload-address.ts';

const secret = '0123456789abcdef0123456789abcdef';
const project = { instance: 'https://git.example.com/sub', ref: 7, path: 'acme/core' };
const read = (text: string, over: Partial<typeof project> = {}) => readUploadAddress(text, { ...project, ...over });
const found = (filename: string) => ({ secret, filename });

test('an address is read with and without its project and its instance, and from a Markdown link', () => {
  expect(read(`/uploads/${secret}/photo.png`)).toEqual(found('photo.png'));
  expect(read(` uploads/${secret}/b%C3%BCcher.csv?inline=true `)).toEqual(found('bücher.csv'));
  expect(read(`https://git.example.com/sub/acme/core/uploads/${secret}/a.txt`)).toEqual(found('a.txt'));
  expect(read(`https://git.example.com/sub/acme/core/-/uploads/${secret}/a.txt`)).toEqual(found('a.txt'));
  expect(read(`/-/project/7/uploads/${secret}/a.txt`)).toEqual(found('a.txt'));
  expect(read(`![photo](/uploads/${secret}/photo.png)`)).toEqual(found('photo.png'));
});

test('an address of another instance or project is refused', () => {
  const elsewhere = { problem: 'otherProject' };
  expect(read(`https://other.example.com/acme/core/uploads/${secret}/a.txt`)).toEqual({ problem: 'otherInstance' });
  expect(read(`https://git.example.com/acme/core/uploads/${secret}/a.txt`)).toEqual({ problem: 'otherInstance' });
  expect(read(`https://git.example.com/sub/acme/other/uploads/${secret}/a.txt`)).toEqual(elsewhere);
  expect(read(`/-/project/8/uploads/${secret}/a.txt`)).toEqual(elsewhere);
});

test('a text without a secret of 32 characters and a file name is not an address', () => {
  for (const text of [
    '',
    'photo.png',
    `/uploads/${secret}/`,
    `/uploads/${secret.slice(1)}/photo.png`,
    `/uploads/${secret}/a/b`,
    `/uploads/${secret}/%2E%2E`,
    `/uploads/${secret}/a%2Fb`,
    `/uploads/${secret}/%E0%A4%A`,
  ]) {
    expect(read(text)).toEqual({ problem: 'noAddress' });
  }
});
