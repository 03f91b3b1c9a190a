import { expect, test } from 'vitest';
import { effectiveLevel } from './notification-levels.svelte.ts';

const link = (scope: string, level: string | null) => ({
  scope,
  setting: level === null ? null : { level },
  fetchedAt: level === null ? null : 1,
});

test('the nearest level that is not inherited applies', () => {
  const group = link('group:2', 'watch');
  expect(effectiveLevel([link('project:1', 'global'), group, link('', 'mention')])).toEqual({
    from: group,
    unknown: null,
  });
  const own = link('project:1', 'a new level');
  expect(effectiveLevel([own, link('', null)])).toEqual({ from: own, unknown: null });
});

test('a level that was never synced leaves open which one applies', () => {
  const group = link('group:2', null);
  expect(effectiveLevel([link('project:1', 'global'), group, link('', 'mention')])).toEqual({
    from: null,
    unknown: group,
  });
  expect(effectiveLevel([link('', 'global')])).toEqual({ from: null, unknown: null });
});
