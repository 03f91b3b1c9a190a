import { expect, test } from 'vitest';
import { z } from 'zod';
import { textUpTo } from '#shared/contract/kit.ts';
import { checkValues } from './check-values.ts';
import { fieldsOf, initialOf } from './declared-fields.ts';

const schema = z.object({
  name: z.string().min(1),
  note: textUpTo(3).nullish(),
  level: z.enum(['low', 'high']).optional(),
  locked: z.boolean().optional(),
  maximum_timeout: z.number().int().min(0).max(9).nullish(),
  tags: z.array(z.string().min(1)).min(1).max(2),
  day: z.iso.date().optional(),
  email: z.email('Enter an address of the company.').optional(),
});
const fields = fieldsOf(schema, ['name', 'note', 'maximum_timeout', 'tags'], { name: 'Title' });
const good = { name: 'a', tags: ['b'] };
const check = (values: Record<string, unknown>, initial: Record<string, unknown> = {}) =>
  checkValues(schema, { ...good, ...values }, { initial, fields });

test('a field that is empty from the beginning is left out if the schema refuses the empty value', () => {
  expect(check({ level: '', locked: null, day: undefined }).data).toEqual(good);
  expect(check({ note: '' }).data).toEqual({ ...good, note: '' });
  expect(check({ level: '' }, { level: 'low' }).errors).toEqual({ level: 'Level is required.' });
});

test('single-line texts are trimmed before they are checked', () => {
  expect(check({ name: ' a ' }).data).toEqual(good);
  expect(check({ name: ' ' }).errors).toEqual({ name: 'Title is required.' });
});

test.each([
  [{ name: '' }, { name: 'Title is required.' }],
  [{ name: undefined }, { name: 'Title is required.' }],
  [{ note: 'long' }, { note: 'Use at most 3 characters.' }],
  [{ level: 'x' }, { level: 'Level isn’t valid.' }],
  [{ maximum_timeout: 1.5 }, { maximum_timeout: 'Enter a whole number.' }],
  [{ maximum_timeout: -1 }, { maximum_timeout: 'Enter a number of at least 0.' }],
  [{ maximum_timeout: 10 }, { maximum_timeout: 'Enter a number of at most 9.' }],
  [{ tags: [] }, { tags: 'Add at least one.' }],
  [{ tags: ['a', 'b', 'c'] }, { tags: 'Add at most 2.' }],
  [{ day: '2027-02-31' }, { day: 'This date doesn’t exist. Correct it or clear the field.' }],
  [{ email: 'me' }, { email: 'Enter an address of the company.' }],
])('the values %j have the errors %j', (values, errors) => {
  expect(check(values)).toEqual({ data: undefined, errors });
});

test('controls and labels of fields follow from the schema and the names', () => {
  const shown = fieldsOf(schema, ['note', 'locked', 'maximum_timeout', 'tags', { name: 'day', label: 'On' }]);
  expect(shown).toEqual([
    { name: 'note', label: 'Note', control: { kind: 'text' } },
    { name: 'locked', label: 'Locked', control: { kind: 'check' } },
    {
      name: 'maximum_timeout',
      label: 'Maximum job timeout',
      control: { kind: 'number', least: 0, most: 9, unit: 'seconds' },
      empty: null,
    },
    { name: 'tags', label: 'Tags', control: { kind: 'tags' } },
    { name: 'day', label: 'On', control: { kind: 'text' } },
  ]);
});

test('the initial values are the values of the row that the schema accepts', () => {
  const row = { id: 7, name: 'a', note: null, level: 'unknown', locked: true };
  expect(initialOf(schema, row)).toEqual({ name: 'a', note: null, locked: true });
});
