import { expect, test } from 'vitest';
import { notices } from './job-notices.ts';

test.each([
  ['users.crawl', '12,400 synced.'],
  ['keys.lookup', '12,400 looked up.'],
])('the notification of a finished job says what it did: %s', (kind, body) => {
  expect(notices({ kind, input: {}, rows: 12_400, state: 'done' })).toMatchObject({ body });
});

test('the notification of a sync that needs a decision says that nothing was marked', () => {
  expect(notices({ kind: 'users.crawl', input: {}, rows: 5, state: 'needs-person', asks: 'not-returned' })).toEqual({
    title: 'Syncing users needs a decision',
    body: 'More than 20% of the cached rows are missing from the last sync. Nothing was marked yet.',
  });
});
