import { expect, test } from 'vitest';
import { days } from '#shared/time.ts';
import { watchedFleet } from '../../helpers/watched-fleet.ts';

test('watches send as many requests in a day as Settings shows, and sync each small list of a project once', async () => {
  const only = ['members', 'branches', 'wikis', 'snippets', 'uploads', 'notificationSettings', 'deployments'] as const;
  const { client, platform, pass } = await watchedFleet({ only });
  // The first day counts the requests of a check
  await pass(days(1));
  platform.requests.clear();
  const { perDay } = await client.watches.status();
  await pass(days(1));
  const sent = platform.requests.count();
  expect(Math.abs(sent - perDay) / perDay).toBeLessThan(0.2);
  const { projectsTotal } = await client.setup.get();
  expect(platform.requests.count('GET /projects/:id/repository/branches')).toBe(projectsTotal);
});
