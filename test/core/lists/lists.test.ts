import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemClock } from '#main/hosts/machine.ts';
import { days, minutes } from '#shared/time.ts';
import { ended, heldBack, syncList, rig, until } from '../../helpers/rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { Platform } from '../../platform/platform.ts';

const slice = { from: 0, count: 200 };
const groupOf = ({ world }: Platform, path: string = GROUP_PATHS.top) => `group:${world.groups.lookup(path)?.id ?? 0}`;
const projectOf = ({ world }: Platform, path: string = PROJECT_PATHS.private) =>
  `project:${world.projects.lookup(path)?.id ?? 0}`;
const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

/** Add this many runners to the instance. */
function addRunners({ world }: Platform, count: number): void {
  const [like] = world.runners.all();
  if (like === undefined) return;
  const { id: _, ...fields } = like;
  for (let at = 0; at < count; at += 1) world.runners.add({ ...fields, tag_list: [], description: `extra ${at}` });
}

test('with an administrator token, the runners of the instance, of a group and of a project are separate lists', async () => {
  const { client, platform } = await rig();
  expect(await syncList(client, 'runners')).toMatchObject({ state: 'done', failure: null, notReturnedFound: 0 });
  const group = groupOf(platform);
  const project = projectOf(platform);
  expect(await syncList(client, 'runners', group)).toMatchObject({ state: 'done' });
  expect(await syncList(client, 'runners', project)).toMatchObject({ state: 'done' });

  const everything = await client.runners.list({ query: { scope: '' }, slice });
  expect(inOrder(everything.rows.map(({ row }) => row.id))).toEqual(platform.world.runners.all().map(({ id }) => id));
  const ofProject = await client.runners.list({ query: { scope: project }, slice });
  expect(ofProject.total).toBeGreaterThan(0);
  expect(ofProject.rows.every(({ scope }) => scope === project)).toBe(true);
  const allScopes = await client.runners.list({ query: { scope: null }, slice });
  const ofGroup = await client.runners.summary({ scope: group });
  expect(allScopes.total).toBe(everything.total + ofProject.total + ofGroup.live);
  expect(new Set(allScopes.rows.map(({ key }) => key)).size).toBe(allScopes.total);
});

test('a token that may not list all runners gets the runners that it administers', async () => {
  const { client, platform } = await rig({ as: 'maintainer' });
  expect(await syncList(client, 'runners')).toMatchObject({ state: 'done' });
  expect(platform.requests.count('GET /runners/all')).toBe(1);
  const { live } = await client.runners.summary({ scope: '' });
  expect(live).toBeGreaterThan(0);
  expect(live).toBeLessThan(platform.world.runners.size);
});

test('all pages of a long list are read, several at the same time', async () => {
  const { client, platform } = await rig();
  addRunners(platform, 420);
  expect(await syncList(client, 'runners')).toMatchObject({ state: 'done', rows: platform.world.runners.size });
  expect(await client.runners.summary({ scope: '' })).toMatchObject({
    live: platform.world.runners.size,
    notReturned: 0,
  });
  const pages = Math.ceil(platform.world.runners.size / 100);
  expect(platform.requests.count('GET /runners/all')).toBe(pages);
});

test('a sync of an unchanged list changes nothing; a removed row is marked, and a new one is added', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  expect(await syncList(client, 'runners')).toMatchObject({ state: 'done', changed: 0, notReturnedFound: 0 });
  const [removed] = platform.world.runners.all();
  platform.world.runners.remove(removed?.id ?? 0);
  addRunners(platform, 1);
  expect(await syncList(client, 'runners')).toMatchObject({ state: 'done', changed: 1, notReturnedFound: 1 });
  const notReturned = await client.runners.list({ query: { scope: '', notReturned: 'only' }, slice });
  expect(notReturned.rows.map(({ row }) => row.id)).toEqual([removed?.id]);
  expect((await client.runners.get({ scope: '', id: removed?.id ?? 0 }))?.notReturnedSince).not.toBeNull();
});

test('if more than a fifth of the rows of a scope were not returned, a person decides about that scope', async () => {
  const { client, platform } = await rig();
  const project = projectOf(platform);
  await syncList(client, 'runners');
  await syncList(client, 'runners', project);
  const before = await client.runners.summary({ scope: '' });
  for (const { id } of platform.world.runners.filter(({ runner_type }) => runner_type === 'instance_type')) {
    platform.world.runners.remove(id);
  }
  const asking = await syncList(client, 'runners');
  expect(asking).toMatchObject({ state: 'needs-person' });
  expect(await client.runners.summary({ scope: '' })).toMatchObject({ live: before.live, notReturned: 0 });
  expect(await client.jobs.confirmNotReturned({ id: asking?.id ?? '' })).toMatchObject({ state: 'done' });
  expect(await client.runners.summary({ scope: '' })).toMatchObject({ live: platform.world.runners.size });
  expect(await client.runners.summary({ scope: project })).toMatchObject({ notReturned: 0 });
});

test('with details, rows can be filtered, sorted and searched by version, tags and last contact', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  const of = (filter: object) => client.runners.list({ query: { scope: '', filter }, slice });
  expect((await of({ version_prefix: '18' })).total).toBe(0);
  const { id } = await client.jobs.details({ collection: 'runners' });
  expect(await ended(client, id)).toMatchObject({ state: 'done', rows: platform.world.runners.size });

  const { world } = platform;
  const idsOf = async (filter: object) => inOrder((await of(filter)).rows.map(({ row }) => row.id));
  const expected = (test: (runner: ReturnType<typeof world.runners.all>[number]) => boolean) =>
    world.runners.filter(test).map((runner) => runner.id);
  expect(await idsOf({ version_prefix: '18.5' })).toEqual(expected((one) => one.version?.startsWith('18.5') ?? false));
  expect(await idsOf({ tag_list: ['linux', 'docker'] })).toEqual(
    expected(({ tag_list }) => tag_list.includes('linux') && tag_list.includes('docker')),
  );
  expect(await idsOf({ untagged: true })).toEqual(expected(({ tag_list }) => tag_list.length === 0));
  expect(await idsOf({ maintenance: true })).toEqual(expected((one) => one.maintenance_note !== null));
  expect(await idsOf({ status: 'offline' })).toEqual(expected((one) => world.runners.status(one) === 'offline'));
  expect(await idsOf({ stale: true })).toEqual(expected((one) => world.runners.status(one) === 'stale'));
  const { rows: online } = await of({ status: 'online' });
  const busy = online.filter(({ row }) => row.job_execution_status === 'active').map(({ row }) => row.id);
  expect(busy.length).toBeGreaterThan(0);
  expect(await idsOf({ status: 'online', job_execution_status: 'active' })).toEqual(inOrder(busy));
  const found = await client.runners.list({ query: { scope: '', search: 'production' }, slice });
  expect(inOrder(found.rows.map(({ row }) => row.id))).toEqual(
    expected(({ tag_list }) => tag_list.includes('production')),
  );

  const sent = platform.requests.count('GET /runners/:id');
  await ended(client, (await client.jobs.details({ collection: 'runners' })).id);
  expect(platform.requests.count('GET /runners/:id')).toBe(sent);
});

test('details of a runner are stored in every scope that lists it', async () => {
  const { client, platform } = await rig();
  const scope = projectOf(platform);
  await syncList(client, 'runners');
  await syncList(client, 'runners', scope);
  await ended(client, (await client.jobs.details({ collection: 'runners' })).id);
  const sent = platform.requests.count('GET /runners/:id');
  await ended(client, (await client.jobs.details({ collection: 'runners', scope })).id);
  expect(platform.requests.count('GET /runners/:id')).toBe(sent);
  const { rows } = await client.runners.list({ query: { scope, filter: { detailed: true } }, slice });
  expect(rows.length).toBe((await client.runners.summary({ scope })).live);
});

test('a failed sync is started again as the same job', async () => {
  const { client, platform } = await rig({ as: 'developer' });
  const scope = groupOf(platform);
  const failed = await syncList(client, 'serviceAccounts', scope);
  const again = await client.jobs.again({ id: failed?.id ?? '' });
  expect(again).toMatchObject({ kind: 'lists.crawl', input: { collection: 'serviceAccounts', scope } });
  expect(again.id).not.toBe(failed?.id);
});

test('the projects of a runner are added to the catalogue', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  await ended(client, (await client.jobs.details({ collection: 'runners' })).id);
  const core = platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const entry = await until(
    () => client.catalogue.get({ scope: `project:${core}` }),
    (known) => known !== null,
  );
  expect(entry).toMatchObject({ kind: 'project', path: PROJECT_PATHS.private, sourceDetail: 'runners' });
});

test('a row is requested again although the clock was set back a day after its last request', async () => {
  let aheadMs = 0;
  const { client, platform } = await rig({
    clockOf: () => ({ ...systemClock, now: () => systemClock.now() + aheadMs }),
  });
  await syncList(client, 'runners');
  const at = { scope: '', id: platform.world.runners.all()[0]?.id ?? 0 };
  await client.runners.refresh(at);
  aheadMs = -days(1);
  await client.runners.refresh({ ...at, maxAgeMs: minutes(5) });
  aheadMs = -days(2);
  await client.runners.refresh(at);
  expect(platform.requests.count('GET /runners/:id')).toBe(3);
});

test('a refresh requests one row, sends no request while the row is recent, and marks a deleted row', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  const [one] = platform.world.runners.all();
  const at = { scope: '', id: one?.id ?? 0 };
  await client.runners.refresh(at);
  expect((await client.runners.get(at))?.detailFetchedAt).toBeGreaterThan(0);
  const sent = platform.requests.count('GET /runners/:id');
  await client.runners.refresh({ ...at, maxAgeMs: 60_000 });
  expect(platform.requests.count('GET /runners/:id')).toBe(sent);
  platform.world.runners.remove(at.id);
  await expect(client.runners.refresh(at)).rejects.toMatchObject({ code: 'missing' });
  expect((await client.runners.get(at))?.notReturnedSince).not.toBeNull();
});

test('a row does not count as deleted if the instance has no endpoint for single rows', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  const [one] = platform.world.runners.all();
  const at = { scope: '', id: one?.id ?? 0 };
  platform.faults.add({ kind: 'no-route', match: 'GET /runners/:id' });
  await expect(client.runners.refresh(at)).rejects.toMatchObject({ code: 'missing', reason: 'not-offered' });
  const details = await ended(client, (await client.jobs.details({ collection: 'runners', scope: '' })).id);
  expect(details).toMatchObject({ state: 'failed', failure: { reason: 'not-offered' } });
  expect((await client.runners.get(at))?.notReturnedSince).toBeNull();
});

test('direct and inherited members are one list that distinguishes them', async () => {
  const { client, platform } = await rig();
  const scope = projectOf(platform);
  expect(await syncList(client, 'members', scope)).toMatchObject({ state: 'done' });
  const project = platform.world.projects.lookup(PROJECT_PATHS.private);
  const direct = project === undefined ? [] : platform.world.members.direct(project).map(({ user_id }) => user_id);
  const found = await client.members.list({ query: { scope, filter: { is_direct: true } }, slice });
  expect(inOrder(found.rows.map(({ row }) => row.id))).toEqual(inOrder(direct));
  const others = await client.members.list({ query: { scope, filter: { is_direct: false } }, slice });
  expect(others.total).toBeGreaterThan(0);
  expect(await syncList(client, 'members', scope)).toMatchObject({ changed: 0 });
  await client.members.refresh({ scope, id: others.rows[0]?.row.id ?? 0 });
  expect((await client.members.get({ scope, id: others.rows[0]?.row.id ?? 0 }))?.row).toMatchObject({
    is_direct: false,
  });
});

test('tokens of all accounts of a group are one list, each with its account, and all nine filters work', async () => {
  const { client, platform } = await rig({ as: 'owner' });
  const scope = groupOf(platform);
  expect(await syncList(client, 'serviceAccounts', scope)).toMatchObject({ state: 'done' });
  expect(await syncList(client, 'accessTokens', scope)).toMatchObject({ state: 'done' });
  const accounts = await client.serviceAccounts.list({ query: { scope }, slice });
  const owners = new Set(accounts.rows.map(({ row }) => row.id));
  const tokens = platform.world.tokens.filter(({ user_id }) => owners.has(user_id));
  const idsOf = async (filter: object) =>
    inOrder((await client.accessTokens.list({ query: { scope, filter }, slice })).rows.map(({ row }) => row.id));
  const ids = (test: (token: (typeof tokens)[number]) => boolean) => tokens.filter(test).map(({ id }) => id);
  expect(await idsOf({})).toEqual(ids(() => true));
  expect(tokens.length).toBeGreaterThan(3);
  const middle = tokens[2];
  const day = new Date(middle?.expires_at ?? 0).toISOString();
  const used = new Date(tokens[1]?.last_used_at ?? 0).toISOString();
  const made = new Date(middle?.created_at ?? 0).toISOString();
  const at = (text: string) => Date.parse(text);
  expect(await idsOf({ revoked: true })).toEqual(ids(({ revoked }) => revoked));
  expect(await idsOf({ state: 'active' })).toEqual(ids((token) => platform.world.tokens.isActive(token)));
  expect(await idsOf({ state: 'inactive' })).toEqual(ids((token) => !platform.world.tokens.isActive(token)));
  expect(await idsOf({ search: 'DEPLOY' })).toEqual(ids(({ name }) => name.includes('deploy')));
  expect(await idsOf({ created_after: made })).toEqual(ids((token) => token.created_at > at(made)));
  expect(await idsOf({ created_before: made })).toEqual(ids((token) => token.created_at < at(made)));
  expect(await idsOf({ expires_after: day })).toEqual(ids((token) => (token.expires_at ?? 0) > at(day)));
  expect(await idsOf({ expires_before: day })).toEqual(ids((token) => (token.expires_at ?? Infinity) < at(day)));
  expect(await idsOf({ last_used_after: used })).toEqual(ids((token) => (token.last_used_at ?? 0) > at(used)));
  expect(await idsOf({ last_used_before: used })).toEqual(ids((token) => (token.last_used_at ?? Infinity) < at(used)));
  expect(await idsOf({ scopes: ['read_api', 'read_repository'] })).toEqual(
    ids(({ scopes }) => scopes.includes('read_api') && scopes.includes('read_repository')),
  );
  const { rows } = await client.accessTokens.list({ query: { scope }, slice });
  const names = new Map(accounts.rows.map(({ row }) => [row.id, row.username]));
  expect(rows.every(({ row }) => row.account_username === names.get(row.user_id ?? 0))).toBe(true);
  expect(await syncList(client, 'accessTokens', scope)).toMatchObject({ changed: 0, notReturnedFound: 0 });
});

test('the sync of a list that the token may not read fails with the reason, and cached rows are kept', async () => {
  const { client, platform } = await rig({ as: 'developer' });
  const scope = groupOf(platform);
  const job = await syncList(client, 'serviceAccounts', scope);
  expect(job).toMatchObject({ state: 'failed' });
  expect(['denied', 'missing']).toContain(job?.failure?.code);
  expect(await client.jobs.dismiss({ id: job?.id ?? '' })).toMatchObject({ state: 'failed', isDismissed: true });
  expect((await client.jobs.list()).jobs).toMatchObject([{ state: 'failed', isDismissed: true }]);
  expect(await client.serviceAccounts.summary({ scope })).toMatchObject({ live: 0, notReturned: 0, completedAt: null });
});

test('a sync in a scope that the list does not have is refused at once', async () => {
  const { client } = await rig();
  await expect(client.jobs.sync({ collection: 'members', scope: 'group:1' })).rejects.toMatchObject({
    code: 'invalid',
    field: 'scope',
  });
});

test('a canceled sync keeps its rows, and the next sync is complete', async () => {
  const { client, platform } = await rig();
  addRunners(platform, 300);
  const held = heldBack(platform, 'GET /runners/all', 3);
  const { id } = await client.jobs.sync({ collection: 'runners' });
  await until(
    async () => (await client.jobs.list()).jobs.find((job) => job.id === id),
    (job) => (job?.rows ?? 0) > 0,
  );
  const canceled = client.jobs.cancel({ id });
  // When the core answers this call, it has received the cancellation. Without the cancellation, the sync would now end
  await client.jobs.list();
  held.release();
  expect(await canceled).toMatchObject({ state: 'cancelled', failure: null });
  expect((await client.runners.summary({ scope: '' })).completedAt).toBeNull();
  expect(await syncList(client, 'runners')).toMatchObject({ state: 'done', notReturnedFound: 0 });
  expect(await client.runners.summary({ scope: '' })).toMatchObject({ live: platform.world.runners.size });
});

test('a sync that was running when Reeve was closed starts over at the next start', async () => {
  const rigged = await rig();
  addRunners(rigged.platform, 300);
  const held = heldBack(rigged.platform, 'GET /runners/all', 3);
  const { id } = await rigged.client.jobs.sync({ collection: 'runners' });
  await until(
    async () => (await rigged.client.jobs.list()).jobs.find((job) => job.id === id),
    (job) => (job?.rows ?? 0) > 0,
  );
  const client = await rigged.restart();
  held.release();
  expect(await ended(client, id)).toMatchObject({ state: 'done', rows: rigged.platform.world.runners.size });
});

test('an unreadable row is left out and counted, and is not marked as not returned', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  platform.faults.add({ kind: 'wrong-types', match: 'GET /runners/all', every: 5 });
  const job = await syncList(client, 'runners');
  expect(job).toMatchObject({ state: 'done', notReturnedFound: 0 });
  expect(job?.unreadable).toBeGreaterThan(0);
  expect(await client.runners.summary({ scope: '' })).toMatchObject({
    live: platform.world.runners.size,
    notReturned: 0,
  });
});

test('without the platform, cached rows are found, copied and exported', async () => {
  const rigged = await rig();
  await syncList(rigged.client, 'runners');
  await syncList(rigged.client, 'runners', projectOf(rigged.platform));
  await rigged.platform.close();
  const client = await rigged.restart();
  const query = { scope: null, search: 'core', sort: { by: 'id', direction: 'asc' } } as const;
  const { rows, total } = await client.runners.list({ query, slice });
  expect(total).toBeGreaterThan(0);

  const selection = { kind: 'all' as const, query, except: [rows[0]?.key ?? 0] };
  const columns = ['id', 'description', 'scope'];
  const copied = await client.runners.copy({ selection, format: 'csv', columns });
  expect(copied.rows).toBe(total - 1);
  expect(copied.text.split('\n')[1]).toBe([rows[1]?.row.id, rows[1]?.row.description, rows[1]?.scope].join(','));
  const [first] = (await client.runners.copy({ selection, format: 'curl', columns: [] })).text.split('\n');
  expect(first).toContain(`/api/v4/runners/${rows[1]?.row.id}'`);

  const file = await client.runners.export({ selection, columns });
  expect(file.rows).toBe(total - 1);
  expect(readFileSync(file.path, 'utf8')).toContain(rows[1]?.row.description ?? '');
});

test('the keys of a list are returned in order, and a change event contains the key of the row', async () => {
  const { client } = await rig();
  await syncList(client, 'runners');
  const query = { scope: '', sort: { by: 'id', direction: 'desc' } } as const;
  const { rows } = await client.runners.list({ query, slice });
  const { ids } = await client.runners.ids({ query, from: 0, count: 5_000 });
  expect(ids).toEqual(rows.map(({ key }) => key));
  const [row] = rows;
  const changedKeys: number[] = [];
  client.runners.changed((change) => void changedKeys.push(...(change.ids ?? [])));
  // A change right after the end of a sync may be reported in the same event, which has no keys
  await until(
    async () => {
      await client.runners.refresh({ scope: '', id: row?.row.id ?? 0 });
      return changedKeys;
    },
    (keys) => keys.includes(row?.key ?? 0),
  );
});

test('branches and commits of a project are synced', async () => {
  const { client, platform } = await rig();
  const scope = projectOf(platform);
  expect(await syncList(client, 'branches', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  expect(await syncList(client, 'commits', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  const branches = await client.branches.list({ query: { scope }, slice });
  expect(branches.total).toBeGreaterThan(1);
  expect(new Set(branches.rows.map(({ row }) => row.name)).size).toBe(branches.total);
  const commits = await client.commits.list({
    query: { scope, sort: { by: 'committed_date', direction: 'desc' } },
    slice,
  });
  expect(commits.total).toBeGreaterThan(5);
  const [latest] = commits.rows;
  const found = await client.commits.list({ query: { scope, search: latest?.row.id ?? '' }, slice });
  expect(found.rows.map(({ row }) => row.id)).toEqual([latest?.row.id]);
});

test('enterprise users, certificates and push rules of a group are synced', async () => {
  const { client, platform } = await rig({ as: 'owner', users: 200 });
  const scope = groupOf(platform);
  expect(await syncList(client, 'enterpriseUsers', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  expect((await client.enterpriseUsers.summary({ scope })).live).toBeGreaterThan(0);
  expect(await syncList(client, 'sshCertificates', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  expect(await syncList(client, 'pushRules', scope)).toMatchObject({ state: 'done', rows: 1, unreadable: 0 });
});

test('a row that is requested by its id is returned with its key, so that it can be selected', async () => {
  const { client } = await rig();
  await syncList(client, 'runners');
  const { rows } = await client.runners.list({ query: { scope: '' }, slice: { from: 0, count: 1 } });
  const [first] = rows;
  const detail = await client.runners.get({ scope: '', id: first?.row.id ?? 0 });
  expect(detail?.key).toBe(first?.key);
});
