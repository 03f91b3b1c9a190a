import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { BRANCHES } from '../../platform/seed/repositories.ts';
import { repositoryPath, commit, fieldsOf, headOf, json, messageOf, row } from '../repository-rig.ts';
import { BRANCH, COMMIT } from '../resources/repositories.ts';
import { ask, start } from '../rig.ts';

const list = `${repositoryPath()}/branches`;
const one = (name: string) => `${list}/${encodeURIComponent(name)}`;
const names = async (platform: Platform, query = '') =>
  (await ask(platform, 'developer', `${list}?per_page=100&${query}`)).rows.map(({ name }) => name as string);
const find = async (platform: Platform, name: string, who: 'developer' | 'maintainer' | 'auditor' = 'developer') =>
  row(await ask(platform, who, one(name)));

test('branches are sorted by name, with exactly the documented fields', async () => {
  const platform = await start();
  const answer = await ask(platform, 'reporter', list);
  const found = answer.rows.map(({ name }) => name);
  expect(found).toEqual(Object.values(BRANCHES).sort());
  expect(answer.headers.get('x-total')).toBe('5');
  for (const branch of answer.rows) {
    expect(fieldsOf(branch)).toEqual(BRANCH);
    expect(fieldsOf(branch.commit)).toEqual([...COMMIT].sort());
  }
  const page = await ask(platform, 'reporter', `${list}?per_page=2&page=2`);
  expect(page.rows.map(({ name }) => name)).toEqual(found.slice(2, 4));
});

test('`search` finds a prefix, a suffix or a part, `regex` a pattern, and both together are refused', async () => {
  const platform = await start();
  expect(await names(platform, 'search=^fea')).toEqual(['feature/login-form']);
  expect(await names(platform, `search=${encodeURIComponent('form$')}`)).toEqual(['feature/login-form']);
  expect(await names(platform, `search=${encodeURIComponent('^main$')}`)).toEqual(['main']);
  expect(await names(platform, 'search=ab')).toEqual(['stable']);
  expect(await names(platform, 'search=^typo')).toEqual([]);
  expect(await names(platform, `regex=${encodeURIComponent('^(main|stable)$')}`)).toEqual(['main', 'stable']);
  expect(await names(platform, `regex=${encodeURIComponent('v\\d+\\.\\d')}`)).toEqual(['docs-v2.1']);
  expect((await ask(platform, 'developer', `${list}?regex=a&search=b`)).status).toBe(400);
  expect((await ask(platform, 'developer', `${list}?regex=(`)).status).toBe(400);
});

test('the flags of a branch show whether it is default, protected or merged, and whether the user can push', async () => {
  const platform = await start();
  const main = {
    default: true,
    protected: true,
    merged: false,
    developers_can_push: false,
    developers_can_merge: true,
  };
  expect(await find(platform, 'main')).toMatchObject({ ...main, can_push: false });
  expect(await find(platform, 'main', 'maintainer')).toMatchObject({ ...main, can_push: true });
  expect(await find(platform, 'stable')).toMatchObject({
    protected: true,
    default: false,
    developers_can_merge: false,
  });
  expect(await find(platform, 'fix-typo')).toMatchObject({ merged: true, protected: false, can_push: true });
  expect(await find(platform, 'feature/login-form')).toMatchObject({ merged: false, default: false });
  expect(await find(platform, 'fix-typo', 'auditor')).toMatchObject({ can_push: false });
});

test('a branch is created from a branch, a commit or a tag', async () => {
  const platform = await start();
  const stable = await headOf(platform, 'stable');
  for (const [branch, ref] of Object.entries({
    'from-branch': 'stable',
    'from/commit': stable,
    'größe-1.0': 'v1.0.0',
  })) {
    const answer = await ask(platform, 'developer', list, json('POST', { branch, ref }));
    expect(answer.status, answer.text).toBe(201);
    expect(fieldsOf(answer.json)).toEqual(BRANCH);
    expect(row(answer)).toMatchObject({
      name: branch,
      commit: { id: stable },
      default: false,
      merged: true,
      protected: false,
    });
    expect(await headOf(platform, branch)).toBe(stable);
  }
});

test('the parameters of a new branch are accepted in the query', async () => {
  const platform = await start();
  const answer = await ask(platform, 'developer', `${list}?branch=by-query&ref=main`, { method: 'POST' });
  expect(answer.status).toBe(201);
  expect(row(answer).merged).toBe(false);
});

test('invalid names, existing names and unknown references are refused', async () => {
  const platform = await start();
  const before = await names(platform);
  const bad = [
    'a b',
    'a~b',
    'a^b',
    'a:b',
    'a?b',
    'a*b',
    'a[b',
    'a..b',
    'a\\b',
    '/a',
    'a/',
    'a//b',
    '.a',
    'a.lock',
    '-a',
    'HEAD',
  ];
  const cases = [
    ...bad.map((branch) => ({ branch, ref: 'main' })),
    { branch: 'main', ref: 'main' },
    { branch: 'feature', ref: 'main' },
    { branch: 'x', ref: 'nowhere' },
    { branch: 'x', ref: '' },
    { branch: 'x' },
    { ref: 'main' },
  ];
  for (const body of cases) {
    const answer = await ask(platform, 'developer', list, json('POST', body));
    expect(answer.status, JSON.stringify(body)).toBe(400);
    expect(messageOf(answer)).toMatch(/\w/);
  }
  expect(await names(platform)).toEqual(before);
});

test('a branch can be deleted unless it is the default branch or protected', async () => {
  const platform = await start();
  const remove = (name: string) => ask(platform, 'maintainer', one(name), { method: 'DELETE' });
  const gone = await remove('feature/login-form');
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect((await ask(platform, 'developer', one('feature/login-form'))).status).toBe(404);
  expect((await remove('feature/login-form')).status).toBe(404);
  for (const name of ['main', 'stable']) {
    const answer = await remove(name);
    expect([400, 403, 405, 409, 422]).toContain(answer.status);
    expect(messageOf(answer)).toMatch(/\w/);
  }
  expect(await names(platform)).toEqual(['docs-v2.1', 'fix-typo', 'main', 'stable']);
});

test('deleting merged branches keeps protected branches and those with commits that are not merged', async () => {
  const platform = await start();
  await ask(platform, 'developer', list, json('POST', { branch: 'old', ref: 'v0.9.0' }));
  await ask(platform, 'developer', list, json('POST', { branch: 'busy', ref: 'v0.9.0' }));
  await commit(platform, 'busy', [{ action: 'create', file_path: 'busy.txt', content: '' }]);
  const answer = await ask(platform, 'developer', `${repositoryPath()}/merged_branches`, { method: 'DELETE' });
  expect([200, 202, 204]).toContain(answer.status);
  expect(await names(platform)).toEqual(['busy', 'docs-v2.1', 'feature/login-form', 'main', 'stable']);
});

test('reading requires the Reporter role in private projects, and no token in public projects', async () => {
  const platform = await start();
  for (const path of [list, one('main')]) {
    expect((await ask(platform, 'guest', path)).status).toBe(403);
    expect((await ask(platform, 'outsider', path)).status).toBe(404);
    expect((await ask(platform, null, path)).status).toBe(404);
    expect((await ask(platform, null, path.replace('core', 'website'))).status).toBe(200);
  }
  const missing = await ask(platform, 'developer', one('no/such'));
  expect([missing.status, messageOf(missing)]).toEqual([404, '"404 Branch Not Found"']);
});

test('writing requires the Developer role', async () => {
  const platform = await start();
  const calls = [
    [list, json('POST', { branch: 'x', ref: 'main' })],
    [one('fix-typo'), { method: 'DELETE' }],
    [`${repositoryPath()}/merged_branches`, { method: 'DELETE' }],
  ] as const;
  for (const [path, init] of calls) {
    expect((await ask(platform, null, path, init)).status).toBe(401);
    expect((await ask(platform, 'outsider', path, init)).status).toBe(404);
    expect((await ask(platform, 'guest', path, init)).status).toBe(403);
    expect((await ask(platform, 'reporter', path, init)).status).toBe(403);
    expect((await ask(platform, 'read_api', path, init)).status).toBe(403);
  }
  expect(await names(platform)).toEqual(Object.values(BRANCHES).sort());
});
