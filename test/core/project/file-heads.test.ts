import { expect, test } from 'vitest';
import { rig } from '../../helpers/rig.ts';

const scope = 'project:acme/core';
const ref = 'main';

test('the metadata of files is requested by HEAD, and a missing branch differs from a missing file', async () => {
  const { client, platform } = await rig();
  const paths = ['src/main.ts', 'no/such.ts', 'scripts/deploy.sh', '.gitmodules', 'README.md'];
  const { isRefFound, files } = await client.repositoryFiles.heads({ scope, ref, paths });
  expect(isRefFound).toBe(true);
  expect(files.map(({ path, found }) => [path, found])).toEqual(paths.map((path) => [path, path !== 'no/such.ts']));
  const lastCommitId = expect.stringMatching(/^[0-9a-f]{40}$/) as unknown;
  expect(files[2]).toMatchObject({ isExecutable: true, lastCommitId });
  expect(platform.requests.count('HEAD /projects/:id/repository/files/:file_path')).toBe(paths.length);
  expect(platform.requests.count('GET /projects/:id/repository/files/:file_path')).toBe(0);
  expect(await client.repositoryFiles.heads({ scope, ref, paths: ['no/such.ts'] })).toMatchObject({ isRefFound: true });
  const missing = await client.repositoryFiles.heads({ scope, ref: 'no-branch', paths });
  expect(missing.isRefFound).toBe(false);
  expect(missing.files.every(({ found }) => !found)).toBe(true);
});
