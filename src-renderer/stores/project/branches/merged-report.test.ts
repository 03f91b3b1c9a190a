import { expect, test } from 'vitest';
import { mergedReport } from './merged-report.ts';

test('the report has separate lists of deleted, remaining, and other deleted branches', () => {
  const before = [
    { name: 'main', default: true, merged: true, protected: false },
    { name: 'stable', merged: true, protected: true },
    { name: 'done', merged: true, protected: false },
    { name: 'slow', merged: true, protected: false },
    { name: 'open', merged: false, protected: false },
    { name: 'other', merged: false, protected: false },
  ];
  const after = before.filter(({ name }) => !['done', 'open'].includes(name));
  expect(mergedReport(before, [...after, { name: 'new', merged: false }])).toEqual({
    deleted: ['done'],
    remaining: ['slow'],
    others: ['open'],
  });
});
