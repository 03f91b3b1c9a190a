import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { repositoryPath, filePath, json, messageOf, row } from '../repository-rig.ts';
import { ask, start } from '../rig.ts';

const list = repositoryPath().replace('repository', 'protected_branches');
const protect = (platform: Platform, body: object, who: Parameters<typeof ask>[1] = 'maintainer') =>
  ask(platform, who, list, json('POST', body));
const unprotect = (platform: Platform, name: string, who: Parameters<typeof ask>[1] = 'maintainer') =>
  ask(platform, who, `${list}/${encodeURIComponent(name)}`, { method: 'DELETE' });
const branch = async (platform: Platform, name: string) =>
  row(await ask(platform, 'developer', `${repositoryPath()}/branches/${encodeURIComponent(name)}`));
const write = async (platform: Platform, name: string, path: string, who: 'developer' | 'maintainer' = 'developer') => {
  const body = { branch: name, commit_message: 'x', content: 'x' };
  return (await ask(platform, who, filePath(path), json('POST', body))).status;
};

test('developers can’t push to a protected branch, and nobody can delete it until it is unprotected', async () => {
  const platform = await start();
  const name = 'feature/login-form';
  const made = await protect(platform, { name });
  expect([200, 201]).toContain(made.status);
  expect(row(made)).toMatchObject({ name, push_access_levels: [{ access_level: 40 }] });
  expect(await branch(platform, name)).toMatchObject({ protected: true, can_push: false, developers_can_push: false });
  expect(await write(platform, name, '1.txt')).toBe(403);
  expect(await write(platform, name, '2.txt', 'maintainer')).toBe(201);

  expect((await unprotect(platform, name)).status).toBe(204);
  expect(await branch(platform, name)).toMatchObject({ protected: false, can_push: true });
  expect(await write(platform, name, '3.txt')).toBe(201);
});

test('the access levels of a protected branch decide who can push and merge', async () => {
  const platform = await start();
  await protect(platform, { name: 'fix-typo', push_access_level: 30, merge_access_level: 30 });
  expect(await branch(platform, 'fix-typo')).toMatchObject({
    can_push: true,
    developers_can_push: true,
    developers_can_merge: true,
  });
  await protect(platform, { name: 'docs-v2.1', push_access_level: 0 });
  expect(await write(platform, 'docs-v2.1', '1.txt', 'maintainer')).toBe(403);
});

test('a wildcard also protects branches that are created later', async () => {
  const platform = await start();
  expect((await protect(platform, { name: 'release/*' })).status).toBe(201);
  const create = (who: 'developer' | 'maintainer') =>
    ask(platform, who, `${repositoryPath()}/branches`, json('POST', { branch: 'release/1.0', ref: 'main' }));
  expect((await create('developer')).status).toBe(403);
  expect(row(await create('maintainer')).protected).toBe(true);
  expect(await branch(platform, 'fix-typo')).toMatchObject({ protected: false });
  expect((await unprotect(platform, 'release/*')).status).toBe(204);
  expect(await branch(platform, 'release/1.0')).toMatchObject({ protected: false });
});

test('an existing name, a missing name, an unknown level and an unknown branch are refused', async () => {
  const platform = await start();
  expect([400, 409, 422]).toContain((await protect(platform, { name: 'main' })).status);
  const answers = [await protect(platform, {}), await protect(platform, { name: 'x', push_access_level: 35 })];
  for (const answer of answers) expect([answer.status, messageOf(answer).length > 2]).toEqual([400, true]);
  expect((await unprotect(platform, 'fix-typo')).status).toBe(404);
});

test('protecting a branch requires the Maintainer role', async () => {
  const platform = await start();
  const expected = { outsider: 404, guest: 403, reporter: 403, developer: 403, read_api: 403, owner: 201 } as const;
  for (const [who, status] of Object.entries(expected)) {
    expect((await protect(platform, { name: 'x' }, who as keyof typeof expected)).status, who).toBe(status);
    const expectedGone = status === 201 ? 204 : status;
    expect((await unprotect(platform, 'x', who as keyof typeof expected)).status, who).toBe(expectedGone);
  }
  expect((await protect(platform, { name: 'x' }, null)).status).toBe(401);
});
