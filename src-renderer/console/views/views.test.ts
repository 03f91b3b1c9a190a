import { expect, test } from 'vitest';
import { z } from 'zod';
import { readObject } from '#shared/contract/value-shape.ts';
import { readListPath } from '../../stores/window/address.ts';
import { readQuery, whole } from './views.ts';

const spec = {
  filters: [],
  readFilter: (saved: unknown) => readObject({ paused: { is: 'boolean' } }, saved),
  sort: { by: 'id' as const, direction: 'desc' as const },
  views: [],
  columns: [{ sortBy: 'id' }],
};
const onlyNotReturned = whole(spec, { filter: { paused: true }, notReturned: 'only' });

test('a view that an earlier release saved shows the same rows', () => {
  const { search, filter, sort } = onlyNotReturned;
  expect(readQuery(spec, { search, filter, sort, gone: 'only' })?.query).toEqual(onlyNotReturned);
  expect(readQuery(spec, onlyNotReturned)?.query).toEqual(onlyNotReturned);
});

test('an address of an earlier release shows the same rows', () => {
  const bookmark = new URLSearchParams('view=%7B%22filter%22%3A%7B%22paused%22%3Atrue%7D%2C%22gone%22%3A%22only%22%7D');
  expect(readQuery(spec, readListPath('runners', undefined, bookmark).view)?.query).toEqual(onlyNotReturned);
});

test('of two filters in an address that exclude each other, only the first one of the menu is shown', () => {
  const flag = (name: string, excludes: string[] = []) => ({
    name,
    label: name,
    group: '',
    control: { kind: 'flag' } as const,
    excludes,
  });
  const readFilter = (saved: unknown) => saved as Record<string, boolean>;
  const rivals = { ...spec, readFilter, filters: [flag('b'), flag('a', ['b']), flag('c', ['a'])] };
  const read = (names: string[]) =>
    Object.keys(
      readQuery(rivals, { filter: Object.fromEntries(names.map((name) => [name, true])) })?.query.filter ?? {},
    );
  expect(read(['a', 'b'])).toEqual(['b']);
  expect(read(['b', 'c'])).toEqual(['b', 'c']);
  expect(read(['a', 'b', 'c'])).toEqual(['b', 'c']);
  expect(read(['a', 'unlisted'])).toEqual(['a', 'unlisted']);
});

test('saved views are read as a schema reads them', () => {
  const schema = z.object({
    search: z.string().default(''),
    filter: z.object({ paused: z.boolean().optional() }).default({}),
    sort: z.object({ by: z.enum(['id']), direction: z.enum(['asc', 'desc']) }).catch(spec.sort),
    notReturned: z.enum(['hide', 'show', 'only']).default('hide'),
  });
  const odd = [
    null,
    1,
    'id',
    'asc',
    'only',
    true,
    [],
    ['id'],
    {},
    { by: 'id' },
    { by: 'id', direction: 'asc', more: 1 },
  ];
  const values = [
    ...odd,
    { by: 'name', direction: 'asc' },
    { by: 'id', direction: 'up' },
    { paused: true },
    { paused: 1 },
  ];
  const names = ['search', 'filter', 'sort', 'notReturned', 'unknown'];
  const views = [...values, ...names.flatMap((name) => values.map((value) => ({ [name]: value })))];
  for (const view of views) {
    const found = readQuery(spec, view);
    const query = found?.unknown.includes('paused') === false ? found.query : null;
    expect(query, JSON.stringify(view)).toEqual(schema.safeParse(view).data ?? null);
  }
});

test('filters, values and sort columns that a list does not know are left out, and are named', () => {
  const sort = { by: 'mood', direction: 'asc' };
  const found = readQuery(spec, { filter: { paused: 1, weather: 'good' }, sort });
  expect(found).toEqual({ query: whole(spec), unknown: ['paused', 'weather', 'mood'] });
});
