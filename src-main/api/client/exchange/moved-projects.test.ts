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

test('a redirect to an ID is remembered for the path in any case, until the path itself is answered', () => {
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

test('an ID is not taken from a redirect that names another origin or another path', () => {
  const moved = movedProjects(() => undefined);
  moved.note(read, redirected('https://two.example/api/v4/projects/7/repository/branches'));
  moved.note(read, redirected('/api/v4/projects/acme%2Fnew/repository/branches'));
  moved.note({ ...read, values: { id: 5 } }, redirected('/api/v4/projects/7/repository/branches'));
  expect([moved.idOf('acme/old'), moved.idOf('5')]).toEqual([null, null]);
});
