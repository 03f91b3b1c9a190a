import { expect, test } from 'vitest';
import { branches } from '#main/api/endpoints/branches.ts';
import { commits } from '#main/api/endpoints/commits.ts';
import { files } from '#main/api/endpoints/files.ts';
import type { CommitAction } from '#shared/contract/commits.ts';
import { failureOf } from '../rig.ts';
import { projects, simulator, type Simulator } from './simulator.ts';

const id = projects.private;
const list = 'GET /projects/:id/repository/commits';

async function textOf({ as }: Simulator, file_path: string, ref: string): Promise<string> {
  const { content } = await as('maintainer')(files.get, { path: { id, file_path }, query: { ref } });
  return Buffer.from(content, 'base64').toString();
}

test('commits are listed in pages without totals, newest first', async () => {
  const { as } = await simulator();
  const send = as('developer');
  const first = await send.answer(commits.list, { path: { id }, query: { per_page: 7 } });
  expect(first.value).toHaveLength(7);
  expect(first.headers).not.toHaveProperty('x-total');
  const page = await send.page(commits.list, { path: { id }, query: { per_page: 7 } });
  expect(page).toMatchObject({ total: null });
  const next = await send.page(commits.list, { next: page.next ?? '' });
  const ids = [page, next].flatMap(({ body }) => JSON.parse(Buffer.from(body).toString()) as { id: string }[]);
  expect(new Set(ids.map((commit) => commit.id)).size).toBe(14);
  const dates = first.value.map(({ committed_date }) => Date.parse(committed_date ?? ''));
  expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  expect(first.value[0]).toMatchObject({ created_at: first.value[0]?.committed_date });
});

test('every filter is sent with its name in the documents', async () => {
  const simulated = await simulator();
  const query = {
    all: false,
    author: 'Zoë Dvořák',
    first_parent: true,
    follow: false,
    order: 'topo' as const,
    path: 'data/stations.csv',
    ref_name: 'main',
    since: '2026-01-01T00:00:00Z',
    until: '2026-10-01T00:00:00Z',
    trailers: true,
    with_stats: true,
    page: 1,
    per_page: 50,
  };
  const rows = await simulated.as('developer')(commits.list, { path: { id }, query });
  expect(simulated.reached(list)[0]?.query).toEqual(
    expect.arrayContaining(Object.entries(query).map(([name, value]) => [name, String(value)])),
  );
  for (const row of rows) {
    expect(row.author_name).toBe('Zoë Dvořák');
    expect(row.stats).toMatchObject({ total: expect.any(Number) as number });
    expect(row.trailers).toBeDefined();
  }
});

test('a range of revisions, or all commits are listed', async () => {
  const { as } = await simulator();
  const send = as('developer');
  const range = await send(commits.list, { path: { id }, query: { ref_name: 'main..feature/login-form' } });
  expect(range.map(({ title }) => title)).toEqual(['Remember the name', 'A form to sign in']);
  const all = await send(commits.list, { path: { id }, query: { all: true, ref_name: 'stable', per_page: 100 } });
  expect(all.map(({ title }) => title)).toContain('Remember the name');
});

test('one commit is read by SHA or branch, with statistics unless they are disabled', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const head = await send(commits.get, { path: { id, sha: 'feature/login-form' } });
  expect(head).toMatchObject({ title: 'Remember the name', stats: { total: expect.any(Number) as number } });
  const bare = await send(commits.get, { path: { id, sha: head.id }, query: { stats: false } });
  expect(bare.id).toBe(head.id);
  expect(bare).not.toHaveProperty('stats');
  expect(reached('GET /projects/:id/repository/commits/:sha').map(({ path }) => path)).toEqual([
    '/api/v4/projects/acme%2Fcore/repository/commits/feature%2Flogin-form',
    `/api/v4/projects/acme%2Fcore/repository/commits/${head.id}`,
  ]);
  const failure = await failureOf(send(commits.get, { path: { id, sha: 'f'.repeat(40) } }));
  expect(failure).toMatchObject({ code: 'missing', status: 404 });
});

const actions: CommitAction[] = [
  { action: 'create', file_path: 'new/a & b.md', content: 'x=1&y=[ü]\n' },
  {
    action: 'create',
    file_path: 'new/bytes.bin',
    content: Buffer.from([0, 255, 1]).toString('base64'),
    encoding: 'base64',
  },
  { action: 'update', file_path: 'README.md', content: 'changed\n' },
  { action: 'move', file_path: 'moved/client.ts', previous_path: 'src/api/client.ts' },
  { action: 'chmod', file_path: 'LICENSE', execute_filemode: true },
  { action: 'delete', file_path: '.gitignore' },
];

test.each([
  ['JSON', undefined],
  ['a form', 'form' as const],
])('all five actions make one commit, sent as %s', async (_, as) => {
  const simulated = await simulator();
  const send = simulated.as('maintainer');
  const before = await textOf(simulated, 'src/api/client.ts', 'main');
  const body = {
    branch: 'many',
    start_branch: 'main',
    commit_message: 'Many things\n\nAt once.',
    actions,
    author_name: 'Me',
    author_email: 'me@mail.example',
    stats: true,
  };
  const commit = await send(commits.create, { path: { id }, body, as });
  expect(commit).toMatchObject({ title: 'Many things', author_name: 'Me', author_email: 'me@mail.example' });
  expect(commit.stats?.total).toBeGreaterThan(0);
  expect(await textOf(simulated, 'new/a & b.md', 'many')).toBe('x=1&y=[ü]\n');
  expect(await textOf(simulated, 'README.md', 'many')).toBe('changed\n');
  expect(await textOf(simulated, 'moved/client.ts', 'many')).toBe(before);
  const metadata = (file_path: string) => send(files.metadata, { path: { id, file_path }, query: { ref: 'many' } });
  expect((await metadata('LICENSE')).execute_filemode).toBe(true);
  expect((await metadata('new/bytes.bin')).size).toBe(3);
  expect(await failureOf(metadata('.gitignore'))).toMatchObject({ code: 'missing' });
  const [request] = simulated.reached('POST /projects/:id/repository/commits');
  if (as === undefined) expect(request?.body).toEqual(body);
  else expect(request?.body).toContain('actions[][action]=create&actions[][file_path]=new%2Fa%20%26%20b.md');
});

test('a branch is overwritten only with force', async () => {
  const { as } = await simulator();
  const send = as('maintainer');
  const head = await send(commits.get, { path: { id, sha: 'main' } });
  const body = {
    branch: 'feature/login-form',
    start_sha: head.id,
    commit_message: 'Anew',
    actions: [{ action: 'create', file_path: 'anew.md', content: '' }] satisfies CommitAction[],
  };
  expect(await failureOf(send(commits.create, { path: { id }, body }))).toMatchObject({ code: 'invalid', status: 400 });
  const commit = await send(commits.create, { path: { id }, body: { ...body, force: true, stats: false } });
  expect(commit.parent_ids).toEqual([head.id]);
  expect((await send(branches.get, { path: { id, branch: body.branch } })).commit?.id).toBe(commit.id);
});

test('an empty commit must be allowed; the start can be in another project', async () => {
  const { as, reached } = await simulator();
  const send = as('maintainer');
  const body = { branch: 'main', commit_message: 'Nothing' };
  expect(await failureOf(send(commits.create, { path: { id }, body }))).toMatchObject({ code: 'invalid', status: 400 });
  const commit = await send(commits.create, { path: { id }, body: { ...body, allow_empty: true } });
  expect(commit.title).toBe('Nothing');
  const elsewhere = { branch: 'theirs', start_project: projects.public, start_branch: 'main', commit_message: 'x' };
  const one: CommitAction[] = [{ action: 'create', file_path: 'ours.md', content: 'x' }];
  await send(commits.create, { path: { id }, body: { ...elsewhere, actions: one } });
  expect(reached('POST /projects/:id/repository/commits').at(-1)?.body).toMatchObject({
    start_project: projects.public,
  });
});

test('invalid input is not sent', async () => {
  const { as, platform } = await simulator();
  const send = as('maintainer') as (endpoint: unknown, input: unknown) => Promise<unknown>;
  const refused = async (more: object) =>
    (
      await failureOf(send(commits.create, { path: { id }, body: { branch: 'main', commit_message: 'x', ...more } }))
    ).toData();
  const sha = 'a'.repeat(40);
  expect(await refused({ start_branch: 'main', start_sha: sha })).toMatchObject({ reason: 'exclusive-parameters' });
  expect(await refused({ start_sha: 'abc' })).toMatchObject({ code: 'invalid', field: 'start_sha' });
  const action = async (fields: object) => (await refused({ actions: [fields] })).field;
  expect(await action({ action: 'create', file_path: 'a' })).toBe('actions.0.content');
  expect(await action({ action: 'move', file_path: 'a' })).toBe('actions.0.previous_path');
  expect(await action({ action: 'chmod', file_path: 'a', execute_filemode: true, content: '' })).toBe(
    'actions.0.content',
  );
  expect(await action({ action: 'rename', file_path: 'a' })).toMatch(/^actions\.0/);
  expect(platform.requests.count()).toBe(0);
});

test('changing a file that was changed meanwhile is refused', async () => {
  const { as } = await simulator();
  const send = as('maintainer');
  const change = (last_commit_id: string | undefined): CommitAction[] => [
    { action: 'update', file_path: 'README.md', content: `${Math.random()}`, last_commit_id },
  ];
  const before = await send(files.metadata, { path: { id, file_path: 'README.md' }, query: { ref: 'main' } });
  const last = before.last_commit_id ?? '';
  const body = { branch: 'main', commit_message: 'x', actions: change(last) };
  await send(commits.create, { path: { id }, body });
  expect(
    await failureOf(send(commits.create, { path: { id }, body: { ...body, actions: change(last) } })),
  ).toMatchObject({ code: 'invalid', status: 400 });
});

test('a commit requires the right to push, and a private project is hidden from other users', async () => {
  const { as } = await simulator();
  const body = { branch: 'main', commit_message: 'x', allow_empty: true };
  const input = { path: { id }, body };
  expect(await failureOf(as('reporter')(commits.create, input))).toMatchObject({ code: 'denied', reason: 'role' });
  expect(await failureOf(as('developer')(commits.create, input))).toMatchObject({ code: 'denied', status: 403 });
  expect(await failureOf(as('outsider')(commits.create, input))).toMatchObject({ code: 'missing', status: 404 });
  expect(await failureOf(as(null)(commits.list, { path: { id } }))).toMatchObject({
    status: expect.toBeOneOf([401, 404]) as number,
  });
});

test('at most three requests over 20 MB are sent in 30 seconds, and the platform refuses none', async () => {
  const { inStep, reached } = await simulator();
  const { send, slept } = inStep('maintainer');
  for (let count = 0; count < 4; count += 1) {
    const content = `${count}`.repeat(20 * 1_048_576);
    const large: CommitAction[] = [{ action: 'create', file_path: `large-${count}`, content }];
    await send(commits.create, {
      path: { id },
      body: { branch: 'main', commit_message: 'x', actions: large, stats: false },
    });
  }
  expect(slept).toEqual([30_000]);
  expect(reached('POST /projects/:id/repository/commits').map(({ status }) => status)).toEqual([201, 201, 201, 201]);
});
