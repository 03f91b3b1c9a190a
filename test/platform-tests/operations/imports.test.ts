import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { GISTS_DONE_MS, IMPORT_DONE_MS } from '../../platform/world/imports.ts';
import { askWith, expectOk, tokenFor } from '../accounts-rig.ts';
import { fieldsOf, form, json, row } from '../repository-rig.ts';
import { IMPORT } from '../resources/imports.ts';
import { ask, start } from '../rig.ts';

const A = '/import/codehost_a';
const given = { personal_access_token: 'external', repo_id: 12, target_namespace: 'acme', new_name: 'Imported' };
const server = {
  codehost_b_server_project: 'PROJ',
  codehost_b_server_repo: 'repo',
  codehost_b_server_url: 'https://code.example',
  codehost_b_server_username: 'me',
  personal_access_token: 'external',
};
const cloud = {
  repo_path: 'team/repo',
  target_namespace: 'acme',
  codehost_b_email: 'me@code.example',
  codehost_b_api_token: 'external',
};

const send = (platform: Platform, body: object, path = A, who: TokenName = 'owner') =>
  ask(platform, who, path, json('POST', body));

test('imports require a token', async () => {
  const platform = await start();
  for (const path of [A, `${A}/cancel`, `${A}/gists`, '/import/codehost_b_server', '/import/codehost_b']) {
    expect((await ask(platform, null, path, json('POST', {}))).status, path).toBe(401);
  }
});

test('an import creates a project in the namespace, and is scheduled first', async () => {
  const platform = await start();
  const answer = await send(platform, {
    ...given,
    codehost_a_hostname: 'https://code.example',
    optional_stages: { attachments_import: true, collaborators_import: false, single_endpoint_notes_import: true },
    pagination_limit: 50,
    timeout_strategy: 'optimistic',
  });
  expectOk(answer);
  const result = row(answer);
  expect(fieldsOf(result)).toEqual(IMPORT);
  expect(result).toMatchObject({ name: 'Imported', import_status: 'scheduled' });
  expect(String(result.full_path).replace(/^\//, '')).toBe('acme/Imported');
  const project = platform.world.projects.get(Number(result.id));
  expect(project).toMatchObject({ visibility: 'private', creator_id: 3 });
  expect((await ask(platform, 'owner', `/projects/${String(result.id)}/members/all`)).status).toBe(200);
});

test('an import can be sent as a form, into a subgroup with a leading slash, and takes its name from the source', async () => {
  const platform = await start();
  const pairs = [
    ['personal_access_token', 'external'],
    ['repo_id', '7'],
    ['target_namespace', '/acme/platform'],
    ['optional_stages[attachments_import]', 'true'],
  ] as const;
  const answer = await ask(platform, 'owner', A, form('POST', pairs));
  expectOk(answer);
  expect(String(row(answer).full_path)).toContain('acme/platform/');
  expect(row(answer).name).not.toBe('');
});

test('every user can import into the personal namespace, and owns the result', async () => {
  const platform = await start();
  const answer = await send(platform, { ...given, target_namespace: 'developer' }, A, 'developer');
  expectOk(answer);
  expect(platform.world.projects.get(Number(row(answer).id))?.namespace).toEqual({ kind: 'user', id: 5 });
});

test.each<[object, number[], TokenName?]>([
  [{ personal_access_token: undefined }, [400]],
  [{ repo_id: undefined }, [400]],
  [{ repo_id: 'x' }, [400]],
  [{ target_namespace: undefined }, [400]],
  [{ target_namespace: '' }, [400, 422]],
  [{ target_namespace: '  ' }, [400, 422]],
  [{ target_namespace: 'no/such/group' }, [400, 404, 422]],
  [{ target_namespace: 'acme' }, [403, 404, 422], 'developer'],
  [{ target_namespace: 'owner' }, [403, 404, 422], 'developer'],
  [{ target_namespace: 'acme' }, [403, 404, 422], 'outsider'],
  [{ codehost_a_hostname: 'ftp://x' }, [400]],
  [{ pagination_limit: 0 }, [400]],
  [{ timeout_strategy: 'hopeful' }, [400]],
  [{ optional_stages: 'all' }, [400]],
  [{ personal_access_token: 'invalid' }, [401]],
  [{ personal_access_token: 'rate-limited' }, [429]],
  [{ new_name: 'Core' }, [400, 409, 422]],
])('an import with %j is refused', async (changes, statuses, who = 'owner') => {
  const platform = await start();
  const before = platform.world.projects.size;
  const answer = await send(platform, { ...given, ...changes }, A, who);
  expect(statuses, answer.text).toContain(answer.status);
  expect(platform.world.projects.size).toBe(before);
});

test('an import with a group access token keeps the original visibility', async () => {
  const platform = await start();
  const { world } = platform;
  const bot = world.users.add({ username: 'group_1_bot', type: 'project_bot' });
  world.members.add({
    source: { kind: 'group', id: world.groups.lookup('acme')?.id ?? 0 },
    user_id: bot.id,
    access_level: 40,
    created_at: platform.clock.now(),
    created_by_id: null,
    expires_at: null,
  });
  const secret = tokenFor(platform, bot);
  const answer = await askWith(platform, secret, A, json('POST', { ...given, repo_id: 4 }));
  const { id } = (await answer.json()) as { id: number };
  expect(world.projects.get(id)?.visibility).toBe('public');
});

test('a running import can be canceled once', async () => {
  const platform = await start();
  const { id } = row(await send(platform, given));
  const cancel = () => send(platform, { project_id: id }, `${A}/cancel`);
  platform.clock.advance(3500);
  const canceled = await cancel();
  expect(canceled.status).toBe(200);
  expect(['canceled', undefined]).toContain(row(canceled).import_status);
  expect((await cancel()).status).toBe(400);
});

test('canceling is refused for a finished import and for a project that was not imported, and a missing project is 404', async () => {
  const platform = await start();
  const { id } = row(await send(platform, given));
  platform.clock.advance(IMPORT_DONE_MS);
  const cancel = (project: unknown, who: TokenName = 'owner') =>
    send(platform, { project_id: project }, `${A}/cancel`, who);
  expect((await cancel(id)).status).toBe(400);
  expect((await cancel(platform.world.projects.lookup('acme/core')?.id)).status).toBe(400);
  expect((await cancel(999_999)).status).toBe(404);
  expect((await cancel(undefined)).status).toBe(400);
  expect((await cancel(id, 'outsider')).status).toBe(404);
});

test('each user can run one import of gists at a time', async () => {
  const platform = await start();
  const gists = (token: string | undefined, who: TokenName = 'owner') =>
    send(platform, { personal_access_token: token }, `${A}/gists`, who);
  expect((await gists('external')).status).toBe(202);
  expect((await gists('external')).status).toBe(422);
  expect((await gists('external', 'guest')).status).toBe(202);
  platform.clock.advance(GISTS_DONE_MS);
  expect((await gists('external')).status).toBe(202);
  expect((await gists('invalid', 'developer')).status).toBe(401);
  expect((await gists('rate-limited', 'developer')).status).toBe(429);
  expect((await gists(undefined, 'developer')).status).toBe(400);
});

test('an import from a code host B server requires all its parameters except the namespace', async () => {
  const platform = await start();
  const path = '/import/codehost_b_server';
  const answer = await send(platform, { ...server, timeout_strategy: 'pessimistic' }, path, 'developer');
  expectOk(answer);
  expect(String(row(answer).full_path)).toContain('developer/repo');
  expectOk(await send(platform, { ...server, target_namespace: 'acme', new_name: 'From B' }, path));
  for (const name of Object.keys(server)) {
    expect((await send(platform, { ...server, [name]: undefined }, path)).status, name).toBe(400);
  }
  expect((await send(platform, { ...server, codehost_b_server_url: 'code' }, path)).status).toBe(400);
  expect((await send(platform, { ...server, personal_access_token: 'invalid' }, path)).status).toBe(401);
});

test('an import from code host B accepts a token or the deprecated password', async () => {
  const platform = await start();
  const path = '/import/codehost_b';
  expectOk(await send(platform, cloud, path));
  const { codehost_b_email: _email, codehost_b_api_token: _token, ...rest } = cloud;
  const old = { codehost_b_username: 'me', codehost_b_app_password: 'external', new_name: 'Old way' };
  expectOk(await send(platform, { ...rest, ...old }, path));
  expect((await send(platform, rest, path)).status).toBe(400);
  expect((await send(platform, { ...rest, codehost_b_email: 'me@code.example' }, path)).status).toBe(400);
  expect((await send(platform, { ...rest, codehost_b_username: 'me' }, path)).status).toBe(400);
  expect((await send(platform, { ...cloud, repo_path: undefined }, path)).status).toBe(400);
  expect((await send(platform, { ...cloud, target_namespace: undefined }, path)).status).toBe(400);
  expect((await send(platform, { ...cloud, codehost_b_api_token: 'invalid' }, path)).status).toBe(401);
});

test.each([
  ['fails', 'failed', 400],
  ['stalls', 'started', 200],
] as const)(
  'an import that %s is %s in the end, and cancelling it answers accordingly',
  async (background, status, code) => {
    const platform = await start({ background });
    const project_id = Number(row(await send(platform, given)).id);
    const imported = platform.world.imports.find((one) => one.project_id === project_id);
    if (imported === undefined) throw new Error('no import');
    platform.clock.advance(IMPORT_DONE_MS - 1);
    expect(platform.world.imports.status(imported)).toBe('started');
    platform.clock.advance(IMPORT_DONE_MS);
    expect(platform.world.imports.status(imported)).toBe(status);
    expect((await send(platform, { project_id }, `${A}/cancel`)).status).toBe(code);
  },
);

test('an imported repository has some commits halfway, and all commits and branches at the end', async () => {
  const platform = await start();
  const { id } = row(await send(platform, given));
  const seen: unknown[] = [];
  const look = async () => {
    const [branches, commits] = [`branches`, `commits`].map((list) =>
      ask(platform, 'owner', `/projects/${String(id)}/repository/${list}`),
    );
    seen.push([(await branches)?.rows.map(({ name }) => name), (await commits)?.rows.length]);
  };
  await look();
  platform.clock.advance(IMPORT_DONE_MS - 1000);
  await look();
  platform.clock.advance(1000);
  await look();
  await look();
  expect(seen.slice(0, 2)).toEqual([
    [[], 0],
    [['main'], 4],
  ]);
  expect(seen[2]).toEqual([['develop', 'main'], expect.any(Number)]);
  expect(seen[3]).toEqual(seen[2]);
});

test.each(['fails', 'stalls', 'canceled'] as const)('an import that %s never has all commits', async (background) => {
  const platform = await start(background === 'canceled' ? {} : { background });
  const { id } = row(await send(platform, given));
  if (background === 'canceled') await send(platform, { project_id: id }, `${A}/cancel`);
  platform.clock.advance(IMPORT_DONE_MS * 100);
  const { rows } = await ask(platform, 'owner', `/projects/${String(id)}/repository/branches`);
  expect(rows.map(({ name }) => name)).toEqual(background === 'stalls' ? ['main'] : []);
});

test('a failed import has a reason, which only the undocumented request returns', async () => {
  const platform = await start({ background: 'fails', probes: ['import'] });
  const { id } = row(await send(platform, given));
  const state = async () => row(await ask(platform, 'owner', `/projects/${String(id)}/import`));
  expect(await state()).toMatchObject({ import_status: 'scheduled', import_error: null });
  platform.clock.advance(IMPORT_DONE_MS);
  const failed = await state();
  expect(failed.import_status).toBe('failed');
  expect(failed.import_error).toContain('closed the connection');
  expect(row(await ask(platform, 'owner', '/projects/acme%2Fcore/import'))).toMatchObject({ import_status: 'none' });
});
