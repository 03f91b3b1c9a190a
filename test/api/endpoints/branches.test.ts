import { expect, test } from 'vitest';
import { branches } from '#main/api/endpoints/branches.ts';
import { failureOf } from '../rig.ts';
import { projects, simulator } from './simulator.ts';

const id = projects.private;
const one = 'GET /projects/:id/repository/branches/:branch';

test('branches are listed in pages, sorted by name, with their head commit', async () => {
  const { as } = await simulator();
  const send = as('developer');
  const all = await send(branches.list, { path: { id } });
  const names = all.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['main', 'stable', 'feature/login-form', 'docs-v2.1']));
  expect(names).toEqual(names.toSorted());
  const page = await send.page(branches.list, { path: { id }, query: { per_page: 2 } });
  expect(page.total).toBe(all.length);
  const next = await send.page(branches.list, { next: page.next ?? '' });
  expect((JSON.parse(Buffer.from(next.body).toString()) as { name: string }[])[0]?.name).toBe(names[2]);
  const main = all.find(({ name }) => name === 'main');
  expect(main).toMatchObject({
    default: true,
    protected: true,
    commit: { id: expect.stringMatching(/^[0-9a-f]{40}$/) as string },
  });
});

test('branches are filtered by search or by regular expression, but not by both', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const names = async (query: object) => (await send(branches.list, { path: { id }, query })).map(({ name }) => name);
  expect(await names({ search: '^docs' })).toEqual(['docs-v2.1']);
  expect(await names({ search: 'form$' })).toEqual(['feature/login-form']);
  expect(await names({ regex: '^(main|stable)$' })).toEqual(['main', 'stable']);
  expect(reached('GET /projects/:id/repository/branches').map(({ query }) => query)).toEqual([
    [['search', '^docs']],
    [['search', 'form$']],
    [['regex', '^(main|stable)$']],
  ]);
  const both = await failureOf(send(branches.list, { path: { id }, query: { search: 'a', regex: 'b' } }));
  expect(both).toMatchObject({ code: 'invalid', reason: 'exclusive-parameters', status: undefined });
  const broken = await failureOf(send(branches.list, { path: { id }, query: { regex: '(' } }));
  expect(broken).toMatchObject({ code: 'invalid', status: 400 });
});

test('a branch with a slash or a dot in its name is found', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  for (const branch of ['feature/login-form', 'docs-v2.1']) {
    expect((await send(branches.get, { path: { id, branch } })).name).toBe(branch);
  }
  expect(reached(one)[0]?.path).toBe('/api/v4/projects/acme%2Fcore/repository/branches/feature%2Flogin-form');
  expect(await failureOf(send(branches.get, { path: { id, branch: 'nope' } }))).toMatchObject({
    code: 'missing',
    reason: 'hidden-or-missing',
    status: 404,
  });
});

test('branches of public repositories need no token', async () => {
  const { as } = await simulator();
  const rows = await as(null)(branches.list, { path: { id: projects.public } });
  expect(rows.map(({ name }) => name)).toContain('main');
  expect((await as(null)(branches.get, { path: { id: projects.public, branch: 'main' } })).default).toBe(true);
  expect(await failureOf(as('outsider')(branches.list, { path: { id } }))).toMatchObject({ status: 404 });
});

test('a branch is created, deleted, and created again at the same commit', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const body = { branch: 'topic/one.two', ref: 'feature/login-form' };
  const made = await send(branches.create, { path: { id }, body });
  expect(made).toMatchObject({ name: 'topic/one.two', default: false });
  expect(reached('POST /projects/:id/repository/branches')[0]?.body).toEqual(body);
  const path = { id, branch: made.name };
  await send(branches.remove, { path });
  expect(await failureOf(send(branches.get, { path }))).toMatchObject({ code: 'missing' });
  const ref = made.commit?.id ?? '';
  expect((await send(branches.create, { path: { id }, body: { branch: made.name, ref } })).commit?.id).toBe(ref);
});

test('empty names are not sent; invalid names and unknown references are refused by the platform', async () => {
  const { as, platform } = await simulator();
  const send = as('developer');
  for (const branch of ['a b', 'a~b', 'a^', 'a:b', 'a?', 'a*', 'a[', 'a\\b', '', '\u0007']) {
    const failure = await failureOf(send(branches.create, { path: { id }, body: { branch, ref: 'main' } }));
    expect(failure).toMatchObject({ code: 'invalid', field: 'branch', status: undefined });
  }
  expect(platform.requests.count()).toBe(0);
  const twice = send(branches.create, { path: { id }, body: { branch: 'stable', ref: 'main' } });
  expect(await failureOf(twice)).toMatchObject({ status: expect.toBeOneOf([400, 403, 409]) as number });
  const nowhere = send(branches.create, { path: { id }, body: { branch: 'x', ref: 'no-such-ref' } });
  expect(await failureOf(nowhere)).toMatchObject({ code: 'invalid', status: 400 });
});

test.each(['main', 'stable'])('the platform refuses to delete the branch %s, with a reason', async (branch) => {
  const { as } = await simulator();
  const send = as('owner');
  const failure = await failureOf(send(branches.remove, { path: { id, branch } }));
  expect(failure.status).toBeOneOf([400, 403, 405, 409, 422]);
  expect(failure.reportedMessage).toBeTruthy();
  expect((await send(branches.get, { path: { id, branch } })).name).toBe(branch);
});

test('deleting merged branches keeps all others', async () => {
  const { as } = await simulator();
  const send = as('maintainer');
  const before = await send(branches.list, { path: { id }, query: { per_page: 100 } });
  const kept = before.filter(
    (branch) => branch.merged !== true || branch.protected === true || branch.default === true,
  );
  expect(kept.length).toBeLessThan(before.length);
  await send(branches.removeMerged, { path: { id } });
  const names = async () =>
    (await send(branches.list, { path: { id }, query: { per_page: 100 } })).map(({ name }) => name);
  await expect.poll(names).toEqual(kept.map(({ name }) => name));
});

test('a deletion whose reply was lost is repeated, and its 404 counts as success', async () => {
  const { as, platform, reached } = await simulator();
  platform.faults.add({ kind: 'reset', when: 'after', times: 1, match: 'DELETE *' });
  const send = as('maintainer');
  await send(branches.remove, { path: { id, branch: 'docs-v2.1' } });
  expect(reached('DELETE /projects/:id/repository/branches/:branch').map(({ status }) => status)).toEqual([null, 404]);
});

test('reporters can’t change branches', async () => {
  const { as } = await simulator();
  const send = as('reporter');
  for (const write of [
    () => send(branches.create, { path: { id }, body: { branch: 'x', ref: 'main' } }),
    () => send(branches.remove, { path: { id, branch: 'docs-v2.1' } }),
    () => send(branches.removeMerged, { path: { id } }),
  ]) {
    expect(await failureOf(write())).toMatchObject({ code: 'denied', reason: 'role', status: 403 });
  }
});
