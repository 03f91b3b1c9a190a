import { expect, test } from 'vitest';
import { PATHS } from '../../platform/seed/repository-files.ts';
import { repositoryPath, fieldsOf, headOf, json, messageOf, projectOf, row, textOf } from '../repository-rig.ts';
import { SUBMODULE_COMMIT } from '../resources/repositories.ts';
import { ask, start } from '../rig.ts';

const path = `${repositoryPath()}/submodules/${encodeURIComponent(PATHS.submodule)}`;
const body = { branch: 'feature/login-form', commit_sha: 'c'.repeat(40) };

test('.gitmodules has the path of the submodule', async () => {
  const platform = await start();
  expect(await textOf(platform, '.gitmodules', 'main')).toContain(`path = ${PATHS.submodule}\n`);
});

test('an update changes the submodule, and returns a commit with exactly the documented fields', async () => {
  const platform = await start();
  const before = await headOf(platform, body.branch);
  const answer = await ask(platform, 'developer', path, json('PUT', body));
  expect([answer.status, fieldsOf(answer.json)]).toEqual([200, [...SUBMODULE_COMMIT].sort()]);
  expect(row(answer).parent_ids).toEqual([before]);
  expect(row(answer).message).toMatch(/\w/);
  const id = await headOf(platform, body.branch);
  expect(row(answer).id).toBe(id);
  const entry = await platform.world.repositories.of(projectOf(platform)).entry(id, PATHS.submodule);
  expect(entry).toMatchObject({ mode: '160000', type: 'commit', id: body.commit_sha });
});

test('an update can have its own commit message', async () => {
  const platform = await start();
  const answer = await ask(
    platform,
    'maintainer',
    path,
    json('PUT', { ...body, branch: 'main', commit_message: 'Mine' }),
  );
  expect(row(answer)).toMatchObject({ message: 'Mine', title: 'Mine' });
});

test('an unknown submodule or branch, an abbreviated SHA and the current commit are refused with 400', async () => {
  const platform = await start();
  const repository = platform.world.repositories.of(projectOf(platform));
  const current = await repository.entry(await headOf(platform, body.branch), PATHS.submodule);
  const cases = [
    { ...body, branch: undefined },
    { ...body, branch: 'nowhere' },
    { ...body, commit_sha: undefined },
    { ...body, commit_sha: 'c'.repeat(10) },
    { ...body, commit_sha: 'not a sha' },
    { ...body, commit_sha: current?.id },
  ];
  for (const changes of cases) {
    const answer = await ask(platform, 'developer', path, json('PUT', changes));
    expect(answer.status, JSON.stringify(changes)).toBe(400);
    expect(messageOf(answer)).toMatch(/\w/);
  }
  for (const other of ['README.md', 'docs', 'nothing']) {
    const answer = await ask(platform, 'developer', `${repositoryPath()}/submodules/${other}`, json('PUT', body));
    expect(answer.status, other).toBe(400);
  }
});

test('an update requires the Developer role, and on protected branches the Maintainer role', async () => {
  const platform = await start();
  const status = async (who: Parameters<typeof ask>[1], branch: string) =>
    (await ask(platform, who, path, json('PUT', { ...body, branch }))).status;
  expect(await status(null, body.branch)).toBe(401);
  expect(await status('outsider', body.branch)).toBe(404);
  expect(await status('reporter', body.branch)).toBe(403);
  expect(await status('developer', 'main')).toBe(403);
  expect(await status('developer', body.branch)).toBe(200);
});
