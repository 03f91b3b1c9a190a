import { expect, test } from 'vitest';
import { createRequests } from '../../platform/http/requests.ts';

test('the oldest recorded requests are dropped, but still counted', () => {
  const requests = createRequests();
  const endpoint = 'GET /users';
  for (let i = 0; i < 25_000; i += 1) {
    requests.open({ atMs: i, method: 'GET', path: '/users', endpoint, query: '', headerNames: [] });
  }
  expect(requests.count(endpoint)).toBe(25_000);
  const kept = requests.list();
  expect(kept).toHaveLength(10_000);
  expect([kept[0]?.n, kept.at(-1)?.n]).toEqual([15_001, 25_000]);
});
