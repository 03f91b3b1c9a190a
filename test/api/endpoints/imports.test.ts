import { expect, test } from 'vitest';
import { imports } from '#main/api/endpoints/imports.ts';
import { users } from '#main/api/endpoints/users.ts';
import { failureOf, json, testServer, senderTo, user } from '../rig.ts';
import { groups, projects, simulator } from './simulator.ts';

const external = 'external-secret-of-code-host';
const ofA = { personal_access_token: external, repo_id: 42, target_namespace: groups.top };
const ofBServer = {
  codehost_b_server_project: 'OPS',
  codehost_b_server_repo: 'tools',
  codehost_b_server_url: 'https://code.example/b',
  codehost_b_server_username: 'ada',
  personal_access_token: external,
};
const ofB = {
  repo_path: 'acme/tools',
  target_namespace: groups.top,
  codehost_b_email: 'ada@code.example',
  codehost_b_api_token: external,
};

test('a repository of code host A is imported with every option', async () => {
  const { as, reached } = await simulator();
  const body = {
    ...ofA,
    target_namespace: `/${groups.sub}`,
    codehost_a_hostname: 'code.example',
    new_name: 'Renamed',
    optional_stages: { attachments_import: true, collaborators_import: false, single_endpoint_notes_import: true },
    pagination_limit: 50,
    timeout_strategy: 'optimistic',
  } as const;
  const result = await as('owner')(imports.fromCodehostA, { body });
  expect(result).toMatchObject({ name: 'Renamed', import_status: 'scheduled' });
  expect(result.full_path).toContain(groups.sub);
  expect(reached('POST /import/codehost_a')).toMatchObject([{ path: '/api/v4/import/codehost_a', body }]);
});

test('a running import is canceled; canceling a finished one is refused', async () => {
  const { as, platform, reached } = await simulator();
  const send = as('owner');
  const { id } = await send(imports.fromCodehostA, { body: ofA });
  const cancelled = await send(imports.cancel, { body: { project_id: id } });
  if (typeof cancelled?.import_status === 'string') expect(cancelled.import_status).toBe('canceled');
  expect(reached('POST /import/codehost_a/cancel')).toMatchObject([{ body: { project_id: id }, status: 200 }]);
  expect(await failureOf(send(imports.cancel, { body: { project_id: id } }))).toMatchObject({
    code: 'invalid',
    status: 400,
  });
  const { id: never } = platform.world.projects.lookup(projects.private) ?? { id: 0 };
  expect(await failureOf(send(imports.cancel, { body: { project_id: never } }))).toMatchObject({ status: 400 });
  expect(await failureOf(send(imports.cancel, { body: { project_id: 999_999 } }))).toMatchObject({
    code: 'missing',
    status: 404,
  });
});

test('gists are imported one batch at a time', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const body = { personal_access_token: external };
  expect(await send(imports.gists, { body })).toBeUndefined();
  expect(await failureOf(send(imports.gists, { body }))).toMatchObject({ code: 'invalid', status: 422 });
  expect(reached('POST /import/codehost_a/gists').map(({ status }) => status)).toEqual([202, 422]);
});

test('repositories of code host B and of code host B server are imported', async () => {
  const { as, reached } = await simulator();
  const send = as('owner');
  const server = {
    ...ofBServer,
    new_name: 'From server',
    target_namespace: groups.top,
    timeout_strategy: 'pessimistic',
  };
  await send(imports.fromCodehostBServer, { body: server as typeof ofBServer });
  await send(imports.fromCodehostBServer, { body: ofBServer });
  expect(reached('POST /import/codehost_b_server').map(({ body }) => body)).toEqual([server, ofBServer]);
  await send(imports.fromCodehostB, { body: { ...ofB, new_name: 'From cloud' } });
  const { codehost_b_email, codehost_b_api_token, ...rest } = ofB;
  expect([codehost_b_email, codehost_b_api_token]).not.toContain(undefined);
  const old = { ...rest, codehost_b_username: 'ada', codehost_b_app_password: external };
  await send(imports.fromCodehostB, { body: old });
  expect(reached('POST /import/codehost_b').map(({ body }) => body)).toEqual([{ ...ofB, new_name: 'From cloud' }, old]);
});

test('any successful reply to an import from code host B is accepted', async () => {
  const replies = [undefined, {}, { id: 5, import_status: 'scheduled' }];
  const platform = await testServer((_, __, response) => {
    const reply = replies[(platform.seen.length - 1) % replies.length];
    if (reply === undefined) response.writeHead(202).end();
    else json(response, reply, 201);
  });
  const { send } = senderTo(platform.url);
  for (const reply of replies) expect(await send(imports.fromCodehostB, { body: ofB })).toEqual(reply);
  for (const reply of replies) expect(await send(imports.fromCodehostBServer, { body: ofBServer })).toEqual(reply);
});

test('a refused token of the external service does not invalidate the token of the profile', async () => {
  const { as } = await simulator();
  const send = as('owner');
  const personal_access_token = 'invalid';
  const failure = await failureOf(send(imports.gists, { body: { personal_access_token } }));
  expect(failure).toMatchObject({ code: 'denied', status: 401, reason: undefined });
  expect(failure.reportedMessage).toBeTruthy();
  const without = await failureOf(as(null)(imports.gists, { body: { personal_access_token } }));
  expect(without).toMatchObject({ code: 'denied', reason: 'token-missing', status: 401 });
});

test('the limit of the external service is reported and holds back no other requests', async () => {
  const { rigAs, platform } = await simulator();
  const { send, clock } = rigAs('owner');
  const body = { personal_access_token: 'rate-limited' };
  const failure = await failureOf(send(imports.gists, { body }));
  expect(failure).toMatchObject({ code: 'throttled', status: 429 });
  expect(platform.requests.count('POST /import/codehost_a/gists')).toBe(1);
  await send(users.get, { path: { id: 1 } });
  expect(clock.slept).toEqual([]);
});

test('a long Retry-After of the external service is reported completely', async () => {
  const platform = await testServer((seen, _, response) => {
    if (seen.method === 'GET') json(response, user(1));
    else json(response, { message: '429 Too Many Requests' }, 429, { 'retry-after': '3600' });
  });
  const { send, clock } = senderTo(platform.url);
  const failure = await failureOf(send(imports.fromCodehostA, { body: ofA }));
  expect(failure).toMatchObject({ code: 'throttled', retryAtMs: clock.now() + 3_600_000 });
  expect(await send(users.get, { path: { id: 1 } })).toEqual(user(1));
  expect(platform.seen).toHaveLength(2);
});

test('failures, attempts and the log contain no secret of an external service', async () => {
  const platform = await testServer((seen, _, response) => json(response, { message: `bad: ${seen.body}` }, 422));
  const { send, attempts, lines } = senderTo(platform.url);
  const old = {
    repo_path: 'a/b',
    target_namespace: 'a',
    codehost_b_username: 'ada',
    codehost_b_app_password: external,
  };
  const refused = [
    send(imports.fromCodehostA, { body: ofA }),
    send(imports.gists, { body: { personal_access_token: external } }),
    send(imports.fromCodehostBServer, { body: ofBServer }),
    send(imports.fromCodehostB, { body: ofB }),
    send(imports.fromCodehostB, { body: old }),
  ];
  const failures = await Promise.all(refused.map(failureOf));
  const recorded = JSON.stringify([failures.map((failure) => [failure.toData(), failure.stack]), attempts, lines]);
  expect(recorded).toContain('[secret]');
  expect(recorded).not.toContain(external);
  expect(platform.seen.every(({ body }) => body.includes(external))).toBe(true);
});

test('input that the documents exclude is not sent', async () => {
  const { as, reached } = await simulator();
  const send = as('owner');
  const { codehost_b_email, codehost_b_api_token, ...bare } = ofB;
  const invalid = [
    [send(imports.fromCodehostA, { body: { ...ofA, target_namespace: ' ' } }), 'target_namespace'],
    [send(imports.fromCodehostA, { body: { ...ofA, repo_id: 'x' as never } }), 'repo_id'],
    [
      send(imports.fromCodehostA, {
        body: { ...ofA, optional_stages: { single_endpoint_issue_events_import: true } as object },
      }),
      'optional_stages.single_endpoint_issue_events_import',
    ],
    [
      send(imports.fromCodehostBServer, {
        body: { ...ofBServer, codehost_b_server_url: 'https://ada:secret@code.example' },
      }),
      'codehost_b_server_url',
    ],
    [send(imports.fromCodehostB, { body: bare }), 'codehost_b_api_token'],
    [send(imports.fromCodehostB, { body: { ...bare, codehost_b_api_token } }), 'codehost_b_email'],
    [
      send(imports.fromCodehostB, { body: { ...bare, codehost_b_email, codehost_b_app_password: 'x' } }),
      'codehost_b_api_token',
    ],
  ] as const;
  const failures = await Promise.all(invalid.map(async ([sent, field]) => ({ failure: await failureOf(sent), field })));
  for (const { failure, field } of failures) expect(failure).toMatchObject({ code: 'invalid', field });
  const both = { ...ofB, codehost_b_username: 'ada', codehost_b_app_password: 'x' };
  expect(await failureOf(send(imports.fromCodehostB, { body: both }))).toMatchObject({
    reason: 'exclusive-parameters',
  });
  expect([...reached('POST /import/codehost_a'), ...reached('POST /import/codehost_b')]).toEqual([]);
});

test('with the gitlab dialect, paths and fields have the names of GitLab', async () => {
  const platform = await testServer((_, __, response) => json(response, { id: 5 }, 201));
  const { send } = senderTo(platform.url, { dialect: 'gitlab' });
  await send(imports.fromCodehostA, { body: { ...ofA, codehost_a_hostname: 'code.example' } });
  await send(imports.cancel, { body: { project_id: 5 } });
  await send(imports.gists, { body: { personal_access_token: external } });
  await send(imports.fromCodehostBServer, { body: ofBServer });
  await send(imports.fromCodehostB, { body: ofB });
  expect(platform.seen.map(({ url }) => url.replace('/api/v4/import', ''))).toEqual([
    '/github',
    '/github/cancel',
    '/github/gists',
    '/bitbucket_server',
    '/bitbucket',
  ]);
  const fields = platform.seen.map(({ body }) => Object.keys(JSON.parse(body) as object));
  expect(fields[0]).toContain('github_hostname');
  expect(fields[3]).toContain('bitbucket_server_url');
  expect(fields[4]).toEqual(['repo_path', 'target_namespace', 'bitbucket_email', 'bitbucket_api_token']);
  expect(fields.flat().filter((name) => name.startsWith('codehost'))).toEqual([]);
});

test('importing requires a role in the namespace', async () => {
  const { as } = await simulator();
  const failure = await failureOf(as('developer')(imports.fromCodehostA, { body: ofA }));
  expect(failure.status).toBeOneOf([400, 403, 404, 422]);
});
