import { expect, test } from 'vitest';
import { createRequests } from '../../platform/http/requests.ts';
import { ask, start } from '../rig.ts';

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

test('an idle connection is never closed by the platform, so a busy caller does not send a request to a closed one', async () => {
  const { headers } = await ask(await start(), 'admin', '/users?per_page=1');
  // With a limit, Node names it here
  expect(headers.get('keep-alive')).toBeNull();
});
