import { expect, test } from 'vitest';
import { days } from '#shared/time.ts';
import { ended, syncList, rig, until, type Rig } from '../../helpers/rig.ts';

const query = { scope: '', sort: { by: 'id', direction: 'asc' } } as const;
const keysOf = async (client: Rig['client'], ids: readonly number[]): Promise<number[]> => {
  const { rows } = await client.runners.list({ query, slice: { from: 0, count: 200 } });
  return rows.filter(({ row }) => ids.includes(row.id)).map(({ key }) => key);
};
const applied = async (client: Rig['client'], planId: string): Promise<void> => {
  await client.changes.apply({ planId });
  await expect.poll(async () => (await client.changes.get({ planId })).state).toBe('done');
};

test('pausing one runner needs no plan, can be undone exactly, and is visible in the list immediately', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  const runner = platform.world.runners.find(({ paused }) => !paused);
  const id = runner?.id ?? 0;
  const isPausedHere = async () => (await client.runners.get({ scope: '', id }))?.row.paused;
  const { plan, row } = await client.changes.run({ op: 'runners.edit', path: { id }, body: { paused: true } });
  expect(row).toMatchObject({ state: 'applied', undo: { kind: 'exact' } });
  expect(platform.world.runners.get(id)?.paused).toBe(true);
  await expect.poll(isPausedHere).toBe(true);
  await applied(client, (await client.changes.undo({ planId: plan.id })).id);
  expect(platform.world.runners.get(id)?.paused).toBe(false);
  await expect.poll(isPausedHere).toBe(false);
});

test('only writes to fields that the API does not return are reported as lossy to undo', async () => {
  const { client, platform } = await rig();
  const id = platform.world.runners.find(({ tag_list }) => tag_list.length > 0)?.id ?? 0;
  const undoOf = async (body: object) => {
    const plan = await client.changes.plan({ calls: [{ op: 'runners.edit', path: { id }, body: { ...body } }] });
    return plan.undo;
  };
  expect(await undoOf({ locked: true, maintenance_note: 'moved' })).toEqual({
    ...{ kind: 'lossy', what: [], possible: ['locked'] },
  });
  expect(await undoOf({ description: 'renamed', tag_list: ['new'], maximum_timeout: 3_600 })).toEqual({
    kind: 'exact',
  });
  // Real installations refuse both names of one setting in a request
  const twice = { reason: 'two-names', field: 'calls.0.active' };
  await expect(undoOf({ active: false, paused: true })).rejects.toMatchObject(twice);
});

test('tags are added and removed runner by runner, or replaced in all', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  const { runners } = platform.world;
  const chosen = runners.filter(({ tag_list }) => tag_list.includes('linux')).slice(0, 3);
  const ids = chosen.map(({ id }) => id);
  const before = chosen.map(({ tag_list }) => [...tag_list]);
  const selection = { kind: 'ids', ids: await keysOf(client, ids) };
  const onRows = { op: 'runners.edit', collection: 'runners', selection };
  const merged = await client.changes.plan({
    onRows: { ...onRows, merge: { tag_list: { add: ['rack-7'], remove: ['linux'] } } },
  });
  await applied(client, merged.id);
  const tagsNow = () => ids.map((id) => runners.get(id)?.tag_list);
  expect(tagsNow()).toEqual(before.map((tags) => [...tags.filter((tag) => tag !== 'linux'), 'rack-7']));
  const replaced = await client.changes.plan({ onRows: { ...onRows, body: { tag_list: ['only'] } } });
  await applied(client, replaced.id);
  expect(tagsNow()).toEqual(ids.map(() => ['only']));
  await applied(client, (await client.changes.undo({ planId: replaced.id })).id);
  await applied(client, (await client.changes.undo({ planId: merged.id })).id);
  expect(tagsNow().map((tags) => tags?.toSorted())).toEqual(before.map((tags) => tags.toSorted()));
});

const rule = { olderThanDays: 30, excludeIds: [], excludeTags: [], isNeverIncluded: false };
const byVerdict = { by: 'verdict', direction: 'asc' } as const;
const slice = { from: 0, count: 200 };

test('coverage and versions are computed from cached details, and report how many runners have none', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  const { runners } = platform.world;
  const blind = await client.runners.coverage({ scope: '' });
  expect(blind).toMatchObject({ runners: runners.size, withoutDetails: runners.size, rows: [], tags: 0 });
  await ended(client, (await client.jobs.details({ collection: 'runners', scope: '' })).id);
  const seen = await until(
    () => client.runners.coverage({ scope: '' }),
    ({ withoutDetails }) => withoutDetails === 0,
  );
  const serves = (tag: string) =>
    runners.filter((one) => one.tag_list.includes(tag) && runners.status(one) === 'online' && !one.paused);
  for (const { tag, serving, left, runners: all } of seen.rows.filter((row) => row.tag !== null)) {
    expect([tag, serving, left]).toEqual([tag, serves(tag ?? '').length, serves(tag ?? '').length]);
    expect(all).toBe(runners.filter((one) => one.tag_list.includes(tag ?? '')).length);
  }
  const tags = seen.rows.filter(({ tag }) => tag !== null);
  expect(tags.length).toBeLessThan(seen.rows.length);
  expect(seen).toMatchObject({ tags: tags.length, gaps: tags.filter(({ left }) => left === 0).length });
  const lefts = seen.rows.map(({ left }) => left);
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));

  const assumePaused = {
    kind: 'ids',
    ids: await keysOf(
      client,
      serves('docker')
        .slice(1)
        .map(({ id }) => id),
    ),
  } as const;
  const thought = await client.runners.coverage({ scope: '', search: 'docker', assumePaused });
  expect(thought.rows).toMatchObject([{ tag: 'docker', left: 1, last: { id: serves('docker')[0]?.id } }]);
  expect(thought).toMatchObject({ assumedPaused: assumePaused.ids.length, total: 1, tags: seen.tags });

  const { versions } = await client.runners.versions({ scope: '' });
  const known = versions.map(({ version, runners: n }) => [version, n]);
  expect(known).toEqual(
    ['18.5.2', '18.4.0', '17.11.1', null].map((version) => [
      version,
      runners.filter((one) => one.version === version).length,
    ]),
  );
});

test('counts by version are requested only for the whole instance, with one small request each', async () => {
  const { client, platform } = await rig({ as: 'maintainer' });
  platform.requests.clear();
  const { counts } = await client.runners.versionCounts({ scope: '', prefixes: ['18.', '99.'] });
  const own = platform.requests.list('GET /runners').filter(({ by }) => by !== null);
  expect(own.map(({ status }) => status)).toEqual([200, 200]);
  expect(counts.map(({ prefix }) => prefix)).toEqual(['18.', '99.']);
  expect(counts[1]?.total).toBe(0);
  await expect(client.runners.versionCounts({ scope: 'group:1', prefixes: ['18.'] })).rejects.toMatchObject({
    code: 'invalid',
    field: 'scope',
  });
});

test('a cleanup uses only recent data, and reports how many requests the missing data takes', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  const { runners } = platform.world;
  const ask = (more: object = {}) =>
    client.runners.cleanup({ query: { scope: '', rule: { ...rule, ...more }, sort: byVerdict }, slice });
  const before = await ask();
  expect(before.counts.pause).toBe(0);
  expect(before.detailsToSync).toBe(runners.size);
  await ended(client, (await client.jobs.details({ collection: 'runners', scope: '', maxAgeMs: days(1) })).id);
  const after = await until(
    () => ask(),
    ({ detailsToSync }) => detailsToSync === 0,
  );
  const silent = runners.filter((one) => runners.status(one) === 'stale' && !one.paused).map(({ id }) => id);
  const runnersToPause = after.rows.filter(({ verdict }) => verdict === 'pause').map(({ id }) => id);
  expect(runnersToPause.toSorted((a, b) => a - b)).toEqual(silent);
  expect(after.rows.slice(0, silent.length).every(({ verdict }) => verdict === 'pause')).toBe(true);
  const spared = await ask({ excludeIds: silent.slice(0, 1), olderThanDays: 41 });
  expect(spared.counts).toMatchObject({ pause: 0, excluded: 1 });
  const { ids } = await client.runners.cleanupIds({
    query: { scope: '', rule, sort: byVerdict, verdict: 'pause' },
    from: 1,
    count: 2,
  });
  expect(ids).toEqual(runnersToPause.slice(1, 3));
});

test('jobs of a runner are loaded page by page, and the message of a refusal is quoted', async () => {
  const { client, platform } = await rig();
  const { jobs, runners } = platform.world;
  const taken = Map.groupBy(jobs.all(), ({ id }) => runners.ofJob(id)?.id);
  const [id = 0, own = []] =
    [...taken].filter(([runner]) => runner !== undefined).toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
  const first = await client.runners.jobs({ id, page: 1 });
  expect(first.total).toBe(own.length);
  expect(first.hasMore).toBe(own.length > 20);
  expect(first.rows).toHaveLength(Math.min(20, own.length));
  const newest = own.toSorted((a, b) => b.id - a.id)[0];
  expect(first.rows[0]).toMatchObject({
    id: String(newest?.id),
    name: newest?.name,
    status: newest?.status,
    isCut: false,
  });
  expect(first.rows[0]?.project).toContain('/');
  expect((await client.runners.jobs({ id, page: 99 })).rows).toEqual([]);
  await expect(client.runners.jobs({ id: 987_654, page: 1 })).rejects.toMatchObject({ code: 'missing' });
});
