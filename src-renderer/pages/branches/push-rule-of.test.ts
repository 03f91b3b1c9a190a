import { expect, test } from 'vitest';
import { inferredPush } from './push-rule-of.ts';

test('the lowest role that may push follows from the protection of the branch', () => {
  expect(inferredPush({ protected: false, developers_can_push: false })).toEqual({ rule: 'open', leastLevel: 30 });
  expect(inferredPush({ protected: true, developers_can_push: true })).toEqual({ rule: 'developers', leastLevel: 30 });
  expect(inferredPush({ protected: true, developers_can_push: false })).toEqual({
    rule: 'maintainers',
    leastLevel: 40,
  });
  expect(inferredPush({ developers_can_push: true })).toEqual({ rule: 'unknown', leastLevel: null });
});
