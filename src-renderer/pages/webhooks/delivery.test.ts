import { expect, test } from 'vitest';
import { summaryOf } from '#shared/text/en/delivery-event.ts';
import { prettyJson, resentOf, resultOf, tokensOf, type Delivery } from './delivery.ts';

const delivery = (request_data: unknown, more: Partial<Delivery> = {}): Delivery => ({ id: 1, request_data, ...more });

test.each([
  [{ object_kind: 'push', ref: 'refs/heads/release/4.2', total_commits_count: 3 }, 'release/4.2, 3 commits'],
  [{ object_kind: 'push', ref: 'refs/heads/main', commits: [{}] }, 'main, 1 commit'],
  [{ object_kind: 'tag_push', ref: 'refs/tags/v4.1.9' }, 'v4.1.9'],
  [{ object_kind: 'merge_request', object_attributes: { iid: 418, state: 'merged' } }, '!418 merged'],
  [{ object_kind: 'pipeline', object_attributes: { id: 88214, status: 'failed' } }, '#88214 failed'],
  [{ object_kind: 'build', build_name: 'build-x64', build_status: 'failed' }, 'build-x64, failed'],
  [{ object_kind: 'something_new' }, 'something_new'],
  [{ object_kind: 'push', ref: 7, total_commits_count: 'many', commits: null }, '7'],
  [['a', 'list'], ''],
  [null, ''],
])('the event of %j is %s', (data, text) => {
  expect(summaryOf(delivery(data))).toBe(text);
});

test('without a known payload, the event is named by its header, in the spelling of any instance', () => {
  const request_headers = { 'X-Other-Event': 'Feature Flag Hook', 'X-Other-Event-UUID': 'abc' };
  expect(summaryOf(delivery({ custom: true }, { request_headers }))).toBe('Feature Flag Hook');
});

test('a text of the platform in place of a status code is a delivery without a response', () => {
  expect(resultOf({ response_status: '204' })).toMatchObject({ code: '204', tone: 'ok' });
  expect(resultOf({ response_status: 404 })).toMatchObject({ code: '404', tone: 'warn' });
  expect(resultOf({ response_status: 'internal error' })).toMatchObject({ code: null, tone: 'bad' });
  expect(resultOf({ response_status: null })).toMatchObject({ code: null, tone: 'bad' });
});

test('a resend without a response is not the same as no resend', () => {
  expect(resentOf({})).toBeNull();
  expect(resentOf({ resent_status: null })).toBeNull();
  expect(resentOf({ resent_status: '200' })).toMatchObject({ code: '200', tone: 'ok' });
  expect(resentOf({ resent_status: '422 Unprocessable - execution expired' })).toMatchObject({
    code: null,
    tone: 'bad',
  });
  expect(resentOf({ resent_status: '' })).toMatchObject({ code: null, tone: 'bad' });
});

test('the parts of a line of JSON are told apart, and together they are the line', () => {
  const line = '    "a\\"b": [-1.5e3, true, null, "x: 1", {';
  const tokens = tokensOf(line);
  expect(tokens.map(({ text }) => text).join('')).toBe(line);
  expect(tokens.filter(({ kind }) => kind !== 'plain')).toEqual([
    { kind: 'key', text: '"a\\"b"' },
    { kind: 'number', text: '-1.5e3' },
    { kind: 'word', text: 'true' },
    { kind: 'word', text: 'null' },
    { kind: 'text', text: '"x: 1"' },
  ]);
});

test.each(['', '"', '"open', '\\', '<html>&"\'', '-', 'tru', '{{{{'])(
  'the line %j has no JSON and stays whole',
  (line) => {
    expect(
      tokensOf(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line);
  },
);

test('a text that is no JSON stays as it is', () => {
  expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(prettyJson('<html>')).toBe('<html>');
});
