import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import type { Operations } from '../../platform/operation.ts';
import { withoutSignIn } from '../../platform/operation.ts';
import { noContent, ok } from '../../platform/http/reply.ts';
import type { Platform } from '../../platform/platform.ts';
import { AT_MS, ask, start } from '../rig.ts';

/** Endpoints of several areas that reply with the user of the token. */
const callerEndpoints: Operations = {
  'GET /runners': (_world, { as }) => ok({ by: as.user?.username }),
  'PUT /runners/:id': () => noContent(),
  'POST /user/runners': () => noContent(),
  'GET /snippets': () => ok([]),
  'POST /snippets': () => noContent(),
  'GET /projects/:id/repository/files/:file_path': withoutSignIn((_world, { as }) => ok({ anonymous: as.anonymous })),
  'PUT /projects/:id/repository/files/:file_path': () => noContent(),
  'GET /projects/:id/jobs/:job_id/artifacts': (_world, { as }) =>
    ok({ by: as.user?.username, admin: as.admin, jobProjectId: as.jobProjectId }),
  'DELETE /projects/:id/jobs/:job_id/artifacts': () => noContent(),
};

function addToken(platform: Platform, scopes: string[], changes: { expires_at?: number; revoked?: boolean } = {}) {
  const value = `test-${platform.world.tokens.size}`;
  platform.world.tokens.add({
    value,
    user_id: 5,
    name: 'test',
    description: '',
    scopes,
    created_at: AT_MS,
    expires_at: null,
    last_used_at: null,
    revoked: false,
    ...changes,
  });
  return value;
}

const withToken = (platform: Platform, token: string, path: string, method = 'GET') =>
  ask(platform, null, path, { method, headers: { 'private-token': token } });

test('a token is accepted in both headers', async () => {
  const platform = await start({}, [callerEndpoints]);
  const { developer } = platform.tokens;
  const bearer = await ask(platform, null, '/runners', { headers: { authorization: `Bearer ${developer}` } });
  expect(bearer.json).toEqual({ by: 'developer' });
  expect((await ask(platform, 'developer', '/runners')).json).toEqual({ by: 'developer' });
});

test('unknown, revoked and expired tokens, and tokens of removed users, get the same refusal', async () => {
  const platform = await start({}, [callerEndpoints]);
  const expires = addToken(platform, ['api'], { expires_at: AT_MS + DAY_MS });
  expect((await withToken(platform, expires, '/runners')).status).toBe(200);
  platform.clock.advance(DAY_MS);
  const refused = [
    await withToken(platform, expires, '/runners'),
    await withToken(platform, addToken(platform, ['api'], { revoked: true }), '/runners'),
    await withToken(platform, 'no-such-token', '/runners'),
  ];
  platform.world.users.remove(5);
  refused.push(await ask(platform, 'developer', '/runners'));
  for (const answer of refused) expect(answer).toMatchObject({ status: 401, json: { message: '401 Unauthorized' } });
});

test('a request without a token is refused unless the operation allows it', async () => {
  const platform = await start({}, [callerEndpoints]);
  expect((await ask(platform, null, '/runners')).status).toBe(401);
  expect((await ask(platform, null, '/projects/1/repository/files/a')).json).toEqual({ anonymous: true });
});

test.each(['blocked', 'deactivated'] as const)('a %s account may not sign in', async (state) => {
  const platform = await start({}, [callerEndpoints]);
  platform.world.users.edit(5, { state });
  const answer = await ask(platform, 'developer', '/runners');
  expect(answer.status).toBe(403);
  expect(answer.json).toHaveProperty('message', expect.stringMatching(/^403 /));
});

const FILE = '/projects/1/repository/files/a';
test.each([
  ['api', 'GET', '/snippets', 200],
  ['api', 'POST', '/snippets', 204],
  ['api', 'PUT', FILE, 204],
  ['read_api', 'GET', '/snippets', 200],
  ['read_api', 'HEAD', '/snippets', 200],
  ['read_api', 'POST', '/snippets', 403],
  ['read_api', 'GET', FILE, 200],
  ['read_api', 'PUT', FILE, 403],
  ['read_repository', 'GET', FILE, 200],
  ['read_repository', 'PUT', FILE, 403],
  ['read_repository', 'GET', '/snippets', 403],
  ['manage_runners', 'GET', '/runners', 200],
  ['manage_runners', 'PUT', '/runners/1', 204],
  ['manage_runners', 'POST', '/user/runners', 204],
  ['manage_runners', 'GET', '/snippets', 403],
  ['nonsense', 'GET', '/snippets', 403],
])('a token with scope %s: %s %s replies %i', async (scope, method, path, status) => {
  const platform = await start({}, [callerEndpoints]);
  const answer = await withToken(platform, addToken(platform, [scope]), path, method);
  expect(answer.status).toBe(status);
  if (status === 403) expect(answer.json).toMatchObject({ error: 'insufficient_scope' });
});

test('a job token can read artifacts with the rights of its user, and nothing else', async () => {
  const platform = await start({}, [callerEndpoints]);
  platform.world.users.edit(5, { is_admin: true });
  const query = `?job_token=${platform.jobToken}`;
  const project = platform.world.projects.lookup('acme/core');
  expect((await ask(platform, null, `/projects/1/jobs/1/artifacts${query}`)).json).toEqual({
    by: 'developer',
    admin: false,
    jobProjectId: project?.id,
  });
  expect((await ask(platform, null, '/projects/1/jobs/1/artifacts?job_token=forged')).status).toBe(401);
  expect((await ask(platform, null, `/projects/1/jobs/1/artifacts${query}`, { method: 'DELETE' })).status).toBe(401);
  expect((await ask(platform, null, `/runners${query}`)).status).toBe(401);
});

test('the time of the last use of a token is recorded', async () => {
  const platform = await start({}, [callerEndpoints]);
  const token = platform.world.tokens.byValue(platform.tokens.guest);
  expect(token?.last_used_at).toBeNull();
  await ask(platform, 'guest', '/runners');
  expect(token?.last_used_at).toBe(AT_MS);
});
