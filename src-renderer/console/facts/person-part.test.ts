import { expect, test } from 'vitest';
import { isPersonId, peopleOf, personOf, personParts, personPath } from './person-part.ts';

const rosa = { id: 7, name: 'Rosa Vidal', username: 'rosa', web_url: 'https://git.example/rosa' };

test('an object with an ID and a username is a person; without a name, the username is shown', () => {
  expect(personOf(rosa)).toEqual({ id: 7, name: 'Rosa Vidal', username: 'rosa' });
  expect(personOf({ ...rosa, name: '  ' })?.name).toBe('rosa');
});

test('a milestone, a text, and an object whose ID is not a number of the platform are not people', () => {
  const others = [null, 'rosa', 7, [], { id: 7, name: 'M1' }, { name: 'Rosa', username: 'rosa' }];
  const wrongIds = ['7', 0, -1, 1.5, Number.NaN, 2 ** 60].map((id) => ({ ...rosa, id }));
  expect([...others, ...wrongIds].map(personOf)).toEqual(Array.from({ length: 12 }, () => null));
  expect(isPersonId('7')).toBe(false);
});

test('a person is a link to its page, by its ID', () => {
  expect(personParts(rosa)).toEqual([{ text: 'Rosa Vidal', more: '@rosa', path: '/people/7', look: 'breakable' }]);
  expect(personPath(7)).toBe('/people/7');
});

test('each person of a list is a link; a list with anything else is not', () => {
  expect(peopleOf([rosa, { ...rosa, id: 8 }]).map(({ id }) => id)).toEqual([7, 8]);
  expect(personParts([rosa, { id: 9, name: 'M1' }])).toBeNull();
  expect(personParts([])).toBeNull();
});
