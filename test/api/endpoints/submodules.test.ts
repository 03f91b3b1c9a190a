import { expect, test } from 'vitest';
import { commits } from '#main/api/endpoints/commits.ts';
import { submodules } from '#main/api/endpoints/submodules.ts';
import { failureOf } from '../rig.ts';
import { projects, simulator } from './simulator.ts';

const id = projects.private;
const path = { id, submodule: 'vendor/shared' };
const commit_sha = '0123456789abcdef0123456789abcdef01234567';

test('a submodule is changed to another commit', async () => {
  const { as, reached } = await simulator();
  const send = as('maintainer');
  const body = { branch: 'main', commit_sha, commit_message: 'Take the new one' };
  const commit = await send(submodules.edit, { path, body });
  expect(commit).toMatchObject({ title: 'Take the new one', id: expect.stringMatching(/^[0-9a-f]{40}$/) as string });
  expect((await send(commits.get, { path: { id, sha: 'main' } })).id).toBe(commit.id);
  expect(reached('PUT /projects/:id/repository/submodules/:submodule')).toMatchObject([
    { path: '/api/v4/projects/acme%2Fcore/repository/submodules/vendor%2Fshared', body },
  ]);
});

test('without a message, the platform uses its default message', async () => {
  const { as } = await simulator();
  const commit = await as('maintainer')(submodules.edit, { path, body: { branch: 'main', commit_sha } });
  expect(commit.message).toBeTruthy();
});

test('an abbreviated SHA is not sent; an unknown submodule and an unknown branch are refused', async () => {
  const { as, platform } = await simulator();
  const send = as('maintainer');
  const short = await failureOf(send(submodules.edit, { path, body: { branch: 'main', commit_sha: 'abc1234' } }));
  expect(short).toMatchObject({ code: 'invalid', field: 'commit_sha', status: undefined });
  expect(platform.requests.count()).toBe(0);
  const noModule = send(submodules.edit, { path: { id, submodule: 'src' }, body: { branch: 'main', commit_sha } });
  expect((await failureOf(noModule)).status).toBeOneOf([400, 404]);
  const noBranch = send(submodules.edit, { path, body: { branch: 'nope', commit_sha } });
  expect((await failureOf(noBranch)).status).toBeOneOf([400, 404]);
});

test('changing a submodule requires a role, and is not repeated after a lost reply', async () => {
  const { as, platform, reached } = await simulator();
  const body = { branch: 'main', commit_sha };
  expect(await failureOf(as('reporter')(submodules.edit, { path, body }))).toMatchObject({ reason: 'role' });
  platform.faults.add({ kind: 'reset', when: 'after', match: 'PUT *' });
  expect(await failureOf(as('maintainer')(submodules.edit, { path, body }))).toMatchObject({ code: 'offline' });
  expect(reached('PUT /projects/:id/repository/submodules/:submodule')).toHaveLength(2);
});
