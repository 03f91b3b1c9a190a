import { expect, test } from 'vitest';
import { demoOf } from './demo.ts';

const url = 'http://127.0.0.1:4000';

test('the demo is read from the environment, with exports that were requested on it before', () => {
  const exports = [{ exportId: 1, kind: 'project', ref: 'acme/core', place: 'acme/core', requestedAt: 7 }];
  const variables = { REEVE_DEMO_URL: url, REEVE_DEMO_TOKEN: 'token' };
  expect(demoOf({})).toBeUndefined();
  expect(demoOf({ REEVE_DEMO_URL: url })).toBeUndefined();
  expect(demoOf(variables)).toEqual({ url, token: 'token', dialect: 'documented', exports: [] });
  expect(demoOf({ ...variables, REEVE_DEMO_DIALECT: 'gitlab' })?.dialect).toBe('gitlab');
  expect(demoOf({ ...variables, REEVE_DEMO_EXPORTS: JSON.stringify(exports) })?.exports).toEqual(exports);
  expect(() => demoOf({ ...variables, REEVE_DEMO_EXPORTS: '[{"exportId":"1"}]' })).toThrow(/exportId/);
});
