import { expect, test } from 'vitest';
import { placesWithList } from './setup-places.ts';

const groups = ['acme', 'acme/platform', 'globex'].map((path, at) => ({ key: at, kind: 'group', id: at + 1, path }));
const tables = {
  catalogue: { all: () => groups, get: () => null },
  setups: { off: () => [] },
} as unknown as Parameters<typeof placesWithList>[0];
const labels = (collection: 'accessTokens' | 'enterpriseUsers') =>
  placesWithList(tables, 'p1', collection).map(({ label }) => label);

test('a list that only top-level groups have is not requested from, or expected of, their subgroups', () => {
  expect(labels('enterpriseUsers')).toEqual(['acme', 'globex']);
  expect(labels('accessTokens')).toEqual(['acme', 'acme/platform', 'globex']);
});
