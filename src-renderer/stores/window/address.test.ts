import { expect, test } from 'vitest';
import { collectionNames, keyFrom } from '#shared/contract/collections.ts';
import {
  listPath,
  pathOf,
  queryOf,
  readListPath,
  segmentOf,
  shownAt,
  splitMoment,
  withMoment,
  withShown,
} from './address.ts';

const textKeys = ['a', 'feature/a b', '007', '7', '1e3', '..', 'x?y#z', '%2F', '日本/🦊', 'A', 'é', '"&=+'];
const scopes = [null, '', 'group:corp/platform', 'project:7/issue:12'];
const views = [
  null,
  {},
  { search: 'a&b=c #%', filter: { labels: ['x,y', '/'] }, sort: { by: 'id', direction: 'asc' } },
];

/** Read a path as the window does. */
function read(collection: (typeof collectionNames)[number], path: string) {
  const hash = new URL(`#${path}`, 'http://127.0.0.1/').hash;
  const [, segment] = pathOf(hash)
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent);
  return readListPath(collection, segment, queryOf(hash));
}

test.each(collectionNames)('an address in %s with a row, its scope and a view is read back unchanged', (name) => {
  const isNumber = typeof keyFrom(name, '7') === 'number';
  for (const id of isNumber ? [1, 7, 9_007_199_254_740_991] : textKeys) {
    for (const at of scopes) {
      for (const view of views) {
        const path = listPath(`/${segmentOf(name)}`, { id, at, view });
        expect(read(name, path), path).toEqual({ id, at, view });
      }
    }
  }
  expect(read(name, listPath(`/${segmentOf(name)}`, {}))).toEqual({ id: null, at: null, view: null });
});

test('invalid parts of an address are ignored', () => {
  expect(read('users', '/users/abc?at=nonsense&view={')).toEqual({ id: null, at: null, view: null });
});

test('further parameters of a list follow those that every list has', () => {
  const path = listPath('/p/7/deployments', { id: 4, view: { search: 'x' }, more: { days: '30', name: 'a&b' } });
  expect(path).toBe(`/p/7/deployments/4?view=${encodeURIComponent('{"search":"x"}')}&days=30&name=a%26b`);
});

test('an address contains the instance, the scope and the moment, and keeps other parameters', () => {
  const asOf = Date.UTC(2025, 10, 20, 17);
  const shown = { profile: 'p1', scope: 'project:7', asOf };
  const search = withShown('?x=1', shown);
  expect(search).toBe('?x=1&i=p1&s=project%3A7&as_of=2025-11-20T17:00Z');
  expect(shownAt(search)).toEqual(shown);
  expect(withShown(search, { ...shown, asOf: null })).toBe('?x=1&i=p1&s=project%3A7');
  expect(shownAt('?as_of=soon')).toEqual({ profile: null, scope: null, asOf: null });
});

test('a link has the moment in its path', () => {
  const asOf = Date.UTC(2025, 10, 20, 17);
  for (const path of ['/users', '/users/7?at=project%3A3&view=%7B%7D'])
    expect(splitMoment(withMoment(path, asOf))).toEqual({ path, asOf });
  expect(splitMoment('/users?as_of=2025-11-20T17%3A00Z&x=1')).toEqual({ path: '/users?x=1', asOf });
  expect(splitMoment('/users?as_of=soon')).toEqual({ path: '/users', asOf: null });
  expect(splitMoment('/users?x=1')).toEqual({ path: '/users?x=1' });
});
