import { expect, test } from 'vitest';
import { issuesList } from './issues-list.ts';

test('an iteration without a title is named by its dates', async () => {
  const { details } = issuesList;
  const groups = typeof details === 'function' ? await details() : details;
  const field = groups.flatMap(({ fields }) => fields).find(({ name }) => name === 'iteration');
  const iteration = { id: 3, iid: 2, title: null, state: 2, start_date: '2026-11-16', due_date: '2026-11-29' };
  expect(field?.textOf?.(iteration)).toBe('2026-11-16 – 2026-11-29');
  expect(field?.textOf?.({ ...iteration, title: 'Sprint 42' })).toBe('Sprint 42');
});
