import { expect, test } from 'vitest';
import { commits } from '#main/api/endpoints/commits.ts';
import { webhooks } from '#main/api/endpoints/webhooks.ts';
import { failureOf, json, testServer } from '../rig.ts';
import { projects, simulator, type Simulator } from './simulator.ts';

const id = projects.private;
const path = { id };

async function board({ as }: Simulator): Promise<number> {
  const rows = await as('maintainer')(webhooks.list, { path });
  return rows.find(({ name }) => name === 'Release board')?.id ?? 0;
}

test('webhooks are listed in pages and read one by one, without the values of secrets', async () => {
  const simulated = await simulator();
  const send = simulated.as('maintainer');
  const page = await send.page(webhooks.list, { path, query: { per_page: 1 } });
  expect(page).toMatchObject({ total: 2 });
  const one = await send(webhooks.get, { path: { id, hook_id: await board(simulated) } });
  expect(one).toMatchObject({ name: 'Release board', push_events: true, custom_headers: [{ key: 'X-Board-Key' }] });
  expect(one).not.toHaveProperty('token');
  const failure = await failureOf(send(webhooks.get, { path: { id, hook_id: 9_000_000 } }));
  expect(failure).toMatchObject({ code: 'missing', status: 404 });
});

test('deliveries of the last days are listed, and filtered by status or class of status', async () => {
  const simulated = await simulator();
  const send = simulated.as('maintainer');
  const hook_id = await board(simulated);
  const statuses = async (status: 200 | 'successful' | 'client_failure' | 'server_failure') => {
    const query = { status, per_page: 100, page: 1 };
    const rows = await send(webhooks.listEvents, { path: { id, hook_id }, query });
    return [...new Set(rows.map(({ response_status }) => Math.floor(Number(response_status) / 100)))];
  };
  const all = await send(webhooks.listEvents, { path: { id, hook_id } });
  expect(all).toHaveLength(20);
  expect(all[0]).toMatchObject({ trigger: 'push_hooks', request_data: { object_kind: 'push' } });
  expect(await statuses(200)).toEqual([2]);
  expect(await statuses('successful')).toEqual([2]);
  for (const status of ['client_failure', 'server_failure'] as const) {
    expect([[], [status === 'client_failure' ? 4 : 5]]).toContainEqual(await statuses(status));
  }
  expect(simulated.reached('GET /projects/:id/hooks/:hook_id/events')[1]?.query).toContainEqual(['status', '200']);
});

const secrets = { token: 'hook-token-secret', header: 'header-value-secret', variable: 'variable-secret' };

test('a webhook with all fields is called by a push, and its delivery is resent', async () => {
  const simulated = await simulator();
  const { send, attempts, lines } = simulated.rigAs('maintainer');
  const receiver = await testServer((_, __, response) => json(response, { ok: true }));
  const body = {
    url: `${receiver.url}/{where}`,
    name: 'New',
    description: 'All of it',
    push_events: true,
    tag_push_events: false,
    issues_events: true,
    confidential_issues_events: true,
    merge_requests_events: true,
    note_events: true,
    confidential_note_events: true,
    job_events: true,
    pipeline_events: true,
    wiki_page_events: true,
    deployment_events: true,
    releases_events: true,
    milestone_events: true,
    feature_flag_events: true,
    resource_access_token_events: true,
    repository_update_events: true,
    push_events_branch_filter: '^main$',
    branch_filter_strategy: 'regex' as const,
    enable_ssl_verification: false,
    custom_webhook_template: '{"kind":"{{object_kind}}"}',
    token: secrets.token,
    custom_headers: [{ key: 'X-Key', value: secrets.header }],
    url_variables: [{ key: 'where', value: secrets.variable }],
  };
  const hook = await send(webhooks.create, { path, body });
  const { token: _, custom_headers: __, url_variables: ___, ...returned } = body;
  expect(hook).toMatchObject(returned);
  expect(simulated.reached('POST /projects/:id/hooks')[0]?.body).toEqual(body);

  await send(commits.create, { path, body: { branch: 'main', commit_message: 'x', allow_empty: true } });
  // A push may trigger further events
  const pushes = () => receiver.seen.filter(({ body: text }) => text === '{"kind":"push"}');
  await expect.poll(() => pushes().length).toBe(1);
  expect(pushes()[0]).toMatchObject({
    url: `/${secrets.variable}`,
    headers: { 'x-service-token': secrets.token, 'x-key': secrets.header },
  });
  const at = { id, hook_id: hook.id };
  const pushEvent = async () =>
    (await send(webhooks.listEvents, { path: at })).find((row) => row.trigger === 'push_hooks');
  await expect.poll(pushEvent).toBeDefined();
  const resent = await send(webhooks.resend, { path: { ...at, hook_event_id: (await pushEvent())?.id ?? 0 } });
  expect(Number(resent.response_status)).toBe(200);
  expect(pushes()).toHaveLength(2);
  const shown = JSON.stringify([attempts, lines]);
  for (const secret of Object.values(secrets)) expect(shown).not.toContain(secret);
});

test('deliveries of one webhook are resent at most five times a minute, and the platform refuses none', async () => {
  const simulated = await simulator();
  const { send, slept } = simulated.inStep('maintainer');
  const receiver = await testServer((_, __, response) => json(response, {}));
  const body = { url: receiver.url, push_events: true };
  const { id: hook_id } = await send(webhooks.create, { path, body });
  await send(commits.create, { path, body: { branch: 'main', commit_message: 'x', allow_empty: true } });
  const list = () => send(webhooks.listEvents, { path: { id, hook_id } });
  await expect.poll(async () => (await list()).length).toBe(1);
  const hook_event_id = (await list())[0]?.id ?? 0;
  for (let count = 0; count < 6; count += 1) await send(webhooks.resend, { path: { id, hook_id, hook_event_id } });
  expect(slept).toEqual([60_000]);
  const statuses = simulated.reached('POST /projects/:id/hooks/:hook_id/events/:hook_event_id/resend');
  expect(statuses.filter(({ status }) => status === 429)).toEqual([]);
});

test('the platform refuses an invalid address, and the failure contains no secret of it', async () => {
  const { as } = await simulator();
  const send = as('maintainer');
  const bad = await failureOf(send(webhooks.create, { path, body: { url: 'ftp://x.example' } }));
  expect(bad).toMatchObject({ code: 'invalid', status: expect.toBeOneOf([400, 422]) as number });
  const refused = await failureOf(send(webhooks.create, { path, body: { url: 'http://', token: secrets.token } }));
  expect(refused).toMatchObject({ code: 'invalid' });
  const filter = { url: 'https://x.example', branch_filter_strategy: 'regex' as const, push_events_branch_filter: '(' };
  expect((await failureOf(send(webhooks.create, { path, body: filter }))).status).toBeOneOf([400, 422]);
});

test('webhooks are hidden from developers and visible to administrators', async () => {
  const { as } = await simulator();
  expect(await failureOf(as('developer')(webhooks.list, { path }))).toMatchObject({ code: 'denied', reason: 'role' });
  expect(await failureOf(as('outsider')(webhooks.list, { path }))).toMatchObject({ code: 'missing' });
  expect(await as('admin')(webhooks.list, { path })).toHaveLength(2);
});
