import type { PlanRow } from '#shared/contract/changes.ts';
import { explain } from '#shared/text/en/failures.ts';
import { expect, test } from 'vitest';
import { reasonOf } from './progress.ts';

const row = (over: Partial<PlanRow>): PlanRow =>
  ({ op: 'runners.edit', state: 'refused', reportedMessage: null, status: null, changes: [], ...over }) as PlanRow;

test('a refused row shows its reason in the words of the window, with the status', () => {
  const failure = { code: 'denied', reason: 'role', message: 'x' };
  const refused = { status: 403, reportedMessage: '403 Forbidden', failure };
  expect(reasonOf(row(refused))).toBe(`${explain(failure).what} (HTTP 403)`);
});

test('a row that was not sent shows the sentence of its failure', () => {
  const reportedMessage = 'This mirror is disabled, so it isn’t updated.';
  const skipped = { state: 'skipped' as const, failure: { code: 'conflict', message: 'x' }, reportedMessage };
  expect(reasonOf(row(skipped))).toBe(reportedMessage);
});

test('a row without a failure shows what its state means', () => {
  expect(reasonOf(row({ state: 'not-applied', failure: null }))).toMatch(/^The change was interrupted/);
});
