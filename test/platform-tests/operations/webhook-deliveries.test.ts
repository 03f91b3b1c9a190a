import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import { listen } from '../listener.ts';
import { repositoryPath as repository, commit, fieldsOf, json, row } from '../repository-rig.ts';
import {
  DELIVERY_HEADERS,
  PUSH,
  PUSH_COMMIT,
  PUSH_PROJECT,
  PUSH_REPOSITORY,
  WEBHOOK_EVENT,
} from '../resources/webhooks.ts';
import { ask, start } from '../rig.ts';
import { addHook, eventsOf, HOOKS, push, readHook } from '../webhooks-rig.ts';

type Row = Record<string, unknown>;

test('a push is delivered with all documented headers and fields', async () => {
  const [platform, listener] = [await start(), await listen()];
  await addHook(platform, { url: `${listener.url}/in?x=1`, token: 'shared secret' });
  const before = row(await ask(platform, 'developer', `${repository()}/branches/stable`)).commit as Row;
  const made = await commit(
    platform,
    'stable',
    [
      { action: 'create', file_path: 'new.txt', content: 'x' },
      { action: 'update', file_path: 'README.md', content: 'y' },
      { action: 'delete', file_path: 'LICENSE' },
    ],
    { commit_message: 'Say it\n\nAt length.' },
  );
  await platform.world.webhookSender.idle();
  expect(listener.deliveries).toHaveLength(1);
  const [{ path, headers, body }] = listener.deliveries as [(typeof listener.deliveries)[number]];
  expect(path).toBe('/in?x=1');
  for (const name of DELIVERY_HEADERS) expect(headers[name.toLowerCase()], name).toMatch(/\S/);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-event': 'Push Hook',
    'x-service-instance': platform.url,
    'x-service-token': 'shared secret',
  });
  expect(fieldsOf(body)).toEqual(PUSH);
  expect(fieldsOf(body.project)).toEqual(PUSH_PROJECT);
  expect(fieldsOf(body.repository)).toEqual(PUSH_REPOSITORY);
  expect(body).toMatchObject({
    object_kind: 'push',
    event_name: 'push',
    before: before.id,
    after: made.id,
    checkout_sha: made.id,
    ref: 'refs/heads/stable',
    ref_protected: true,
    user_username: 'maintainer',
    project_id: (body.project as Row).id,
    total_commits_count: 1,
  });
  const [pushed] = body.commits as Row[];
  expect(fieldsOf(pushed)).toEqual(PUSH_COMMIT);
  expect(pushed).toMatchObject({
    id: made.id,
    message: 'Say it\n\nAt length.',
    title: 'Say it',
    author: { name: 'Daniel Okafor' },
    added: ['new.txt'],
    modified: ['README.md'],
    removed: ['LICENSE'],
  });
});

test('every change of a branch is delivered as a push', async () => {
  const [platform, listener] = [await start(), await listen()];
  await addHook(platform, { url: listener.url });
  const file = `${repository()}/files/one.txt`;
  const body = { branch: 'feature/login-form', commit_message: 'x', content: '1' };
  await ask(platform, 'developer', file, json('POST', body));
  await ask(platform, 'developer', file, json('PUT', { ...body, content: '2' }));
  await ask(platform, 'developer', file, json('DELETE', body));
  await ask(platform, 'developer', `${repository()}/branches`, json('POST', { branch: 'fresh', ref: 'main' }));
  await ask(platform, 'developer', `${repository()}/branches/fresh`, { method: 'DELETE' });
  await platform.world.webhookSender.idle();
  const zero = '0'.repeat(40);
  // Deliveries can arrive in another order
  const seen = listener.deliveries.map(({ body: { ref, before, after, total_commits_count } }) =>
    [ref, before === zero, after === zero, total_commits_count].join(' '),
  );
  expect(seen.sort()).toEqual([
    'refs/heads/feature/login-form false false 1',
    'refs/heads/feature/login-form false false 1',
    'refs/heads/feature/login-form false false 1',
    'refs/heads/fresh false true 0',
    'refs/heads/fresh true false 0',
  ]);
  expect(listener.deliveries.find(({ body: { after } }) => after === zero)?.body.checkout_sha).toBeNull();
});

test('every delivery is stored with redacted secrets', async () => {
  const [platform, listener] = [await start(), await listen()];
  listener.answer(202, 'queued');
  const hook = await addHook(platform, {
    url: listener.url,
    token: 'shared secret',
    custom_headers: [{ key: 'X-Board-Key', value: 'board secret' }],
  });
  await push(platform);
  const [event, ...rest] = await eventsOf(platform, hook.id);
  expect([fieldsOf(event), rest]).toEqual([WEBHOOK_EVENT, []]);
  expect(event).toMatchObject({
    url: listener.url,
    trigger: expect.stringMatching(/push/) as string,
    response_status: '202',
    response_body: 'queued',
    request_data: listener.deliveries[0]?.body,
  });
  expect(event?.execution_duration).toBeGreaterThan(0);
  expect(event?.execution_duration).toBeLessThan(10);
  expect(event?.response_headers).toMatchObject({ 'X-Answered-By': 'listener' });
  const headers = event?.request_headers as Record<string, string>;
  for (const name of DELIVERY_HEADERS) expect(headers[name], name).toMatch(/\S/);
  expect(JSON.stringify(event)).not.toMatch(/shared secret|board secret/);
  expect(listener.deliveries[0]?.headers).toMatchObject({
    'x-board-key': 'board secret',
    'x-service-event-uuid': headers['X-Service-Event-UUID'],
    'x-service-webhook-uuid': headers['X-Service-Webhook-UUID'],
    'idempotency-key': headers['Idempotency-Key'],
  });
});

test('a webhook keeps its UUID, and an event has the same UUID for all webhooks', async () => {
  const [platform, first, second] = [await start(), await listen(), await listen()];
  await addHook(platform, { url: first.url });
  await addHook(platform, { url: second.url });
  await push(platform);
  await push(platform);
  const all = (listener: typeof first, name: string) => listener.deliveries.map(({ headers }) => headers[name]);
  expect(new Set(all(first, 'x-service-webhook-uuid')).size).toBe(1);
  expect(all(first, 'x-service-webhook-uuid')[0]).not.toBe(all(second, 'x-service-webhook-uuid')[0]);
  expect(all(first, 'x-service-event-uuid')).toEqual(all(second, 'x-service-event-uuid'));
  expect(new Set(all(first, 'x-service-event-uuid')).size).toBe(2);
  const keys = [...all(first, 'idempotency-key'), ...all(second, 'idempotency-key')];
  expect(new Set(keys).size).toBe(4);
});

test.each([
  ['wildcard', 'release/*', ['release/1.0']],
  ['wildcard', 'docs-*', ['docs-v2.1']],
  ['wildcard', 'stable', ['stable']],
  ['wildcard', '', ['release/1.0', 'docs-v2.1', 'stable']],
  ['regex', '^(release|docs)', ['release/1.0', 'docs-v2.1']],
  ['regex', '\\d$', ['release/1.0', 'docs-v2.1']],
  ['all_branches', 'release/*', ['release/1.0', 'docs-v2.1', 'stable']],
])(
  '%s "%s" determines the branches whose pushes are delivered',
  async (branch_filter_strategy, push_events_branch_filter, expected) => {
    const [platform, listener] = [await start(), await listen()];
    const branch = { branch: 'release/1.0', ref: 'main' };
    await ask(platform, 'maintainer', `${repository()}/branches`, json('POST', branch));
    await addHook(platform, { url: listener.url, branch_filter_strategy, push_events_branch_filter });
    for (const name of ['release/1.0', 'docs-v2.1', 'stable']) await push(platform, name);
    expect(listener.deliveries.map(({ body }) => String(body.ref).replace('refs/heads/', ''))).toEqual(expected);
  },
);

test('notes, wiki pages, deployments and repository updates are delivered to webhooks with these triggers', async () => {
  const [platform, listener] = [await start(), await listen()];
  const flags = ['note', 'confidential_note', 'wiki_page', 'deployment', 'repository_update'];
  const triggers = Object.fromEntries(flags.map((name) => [`${name}_events`, true]));
  await addHook(platform, { url: listener.url, push_events: false, ...triggers });
  const kinds = async () => {
    await platform.world.webhookSender.idle();
    return listener.deliveries.map(({ headers }) => headers['x-service-event']);
  };
  const project = '/projects/acme%2Fcore';
  const [issue] = platform.world.issues.filter(({ project_id }) => project_id === 1);
  const notes = `${project}/issues/${issue?.iid}/notes`;
  await ask(platform, 'developer', notes, json('POST', { body: 'Hello' }));
  expect(await kinds()).toHaveLength(1);
  expect(listener.deliveries[0]?.body).toMatchObject({
    object_kind: 'note',
    object_attributes: { note: 'Hello' },
    issue: { iid: issue?.iid },
  });
  await ask(platform, 'developer', notes, json('POST', { body: 'Quietly', internal: true }));
  expect((await kinds()).at(-1)).toBe('Confidential Note Hook');
  await ask(platform, 'developer', `${project}/wikis`, json('POST', { title: 'Told', content: 'x' }));
  expect(await kinds()).toHaveLength(3);
  expect(listener.deliveries[2]?.body).toMatchObject({
    object_kind: 'wiki_page',
    object_attributes: { slug: 'Told', action: 'create', content: 'x' },
  });
  const { id: sha } = await push(platform);
  expect((await kinds()).at(-1)).toBe('Repository Update Hook');
  const deployment = { environment: 'e', sha, ref: 'feature/login-form', tag: false, status: 'running' };
  const made = row(await ask(platform, 'developer', `${project}/deployments`, json('POST', deployment)));
  expect(await kinds()).toHaveLength(5);
  expect(listener.deliveries[4]?.body).toMatchObject({ object_kind: 'deployment', status: 'running' });
  const update = json('PUT', { status: 'success' });
  await ask(platform, 'developer', `${project}/deployments/${String(made.id)}`, update);
  expect((await kinds()).at(-1)).toBe('Deployment Hook');
  expect(listener.deliveries[5]?.body).toMatchObject({ status: 'success', deployment_id: made.id });
});

test('notes on confidential issues are delivered only with the trigger for confidential notes', async () => {
  const [platform, loud, quiet] = [await start(), await listen(), await listen()];
  await addHook(platform, { url: loud.url, push_events: false, note_events: true });
  await addHook(platform, { url: quiet.url, push_events: false, confidential_note_events: true });
  const [issue] = platform.world.issues.filter(({ project_id, confidential }) => project_id === 1 && confidential);
  const notes = `/projects/acme%2Fcore/issues/${issue?.iid}/notes`;
  expect((await ask(platform, 'developer', notes, json('POST', { body: 'Hush' }))).status).toBe(201);
  await platform.world.webhookSender.idle();
  expect(loud.deliveries).toEqual([]);
  expect(quiet.deliveries.map(({ body }) => body.event_type)).toEqual(['confidential_note']);
});

test('a template defines the body, and variables are replaced in the address', async () => {
  const [platform, listener] = [await start(), await listen()];
  await addHook(platform, {
    url: `${listener.url}/{room}/in`,
    url_variables: [{ key: 'room', value: 'secret-room' }],
    custom_webhook_template: '{"what": "{{event_name}}", "who": "{{project.name}}", "count": {{total_commits_count}}}',
  });
  await push(platform);
  expect(listener.deliveries[0]).toMatchObject({
    path: '/secret-room/in',
    body: { what: 'push', who: 'Core', count: 1 },
  });
});

test('events are listed newest first, in pages, and filtered by status code or class', async () => {
  const [platform, listener] = [await start(), await listen()];
  const hook = await addHook(platform, { url: listener.url });
  for (const status of [200, 404, 204, 500, 503, 301, 422]) {
    listener.answer(status, '', status === 301 ? { location: `${listener.url}/elsewhere` } : {});
    await push(platform);
    platform.clock.advance(1000);
  }
  expect(listener.deliveries.every(({ path }) => path === '/')).toBe(true);
  const statuses = async (query: string) =>
    (await eventsOf(platform, hook.id, query)).map(({ response_status }) => response_status);
  expect(await statuses('')).toEqual(['422', '301', '503', '500', '204', '404', '200']);
  expect(await statuses('?status=200')).toEqual(['200']);
  expect(await statuses('?status=successful')).toEqual(['204', '200']);
  expect(await statuses('?status=client_failure')).toEqual(['422', '404']);
  expect(await statuses('?status=server_failure')).toEqual(['503', '500']);
  expect(await statuses('?per_page=3&page=2')).toEqual(['500', '204', '404']);
  for (const status of ['bad', '20', '999']) {
    expect((await ask(platform, 'maintainer', `${HOOKS}/${String(hook.id)}/events?status=${status}`)).status).toBe(400);
  }
});

test('events of the last seven days are listed, twenty on a page', async () => {
  const [platform, listener] = [await start(), await listen()];
  const hook = await addHook(platform, { url: listener.url });
  await push(platform);
  platform.clock.advance(7 * DAY_MS - 1000);
  expect(await eventsOf(platform, hook.id)).toHaveLength(1);
  platform.clock.advance(2000);
  expect(await eventsOf(platform, hook.id)).toEqual([]);

  const fresh = await start();
  const [seeded] = (await ask(fresh, 'maintainer', HOOKS)).rows;
  const page = await ask(fresh, 'maintainer', `${HOOKS}/${String(seeded?.id)}/events`);
  expect(page.rows).toHaveLength(20);
  expect(Number(page.headers.get('x-total'))).toBeGreaterThan(20);
  expect(page.rows.map(fieldsOf)).toEqual(page.rows.map(() => WEBHOOK_EVENT));
});

test('a resent event has the same body and the same key, and is stored again', async () => {
  const [platform, listener] = [await start(), await listen()];
  listener.answer(503);
  const hook = await addHook(platform, { url: listener.url });
  await push(platform);
  const [event] = await eventsOf(platform, hook.id);
  listener.answer(201);
  const path = `${HOOKS}/${String(hook.id)}/events/${String(event?.id)}/resend`;
  const answer = await ask(platform, 'maintainer', path, { method: 'POST' });
  expect([200, 201]).toContain(answer.status);
  expect(answer.json).toEqual({ response_status: 201 });
  const [first, second] = listener.deliveries;
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  const events = await eventsOf(platform, hook.id);
  expect(events.map(({ response_status }) => response_status)).toEqual(['201', '503']);
  expect(
    (await ask(platform, 'maintainer', path.replace(/\d+\/resend/, '99999/resend'), { method: 'POST' })).status,
  ).toBe(404);
});

test('each user can resend five events of a webhook per minute', async () => {
  const [platform, listener] = [await start(), await listen()];
  const [hook, other] = [
    await addHook(platform, { url: listener.url }),
    await addHook(platform, { url: listener.url }),
  ];
  await push(platform);
  const resend = async (id: unknown, who: 'maintainer' | 'owner' = 'maintainer') => {
    const [event] = await eventsOf(platform, id);
    const path = `${HOOKS}/${String(id)}/events/${String(event?.id)}/resend`;
    const { status } = await ask(platform, who, path, { method: 'POST' });
    return status === 200 ? 201 : status;
  };
  for (let i = 0; i < 5; i += 1) expect(await resend(hook.id)).toBe(201);
  expect(await resend(hook.id)).toBe(429);
  expect([await resend(other.id), await resend(hook.id, 'owner')]).toEqual([201, 201]);
  platform.clock.advance(60_000);
  expect(await resend(hook.id)).toBe(201);
});

test('a delivery without a response is stored, and a resend of it is refused', async () => {
  const platform = await start();
  const hook = await addHook(platform, { url: 'http://127.0.0.1:9/nobody' });
  await push(platform);
  const [event] = await eventsOf(platform, hook.id);
  expect(event?.response_status).not.toMatch(/^\d+$/);
  expect(event?.response_body).toMatch(/\w/);
  const path = `${HOOKS}/${String(hook.id)}/events/${String(event?.id)}/resend`;
  expect((await ask(platform, 'maintainer', path, { method: 'POST' })).status).toBeGreaterThanOrEqual(400);
  expect(await eventsOf(platform, hook.id)).toHaveLength(2);
});

test('a webhook that fails repeatedly is disabled temporarily, longer each time', async () => {
  const [platform, listener] = [await start(), await listen()];
  listener.answer(500);
  const hook = await addHook(platform, { url: listener.url });
  for (let i = 0; i < 3; i += 1) await push(platform);
  expect(await readHook(platform, hook.id)).toMatchObject({ alert_status: 'executable', disabled_until: null });
  await push(platform);
  const resting = await readHook(platform, hook.id);
  expect(resting.alert_status).not.toBe('executable');
  const pause = Date.parse(String(resting.disabled_until)) - platform.clock.now();
  expect(pause).toBeGreaterThan(0);
  await push(platform);
  expect(listener.deliveries).toHaveLength(4);
  platform.clock.advance(pause);
  expect((await readHook(platform, hook.id)).alert_status).toBe('executable');
  await push(platform);
  expect(listener.deliveries).toHaveLength(5);
  const again = Date.parse(String((await readHook(platform, hook.id)).disabled_until)) - platform.clock.now();
  expect(again).toBeGreaterThan(pause);
  platform.clock.advance(again);
  listener.answer(200);
  await push(platform);
  expect(await readHook(platform, hook.id)).toMatchObject({ alert_status: 'executable', disabled_until: null });
});
