import { expect, test } from 'vitest';
import { shareOf } from './job-share.ts';

test('a job has one share of what is done: its own figure, else its rows by the estimate, and never more than all', () => {
  const whole = { label: '', share: 0.3, rows: 30, isDone: false };
  expect(shareOf({ lanes: [whole], rows: 60, estimatedRows: 100 })).toBe(0.3);
  expect(shareOf({ lanes: [{ ...whole, label: 'first' }], rows: 60, estimatedRows: 100 })).toBe(0.6);
  expect(shareOf({ lanes: [], rows: 120, estimatedRows: 100 })).toBe(1);
  expect(shareOf({ lanes: [], rows: 5, estimatedRows: 0 })).toBeNull();
  expect(shareOf({ lanes: [], rows: 5, estimatedRows: null })).toBeNull();
});
