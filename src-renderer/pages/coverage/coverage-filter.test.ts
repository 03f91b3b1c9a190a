import { expect, test } from 'vitest';
import { pathOf, queryOf, readFilter } from './coverage-filter.ts';

const read = (path: string) => readFilter(new URLSearchParams(path.split('?')[1] ?? ''));

test('an address has the set filters of the coverage, and a filter that is read from it is the same', () => {
  const filter = {
    search: 'acme/core & more',
    state: 'never',
    kind: 'project',
    age: 'week',
    pin: '3',
    collection: 'members',
  } as const;
  expect(pathOf(filter)).toBe(
    '/coverage?search=acme%2Fcore%20%26%20more&state=never&kind=project&age=week&pin=3&collection=members',
  );
  expect(read(pathOf(filter))).toEqual(filter);
  expect(pathOf(read('/coverage'))).toBe('/coverage');
});

test('unknown values in an address of the coverage are ignored', () => {
  const filter = read('/coverage?state=toString&kind=planet&age=week&pin=x&collection=toString&other=1');
  expect(filter).toEqual({ search: '', state: '', kind: '', age: 'week', pin: '', collection: '' });
  expect(queryOf(filter)).toMatchObject({ search: '', olderThanMs: 604_800_000 });
});
