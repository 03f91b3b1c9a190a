import { expect, test } from 'vitest';
import { answerLimit, hasUnusualNumber, jsonLimit, mostOfAnswer, sizeOf } from './row-size.ts';

const unlimited = { characters: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY };
const names = (count: number, colon: string): string =>
  `{${Array.from({ length: count }, (_, at) => `"${at}"${colon}0`).join(',')}}`;

test.each([
  '0',
  '""',
  '[]',
  '{}',
  `[${'0,'.repeat(999)}0]`,
  `${'['.repeat(90)}0${']'.repeat(90)}`,
  '{"":{"":{"":[{},[],"",0]}}}',
  `"${'x'.repeat(1_000)}"`,
])('the limit of the characters of a JSON text is not exceeded by its value: %s', (json) => {
  const { characters } = sizeOf(JSON.parse(json), unlimited);
  const most = Math.ceil((mostOfAnswer.characters - 4_000) / characters);
  const limit = jsonLimit(1);
  const taken = Array.from({ length: most + 1 }, () => limit.take(json)).filter(Boolean).length;
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThanOrEqual(most);
});

test.each([':', ' :', '\n:', '\t\r: '])('field names are counted before %j', (colon) => {
  const limit = jsonLimit(2);
  expect(limit.take(names(mostOfAnswer.names - 1, colon))).toBe(true);
  expect(limit.take(names(2, colon))).toBe(false);
});

test('a window of real rows is within the limits, although their times and addresses contain colons', () => {
  const row = { created_at: '2015-03-26T06:02:41Z', web_url: 'https://platform.example:8443/a' };
  const json = JSON.stringify({ ...row, fields: Object.fromEntries([...'abcdefgh'].map((name) => [name, row])) });
  const [limit, exact] = [jsonLimit(200), answerLimit([])];
  for (let at = 0; at < 200; at += 1) {
    expect(limit.take(json)).toBe(true);
    expect(exact.take(JSON.parse(json) as Record<string, unknown>, 0)).toBe(true);
  }
});

const many = (digit: number, count: number): string => String(digit).repeat(count);

test.each([
  ['minus zero', '[-0]'],
  ['minus zero in a list', '[1,-0]'],
  ['minus zero with decimals', '{"a":-0.0}'],
  ['minus zero on its own line', '[\n-0e1]'],
  ['a large exponent', '[1e400]'],
  ['a large exponent with a sign', '[0.1E+310]'],
  ['a large negative number', '[-1e1000]'],
  ['309 digits', `[${many(9, 309)}]`],
  ['500 digits with decimals', `[-${many(9, 500)}.5]`],
  ['211 digits and an exponent', `{"a":"${many(0, 13)}","b":${many(9, 211)}e99}`],
])('%s is written with another value', (_, json) => {
  expect(JSON.parse(JSON.stringify(JSON.parse(json)))).not.toEqual(JSON.parse(json));
  expect(hasUnusualNumber(json)).toBe(true);
});

test.each(['["2015-03-06"]', '[1e10,1.5e-7,-1]', '["e400"]', '["moore269"]', `["${many(7, 150)}"]`])(
  '%s has no such number',
  (json) => {
    expect(hasUnusualNumber(json)).toBe(false);
  },
);
