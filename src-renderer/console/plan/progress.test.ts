import type { PlanRow } from '#shared/contract/changes.ts';
import { expect, test } from 'vitest';
import { reasonOf } from './progress.ts';

const row = (reportedMessage: string, status: number | null): PlanRow =>
  ({ state: 'refused', reportedMessage, status, changes: [], failure: null }) as unknown as PlanRow;

test.each([
  ['400 Bad request - Username has already been taken', 400, 'Username is already in use. (HTTP 400)'],
  ['Something else', null, 'Something else'],
  ['403 Forbidden', 403, '403 Forbidden (HTTP 403)'],
])('a refused row with the message “%s” shows it in the words of the window', (message, status, shown) => {
  expect(reasonOf(row(message, status))).toBe(shown);
});
