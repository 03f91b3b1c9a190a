import { expect, test } from 'vitest';
import { z } from 'zod';
import { readLayout } from './layout.ts';

test('saved layouts are read as a schema reads them', () => {
  const schema = z.object({
    order: z.array(z.string()).default([]),
    widths: z.record(z.string(), z.number()).default({}),
    hidden: z.array(z.string()).default([]),
    shown: z.array(z.string()).default([]),
    sort: z.object({ by: z.string(), direction: z.enum(['asc', 'desc']) }).optional(),
  });
  const values = [null, 1, 'a', true, [], ['a'], ['a', 1], {}, { a: 1 }, { a: '1' }, { a: null }, { by: 'a' }];
  const sorts = [
    { by: 'a', direction: 'asc' },
    { by: 'a', direction: 'up' },
    { by: 1, direction: 'asc' },
  ];
  const names = ['order', 'widths', 'hidden', 'shown', 'sort', 'unknown'];
  const layouts = [...values, ...names.flatMap((name) => [...values, ...sorts].map((value) => ({ [name]: value })))];
  for (const layout of [...layouts, { sort: { ...sorts[0], more: 1 } }, undefined]) {
    expect(readLayout(layout), JSON.stringify(layout)).toEqual(schema.safeParse(layout).data ?? null);
  }
});
