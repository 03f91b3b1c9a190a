import { expect, test } from 'vitest';
import { syncList, rig, until } from '../../helpers/rig.ts';
import { applyAndWait, rowsOf } from '../changes-rig.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';

const slice = { from: 0, count: 200 };

test('mirrors of several projects are synced, and listed, searched and filtered together', async () => {
  const { client, platform } = await rig();
  const { remoteMirrors } = platform.world;
  for (const id of new Set([...remoteMirrors.all()].map((mirror) => mirror.project_id))) {
    const scope = `project:${id}`;
    expect(await syncList(client, 'remoteMirrors', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  }
  const idsOf = async (query: object = {}) => {
    const { rows } = await client.remoteMirrors.list({ query: { scope: null, ...query }, slice });
    return rows.map(({ row }) => row.id).sort((a, b) => a - b);
  };
  const all = [...remoteMirrors.all()];
  const ids = (kept: typeof all) => kept.map(({ id }) => id).sort((a, b) => a - b);
  expect(await idsOf()).toEqual(ids(all));
  expect(await idsOf({ search: 'permission denied' })).toEqual(
    ids(all.filter(({ updates }) => updates.at(-1)?.error?.includes('Permission denied') === true)),
  );
  expect(await idsOf({ filter: { enabled: false } })).toEqual(ids(all.filter(({ enabled }) => !enabled)));
  const failed = all.filter((mirror) => remoteMirrors.stateOf(mirror).update_status === 'failed');
  expect(await idsOf({ filter: { update_status: ['failed', 'started'] } })).toEqual(ids(failed));
});

/** A project with mirrors whose list is synced, with Reeve's own fields in each row. */
async function withMirrors() {
  const given = await rig();
  const { world } = given.platform;
  const project = world.projects.lookup(PROJECT_PATHS.private);
  const scope = `project:${project?.id ?? 0}`;
  const [mirror] = world.remoteMirrors.of(project?.id ?? 0);
  if (mirror === undefined) throw new Error('no mirror');
  const rowOf = async () => (await given.client.remoteMirrors.get({ scope, id: mirror.id }))?.row;
  const sync = () => syncList(given.client, 'remoteMirrors', scope);
  const factsOf = async () => (await given.client.remoteMirrors.facts({ rows: [{ scope, id: mirror.id }] })).facts[0];
  await sync();
  await until(rowOf, (row) => row?.alarm_rank !== undefined);
  const now = given.platform.clock.now();
  const update = (minutesAgo: number, error: string | null) => {
    const endsAt = now - minutesAgo * 60_000;
    mirror.updates = [...mirror.updates, { startsAt: endsAt - 40_000, endsAt, error }];
  };
  return { given, scope, mirror, sync, rowOf, factsOf, update };
}

test('a mirror that fails is an alarm until it succeeds, and both are recorded', async () => {
  const { given, scope, mirror, sync, rowOf, factsOf, update } = await withMirrors();
  const { client } = given;
  const before = await rowOf();
  expect(before).toMatchObject({ target_host: 'git.example', alarm: null, alarm_rank: 3, is_overdue: true });

  update(30, '13:push: Connection timed out');
  await sync();
  await until(rowOf, (row) => row?.alarm === 'failed');
  expect(await factsOf()).toMatchObject({ alarm: { kind: 'failed', count: 1 }, enabledInProject: 2 });
  const failed = await client.remoteMirrors.list({ query: { scope: null, filter: { alarm: 'failed' } }, slice });
  expect(failed.rows.map(({ row }) => row.id)).toContain(mirror.id);

  update(10, null);
  await sync();
  await until(rowOf, (row) => row?.alarm === null);
  expect(await rowOf()).toMatchObject({ alarm_rank: 3, is_overdue: false });
  expect((await factsOf())?.bars.map(({ state }) => state)).toEqual(['ok', 'failed', 'ok']);
  const { events } = await client.remoteMirrors.record({ scope, id: mirror.id });
  expect(events).toMatchObject([{ kind: 'recovered', count: 1, ms: 40_000 }]);
});

test('a sync without a change writes no marks and changes no row', async () => {
  const { given, scope, mirror, sync, rowOf } = await withMirrors();
  const { client } = given;
  const { events } = await client.remoteMirrors.record({ scope, id: mirror.id });
  const before = await rowOf();
  await sync();
  await client.remoteMirrors.mute({ scope, id: mirror.id, until: null });
  expect(await rowOf()).toEqual(before);
  const after = (await client.remoteMirrors.record({ scope, id: mirror.id })).events;
  expect(after.map(({ kind }) => kind)).toEqual(['unmuted', ...events.map(({ kind }) => kind)]);
});

test('a muted alarm is not shown among the alarms, also after a restart', async () => {
  const { given, scope, mirror, sync, rowOf, update } = await withMirrors();
  update(30, 'refused');
  await sync();
  await until(rowOf, (row) => row?.alarm === 'failed');
  const end = Date.now() + 3_600_000;
  await given.client.remoteMirrors.mute({ scope, id: mirror.id, until: end });
  expect(await rowOf()).toMatchObject({ alarm: null, alarm_rank: 3 });
  const client = await given.restart();
  const { facts } = await client.remoteMirrors.facts({ rows: [{ scope, id: mirror.id }] });
  expect(facts).toMatchObject([{ mutedUntil: end, alarm: { kind: 'failed' } }]);
  await client.remoteMirrors.mute({ scope, id: mirror.id, until: null });
  expect((await client.remoteMirrors.get({ scope, id: mirror.id }))?.row.alarm).toBe('failed');
});

test('changed host keys are an alarm until they are accepted', async () => {
  const { given, scope, mirror, sync, rowOf, factsOf } = await withMirrors();
  const other = [...given.platform.world.remoteMirrors.all()].flatMap(({ host_keys: keys }) => keys);
  mirror.host_keys = other.slice(0, 1);
  await sync();
  await until(rowOf, (row) => row?.alarm === 'host_keys');
  expect((await factsOf())?.alarm).toMatchObject({ kind: 'host_keys', added: 1, removed: 0 });
  await given.client.remoteMirrors.acceptHostKeys({ scope, id: mirror.id });
  expect((await rowOf())?.alarm).toBeNull();
});

test('a refreshed row keeps the fields that Reeve added, and a copy does not contain them', async () => {
  const { given, scope, mirror, rowOf } = await withMirrors();
  const before = await rowOf();
  await given.client.remoteMirrors.refresh({ scope, id: mirror.id });
  expect(await rowOf()).toEqual(before);
  const selection = { kind: 'all' as const, query: { scope }, except: [] };
  const { text } = await given.client.remoteMirrors.copy({ selection, format: 'json', columns: [] });
  expect(text).toContain('git.example');
  expect(text).not.toContain('alarm_rank');
});

test('the public key of a mirror is read, and that of a mirror with a password is refused', async () => {
  const { given, scope, mirror } = await withMirrors();
  const { client, platform } = given;
  const ssh = platform.world.remoteMirrors.of(mirror.project_id).find((one) => one.auth_method === 'ssh_public_key');
  const { publicKey } = await client.remoteMirrors.publicKey({ scope, id: ssh?.id ?? 0 });
  expect(publicKey).toBe(ssh?.public_key);
  await expect(client.remoteMirrors.publicKey({ scope, id: mirror.id })).rejects.toMatchObject({ status: 400 });
});

test('an update that the platform begins by itself is seen until its end, without a sync by a person', async () => {
  const { client, platform } = await rig({ isAutomatic: true });
  const { projects, remoteMirrors } = platform.world;
  const id = projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const scope = `project:${id}`;
  await client.watches.set({ mode: 'eager' });
  await client.catalogue.add({ text: PROJECT_PATHS.private, kind: 'project', isPinned: false });
  const [mirror] = remoteMirrors.of(id);
  if (mirror === undefined) throw new Error('no mirror');
  let checkedAt = 0;
  const statusOf = async () => {
    // The first check is within 20 seconds, which is too long for a test
    if (Date.now() - checkedAt > 1_000) {
      checkedAt = Date.now();
      await client.remoteMirrors.check({ scopes: [scope] });
    }
    return (await client.remoteMirrors.get({ scope, id: mirror.id }))?.row.update_status;
  };
  await until(statusOf, (status) => status !== undefined);

  const before = mirror.updates;
  const startsAt = platform.clock.now() - 60_000;
  mirror.updates = [...before, { startsAt, endsAt: Number.POSITIVE_INFINITY, error: null }];
  await until(statusOf, (status) => status === 'started');
  mirror.updates = [...before, { startsAt, endsAt: startsAt + 40_000, error: null }];
  await until(statusOf, (status) => status === 'finished');
  const barsOf = async () => (await client.remoteMirrors.facts({ rows: [{ scope, id: mirror.id }] })).facts[0]?.bars;
  const bars = await until(barsOf, (all) => all?.length === 2);
  expect(bars?.map(({ state }) => state)).toEqual(['ok', 'ok']);
});

test('a forced update is shown as scheduled at once', async () => {
  const { given, mirror, rowOf } = await withMirrors();
  const { client, platform } = given;
  const path = { id: mirror.project_id, mirror_id: mirror.id };
  await applyAndWait(client, await client.changes.plan({ calls: [{ op: 'remote-mirrors.sync', path }] }));
  await until(rowOf, (row) => row?.update_status === 'scheduled');
  expect(platform.world.remoteMirrors.get(mirror.id)?.updates).toHaveLength(2);
  await until(rowOf, (row) => row?.alarm_rank === 2);
});

test('a plan that updates several mirrors skips the disabled ones, and says why', async () => {
  const { given, scope } = await withMirrors();
  const { client, platform } = given;
  const query = { scope, search: '', filter: {}, sort: { by: 'id' as const, direction: 'asc' as const } };
  const selection = { kind: 'all' as const, query: { ...query, notReturned: 'hide' as const }, except: [] };
  const { rows } = await client.remoteMirrors.list({ query, slice });
  const disabled = rows.filter(({ row }) => row.enabled === false).length;
  expect(disabled).toBeGreaterThan(0);
  const draft = await client.changes.plan({
    onRows: { op: 'remote-mirrors.sync', collection: 'remoteMirrors', selection },
  });
  expect(draft.counts).toEqual({ planned: rows.length - disabled, skipped: disabled });
  expect((await rowsOf(client, draft.id)).find(({ state }) => state === 'skipped')).toMatchObject({
    reportedMessage: 'This mirror is disabled, so it isn’t updated.',
  });
  expect(await applyAndWait(client, draft)).toMatchObject({
    state: 'done',
    counts: { applied: rows.length - disabled },
  });
  expect(platform.requests.count('POST /projects/:id/remote_mirrors/:mirror_id/sync')).toBe(rows.length - disabled);
});
