import { expect, test } from 'vitest';
import { formatLink } from '#shared/link/deep-link.ts';
import { routeIn, routeOf } from './deep-link.ts';

test('a link with an instance is passed unchanged to the page that reads links', () => {
  const link = formatLink({ instance: 'code.example.com', scope: 'project:7', path: '/wikis/a%2Fb?view=%7B%7D' });
  const route = routeOf(link) ?? '';
  expect(route.startsWith('/open?link=')).toBe(true);
  expect(new URLSearchParams(route.split('?')[1]).get('link')).toBe(link);
});

test('a malformed link is passed to the page that reads links, which reports it', () => {
  expect(routeOf('reeve://i/')).toBe('/open?link=reeve%3A%2F%2Fi%2F');
  expect(routeOf('reeve:nonsense')).toBe('/open?link=reeve%3Anonsense');
});

test('a link without an instance is a route of the window', () => {
  expect(routeOf('reeve://users/7?tab=keys')).toBe('/users/7?tab=keys');
  expect(routeOf('reeve://runners/')).toBe('/runners');
});

test('arguments of the command line that are not links of Reeve are ignored', () => {
  expect(routeOf('https://code.example.com/users')).toBeUndefined();
  expect(routeIn(['/usr/bin/reeve', '--data=/tmp/reeve', 'reeve://users'])).toBe('/users');
  expect(routeIn(['/usr/bin/reeve'])).toBeUndefined();
});
