import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { days } from '#shared/time.ts';
import { syncList, rig } from '../../helpers/rig.ts';

const slice = { from: 0, count: 200 };

/** A webhook with some deliveries. */
async function withDeliveries() {
  const given = await rig({ as: 'admin' });
  const { world } = given.platform;
  const [event] = world.webhooks.events.all();
  const hook = world.webhooks.get(event?.webhook_id ?? 0);
  if (event === undefined || hook === undefined) throw new Error('no deliveries');
  const add = (trigger: string) => {
    const { id: _, ...fields } = event;
    return world.webhooks.events.add({ ...fields, trigger, created_at: world.clock.now() }).id;
  };
  const scope = `project:${hook.project_id}/hook:${hook.id}`;
  const recent = () => world.webhooks.recentEvents(hook).map(({ id }) => id);
  const idsOf = async (query: object = {}, { client } = given) => {
    const { rows } = await client.webhookEvents.list({ query: { scope, ...query }, slice });
    return rows.map(({ row }) => row.id).sort((a, b) => a - b);
  };
  const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
  return { given, scope, add, recent, idsOf, inOrder };
}

test('deliveries of a webhook are synced, searched and opened below their project', async () => {
  const { given, scope, add, recent, idsOf, inOrder } = await withDeliveries();
  const own = add('deployment_hooks');
  expect(await syncList(given.client, 'webhookEvents', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  expect(await idsOf()).toEqual(inOrder(recent()));
  expect(await idsOf({ search: 'deployment_hooks' })).toEqual([own]);
  expect(await idsOf({ filter: { trigger: 'deployment_hooks' } })).toEqual([own]);
  await given.client.webhookEvents.refresh({ scope, id: own });
  const found = await given.client.webhookEvents.get({ scope, id: own });
  expect(found?.row).toMatchObject({ trigger: 'deployment_hooks', first_seen_at: expect.any(String) as string });
});

test('deliveries that the platform no longer lists are kept, with the time when they were first seen', async () => {
  const { given, scope, add, recent, idsOf } = await withDeliveries();
  const { client, platform } = given;
  const old = add('old_hooks');
  await syncList(client, 'webhookEvents', scope);
  const firstSeen = async () => (await client.webhookEvents.get({ scope, id: old }))?.row.first_seen_at;
  const before = await firstSeen();
  await syncList(client, 'webhookEvents', scope);
  expect(await firstSeen()).toBe(before);

  platform.clock.advance(days(8));
  const later = add('new_hooks');
  expect(recent()).toEqual([later]);
  expect(await syncList(client, 'webhookEvents', scope)).toMatchObject({ state: 'done', notReturnedFound: 0 });
  expect(await idsOf()).toContain(old);
  expect(await idsOf({ notReturned: 'only' })).toEqual([]);
  expect(await firstSeen()).toBe(before);
  expect(await idsOf({ search: 'new_hooks' })).toEqual([later]);
});

test('if the cache is lost, deliveries are restored from the archive, with the time when they were first seen', async () => {
  const { given, scope, add, idsOf } = await withDeliveries();
  const old = add('old_hooks');
  await syncList(given.client, 'webhookEvents', scope);
  const all = await idsOf();
  const before = (await given.client.webhookEvents.get({ scope, id: old }))?.row.first_seen_at;
  const [profile] = (await given.client.profiles.list()).profiles;
  await given.core.close();
  rmSync(join(given.folder, 'data', 'profiles', profile?.id ?? ''), { recursive: true });
  const client = await given.restart();
  expect(await idsOf({}, { ...given, client })).toEqual(all);
  expect((await client.webhookEvents.get({ scope, id: old }))?.row.first_seen_at).toBe(before);
  await syncList(client, 'webhookEvents', scope);
  expect((await client.webhookEvents.get({ scope, id: old }))?.row.first_seen_at).toBe(before);
});

test('a project lists only the deliveries of its own webhooks, and its summary has their number and the time of the oldest sync', async () => {
  const { given, scope: first } = await withDeliveries();
  const { client, platform } = given;
  const { webhooks, projects } = platform.world;
  const [event] = webhooks.events.all();
  const hook = webhooks.get(event?.webhook_id ?? 0);
  const foreign = [...projects.all()].find(({ id }) => id !== hook?.project_id);
  if (event === undefined || hook === undefined || foreign === undefined) throw new Error('no deliveries');
  const withDelivery = (projectId: number): string => {
    const { id: _, ...hookFields } = hook;
    const { id: __, ...fields } = event;
    const { id } = webhooks.add({ ...hookFields, project_id: projectId });
    webhooks.events.add({ ...fields, webhook_id: id, created_at: platform.clock.now() });
    return `project:${projectId}/hook:${id}`;
  };
  const second = withDelivery(hook.project_id);
  const scope = `project:${hook.project_id}`;
  for (const one of [first, second, withDelivery(foreign.id)]) {
    await syncList(client, 'webhookEvents', one);
    platform.clock.advance(1_000);
  }

  const { rows, total } = await client.webhookEvents.list({ query: { scope }, slice });
  expect(new Set(rows.map((row) => row.scope))).toEqual(new Set([first, second]));
  const { live, completedAt, counts } = await client.webhookEvents.summary({ scope });
  const ofFirst = await client.webhookEvents.summary({ scope: first });
  expect([live, completedAt]).toEqual([total, ofFirst.completedAt]);
  expect(total).toBe(ofFirst.live + 1);
  const statuses = Object.values(counts['response_status'] ?? {});
  expect(statuses.reduce((sum, count) => sum + count, 0)).toBe(total);
  expect((await client.webhookEvents.list({ query: { scope: null }, slice })).total).toBe(total + 1);
});
