import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCore } from '#main/core/create-core.ts';
import { readDiagnostics } from '#main/core/diagnostics.ts';
import { openLog } from '#main/hosts/log.ts';
import { systemClock } from '#main/hosts/machine.ts';
import { logEvents } from '#main/log-events.ts';
import type { Log } from '#main/ports.ts';
import { openDatabase } from '#main/state/files/database.ts';
import { seededSearch, seeds } from '../helpers/seeds.ts';
import { databases, flip, pageBytesOf } from '../helpers/damage.ts';
import { fakePorts } from '../helpers/fake-ports.ts';
import { heldBack, profile, rig, syncList, syncUsers, temporaryFolder, until } from '../helpers/rig.ts';
import { attach, type ReeveClient } from '../helpers/window.ts';
import { unzip } from '../platform-tests/zip-reader.ts';
import { fingerprint } from '../state/data-folders.ts';

type Facts = Record<string, unknown>;

/** The texts in a zip. */
function textsIn(zip: Uint8Array): Map<string, string> {
  return new Map([...unzip(Buffer.from(zip))].map(([name, { content }]) => [name, content.toString('utf8')]));
}

/** Collect diagnostics in a window, save them, and check that what is saved is what is shown. */
async function saved({ host }: ReeveClient): Promise<Map<string, string>> {
  const { id, files } = await host.collectDiagnostics();
  const { path, rows } = await host.saveDiagnostics({ id });
  const texts = textsIn(readFileSync(path));
  expect(rows).toBe(files.length);
  expect([...texts.keys()]).toEqual(files.map(({ name }) => name));
  for (const { name, bytes } of files) {
    const { text } = await host.diagnosticsFile({ id, name });
    expect(texts.get(name)).toBe(text);
    expect(Buffer.byteLength(text)).toBe(bytes);
  }
  return texts;
}

const factsIn = (texts: Map<string, string>, name: string): Facts & Facts[] =>
  JSON.parse(texts.get(`${name}.json`) ?? '') as Facts & Facts[];

/** Lines for every declared event whose fields hold these values, by the log and as an earlier version wrote them. */
function fillLog(folder: string, values: readonly string[]): void {
  const log = openLog(folder) as Record<keyof Log, (event: string, fields: Facts) => void>;
  const events = Object.entries(logEvents).filter(([, fields]) => Object.keys(fields).length > 0);
  values.forEach((value, at) => {
    const [event = '', fields = {}] = events[at % events.length] ?? [];
    const filled = Object.fromEntries(Object.keys(fields).map((name) => [name, value]));
    log.warn(event, filled);
    const old = { level: 40, time: new Date(0).toISOString(), pid: 1, msg: event };
    const names = Object.keys(fields);
    const one = names[Math.floor(at / events.length) % names.length] ?? '';
    const withOne = [one, 'pid', 'msg'].map((field) => ({ ...old, [field]: value }));
    const lines = [...withOne, { ...old, ...filled }, { ...old, [value]: 1 }];
    const texts = [...lines.map((line) => JSON.stringify(line)), value];
    appendFileSync(join(folder, 'logs', 'reeve.log'), `${texts.join('\n')}\n`);
  });
  copyFileSync(join(folder, 'logs', 'reeve.log'), join(folder, 'logs', 'reeve.1.log'));
}

test('the search for names and secrets finds them in JSON, in URLs and in Base64', () => {
  const planted = seeds(1_000);
  expect(new Set(planted).size).toBe(1_000);
  expect(Math.min(...planted.map(({ length }) => length))).toBeGreaterThanOrEqual(8);
  const found = seededSearch(planted);
  const spelled: ((value: string) => string)[] = [
    ...[JSON.stringify, encodeURIComponent, (one: string) => JSON.stringify(JSON.stringify(one))],
    ...['', 'x', 'xy'].map((before) => (one: string) => Buffer.from(`${before}${one}!`).toString('base64')),
  ];
  const some = planted.slice(0, 24);
  for (const spell of spelled) expect(some.filter((one) => !found(spell(one)).includes(one))).toEqual([]);
});

test('1,000 names and secrets are in no file of the zip, in no encoding, and the rest is useful', async () => {
  const planted = seeds(1_000);
  const [name = '', path = '', view = '', message = '', url = '', ...others] = planted;
  const [proxy, address] = [11, 23].map((at) => `http://${planted[at]}.example.com:8080`);
  const { platform } = await rig({ dialect: 'gitlab' });
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  mkdirSync(join(data, 'logs'), { recursive: true });
  const ports = { ...fakePorts(folder, { log: openLog(data) }), clock: systemClock };
  const core = await createCore(ports);
  onTestFinished(() => core.close());
  const client = attach(core);

  [...platform.world.users.ordered('id')].forEach(({ id }, at) => {
    platform.world.users.edit(id, { name: others[at] ?? '', bio: others[at + 60] ?? '' });
  });
  await client.profiles.add({
    ...profile,
    name: path,
    url: address ?? '',
    allowPlainHttp: true,
    token: others[500],
    proxy: proxy ?? null,
  });
  await client.profiles.add({ ...profile, name, url: platform.url, token: platform.tokens.admin, dialect: 'gitlab' });
  await syncUsers(client);
  platform.faults.add({ kind: 'status', status: 403, message, match: 'GET /runners*' });
  await syncList(client, 'runners').catch(() => undefined);
  await client.host.saveView({ table: view, name: view.slice(0, 60), query: { search: view } });
  const chosen = { group: null, project: null, recent: [others[1] ?? ''] };
  await client.host.setPreferences({ theme: 'dark', tables: { [url]: url }, scopes: { [url]: chosen } });
  await client.host.setPreferences({ notices: { isDesktop: true, quiet: null, muted: [url] } });
  await client.watches.set({ mode: 'saver', isInBackground: false, intervals: { [url]: 90_000 } });
  fillLog(data, planted);

  const texts = await saved(client);
  const found = seededSearch([...planted, platform.url, new URL(platform.url).host, platform.tokens.admin, folder]);
  for (const [file, text] of texts) expect(found(`${file}\n${text}`), file).toEqual([]);

  expect(factsIn(texts, 'versions')).toMatchObject({ reeve: '0.0.0-test', host: 'node', platform: process.platform });
  expect(factsIn(texts, 'versions')['sqlite']).toMatch(/^3\.\d+\.\d+$/);
  expect(factsIn(texts, 'settings')).toMatchObject({ theme: 'dark', notices: { muted: ['left out'] } });
  expect(factsIn(texts, 'settings')['instances']).toMatchObject([
    { dialect: 'documented', hasProxy: true },
    { dialect: 'gitlab', mode: 'saver', intervals: [{ kind: 'left out', everyMs: 90_000 }] },
  ]);
  expect(factsIn(texts, 'jobs')).toContainEqual(
    expect.objectContaining({ kind: 'users.crawl', state: 'done', rows: 60 }),
  );
  const refused = factsIn(texts, 'jobs').find(({ kind }) => kind === 'lists.crawl');
  expect(refused).toMatchObject({ collection: 'runners', state: 'failed', failure: { code: 'denied', status: 403 } });
  const files = factsIn(texts, 'databases');
  expect(files.map(({ file, integrity }) => [file, integrity])).toEqual([
    ...['state.db', 'archive.db', 'blobs.db', 'cache.db', 'history.db', 'cache.db', 'history.db'].map((file) => [
      file,
      'ok',
    ]),
  ]);
  const measured = factsIn(texts, 'core');
  expect(measured['requests']).toContainEqual(expect.objectContaining({ endpoint: 'users.list', failed: 0 }));
  expect(Object.keys(measured['startMs'] as Facts)).toEqual(['core', 'vault', 'databases', 'window', 'now']);
  expect(factsIn(texts, 'log/left-out').every(({ lines }) => Number(lines) >= 5_000)).toBe(true);
  const line = /"msg":"job failed".*"message":"(#\d+)"/.exec(texts.get('log/reeve.log') ?? '')?.[1];
  expect(texts.get('log/reeve.1.log')).toContain(`"message":"${line}"`);
});

test('a running job has the numbers that a window shows', async () => {
  const { client, platform } = await rig({ users: 1_000 });
  const { release } = heldBack(platform, 'GET /users', 8);
  onTestFinished(release);
  await client.jobs.sync({ collection: 'users' });
  const running = async () => (await client.jobs.list()).jobs[0];
  const before = await until(running, (one) => (one?.rows ?? 0) > 0);
  const [job] = factsIn(await saved(client), 'jobs');
  expect(job).toMatchObject({ kind: 'users.crawl', state: 'running' });
  expect(job?.['rows']).toBeGreaterThanOrEqual(before?.rows ?? Infinity);
});

/** A core with a synced list, which is closed, and what the command line needs of its ports. */
async function closedFolder() {
  const { client, core, ports } = await rig();
  await syncUsers(client);
  await core.close();
  openLog(ports.paths.data).warn('job failed', { job: 'users.crawl', code: 'remote' });
  return { ...ports, clock: systemClock };
}

test('without a core, the databases of a folder are read, and no file of it changes', async () => {
  const ports = await closedFolder();
  const before = fingerprint(ports.paths.data);
  const { files, zip } = await readDiagnostics(ports, undefined);
  expect(fingerprint(ports.paths.data)).toEqual(before);
  const texts = textsIn(zip);
  expect(files.map(({ name }) => name)).toEqual([...texts.keys()]);
  expect(factsIn(texts, 'jobs')).toMatchObject([{ kind: 'users.crawl', state: 'done', profile: '#1' }]);
  expect(factsIn(texts, 'databases')).toMatchObject([
    { file: 'state.db', integrity: 'ok' },
    { file: 'archive.db', integrity: 'ok' },
    { file: 'blobs.db', integrity: 'ok' },
    { file: 'cache.db', integrity: 'ok', profile: '#1' },
    { file: 'history.db', integrity: 'ok', profile: '#1' },
  ]);
  expect(factsIn(texts, 'core')).toEqual({ unknown: 'not running' });
  expect(texts.get('log/reeve.log')).toContain('"job":"users.crawl"');
});

test('while Reeve uses a folder, its log is read and its databases are not', async () => {
  const { client, ports } = await rig();
  await syncUsers(client);
  openLog(ports.paths.data).info('started');
  const texts = textsIn((await readDiagnostics({ ...ports, clock: systemClock }, undefined)).zip);
  expect(texts.get('log/reeve.log')).toContain('"msg":"started"');
  expect(factsIn(texts, 'databases')).toMatchObject([{ file: 'state.db', why: 'folder-busy' }, {}, {}, {}, {}]);
  expect(factsIn(texts, 'jobs')).toMatchObject({ unknown: { code: 'denied', reason: 'folder-busy' } });
  await syncUsers(client);
});

test('without the key, sizes are known and the rest is unknown with the reason', async () => {
  const ports = await closedFolder();
  ports.secrets.mode = 'locked';
  const texts = textsIn((await readDiagnostics(ports, undefined)).zip);
  const [state] = factsIn(texts, 'databases');
  expect(state).toMatchObject({ file: 'state.db', integrity: 'unknown', why: 'keychain-locked' });
  expect(Number(state?.['bytes'])).toBeGreaterThan(0);

  const core = await createCore({ ...ports });
  onTestFinished(() => core.close());
  const inWindow = await saved(attach(core));
  expect(factsIn(inWindow, 'core')).toMatchObject({ vault: 'locked' });
  expect(factsIn(inWindow, 'databases')).toMatchObject([{ why: 'keychain-locked' }, {}, {}, {}, {}]);
});

test('a database with a damaged page is damaged, and the others are read', async () => {
  const ports = await closedFolder();
  const { state } = databases(ports);
  flip(state, pageBytesOf(state) * 2 + 100);
  const { zip } = await readDiagnostics(ports, undefined);
  expect(factsIn(textsIn(zip), 'databases')).toMatchObject([
    { file: 'state.db', integrity: 'damaged' },
    { file: 'archive.db', integrity: 'ok' },
    {},
    { file: 'cache.db', integrity: 'ok' },
    { file: 'history.db', integrity: 'ok' },
  ]);
});

test('diagnostics can be read if a newer version wrote the folder, so that Reeve does not start', async () => {
  const ports = await closedFolder();
  const { state, key } = databases(ports);
  const db = openDatabase(state, key);
  db.pragma('user_version=999999');
  db.close();
  await expect(createCore(ports)).rejects.toMatchObject({ code: 'conflict' });
  const texts = textsIn((await readDiagnostics(ports, undefined)).zip);
  expect(factsIn(texts, 'databases')).toMatchObject([{ integrity: 'ok' }, {}, {}, {}, {}]);
});

test('what cannot be read or copied is unknown, and an empty database is not whole', async () => {
  const ports = await closedFolder();
  const { data, temporary } = ports.paths;
  truncateSync(join(data, 'archive.db'), 0);
  const { zip } = await readDiagnostics({ ...ports, clock: { ...systemClock, now: () => 0 } }, undefined);
  expect(factsIn(textsIn(zip), 'databases')).toMatchObject([
    {},
    { file: 'archive.db', integrity: 'empty' },
    {},
    {},
    {},
  ]);

  for (const path of [join(data, 'logs'), temporary]) {
    rmSync(path, { recursive: true });
    writeFileSync(path, 'no folder');
  }
  const texts = textsIn((await readDiagnostics({ ...ports, clock: systemClock }, undefined)).zip);
  expect(factsIn(texts, 'log/left-out')).toEqual([{ file: 'reeve.log', lines: 'unknown' }]);
  expect(factsIn(texts, 'databases')[0]).toMatchObject({ integrity: 'unknown', failure: { system: 'EEXIST' } });
  expect(factsIn(texts, 'jobs')).toMatchObject({ unknown: { system: 'EEXIST' } });
});
