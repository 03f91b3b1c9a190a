import { expect, test } from 'vitest';
import { offsetsOf, rangeAt } from './note-window.ts';
import { threadPath } from './thread-path.ts';

const offsets = offsetsOf(5_000, () => 100);

test('each note begins where the one before it ends', () => {
  expect([...offsetsOf(3, (index) => [24, 96, 24][index] ?? 0)]).toEqual([0, 24, 120, 144]);
  expect([...offsetsOf(0, () => 24)]).toEqual([0]);
});

const span = (top: number, bottom: number) => ({ top, bottom });

test('the visible notes and some around them are rendered', () => {
  expect(rangeAt(offsets, span(0, 800), 0)).toEqual({ from: 0, to: 9 });
  expect(rangeAt(offsets, span(0, 800), 600)).toEqual({ from: 0, to: 15 });
  expect(rangeAt(offsets, span(100_000, 100_800), 600)).toEqual({ from: 994, to: 1_015 });
  expect(rangeAt(offsets, span(499_000, 500_000), 600)).toEqual({ from: 4_984, to: 5_000 });
  expect(rangeAt(offsets, span(900_000, 900_800), 600)).toEqual({ from: 4_999, to: 5_000 });
  expect(
    rangeAt(
      offsetsOf(0, () => 24),
      span(0, 800),
      600,
    ),
  ).toEqual({ from: 0, to: 0 });
});

test('the page of a row is in its project: by the scope, the ID, or the reference', () => {
  expect(threadPath('issues', 'project:7', { iid: 3 })).toBe('/p/7/issues/3');
  expect(threadPath('issues', 'project:acme/core', { iid: 3 })).toBe('/p/acme%2Fcore/issues/3');
  expect(threadPath('issues', '', { iid: 3, project_id: 9 })).toBe('/p/9/issues/3');
  expect(threadPath('merge-requests', 'group:4', { iid: 3, references: { full: 'acme/core!3' } })).toBe(
    '/p/acme%2Fcore/merge-requests/3',
  );
  expect(threadPath('merge-requests', '', { iid: 3, references: { full: 'javascript:a/b!3' } })).toBeNull();
  expect(threadPath('merge-requests', '', { iid: 3 })).toBeNull();
});
