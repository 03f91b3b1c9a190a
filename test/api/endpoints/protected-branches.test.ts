import { expect, test } from 'vitest';
import { branches } from '#main/api/endpoints/branches.ts';
import { protectedBranches } from '#main/api/endpoints/protected-branches.ts';
import { failureOf } from '../rig.ts';
import { projects, simulator } from './simulator.ts';

const id = projects.private;

test('a branch is protected and unprotected', async () => {
  const { as, reached } = await simulator();
  const send = as('maintainer');
  const name = 'feature/login-form';
  const isProtected = async () => (await send(branches.get, { path: { id, branch: name } })).protected;
  expect(await isProtected()).toBe(false);
  expect(await send(protectedBranches.protect, { path: { id }, body: { name } })).toMatchObject({ name });
  expect(await isProtected()).toBe(true);
  await send(protectedBranches.unprotect, { path: { id, name } });
  expect(await isProtected()).toBe(false);
  expect(reached('POST /projects/:id/protected_branches')[0]?.body).toEqual({ name });
  expect(reached('DELETE /projects/:id/protected_branches/:name')[0]?.path).toBe(
    '/api/v4/projects/acme%2Fcore/protected_branches/feature%2Flogin-form',
  );
});

test('protecting twice, unprotecting an unprotected branch, and a missing role are refused', async () => {
  const { as } = await simulator();
  const send = as('maintainer');
  const twice = await failureOf(send(protectedBranches.protect, { path: { id }, body: { name: 'stable' } }));
  expect(twice.status).toBeOneOf([400, 409, 422]);
  const failure = await failureOf(send(protectedBranches.unprotect, { path: { id, name: 'nope' } }));
  expect(failure).toMatchObject({ code: 'missing', status: 404 });
  const low = as('developer')(protectedBranches.unprotect, { path: { id, name: 'stable' } });
  expect(await failureOf(low)).toMatchObject({ code: 'denied', reason: 'role' });
});
