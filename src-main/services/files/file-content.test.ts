import { expect, test } from 'vitest';
import { textOf } from './file-content.ts';
import { imageFacts } from './image-facts.ts';
import { readLfsPointer } from './lfs-pointer.ts';

const shown = (bytes: Buffer, sizeBytes = bytes.length) => textOf(bytes, sizeBytes);

test('text is decoded as UTF-8, UTF-16 with its mark, and otherwise as Windows-1252', () => {
  expect(shown(Buffer.from('Grüße\n'))).toEqual({
    ...{ kind: 'text', text: 'Grüße\n', lines: 1, encoding: 'utf-8', isCut: false },
  });
  expect(shown(Buffer.from('\ufeffhé\n', 'utf16le'))).toMatchObject({ text: 'hé\n', encoding: 'utf-16' });
  expect(shown(Buffer.from('Gr\xfc\xdfe', 'latin1'))).toMatchObject({ text: 'Grüße', encoding: 'windows-1252' });
  expect(shown(Buffer.from('a\0b'))).toBeNull();
  expect(shown(Buffer.alloc(0))).toMatchObject({ text: '', lines: 0 });
});

test('at most 100,000 lines and 5 MB are shown, and the last line is complete', () => {
  expect(shown(Buffer.from('x\n'.repeat(100_001)))).toMatchObject({ lines: 100_000, isCut: true });
  const long = Buffer.from(`${'é'.repeat(99)}\n`.repeat(60_000));
  const cut = shown(long);
  expect(cut).toMatchObject({ isCut: true, encoding: 'utf-8' });
  expect(cut?.text.length).toBeLessThan(5 * 1_048_576);
  expect(cut?.text.endsWith('é\n')).toBe(true);
  expect(shown(Buffer.from('one line'.repeat(800_000)))?.text.length).toBe(5 * 1_048_576);
});

test('images are recognized by their bytes, and SVG is no image', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  expect(imageFacts(Buffer.from(png, 'base64'))).toEqual({ type: 'image/png', width: 1, height: 1 });
  const gif = Buffer.from('GIF89a\x05\x00\x04\x00', 'latin1');
  expect(imageFacts(gif)).toEqual({ type: 'image/gif', width: 5, height: 4 });
  const jpeg = Buffer.from('ffd8ffe000040000ffc0000b0800100020010100', 'hex');
  expect(imageFacts(jpeg)).toEqual({ type: 'image/jpeg', width: 32, height: 16 });
  const webp = Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBPVP8X', 'latin1'),
    Buffer.alloc(8),
    Buffer.from([9, 0, 0, 4, 0, 0]),
  ]);
  expect(imageFacts(webp)).toEqual({ type: 'image/webp', width: 10, height: 5 });
  expect(imageFacts(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>'))).toBeNull();
  expect(imageFacts(Buffer.from('\xff\xd8\xff\xe0\xff\xff', 'latin1'))).toBeNull();
});

test('a pointer of Git LFS names the hash and the size of its content', () => {
  const oid = 'a'.repeat(64);
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 123\n`;
  expect(readLfsPointer(Buffer.from(pointer))).toEqual({ oid, sizeBytes: 123 });
  expect(readLfsPointer(Buffer.from(pointer.replace('size 123', 'size many')))).toBeNull();
  expect(readLfsPointer(Buffer.from(pointer + 'x'.repeat(2_000)))).toBeNull();
});
