import { expect, test } from 'vitest';
import { refusal } from './service-accounts-list.ts';

type Known = Parameters<typeof refusal>[0];
const checked = (outcome: string): Known =>
  ({ capabilities: { list: [{ name: 'service-accounts', outcome }] } }) as unknown as Known;

test('syncing the accounts of the instance is disabled after the instance refused them', () => {
  expect(refusal(checked('denied'), '')).toMatch(/^Only administrators/);
});

test('it may be tried in a group, with a token that is allowed, and before the token was checked', () => {
  expect(refusal(checked('denied'), 'group:1')).toBe(null);
  expect(refusal(checked('allowed'), '')).toBe(null);
  expect(refusal({ capabilities: { list: [] } } as unknown as Known, '')).toBe(null);
});
