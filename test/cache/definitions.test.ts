import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Declaration } from '#shared/contract/collection.ts';
import { collections } from '#shared/contract/collections.ts';
import { own } from '#main/cache/collections/index.ts';
import { definitionOf, definitions } from '#main/cache/definitions.ts';

const declared: Declaration = collections.runners;

test('a declared filter that nothing evaluates is refused at the start, because it would match every row', () => {
  expect(definitions.length).toBeGreaterThan(20);
  const { paused: _, ...where } = declared.where;
  expect(() => definitionOf('runners', { ...declared, where }, own.runners ?? {})).toThrow(
    'nothing evaluates the filter runners.paused',
  );
  const filter = declared.filter.extend({ forgotten: z.string().optional() });
  expect(() => definitionOf('runners', { ...declared, filter }, own.runners ?? {})).toThrow('runners.forgotten');
});

test('a filter that only the platform evaluates needs no condition', () => {
  const filter = declared.filter.extend({ theirs: z.string().optional() });
  const sides = { ...declared.sides, theirs: 'server' as const };
  expect(definitionOf('runners', { ...declared, filter, sides }, own.runners ?? {}).sides).toHaveProperty('theirs');
});
