import { expect, test } from 'vitest';
import { z } from 'zod';
import { readListPath } from '../../stores/window/address.ts';
import { readQuery, whole } from './views.ts';

const spec = {
  filter: z.object({ paused: z.boolean().optional() }),
  sort: { by: 'id', direction: 'desc' as const },
  views: [],
  columns: [{ sortBy: 'id' }],
};
const onlyNotReturned = whole(spec, { filter: { paused: true }, notReturned: 'only' });

test('a view that an earlier release saved shows the same rows', () => {
  const { search, filter, sort } = onlyNotReturned;
  expect(readQuery(spec, { search, filter, sort, gone: 'only' })).toEqual(onlyNotReturned);
  expect(readQuery(spec, onlyNotReturned)).toEqual(onlyNotReturned);
});

test('an address of an earlier release shows the same rows', () => {
  const bookmark = new URLSearchParams('view=%7B%22filter%22%3A%7B%22paused%22%3Atrue%7D%2C%22gone%22%3A%22only%22%7D');
  expect(readQuery(spec, readListPath('runners', undefined, bookmark).view)).toEqual(onlyNotReturned);
});
