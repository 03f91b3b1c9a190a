import { expect, test } from 'vitest';
import type { FilterField } from '../list-spec.ts';
import { chipOf, instantOf, settingFilter, unreadIds, valueOfWord, whyNot, withFilter } from './filters.ts';

const options = [
  { value: 'success', label: 'Succeeded' },
  { value: 'failed', label: 'Failed' },
];
const fields: readonly FilterField[] = [
  { name: 'status', label: 'Status', group: 'Deployments', control: { kind: 'enum', options } },
  {
    ...{ name: 'finished_after', label: 'Finished after', group: 'Deployments', control: { kind: 'date' } },
    ...{ needs: 'status', needsValue: 'success' },
  },
];
const finished = fields[1] as FilterField;

test('a filter that needs a value of another one says so, and can be set once that value is set', () => {
  expect(whyNot(finished, fields, {})).toBe('Requires “Status: Succeeded”');
  expect(whyNot(finished, fields, { status: 'failed' })).toBe('Requires “Status: Succeeded”');
  expect(whyNot(finished, fields, { status: 'success' })).toBeNull();
});

test('a filter that sets the one that it needs can be set first, and the other one is then not changed', () => {
  const [status, ends] = [fields[0] as FilterField, { ...finished, setsNeeded: true }];
  const both = [status, ends];
  expect(whyNot(ends, both, {})).toBeNull();
  const set = withFilter(both, {}, 'finished_after', '2026-11-01T00:00:00Z');
  expect(set).toEqual({ status: 'success', finished_after: '2026-11-01T00:00:00Z' });
  expect(settingFilter(status, both, set)).toBe(ends);
  expect(whyNot(status, both, set)).toBe('Set by “Finished after”. Remove that filter to change it.');
  expect(whyNot(ends, both, { status: 'failed' })).toBe('Requires “Status: Succeeded”');
  const left = withFilter(both, set, 'finished_after', undefined);
  expect(left).toEqual({ status: 'success' });
  expect(whyNot(status, both, left)).toBeNull();
});

test('a filter is removed when the one that it needs gets another value or is removed', () => {
  const set = { status: 'success', finished_after: '2026-11-01T00:00:00Z' };
  expect(withFilter(fields, set, 'status', 'success')).toEqual(set);
  expect(withFilter(fields, set, 'status', 'failed')).toEqual({ status: 'failed' });
  expect(withFilter(fields, set, 'status', undefined)).toEqual({});
});

test('a text with known values is shown and entered in their words, and any other text as it is', () => {
  const words = { at_risk: 'At risk', on_track: 'On track' };
  const health: FilterField = { name: 'health', label: 'Health', group: 'Issues', control: { kind: 'text', words } };
  expect(chipOf(health, { health: 'at_risk' })).toBe('Health: At risk');
  expect(chipOf(health, { health: 'new_value' })).toBe('Health: new_value');
  expect(['at RISK', 'at_risk', 'new', 'constructor'].map((text) => valueOfWord(words, text))).toEqual([
    ...['at_risk', 'at_risk', 'new', 'constructor'],
  ]);
});

test('parts of a text that are not numbers are reported, so that no part of the input is ignored', () => {
  const one = { kind: 'ids', isList: false, words: ['None'] } as const;
  const several = { ...one, isList: true } as const;
  expect(unreadIds('none', one)).toEqual([]);
  expect(unreadIds('4', one)).toEqual([]);
  expect(unreadIds('4, 5', one)).toEqual(['5']);
  expect(unreadIds('4, x, 5, -1, 1e3', several)).toEqual(['x', '-1', '1e3']);
  expect(unreadIds('9999999999999999', several)).toEqual(['9999999999999999']);
});

test('a day is an instant only if the API can express its year', () => {
  expect(instantOf('2026-11-26')).toMatch(/^2026-11-2\dT/);
  expect(['', '2026-02-31x', '+012026-01-01', '012026-01-01'].map(instantOf)).toEqual([
    ...[undefined, undefined, undefined, undefined],
  ]);
});
