import { expect, test } from 'vitest';
import { isDeeperThan, jsonSize, mostValues, parseUntrusted } from '#shared/untrusted-json.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  ['', { values: 1, rows: 0, depth: 0 }],
  ['7', { values: 1, rows: 0, depth: 0 }],
  ['"[,{"', { values: 1, rows: 0, depth: 0 }],
  ['"\\"[,{\\\\"', { values: 1, rows: 0, depth: 0 }],
  ['[]', { values: 2, rows: 1, depth: 1 }],
  ['[1,2,3]', { values: 4, rows: 3, depth: 1 }],
  ['{"a":[1,2],"b":{}}', { values: 6, rows: 0, depth: 2 }],
  ['[{"a":1,"b":[1,[2]]},"],["]', { values: 8, rows: 2, depth: 4 }],
  ['[{"a":1', { values: 3, rows: 1, depth: 2 }],
  ['[["a', { values: 3, rows: 1, depth: 2 }],
  ['}}]]', { values: 1, rows: 0, depth: 0 }],
])('the size of %s is counted without parsing it', (text, size) => {
  expect(jsonSize(bytes(text))).toEqual(size);
});

test('counting stops once there are too many values', () => {
  expect(jsonSize(bytes('['.repeat(5 * mostValues))).values).toBe(mostValues + 1);
});

test('bytes that are not UTF-8 take no additional memory', () => {
  expect(parseUntrusted(new Uint8Array([0x5b, 0x22, 0x61, 0xff, 0x22, 0x5d])).value).toEqual(['a\ufffd']);
});

test.each(['', '[1', '{"a":}', '<html>', '\u0000', 'nan'])('%j is not JSON', (text) => {
  expect(() => parseUntrusted(bytes(text))).toThrow(expect.objectContaining({ reason: 'unreadable-reply' }));
});

test('rows are limited for lists only', () => {
  expect(() => parseUntrusted(bytes('[1,2,3]'), 2)).toThrow(expect.objectContaining({ reason: 'too-large' }));
  expect(parseUntrusted(bytes('{"a":1,"b":2,"c":3}'), 2).value).toEqual({ a: 1, b: 2, c: 3 });
});

test('depth is counted with the value itself', () => {
  const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  expect(isDeeperThan('text', 0)).toBe(false);
  expect(isDeeperThan(nested(100), 100)).toBe(false);
  expect(isDeeperThan([1, { a: nested(98) }], 100)).toBe(false);
  expect(isDeeperThan([1, { a: nested(99) }], 100)).toBe(true);
  expect(isDeeperThan(nested(100_000), 100)).toBe(true);
});
