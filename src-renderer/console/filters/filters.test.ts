import { expect, test } from 'vitest';
import type { FilterField } from '../list-spec.ts';
import { whyNot, withFilter } from './filters.ts';

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

test('a filter is removed when the one that it needs gets another value or is removed', () => {
  const set = { status: 'success', finished_after: '2026-11-01T00:00:00Z' };
  expect(withFilter(fields, set, 'status', 'success')).toEqual(set);
  expect(withFilter(fields, set, 'status', 'failed')).toEqual({ status: 'failed' });
  expect(withFilter(fields, set, 'status', undefined)).toEqual({});
});
