import { expect, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import { fieldsOf } from '#main/services/explorer/endpoint-fields.ts';

function field(endpoint: string, name: string) {
  const found = endpoints.get(endpoint);
  return found === undefined ? undefined : fieldsOf(found, 'documented').find((one) => one.name === name);
}

test('every endpoint has a form with its path parameters as required fields', () => {
  for (const endpoint of endpoints.values()) {
    const inPath = fieldsOf(endpoint, 'documented').filter(({ place }) => place === 'path');
    expect(inPath.map(({ name }) => name)).toEqual([...endpoint.path.matchAll(/[:*](\w+)/g)].map(([, name]) => name));
    expect(inPath.every(({ isRequired }) => isRequired)).toBe(true);
  }
});

test.each([
  ['users.list', 'two_factor', { kind: 'choice', options: ['enabled', 'disabled'] }],
  ['users.list', 'admins', { kind: 'boolean' }],
  ['users.list', 'per_page', { kind: 'number' }],
  ['users.list', 'custom_attributes', { kind: 'hash' }],
  ['issues.list', 'assignee_id', { kind: 'word' }],
  ['issues.list', 'not[author_id]', { place: 'query' }],
  ['runners.edit', 'tag_list', { kind: 'list', place: 'body' }],
  ['imports.fromCodehostA', 'personal_access_token', { isSecret: true, isRequired: true }],
] as const)('%s takes %s', (endpoint, name, expected) => {
  expect(field(endpoint, name)).toMatchObject(expected);
});
