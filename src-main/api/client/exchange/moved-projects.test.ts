import { expect, test, vi } from 'vitest';
import { branches } from '../../endpoints/branches.ts';
import { movedProjects } from './moved-projects.ts';
import { nextHop, type Hop } from './redirect.ts';

const base = 'https://one.example';
const endpoint = branches.list;
const first: Hop = {
  url: new URL(`${base}/api/v4/projects/acme%2Fold/repository/branches`),
  ...{ isOwn: true, isSameOrigin: true, before: [] },
};
const redirected = (location: string): Hop => nextHop(first, location, { endpoint, base });
const read = { endpoint, values: { id: 'acme/Old' } };

test('the ID in a redirect is remembered for the former path in any case, until a read by the path is not redirected', () => {
  const onMoved = vi.fn();
  const moved = movedProjects(onMoved);
  const hop = redirected('/api/v4/projects/7/repository/branches');
  moved.note(read, hop);
  moved.note(read, hop);
  expect(moved.idOf('ACME/old')).toBe(7);
  expect(onMoved.mock.calls).toEqual([['acme/old', 7]]);
  moved.note(read, first);
  expect(moved.idOf('acme/old')).toBeNull();
});

test('a redirect to another origin or to another path gives no ID', () => {
  const moved = movedProjects(() => undefined);
  moved.note(read, redirected('https://two.example/api/v4/projects/7/repository/branches'));
  moved.note(read, redirected('/api/v4/projects/acme%2Fnew/repository/branches'));
  moved.note({ ...read, values: { id: 5 } }, redirected('/api/v4/projects/7/repository/branches'));
  expect([moved.idOf('acme/old'), moved.idOf('5')]).toEqual([null, null]);
});
