import type { FieldChange } from '#shared/contract/changes.ts';
import { expect, test } from 'vitest';
import { personIn } from './person-in.ts';

const change = (field: string, after: unknown): FieldChange => ({ field, after, isSecret: false });
const write = (path: string, more: { changes?: FieldChange[]; createdId?: number | null } = {}) =>
  personIn({ path, changes: [], ...more });

test('a write on an enterprise user, a service account or its token is about the person in its path', () => {
  expect(write('/groups/3/enterprise_users/41')).toBe(41);
  expect(write('/groups/3/enterprise_users/41/disable_two_factor')).toBe(41);
  expect(write('/service_accounts/52')).toBe(52);
  expect(write('/groups/acme%2Fteam/service_accounts/52')).toBe(52);
  expect(write('/groups/3/service_accounts/52/personal_access_tokens')).toBe(52);
});

test('a new service account has an ID after it was created', () => {
  expect(write('/service_accounts')).toBeNull();
  expect(write('/service_accounts', { createdId: 60 })).toBe(60);
});

test('a new member is a person by user ID; a username, and several IDs, are not', () => {
  const path = '/projects/7/members';
  expect(write(path, { changes: [change('user_id', 9)] })).toBe(9);
  expect(write(path, { changes: [change('user_id', '9')] })).toBe(9);
  expect(write(path, { changes: [change('user_id', '9,10')] })).toBeNull();
  expect(write(path, { changes: [change('username', 'rosa')] })).toBeNull();
  expect(write(path, { changes: [change('username', 'rosa')], createdId: 9 })).toBe(9);
});

test('other writes are about no person, also if a name in their path looks like one', () => {
  expect(write('/runners/7', { createdId: 7 })).toBeNull();
  expect(write('/projects/7/wikis/x%2Fservice_accounts%2F5')).toBeNull();
  expect(write('/projects/7/remote_mirrors', { changes: [change('user_id', 5)] })).toBeNull();
});
