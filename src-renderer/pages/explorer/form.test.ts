import { expect, test } from 'vitest';
import type { EndpointField, EndpointRow } from '#shared/contract/explorer.ts';
import { problemsOf, writeOf } from './form.ts';

const files: EndpointField = {
  name: 'files',
  place: 'body',
  kind: 'list',
  isRequired: true,
  isSecret: false,
  deprecated: null,
  options: [],
};
const endpoint = { name: 'personal-snippets.create', method: 'POST', path: '/snippets', fields: [files] };
const bodyOf = (entry: string) => writeOf(endpoint as unknown as EndpointRow, { 'body.files': entry }).body;
const problemOf = (entry: string) => problemsOf(endpoint as unknown as EndpointRow, { 'body.files': entry });
const one = { file_path: 'a.txt', content: 'one' };
const other = { file_path: 'b.txt', content: 'two, three' };

test('a list is parsed from lines, from a JSON array, and from objects over several lines', () => {
  expect(bodyOf(`${JSON.stringify(one)}\n${JSON.stringify(other)}`)).toEqual({ files: [one, other] });
  expect(bodyOf(JSON.stringify([one, other]))).toEqual({ files: [one, other] });
  expect(bodyOf(JSON.stringify([one, other], null, 2))).toEqual({ files: [one, other] });
  expect(bodyOf(JSON.stringify(one, null, 2))).toEqual({ files: [one] });
  expect(bodyOf('linux\n[docker]')).toEqual({ files: ['linux', '[docker]'] });
});

test('incomplete JSON is reported with its line before a plan is made', () => {
  expect(problemOf(`${JSON.stringify(one)}\n{"file_path":`)).toEqual({ 'body.files': 'Line 2 isn’t valid JSON' });
  expect(problemOf('[{"file_path": "a.txt"')).toEqual({ 'body.files': 'Line 1 isn’t valid JSON' });
  expect(problemOf('linux\n[docker]')).toEqual({});
});
