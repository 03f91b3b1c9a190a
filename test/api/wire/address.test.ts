import { describe, expect, test } from 'vitest';
import { isBelow, parseInstanceUrl } from '#main/api/client/wire/address.ts';
import { Failure } from '#shared/errors.ts';

const strict = { allowPlainHttp: false };

describe('the address of an instance', () => {
  test.each([
    ['code.example.com', 'https://code.example.com'],
    ['  https://code.example.com/  ', 'https://code.example.com'],
    ['HTTPS://Code.Example.com:443', 'https://code.example.com'],
    ['code.example.com:8443', 'https://code.example.com:8443'],
    ['https://code.example.com/sub/api/v4', 'https://code.example.com/sub'],
    ['https://code.example.com/sub/api/v4/', 'https://code.example.com/sub'],
    ['https://code.example.com/api', 'https://code.example.com'],
    ['https://code.example.com/sub//', 'https://code.example.com/sub'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['localhost:3000/x', 'http://localhost:3000/x'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ])('%s reads as %s', (typed, base) => {
    expect(parseInstanceUrl(typed, strict)).toBe(base);
  });

  test.each([
    '',
    'https://',
    'two words',
    'ftp://code.example.com',
    'javascript://code.example.com',
    'https://me:secret@code.example.com',
    'me@code.example.com',
    'https://code.example.com/?private_token=x',
    'https://code.example.com/#top',
  ])('%s is refused as no address', (typed) => {
    expect(() => parseInstanceUrl(typed, strict)).toThrow(
      expect.objectContaining({ code: 'invalid', reason: 'address-invalid', field: 'url' }),
    );
  });

  test('plain http to another machine must be allowed', () => {
    const typed = 'http://code.example.com';
    expect(() => parseInstanceUrl(typed, strict)).toThrow(expect.objectContaining({ reason: 'plain-http' }));
    expect(() => parseInstanceUrl('http://127.0.0.1.example.com', strict)).toThrow(Failure);
    expect(parseInstanceUrl(typed, { allowPlainHttp: true })).toBe(typed);
  });

  test.each([
    ['https://code.example.com/sub/api/v4/users?page=2', true],
    ['https://code.example.com/sub/api/v4/../v4/users', true],
    ['https://code.example.com/sub/api/v4/../../users', false],
    ['https://code.example.com/sub/api/v4/%2e%2e/users', false],
    ['https://code.example.com/sub/api/v45/users', false],
    ['https://code.example.com/api/v4/users', false],
    ['http://code.example.com/sub/api/v4/users', false],
    ['https://code.example.com:444/sub/api/v4/users', false],
    ['https://code.example.com.evil.example/sub/api/v4/users', false],
    ['https://me@code.example.com/sub/api/v4/users', false],
  ])('%s is below the API of the instance: %s', (url, isInside) => {
    expect(isBelow(new URL(url), 'https://code.example.com/sub')).toBe(isInside);
  });
});
