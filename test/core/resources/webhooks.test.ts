import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { minutes } from '#shared/time.ts';
import { applyAndWait, movableClock, rowsOf, waitForPlan } from '../changes-rig.ts';
import { rig, syncList, until } from '../../helpers/rig.ts';

const slice = { from: 0, count: 200 };

/** A receiver of webhooks that replies with the status that `status` has at that time. */
async function receiver() {
  const own = { url: '', status: 200, bodies: [] as string[], headers: [] as NodeJS.Dict<string | string[]>[] };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      own.bodies.push(Buffer.concat(chunks).toString());
      own.headers.push(request.headers);
      response.writeHead(own.status).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  own.url = `http://127.0.0.1:${address.port}/hook`;
  return own;
}

/** Webhooks with deliveries that failed, all synced. */
async function withDeliveries(each: number, names: readonly string[] = ['One', 'Two']) {
  const given = await rig({ as: 'admin' });
  const { client, platform } = given;
  const { world } = platform;
  const target = await receiver();
  const [event] = world.webhooks.events.all();
  const first = world.webhooks.get(event?.webhook_id ?? 0);
  if (event === undefined || first === undefined) throw new Error('no deliveries');
  const { id: _, ...fields } = first;
  const hooks = names.map((name) => world.webhooks.add({ ...fields, name, url: target.url }));
  const { id: __, ...delivery } = event;
  const project = `project:${first.project_id}`;
  // Issues contain the path of the project
  await syncList(client, 'issues');
  await syncList(client, 'webhooks', project);
  for (const hook of hooks) {
    for (let n = 0; n < each; n += 1)
      world.webhooks.events.add({
        ...delivery,
        webhook_id: hook.id,
        trigger: 'own_hooks',
        response_status: '500',
        created_at: world.clock.now(),
      });
    await syncList(client, 'webhookEvents', `${project}/hook:${hook.id}`);
  }
  const query = {
    scope: null,
    search: '',
    filter: { trigger: 'own_hooks' },
    sort: { by: 'id' as const, direction: 'asc' as const },
    notReturned: 'hide' as const,
  };
  const deliveries = async () => (await client.webhookEvents.list({ query, slice })).rows.map(({ row }) => row);
  const plan = () =>
    client.changes.plan({
      onRows: { op: 'webhooks.resend', collection: 'webhookEvents', selection: { kind: 'all', query, except: [] } },
    });
  return { ...given, world, target, hooks, project, deliveries, plan };
}

test('deliveries of several webhooks are resent in turns, and the list then shows the new status', async () => {
  const { client, target, hooks, deliveries, plan } = await withDeliveries(2);
  target.status = 202;
  const draft = await plan();
  expect(draft).toMatchObject({ total: 4, undo: { kind: 'none' }, confirmation: { kind: 'plan' } });
  const ids = (await rowsOf(client, draft.id)).map(({ path }) => Number(/hooks\/(\d+)/.exec(path)?.[1]));
  const [one, two] = hooks.map(({ id }) => id);
  expect(ids).toEqual([one, two, one, two]);
  expect((await rowsOf(client, draft.id))[0]).toMatchObject({
    ...{ label: 'One', place: 'acme/core', detail: expect.stringMatching(/\w+, \w+/) as string },
    changes: [{ field: 'response_status', before: '500', isSecret: false }],
  });
  expect(await applyAndWait(client, draft)).toMatchObject({ counts: { applied: 4 } });
  expect(target.bodies).toHaveLength(4);
  const rows = await until(
    deliveries,
    (all) => all.filter(({ resent_status }) => resent_status === '202').length === 4,
  );
  // The result of the first delivery stays as it is
  expect(rows.slice(0, 4).map(({ response_status }) => response_status)).toEqual(['500', '500', '500', '500']);
});

test('a resend that fails again is not counted as delivered, and the journal has the status before and after', async () => {
  const { client, target, plan } = await withDeliveries(1);
  target.status = 502;
  const draft = await plan();
  expect(await applyAndWait(client, draft)).toMatchObject({ counts: { 'failed-again': 2 }, undoable: 0 });
  const change = { field: 'response_status', before: '500', after: '502', isSecret: false };
  expect(await rowsOf(client, draft.id)).toMatchObject([
    { state: 'failed-again', status: 201, changes: [change] },
    { state: 'failed-again', status: 201, changes: [change] },
  ]);
  const { rows } = await client.journal.list({ query: { search: '502 two' }, slice });
  expect(rows).toMatchObject([{ label: 'Two', place: 'acme/core', state: 'applied', changes: [change] }]);
  target.status = 200;
  const again = await client.changes.again({ planId: draft.id, states: ['failed-again'] });
  expect(await applyAndWait(client, again)).toMatchObject({ counts: { applied: 2 } });
  expect((await rowsOf(client, again.id))[0]).toMatchObject({ changes: [{ before: '502', after: '200' }] });
});

test('the result of a resend stays after the next sync', async () => {
  const { client, hooks, project, deliveries, plan } = await withDeliveries(1);
  await applyAndWait(client, await plan());
  await until(deliveries, (all) => all.every(({ resent_status }) => resent_status === '200'));
  for (const { id } of hooks) await syncList(client, 'webhookEvents', `${project}/hook:${id}`);
  expect((await deliveries()).map(({ resent_status: status }) => status)).toEqual(['200', '200']);
});

test('a resend without a response of the receiver is listed with the message of the platform', async () => {
  const { client, world, hooks, deliveries, plan } = await withDeliveries(1);
  const [hook] = hooks;
  if (hook !== undefined) hook.url = 'http://127.0.0.1:1/unreachable';
  await client.changes.apply({ planId: (await plan()).id, stopOnError: false });
  const rows = await until(deliveries, (all) => all.every(({ resent_at: at }) => typeof at === 'string'));
  expect(rows.map(({ resent_status }) => resent_status)).toEqual([expect.stringContaining('ECONNREFUSED'), '200']);
  world.webhooks.events.remove(rows[0]?.id ?? 0);
  const refused = await applyAndWait(client, await plan(), false);
  expect(refused.counts).toMatchObject({ refused: 1, applied: 1 });
  // The platform no longer lists the delivery, so it was not sent
  expect((await deliveries())[0]).toMatchObject({ resent_at: rows[0]?.resent_at });
});

test('a plan stays within 5 resends a minute for each webhook, says how long that takes, and needs no 429', async () => {
  const time = movableClock();
  onTestFinished(() => void vi.restoreAllMocks());
  const { client, platform, target, plan } = await withDeliveries(7);
  const draft = await plan();
  expect(draft.estimatedMs).toBeGreaterThanOrEqual(minutes(1));
  expect(draft.estimatedMs).toBeLessThan(minutes(2));
  await client.changes.apply({ planId: draft.id });
  await until(
    () => target.bodies.length,
    (count) => count === 10,
  );
  const job = await until(
    async () => (await client.jobs.list()).jobs.find(({ kind }) => kind === 'changes.apply'),
    (found) => found?.state === 'waiting',
  );
  expect(job).toMatchObject({ failure: { code: 'throttled' }, resumeAt: expect.any(Number) as unknown });
  // An eleventh one would get a 429
  platform.clock.advance(minutes(1));
  time.pass(minutes(1));
  expect(await waitForPlan(client, draft.id)).toMatchObject({ counts: { applied: 14 } });
  expect(platform.requests.list().filter(({ status }) => status === 429)).toEqual([]);
});

test('a plan of 30 resends to 3 webhooks continues after a restart, and resends no delivery twice', async () => {
  const time = movableClock();
  onTestFinished(() => void vi.restoreAllMocks());
  const given = await withDeliveries(10, ['One', 'Two', 'Three']);
  const { platform, target, hooks } = given;
  const draft = await given.plan();
  const sent = () => platform.requests.list('POST /projects/:id/hooks/:hook_id/events/:hook_event_id/resend');
  await given.client.changes.apply({ planId: draft.id, stopOnError: false });
  await until(
    () => target.bodies.length,
    (count) => count >= 7,
  );
  const client = await given.restart();
  expect(await waitForPlan(client, draft.id, ['paused'])).toMatchObject({ pausedWhy: 'restart' });
  await client.changes.resume({ planId: draft.id });
  const plan = await until(
    async () => {
      time.pass(minutes(1));
      platform.clock.advance(minutes(1));
      return client.changes.get({ planId: draft.id });
    },
    ({ state }) => state === 'done',
  );
  // The reply to the delivery that was being sent is lost
  const { applied = 0, unknown = 0 } = plan.counts;
  expect([applied + unknown, unknown]).toEqual([30, expect.toSatisfy((count: number) => count <= 1)]);
  const done = sent().filter(({ status }) => status !== 429);
  expect(done).toHaveLength(30);
  expect(new Set(done.map(({ path }) => path))).toHaveLength(30);
  expect(target.bodies).toHaveLength(30);
  // The first delivery of each webhook is resent before the second ones
  const turns = done.slice(0, 3).map(({ path }) => Number(/hooks\/(\d+)/.exec(path)?.[1]));
  expect(turns).toEqual(hooks.map(({ id }) => id));
});

test('a new webhook has every trigger and secret, and is listed at once', async () => {
  const { client, world, project } = await withDeliveries(0);
  const body = {
    url: 'https://example.com/{place}',
    name: 'New',
    description: 'For the board',
    push_events: true,
    resource_access_token_events: true,
    push_events_branch_filter: '^release/',
    branch_filter_strategy: 'regex',
    enable_ssl_verification: false,
    custom_webhook_template: '{"ref":"{{ref}}"}',
    token: 'hook-token-secret',
    custom_headers: [{ key: 'X-Key', value: 'header-secret' }],
    url_variables: [{ key: 'place', value: 'variable-secret' }],
  };
  const id = Number(project.split(':')[1]);
  const draft = await client.changes.plan({ calls: [{ op: 'webhooks.create', path: { id }, body }] });
  const shown = JSON.stringify(await rowsOf(client, draft.id));
  for (const secret of ['hook-token-secret', 'header-secret', 'variable-secret']) expect(shown).not.toContain(secret);
  expect(await applyAndWait(client, draft)).toMatchObject({ counts: { applied: 1 } });
  const hook = [...world.webhooks.all()].find(({ name }) => name === 'New');
  expect(hook).toMatchObject({
    token: 'hook-token-secret',
    custom_headers: [{ key: 'X-Key', value: 'header-secret' }],
    url_variables: [{ key: 'place', value: 'variable-secret' }],
    branch_filter_strategy: 'regex',
  });
  const listed = await client.webhooks.list({ query: { scope: project, search: 'New' }, slice });
  expect(listed.rows.map(({ row }) => row.id)).toEqual([hook?.id]);
});

test('webhooks and their deliveries are found without a request of a person', async () => {
  const { client, platform } = await rig({ as: 'admin', isAutomatic: true });
  const { world } = platform;
  const names = async () => {
    const { rows } = await client.webhooks.list({ query: { scope: null }, slice });
    return rows.map(({ row }) => row.name);
  };
  await until(names, (all) => all.includes('Release board'));
  const states = await until(
    () => client.webhooks.watched(),
    ({ hooks }) => hooks.some(({ isAlerting }) => isAlerting),
  );
  const [{ scope } = { scope: '' }] = states.hooks;
  await client.webhooks.watch({ scope });
  const total = async () => (await client.webhookEvents.list({ query: { scope: null }, slice })).total;
  await until(total, (count) => count > 0);
  const [hook] = [...world.webhooks.all()].filter(({ name }) => name === 'Release board');
  if (hook === undefined) throw new Error('no webhook');
  await until(total, (count) => count >= world.webhooks.recentEvents(hook).length);
});
