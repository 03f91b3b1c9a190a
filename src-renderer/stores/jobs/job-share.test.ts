import { expect, test } from 'vitest';
import { shareOf } from './job-share.ts';

test('the share of a job is its own figure, otherwise its rows divided by the estimate, and at most 1', () => {
  const whole = { label: '', share: 0.3, rows: 30, isDone: false };
  expect(shareOf({ lanes: [whole], rows: 60, estimatedRows: 100 })).toBe(0.3);
  expect(shareOf({ lanes: [{ ...whole, label: 'first' }], rows: 60, estimatedRows: 100 })).toBe(0.6);
  expect(shareOf({ lanes: [], rows: 120, estimatedRows: 100 })).toBe(1);
  expect(shareOf({ lanes: [], rows: 5, estimatedRows: 0 })).toBeNull();
  expect(shareOf({ lanes: [], rows: 5, estimatedRows: null })).toBeNull();
});
