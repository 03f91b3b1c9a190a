import { expect, test } from 'vitest';
import { findEarlierRows } from './earlier-rows.ts';
import type { Write } from '../operation-kit/write.ts';
import { operations } from '../operations/index.ts';

const group = (op: string, path: Write['path'], body?: Write['body']): Write => ({
  op,
  path: { id: 7, ...path },
  body,
});
const isLinked = (first: Write, second: Write): boolean =>
  findEarlierRows(
    [first, second].map((write, position) => ({ position, write })),
    operations,
  ).get(1) === 0;

const renamed = { name: 'Build bot' };
const taken = { username: 'Bot' };

test.each([
  [
    'an upload deleted by its id and by its secret',
    group('uploads.remove', { upload_id: 3 }),
    group('uploads.removeBySecret', { secret: 'abc', filename: 'a.png' }),
  ],
  [
    'a service account edited in its group and on the instance',
    group('group-service-accounts.edit', { user_id: 5 }, renamed),
    { op: 'service-accounts.edit', path: { id: 5 }, body: renamed },
  ],
  [
    'an account edited as an enterprise user of one group and as a service account of another',
    group('enterprise-users.edit', { user_id: 5 }, renamed),
    { op: 'group-service-accounts.edit', path: { id: 8, user_id: 5 }, body: renamed },
  ],
  [
    'an account that gets a user name, and a new account with this name',
    group('group-service-accounts.edit', { user_id: 5 }, taken),
    group('group-service-accounts.create', {}, { username: 'bot' }),
  ],
  [
    'an account of the instance that gets a user name, and a new one with this name',
    { op: 'service-accounts.edit', path: { id: 5 }, body: taken },
    { op: 'service-accounts.create', path: {}, body: { username: 'bot' } },
  ],
  [
    'an enterprise user who gets an address, and a new account with this address',
    group('enterprise-users.edit', { user_id: 5 }, { email: 'a@corp.example' }),
    group('group-service-accounts.create', {}, { email: 'A@corp.example' }),
  ],
])('two rows of one plan are about the same resource: %s', (_, first, second) => {
  expect(isLinked(first, second)).toBe(true);
  expect(isLinked(second, first)).toBe(true);
});

test.each([
  [
    'two mirrors of one project',
    group('remote-mirrors.edit', { mirror_id: 1 }, { enabled: true }),
    group('remote-mirrors.edit', { mirror_id: 2 }, { enabled: true }),
  ],
  ['two uploads by their ids', group('uploads.remove', { upload_id: 3 }), group('uploads.remove', { upload_id: 4 })],
  [
    'two accounts that get different user names',
    group('group-service-accounts.edit', { user_id: 5 }, taken),
    group('group-service-accounts.edit', { user_id: 6 }, { username: 'other' }),
  ],
])('two rows of one plan are about different resources: %s', (_, first, second) => {
  expect(isLinked(first, second)).toBe(false);
});
