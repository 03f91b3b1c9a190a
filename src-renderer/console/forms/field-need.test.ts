import { expect, test } from 'vitest';
import { z } from 'zod';
import { needOf } from './field-need.ts';
import type { FormControl } from './form-spec.ts';

const schema = z
  .object({
    name: z.string().trim().min(1),
    email: z.email().optional(),
    tags: z.array(z.string()).min(1),
    day: z.iso.date().optional(),
    level: z.enum(['30', '40']),
    note: z.string().optional(),
    paused: z.boolean(),
  })
  .refine(({ level, note }) => level === '30' || (note ?? '') !== '', { path: ['note'] });
const levels: FormControl = { kind: 'select', options: [{ value: '30', label: 'Developer' }] };

function needs(initial: Record<string, unknown>, typed: Record<string, unknown> = {}) {
  const accepts = (name: string, value: unknown): boolean => {
    const values = { ...initial, ...typed, [name]: value };
    return schema.safeParse(values).error?.issues.every(({ path }) => path[0] !== name) ?? true;
  };
  return (name: string, control: FormControl) => needOf({ initial, accepts }, { name, label: name, control });
}

test('a field is required if the schema refuses the form without it', () => {
  const need = needs({});
  expect(need('name', { kind: 'text' })).toBe('required');
  expect(need('email', { kind: 'text' })).toBe('optional');
  expect(need('tags', { kind: 'tags' })).toBe('required');
  expect(need('day', { kind: 'day' })).toBe('optional');
  expect(need('level', levels)).toBe('required');
});

test('a field with an initial value is required if it cannot be emptied', () => {
  const need = needs({ name: 'Paul', email: 'paul@acme.example', day: '2026-11-30', level: '30' });
  expect(need('name', { kind: 'text' })).toBe('required');
  expect(need('email', { kind: 'text' })).toBe('required');
  expect(need('day', { kind: 'day' })).toBe('optional');
});

test('a control that always has a value is neither required nor optional', () => {
  const need = needs({ level: '30' });
  expect(need('level', levels)).toBeNull();
  expect(need('paused', { kind: 'check' })).toBeNull();
  expect(need('note', { kind: 'choice', options: [{ value: '', label: 'Not set' }] })).toBeNull();
});

test('the other values can make a field required', () => {
  const initial = { name: 'Paul', tags: ['one'], level: '30', paused: false };
  expect(needs(initial)('note', { kind: 'text' })).toBe('optional');
  expect(needs(initial, { level: '40' })('note', { kind: 'text' })).toBe('required');
});
