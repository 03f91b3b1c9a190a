import { expect, test } from 'vitest';
import { rig, syncList, until } from '../../helpers/rig.ts';

const slice = { from: 0, count: 200 };

async function withWebhooks() {
  const { client, platform } = await rig({ as: 'admin' });
  const { world } = platform;
  const projectId = world.webhooks.all()[0]?.project_id ?? 0;
  const hooks = world.webhooks.of(projectId);
  const scope = `project:${projectId}`;
  await syncList(client, 'webhooks', scope);
  const names = async (query: object = {}) => {
    const { rows } = await client.webhooks.list({ query: { scope, ...query }, slice });
    return rows.map(({ row }) => row.name).sort();
  };
  return { client, world, scope, hooks, names };
}

test('webhooks of a project are listed, searched and filtered by TLS verification', async () => {
  const { hooks, names, client } = await withWebhooks();
  expect(await names()).toEqual(hooks.map(({ name }) => name).sort());
  expect(await names({ search: 'releas board' })).toEqual(['Release board']);
  expect(await names({ search: 'deliveries' })).toEqual(hooks.map(({ name }) => name).sort());
  expect(await names({ filter: { enable_ssl_verification: false } })).toEqual(['Chat']);
  expect((await client.search.find({ words: 'release board', limit: 5 })).hits).toContainEqual(
    expect.objectContaining({ kind: 'webhooks' }),
  );
});

test('webhooks are found by the path of their project, also after it is renamed, and copies do not contain the path', async () => {
  const { hooks, names, client, world, scope } = await withWebhooks();
  const all = hooks.map(({ name }) => name).sort();
  const project = world.projects.get(hooks[0]?.project_id ?? 0);
  if (project === undefined) throw new Error('no project');
  const found = (search: string) =>
    until(
      () => names({ search }),
      (some) => some.length === all.length,
    );
  // The references of issues contain the path of the project
  await syncList(client, 'issues');
  expect(await found(world.projects.fullPath(project))).toEqual(all);
  expect(await names({ search: 'acme releas' })).toEqual(['Release board']);
  project.path = 'renamed';
  await syncList(client, 'issues');
  expect(await found('acme/renamed')).toEqual(all);
  const { ids } = await client.webhooks.ids({
    query: { scope, search: '', filter: {}, sort: { by: 'id', direction: 'asc' }, notReturned: 'hide' },
    from: 0,
    count: 1,
  });
  const { text } = await client.webhooks.copy({ selection: { kind: 'ids', ids }, format: 'json', columns: [] });
  expect(text).not.toContain('project_path');
});

test('a webhook counts as disabled until its pause ends, and as alerting also if only its status says so', async () => {
  const { hooks, names, world, client, scope } = await withWebhooks();
  expect(await names({ filter: { state: 'alerting' } })).toEqual(['Chat']);
  const [first] = hooks;
  if (first === undefined) throw new Error('no webhook');
  Object.assign(world.webhooks.get(first.id) ?? {}, { failures: 4, disabled_until: world.clock.now() + 60_000 });
  await syncList(client, 'webhooks', scope);
  expect(await names({ filter: { state: 'disabled' } })).toEqual(['Chat', 'Release board']);
  expect(await names({ filter: { state: 'executable' } })).toEqual([]);
});

test('deliveries are filtered by result without the platform, and found by their payload and headers', async () => {
  const { client, world, hooks } = await withWebhooks();
  const [hook] = hooks;
  if (hook === undefined) throw new Error('no webhook');
  const scope = `project:${hook.project_id}/hook:${hook.id}`;
  const [event] = world.webhooks.recentEvents(hook);
  if (event === undefined) throw new Error('no deliveries');
  const { id: _, ...fields } = event;
  for (const response_status of ['204', '404', '503', 'internal error'])
    world.webhooks.events.add({
      ...fields,
      response_status,
      request_data: () => ({ deep: [{ word: `ten ${response_status}` }] }),
    });
  await syncList(client, 'webhookEvents', scope);
  const statuses = async (query: object) => {
    const { rows } = await client.webhookEvents.list({ query: { scope, ...query }, slice });
    return [...new Set(rows.map(({ row }) => String(row.response_status)))].sort();
  };
  expect((await statuses({ filter: { status: 'successful' } })).every((code) => code.startsWith('2'))).toBe(true);
  expect(await statuses({ filter: { status: 503 } })).toEqual(['503']);
  expect(await statuses({ filter: { code: 404 } })).toEqual(['404']);
  expect(await statuses({ filter: { code: 404, status: 'server_failure' } })).toEqual([]);
  expect(await statuses({ filter: { status: 'no_response' } })).toEqual(['internal error']);
  expect(await statuses({ filter: { status: 'client_failure' } })).toEqual(['404']);
  expect(await statuses({ filter: { status: 'failed' } })).toContain('internal error');
  expect(await statuses({ filter: { status: 'failed' } })).not.toContain('204');
  expect(await statuses({ search: 'ten 204' })).toEqual(['204']);
});
