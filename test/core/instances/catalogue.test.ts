import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { minutes } from '#shared/time.ts';
import { syncUsers, profile, rig, until } from '../../helpers/rig.ts';
import { movableClock } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

const all = { query: {}, slice: { from: 0, count: 200 } };

test('ids, paths and addresses are pinned, unknown kinds are requested, and invalid lines are reported', async () => {
  const { client, platform } = await rig();
  const project = platform.world.projects.lookup('acme/core');
  const text = [
    'acme',
    'acme/core, acme/platform',
    '',
    `${platform.url}/groups/globex?tab=1`,
    `${platform.url}/globex/warehouse/-/issues`,
    'https://elsewhere.example/acme/core',
    'not a path',
    'acme/nothing',
  ].join('\n');
  const done = await client.catalogue.add({ text, kind: 'auto', isPinned: true });
  expect(done).toMatchObject({ added: 5, known: 0, unreadCount: 3 });
  expect(done.unread.map(({ line }) => line)).toEqual([6, 7, 8]);
  expect(done.lines.map(({ line, outcome }) => `${line} ${outcome}`)).toEqual([
    '1 added',
    '2 added',
    '2 added',
    '4 added',
    '5 added',
    '6 unread',
    '7 unread',
    '8 unread',
  ]);
  const { rows } = await client.catalogue.list(all);
  expect(rows.map(({ kind, ref }) => `${kind} ${ref}`)).toEqual([
    'group acme',
    'project acme/core',
    'group acme/platform',
    'group globex',
    'project globex/warehouse',
  ]);
  // Only entries of unknown kind caused a request
  expect(platform.requests.count('GET /projects/:id/notification_settings')).toBe(3);
  const again = await client.catalogue.add({ text: String(project?.id), kind: 'project', isPinned: false });
  expect(again).toMatchObject({ added: 1 });
});

test('an id of both a group and a project is reported instead of guessed', async () => {
  const { client, platform } = await rig();
  const id = platform.world.groups.lookup('acme')?.id ?? 0;
  expect(platform.world.projects.get(id)).toBeDefined();
  const done = await client.catalogue.add({ text: String(id), kind: 'auto', isPinned: true });
  expect(done.unread).toEqual([
    { line: 1, text: String(id), why: expect.stringMatching(/A group and a project/) as string },
  ]);
  expect((await client.catalogue.list(all)).total).toBe(0);
});

test('a path of one segment is requested as a group; without the platform it is added as an unverified group', async () => {
  const { client, platform } = await rig();
  const text = `acme\nno-such-group\n${'a'.repeat(300)}`;
  const done = await client.catalogue.add({ text, kind: 'auto', isPinned: true });
  expect(done).toMatchObject({ added: 1, unreadCount: 2 });
  expect(done.unread.map(({ why }) => why)).toEqual([
    expect.stringMatching(/No group or project found/),
    expect.stringMatching(/at most 255 characters/),
  ]);
  expect(await client.catalogue.get({ scope: 'group:acme' })).toMatchObject({ verdict: 'ok' });
  await platform.close();
  expect(await client.catalogue.add({ text: 'globex', kind: 'auto', isPinned: true })).toMatchObject({ added: 1 });
  expect(await client.catalogue.get({ scope: 'group:globex' })).toMatchObject({ verdict: null });
});

test('without the platform, a path is pinned if its kind was chosen, and reported otherwise', async () => {
  const { client, platform } = await rig();
  await platform.close();
  const open = await client.catalogue.add({ text: 'acme/core', kind: 'auto', isPinned: true });
  expect(open).toMatchObject({ added: 0, unreadCount: 1 });
  expect(open.unread[0]?.why).toMatch(/Couldn’t look up the kind/);
  expect(await client.catalogue.add({ text: 'acme/core', kind: 'project', isPinned: true })).toMatchObject({
    added: 1,
  });
  expect(await client.catalogue.get({ scope: 'project:acme/core' })).toMatchObject({ ref: 'acme/core', id: null });
});

test('verification distinguishes existing, refused and missing entries with one GET each', async () => {
  const { client, platform } = await rig({ as: 'developer' });
  const added = await client.catalogue.add({ text: 'acme/core\nacme/nothing', kind: 'project', isPinned: true });
  expect(await client.catalogue.verify({ keys: added.keys })).toEqual({ ok: 1, denied: 0, missing: 1, stopped: null });
  expect(platform.requests.count('GET /projects/:id/notification_settings')).toBe(2);
  const { rows } = await client.catalogue.list(all);
  expect(rows.map(({ path, verdict }) => `${path} ${verdict}`)).toEqual(['acme/core ok', 'acme/nothing missing']);
  expect(rows.every(({ verifiedAt }) => (verifiedAt ?? 0) > 0)).toBe(true);
});

test('a token with too small a scope gives denied, not missing', async () => {
  const { client } = await rig({ as: 'manage_runners' });
  const { keys } = await client.catalogue.add({ text: 'acme/core', kind: 'project', isPinned: true });
  expect(await client.catalogue.verify({ keys })).toEqual({ ok: 0, denied: 1, missing: 0, stopped: null });
});

test('a removal can be undone, and each change is emitted to the windows', async () => {
  const { client } = await rig();
  const revisions: number[] = [];
  client.catalogue.changed(({ revision }) => void revisions.push(revision));
  const { keys } = await client.catalogue.add({ text: 'acme', kind: 'group', isPinned: true });
  expect(await client.catalogue.remove({ keys })).toEqual({ removed: 1 });
  expect(await client.catalogue.get({ scope: 'group:acme' })).toBeNull();
  expect(await client.catalogue.restore({ keys })).toEqual({ restored: 1 });
  expect(await client.catalogue.get({ scope: 'group:acme' })).toMatchObject({ key: keys[0], isPinned: true });
  await until(
    () => revisions.length,
    (count) => count === 3,
  );
  expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
});

test('the catalogue is kept over a restart and deleted with its profile', async () => {
  const rigged = await rig();
  await rigged.client.catalogue.add({ text: 'acme', kind: 'group', isPinned: true });
  const client = await rigged.restart();
  expect((await client.catalogue.list(all)).rows).toMatchObject([{ path: 'acme', isPinned: true, source: 'pinned' }]);
  const { openId } = await client.profiles.list();
  await client.profiles.remove({ id: openId ?? '' });
  await client.profiles.add({ ...profile, url: rigged.platform.url, token: rigged.platform.tokens.admin });
  expect((await client.catalogue.list(all)).total).toBe(0);
});

test('an export can be imported without loss, protects against formulas, and invalid lines are reported', async () => {
  const { client, platform } = await rig();
  await client.catalogue.add({ text: 'acme/core\nglobex/warehouse\n99', kind: 'project', isPinned: true });
  const { rows } = await client.catalogue.list(all);
  await client.catalogue.verify({ keys: [rows[0]?.key ?? 0] });
  await client.catalogue.import({ text: `kind,id,name\ngroup,7,"=HYPERLINK(""x"")"\nproject,8,'quoted` });
  const before = (await client.catalogue.list(all)).rows;
  const { path, rows: written } = await client.catalogue.export({});
  expect(written).toBe(5);
  const text = readFileSync(path, 'utf8');
  expect(text).not.toMatch(/(^|,|\n)"?[=+@-]/);
  const second = await rig();
  expect(await second.client.catalogue.import({ text })).toMatchObject({ added: 5, unreadCount: 0 });
  const plain = (entries: typeof before) => entries.map(({ key: _, ...entry }) => entry);
  expect(plain((await second.client.catalogue.list(all)).rows)).toEqual(plain(before));

  const bad = `kind,path\ngroup,acme\nuser,anna\nproject,\nproject,"open\ngroup,${platform.url}/groups/globex\ngroup,a b\n`;
  const imported = await client.catalogue.import({ text: bad });
  expect(imported).toMatchObject({ added: 2, unreadCount: 4 });
  expect(imported.unread.map(({ line }) => line)).toEqual([3, 4, 5, 7]);
  await expect(client.catalogue.import({ text: 'a,b\n1,2' })).rejects.toMatchObject({ code: 'invalid', field: 'text' });
});

test('groups and projects in replies are added, complete pinned entries, and do not restore removed ones', async () => {
  const { client, platform } = await rig();
  const { keys } = await client.catalogue.add({ text: 'ACME/Core', kind: 'project', isPinned: true });
  await client.explorer.run({ name: 'issues.list', query: { scope: 'all', per_page: 100 } });
  const { rows } = await client.catalogue.list(all);
  const core = platform.world.projects.lookup('acme/core');
  expect(rows[0]).toMatchObject({ key: keys[0], id: core?.id, isPinned: true, source: 'pinned' });
  expect(rows.length).toBeGreaterThan(3);
  const withPath = rows.filter(({ path }) => path !== null);
  const { projects, groups } = platform.world;
  const lookup = ({ kind, path }: (typeof rows)[number]) =>
    (kind === 'group' ? groups : projects).lookup(path ?? '')?.id;
  expect(withPath.map(({ id }) => id)).toEqual(withPath.map(lookup));
  expect(rows.slice(1).every(({ source, sourceDetail }) => source === 'harvested' && sourceDetail === 'issues')).toBe(
    true,
  );
  await client.catalogue.remove({ keys: rows.map(({ key }) => key) });
  await client.explorer.run({ name: 'issues.list', query: { scope: 'all', per_page: 100 } });
  expect((await client.catalogue.list(all)).total).toBe(0);
});

test('a name that equals the typed text comes first, however many other names contain it', async () => {
  const { client, platform } = await rig();
  const [named, ...others] = platform.world.runners.all();
  others.forEach((runner, at) => (runner.description = `a core ${at}`));
  if (named !== undefined) named.description = 'Core';
  expect(others.length).toBeGreaterThan(6);
  const { id } = await client.jobs.sync({ collection: 'runners', scope: '' });
  await until(
    async () => (await client.jobs.list()).jobs.find((job) => job.id === id)?.state,
    (state) => state === 'done',
  );
  const { hits } = await client.search.find({ words: 'core', kinds: ['runners'], limit: 6 });
  expect(hits[0]).toMatchObject({ kind: 'runners', title: 'Core', scope: '' });
  expect(hits).toHaveLength(6);
});

test('a group or project whose path or name is the typed text comes first, however many others contain it', async () => {
  const { client } = await rig();
  const others = Array.from({ length: 40 }, (_, at) => `acme/a-web-${at}`);
  await client.catalogue.add({ text: others.join('\n'), kind: 'project', isPinned: true });
  await client.catalogue.add({ text: 'zeta/Web\nzeta/web-site', kind: 'project', isPinned: false });
  const find = async (words: string) =>
    (await client.search.find({ words, kinds: ['project'] })).hits.map(({ title }) => title);
  expect((await find('web')).slice(0, 2)).toEqual(['zeta/Web', 'zeta/web-site']);
  expect(await find('zeta/web')).toEqual(['zeta/Web', 'zeta/web-site']);
  expect((await find('ACME/a-web-7'))[0]).toBe('acme/a-web-7');
  expect(await find("%_' /")).toEqual([]);
});

test('one search finds groups, projects, users and runners by any of their words, with their age', async () => {
  const { client, platform } = await rig();
  await syncUsers(client);
  await client.catalogue.add({ text: 'acme\nacme/core', kind: 'auto', isPinned: true });
  const runner = platform.world.runners.all().find(({ description }) => description !== '');
  const { id } = await client.jobs.sync({ collection: 'runners', scope: '' });
  await until(
    async () => (await client.jobs.list()).jobs.find((job) => job.id === id)?.state,
    (state) => state === 'done',
  );
  const kindsOf = async (words: string) => (await client.search.find({ words })).hits.map(({ kind }) => kind);
  expect(await kindsOf('acme')).toEqual(expect.arrayContaining(['group', 'project']));
  const found = await client.search.find({ words: runner?.description ?? '', kinds: ['runners'] });
  expect(found.hits[0]).toMatchObject({ kind: 'runners', scope: '', title: runner?.description });
  expect(found.hits[0]?.fetchedAt).toBeGreaterThan(0);
  const users = await client.search.find({ words: 'a', limit: 3 });
  expect(users.hits.filter(({ kind }) => kind === 'person')).toHaveLength(3);
  // Without text only pinned entries are returned
  const { hits } = await client.search.find({ words: ' ' });
  expect(hits.map(({ kind, title }) => `${kind} ${title}`)).toEqual(['group acme', 'project acme/core']);
});

test('if the instance has none of the undocumented endpoints, a discovery reports this and finds nothing', async () => {
  const { client } = await rig();
  const found = await client.catalogue.discover({});
  expect(found).toEqual({
    added: 0,
    offered: [],
    notOffered: ['GET /version', 'GET /user', 'GET /groups', 'GET /projects'],
    failure: null,
  });
  const { probes } = await client.catalogue.summary();
  expect(probes).toMatchObject([{ outcome: 'not-offered', status: 404 }, {}, {}, {}]);
  expect(probes.every(({ checkedAt }) => checkedAt > 0)).toBe(true);
});

test('a discovery reads offered lists of groups and projects page by page, and keeps pins', async () => {
  const { client } = await rig();
  const url = await offering();
  await client.profiles.add({ ...profile, name: 'Offering', url, token: 'any-token' });
  await client.catalogue.add({ text: 'corp/p150', kind: 'project', isPinned: true });
  expect(await client.catalogue.discover({})).toEqual({
    added: 151,
    offered: ['GET /user', 'GET /groups', 'GET /projects'],
    notOffered: ['GET /version'],
    failure: null,
  });
  const { projects, groups, pinned, probes } = await client.catalogue.summary();
  expect({ projects, groups, pinned }).toEqual({ projects: 150, groups: 2, pinned: 1 });
  expect(probes.find(({ name }) => name === 'user')).toMatchObject({ outcome: 'offered', detail: 'anna' });
  expect(await client.catalogue.get({ scope: 'project:150' })).toMatchObject({ isPinned: true, source: 'pinned' });
});

test('the results of a discovery before a long rate limit are kept, and skipped endpoints keep their earlier results', async () => {
  const { client } = await rig();
  const throttled = new Set<string>();
  const url = await offering((path) => throttled.has(path));
  await client.profiles.add({ ...profile, name: 'Offering', url, token: 'any-token' });
  await client.catalogue.discover({});
  await client.catalogue.remove({ keys: (await client.catalogue.ids({ query: {}, from: 0, count: 500 })).ids });
  throttled.add('/api/v4/user').add('/api/v4/projects?page=2');
  const { offered, failure } = await client.catalogue.discover({});
  expect(failure).toMatchObject({ code: 'throttled', retryAtMs: expect.any(Number) as number });
  expect(offered).toEqual(['GET /groups', 'GET /projects']);
  const { probes } = await client.catalogue.summary();
  expect(probes.find(({ name }) => name === 'user')).toMatchObject({ outcome: 'offered', detail: 'anna' });
  expect(probes.find(({ name }) => name === 'projects')).toMatchObject({ rows: 100, isCapped: true });
});

test('a discovery that a long rate limit interrupted requests only what is still missing', async () => {
  const clock = movableClock();
  const { client } = await rig();
  const throttled = new Set(['/api/v4/user', '/api/v4/projects?page=2']);
  const asked: string[] = [];
  const url = await offering((path) => throttled.has(path), asked);
  await client.profiles.add({ ...profile, name: 'Offering', url, token: 'any-token' });
  expect(await client.catalogue.discover({})).toMatchObject({ added: 102, failure: { code: 'throttled' } });

  throttled.clear();
  clock.pass(minutes(10));
  asked.length = 0;
  expect(await client.catalogue.discover({})).toEqual({
    added: 50,
    offered: ['GET /groups', 'GET /projects', 'GET /user'],
    notOffered: ['GET /version'],
    failure: null,
  });
  expect(asked).toEqual(['/api/v4/user', '/api/v4/projects?page=2']);
  const { probes } = await client.catalogue.summary();
  expect(probes.find(({ name }) => name === 'projects')).toMatchObject({ rows: 150, isCapped: false });

  // The second discovery was complete, so the third one requests everything again
  asked.length = 0;
  expect(await client.catalogue.discover({})).toMatchObject({ added: 0, failure: null });
  expect(asked).toHaveLength(5);
});

test('if the platform refuses the token during a discovery, its results are kept, and the next discovery continues', async () => {
  const clock = movableClock();
  const { client } = await rig();
  let isRefused = true;
  const asked: string[] = [];
  const url = await offering((path) => {
    const isHere = isRefused && ['/api/v4/projects', '/api/v4/notification_settings'].includes(path);
    // Soon after a success, a single 401 would be about its list
    if (isHere) clock.pass(minutes(6));
    return isHere && 401;
  }, asked);
  await client.profiles.add({ ...profile, name: 'Offering', url, token: 'any-token' });
  await expect(client.catalogue.discover({})).rejects.toMatchObject({ reason: 'token-ended' });
  expect(await client.catalogue.summary()).toMatchObject({ groups: 2, probes: [{}, {}, { name: 'groups', rows: 2 }] });

  isRefused = false;
  asked.length = 0;
  expect(await client.catalogue.discover({})).toMatchObject({ added: 150, failure: null });
  expect(asked).toEqual(['/api/v4/projects', '/api/v4/projects?page=2']);
});

/**
 * A server that lists two groups and 150 projects, and the current user. `faultOf`: 401 for a path that gets a 401,
 * true for a path that gets a 429. `asked`: gets the paths of all requests with a token.
 */
async function offering(faultOf: (path: string) => boolean | 401 = () => false, asked: string[] = []): Promise<string> {
  const projects = Array.from({ length: 150 }, (_, at) => ({
    id: at + 1,
    name: `P${at + 1}`,
    path_with_namespace: `corp/p${at + 1}`,
  }));
  const groups = [
    { id: 1, name: 'Corp', full_path: 'corp' },
    { id: 2, name: 'Sub', full_path: 'corp/sub' },
  ];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const page = Number(url.searchParams.get('page') ?? 1);
    const path = page === 1 ? url.pathname : `${url.pathname}?page=${page}`;
    if (request.headers['private-token'] !== undefined) asked.push(path);
    const fault = faultOf(path);
    if (fault === 401) {
      response.writeHead(401, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ message: '401 Unauthorized' }));
    }
    if (fault) {
      const error = 'This endpoint has been requested too many times. Try again later.';
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '600' });
      response.end(JSON.stringify({ message: { error } }));
      return;
    }
    const bodies: Record<string, unknown> = {
      '/api/v4/user': { id: 1, username: 'anna' },
      '/api/v4/groups': groups,
      '/api/v4/projects': projects.slice((page - 1) * 100, page * 100),
      '/api/v4/users': [],
    };
    const body = bodies[url.pathname];
    const next = url.pathname === '/api/v4/projects' && page === 1 ? '2' : '';
    response.writeHead(body === undefined ? 403 : 200, { 'content-type': 'application/json', 'x-next-page': next });
    response.end(JSON.stringify(body ?? { message: '403 Forbidden' }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
