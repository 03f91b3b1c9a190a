import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { addJob, addPipeline } from '../artifacts-rig.ts';
import { fieldsOf, projectOf, row } from '../repository-rig.ts';
import { DIRECTORY_ENTRY, FILE_ENTRY } from '../resources/artifacts.ts';
import { ask, start } from '../rig.ts';
import { unzip } from '../zip-reader.ts';

type Row = Record<string, unknown>;
const jobs = '/projects/acme%2Fcore/jobs';
const FILES = { 'readme.txt': 'read me', 'a/b/deep.txt': 'x'.repeat(500), 'a/top.bin': '\u0000\u0001', 'z.txt': '' };

async function bytesOf(platform: Platform, path: string) {
  const response = await fetch(`${platform.url}/api/v4${path}`, {
    headers: { 'private-token': platform.tokens.reporter },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
const statusOf = async (platform: Platform, path: string, who: Parameters<typeof ask>[1] = 'reporter') =>
  (await ask(platform, who, path)).status;
const expired = (platform: Platform) => ({ expire_at: platform.clock.now() - 1 });

/** A job of a successful pipeline of `topic` that is not the newest one, so that its artifacts can expire. */
function oldJob(platform: Platform, more = {}) {
  const job = addJob(platform, addPipeline(platform), 'build', FILES, more);
  addPipeline(platform);
  return job;
}

test('an archive is a zip with every file, directory and mode', async () => {
  const platform = await start();
  const job = addJob(platform, addPipeline(platform), 'build', FILES);
  const { status, headers, bytes } = await bytesOf(platform, `${jobs}/${job.id}/artifacts`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
  const entries = unzip(bytes);
  expect([...entries.keys()].sort()).toEqual(['a/', 'a/b/', ...Object.keys(FILES)].sort());
  for (const [path, text] of Object.entries(FILES)) expect(entries.get(path)?.content.toString(), path).toBe(text);
  expect([entries.get('readme.txt')?.mode, entries.get('a/')?.mode]).toEqual(['100644', '040755']);
  expect(bytes.length).toBeLessThan(1200);
});

test('seeded deployments have jobs with artifacts, and one without', async () => {
  const platform = await start();
  const { rows } = await ask(platform, 'reporter', '/projects/acme%2Fcore/deployments?per_page=100&status=success');
  const statuses = new Map<string, Set<number>>();
  for (const { deployable } of rows as { deployable: { id: number; name: string } }[]) {
    const { status } = await bytesOf(platform, `${jobs}/${deployable.id}/artifacts`);
    statuses.set(deployable.name, (statuses.get(deployable.name) ?? new Set()).add(status));
  }
  expect(statuses.get('deploy-staging')).toEqual(new Set([200]));
  expect(statuses.get('deploy-review')).toEqual(new Set([200]));
  expect(statuses.get('deploy-production')).toEqual(new Set([404]));
});

test('a single file is returned unchanged', async () => {
  const platform = await start();
  const job = addJob(platform, addPipeline(platform), 'build', FILES);
  for (const [path, text] of Object.entries(FILES)) {
    const { status, bytes } = await bytesOf(platform, `${jobs}/${job.id}/artifacts/${path}`);
    expect([status, bytes.toString()], path).toEqual([200, text]);
  }
  expect(await statusOf(platform, `${jobs}/${job.id}/artifacts/a%2Ftop.bin`)).toBe(200);
  for (const path of ['nothing.txt', 'a', 'a/', '..%2Freadme.txt', 'a%2F..%2Freadme.txt']) {
    expect(await statusOf(platform, `${jobs}/${job.id}/artifacts/${path}`), path).toBe(404);
  }
});

test('the tree lists a directory, or everything below it, with exactly the documented fields', async () => {
  const platform = await start();
  const job = addJob(platform, addPipeline(platform), 'build', FILES);
  const at = `${jobs}/${job.id}/artifacts/tree`;
  const rowsOf = async (query = '') => (await ask(platform, 'reporter', `${at}${query}`)).rows;
  const paths = (rows: Row[]) => rows.map(({ path }) => path);
  const root = await rowsOf();
  expect(paths(root)).toEqual(['a/', 'readme.txt', 'z.txt']);
  for (const entry of root) {
    expect(fieldsOf(entry)).toEqual(entry.type === 'file' ? FILE_ENTRY : DIRECTORY_ENTRY);
    expect(entry.mode).toMatch(/^[0-7]{6}$/);
  }
  expect(root[1]).toEqual({ name: 'readme.txt', path: 'readme.txt', type: 'file', size: 7, mode: '100644' });
  for (const query of ['?path=a', '?path=a%2F']) {
    expect(paths(await rowsOf(query))).toEqual(['a/b/', 'a/top.bin']);
  }
  expect(paths(await rowsOf('?recursive=true'))).toEqual([
    'a/',
    'a/b/',
    'a/b/deep.txt',
    'a/top.bin',
    'readme.txt',
    'z.txt',
  ]);
  expect(paths(await rowsOf('?recursive=true&path=a/b'))).toEqual(['a/b/deep.txt']);
  const page = await ask(platform, 'reporter', `${at}?recursive=true&per_page=4&page=2`);
  expect([paths(page.rows), page.headers.get('x-total')]).toEqual([['readme.txt', 'z.txt'], '6']);
});

test('the tree is 404 if the job, its artifacts, their metadata or the path are missing', async () => {
  const platform = await start();
  const pipeline = addPipeline(platform);
  const [full, bare, lost] = [
    addJob(platform, pipeline, 'build', FILES),
    addJob(platform, pipeline, 'lint', null),
    addJob(platform, pipeline, 'lost', FILES, { hasMetadata: false }),
  ];
  for (const path of [
    '99999/artifacts/tree',
    `${bare.id}/artifacts/tree`,
    `${lost.id}/artifacts/tree`,
    `${full.id}/artifacts/tree?path=nothing`,
    `${bare.id}/artifacts`,
    `${bare.id}/artifacts/readme.txt`,
    '99999/artifacts',
  ]) {
    expect(await statusOf(platform, `${jobs}/${path}`), path).toBe(404);
  }
  expect(await statusOf(platform, `${jobs}/${lost.id}/artifacts`)).toBe(200);
  expect(await statusOf(platform, `/projects/acme%2Fwebsite/jobs/${full.id}/artifacts`)).toBe(404);
});

test('a reference may contain unescaped slashes', async () => {
  const platform = await start();
  const files = { 'name.txt': 'request', 'raw/deep/download': 'below a folder called raw' };
  addJob(platform, addPipeline(platform, { ref: 'refs/merge-requests/7/head' }), 'build', files);
  const base = `${jobs}/artifacts/refs/merge-requests/7/head`;
  const textOf = async (path: string) => (await ask(platform, 'reporter', `${base}/${path}?job=build`)).text;
  expect(await textOf('raw/name.txt')).toBe('request');
  expect(await textOf('raw/raw/deep/download')).toBe('below a folder called raw');
  const { bytes } = await bytesOf(platform, `${base}/download?job=build`);
  expect(unzip(bytes).get('name.txt')?.content.toString()).toBe('request');
});

test('by reference, the artifacts of the newest successful pipeline are returned', async () => {
  const platform = await start();
  const rawOf = async (ref: string, job: string, more = '') => {
    const answer = await ask(
      platform,
      'reporter',
      `${jobs}/artifacts/${encodeURIComponent(ref)}/raw/name.txt?job=${job}${more}`,
    );
    return answer.status === 200 ? answer.text : answer.status;
  };
  addJob(platform, addPipeline(platform), 'only-old', { 'name.txt': 'old' });
  addJob(platform, addPipeline(platform), 'build', { 'name.txt': 'second' });
  const newest = addPipeline(platform);
  addJob(platform, newest, 'build', { 'name.txt': 'newest' });
  addJob(platform, addPipeline(platform, { status: 'failed' }), 'build', { 'name.txt': 'failed' });
  addJob(platform, addPipeline(platform, { status: 'running' }), 'build', { 'name.txt': 'running' });
  addJob(platform, addPipeline(platform, { ref: 'refs/merge-requests/7/head' }), 'build', { 'name.txt': 'request' });
  expect(await rawOf('topic', 'build')).toBe('newest');
  expect(await rawOf('topic', 'only-old')).toBe(404);
  expect(await rawOf('topic', 'only-old', '&search_recent_successful_pipelines=true')).toBe('old');
  expect(await rawOf('refs/merge-requests/7/head', 'build')).toBe('request');
  for (const ref of ['HEAD', newest.sha, 'nowhere']) expect(await rawOf(ref, 'build'), ref).toBe(404);
  expect(await rawOf('topic', 'nothing')).toBe(404);
  expect(await rawOf('topic', '')).toBe(400);
  expect(await statusOf(platform, `${jobs}/artifacts/topic/raw/name.txt`)).toBe(400);
  const raw = await ask(platform, 'reporter', `${jobs}/artifacts/topic/raw/name.txt?job=build`);
  expect(raw.headers.get('content-type')).toMatch(/^(text\/plain|plain\/text)/);

  const { bytes } = await bytesOf(platform, `${jobs}/artifacts/topic/download?job=build`);
  expect(unzip(bytes).get('name.txt')?.content.toString()).toBe('newest');
  expect(await statusOf(platform, `${jobs}/artifacts/topic/download?job=only-old`)).toBe(404);
});

test('a job of a parent pipeline takes precedence over one of its child, and a job only in a child is found', async () => {
  const platform = await start();
  const parent = addPipeline(platform);
  const child = addPipeline(platform, { parent_id: parent.id, source: 'parent_pipeline' });
  addJob(platform, child, 'build', { 'name.txt': 'child' });
  addJob(platform, child, 'bundle', { 'name.txt': 'bundle' });
  addJob(platform, parent, 'build', { 'name.txt': 'parent' });
  const textOf = async (job: string) =>
    (await ask(platform, 'reporter', `${jobs}/artifacts/topic/raw/name.txt?job=${job}`)).text;
  expect([await textOf('build'), await textOf('bundle')]).toEqual(['parent', 'bundle']);
});

test('no more than 100 recent pipelines are searched', async () => {
  const platform = await start();
  addJob(platform, addPipeline(platform, { ref: 'far' }), 'old', FILES);
  for (let i = 0; i < 99; i += 1) addPipeline(platform, { ref: 'far' });
  const path = `${jobs}/artifacts/far/download?job=old&search_recent_successful_pipelines=true`;
  expect(await statusOf(platform, path)).toBe(200);
  addPipeline(platform, { ref: 'far' });
  expect(await statusOf(platform, path)).toBe(404);
});

test('artifacts expire unless `keep` was called', async () => {
  const platform = await start();
  const [lapsing, kept] = [oldJob(platform), oldJob(platform)];
  for (const { artifacts } of [lapsing, kept]) if (artifacts) artifacts.expire_at = platform.clock.now() + DAY_MS;
  const keep = (id: number, who: Parameters<typeof ask>[1] = 'developer') =>
    ask(platform, who, `${jobs}/${id}/artifacts/keep`, { method: 'POST' });
  expect((await keep(kept.id, 'reporter')).status).toBe(403);
  const answer = await keep(kept.id);
  expect([answer.status, row(answer).id, row(answer).name]).toEqual([200, kept.id, 'build']);
  platform.clock.advance(DAY_MS);
  expect(await statusOf(platform, `${jobs}/${lapsing.id}/artifacts`)).toBe(404);
  expect(await statusOf(platform, `${jobs}/${kept.id}/artifacts`)).toBe(200);
  expect((await keep(lapsing.id)).status).toBe(404);
  expect((await keep(99_999)).status).toBe(404);
});

test('a Maintainer can delete the artifacts of a job', async () => {
  const platform = await start();
  const job = oldJob(platform);
  const remove = (who: Parameters<typeof ask>[1]) =>
    ask(platform, who, `${jobs}/${job.id}/artifacts`, { method: 'DELETE' });
  expect((await remove('developer')).status).toBe(403);
  expect((await remove('outsider')).status).toBe(404);
  expect((await remove(null)).status).toBe(401);
  expect(await statusOf(platform, `${jobs}/${job.id}/artifacts`)).toBe(200);
  const answer = await remove('maintainer');
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect(await statusOf(platform, `${jobs}/${job.id}/artifacts`)).toBe(404);
});

test('a Maintainer can delete all artifacts except those of the newest successful pipeline of each reference', async () => {
  const platform = await start();
  const [old, newest] = [addPipeline(platform), addPipeline(platform)];
  const [gone, kept, child, failed, lapsed, elsewhere] = [
    addJob(platform, old, 'build', FILES),
    addJob(platform, newest, 'build', FILES),
    addJob(platform, addPipeline(platform, { parent_id: newest.id, source: 'parent_pipeline' }), 'x', FILES),
    addJob(platform, addPipeline(platform, { status: 'failed' }), 'build', FILES),
    addJob(platform, newest, 'test', FILES, expired(platform)),
    addJob(platform, addPipeline(platform, {}, 'public'), 'build', FILES),
  ];
  addPipeline(platform, {}, 'public');
  const remove = (who: Parameters<typeof ask>[1]) => ask(platform, who, `${jobs}/artifacts`, { method: 'DELETE' });
  expect((await remove('developer')).status).toBe(403);
  expect([200, 202, 204]).toContain((await remove('maintainer')).status);
  for (const job of [kept, child, lapsed]) expect(await statusOf(platform, `${jobs}/${job.id}/artifacts`)).toBe(200);
  for (const job of [gone, failed]) expect(await statusOf(platform, `${jobs}/${job.id}/artifacts`)).toBe(404);
  expect(await statusOf(platform, `/projects/acme%2Fwebsite/jobs/${elsewhere.id}/artifacts`, 'owner')).toBe(200);
  addPipeline(platform);
  expect(await statusOf(platform, `${jobs}/${lapsed.id}/artifacts`)).toBe(404);
});

test('artifacts in object storage are downloaded from another origin, with an address that works once', async () => {
  const platform = await start();
  const job = addJob(platform, addPipeline(platform), 'build', FILES, { isRemote: true });
  const answer = await ask(platform, 'reporter', `${jobs}/${job.id}/artifacts`);
  expect(answer.status).toBe(302);
  const address = answer.headers.get('location') ?? '';
  expect(new URL(address).origin).not.toBe(platform.url);
  expect((await fetch(address.replace(/signature=.{4}/, 'signature=0000'))).status).toBe(403);
  const first = await fetch(address);
  expect(
    unzip(Buffer.from(await first.arrayBuffer()))
      .get('readme.txt')
      ?.content.toString(),
  ).toBe('read me');
  expect((await fetch(address)).status).toBe(403);
  expect(platform.world.cdn.requests.map(({ status, hadToken }) => [status, hadToken])).toEqual([
    [403, false],
    [200, false],
    [403, false],
  ]);

  const late = (await ask(platform, 'reporter', `${jobs}/${job.id}/artifacts`)).headers.get('location') ?? '';
  platform.clock.advance(3_600_000);
  expect((await fetch(late)).status).toBe(403);
  const careless = (await ask(platform, 'reporter', `${jobs}/${job.id}/artifacts`)).headers.get('location') ?? '';
  await fetch(careless, { headers: { 'private-token': platform.tokens.reporter } });
  expect(platform.world.cdn.requests.at(-1)?.hadToken).toBe(true);
});

test('a job token can read artifacts of projects whose allowlist includes its project', async () => {
  const platform = await start();
  const job = addJob(platform, addPipeline(platform, {}, 'public'), 'build', FILES);
  const scope = platform.world.jobTokenScopes.of(projectOf(platform, 'public'));
  const home = '/projects/acme%2Fwebsite/jobs';
  const status = async (path: string, token = platform.jobToken) =>
    statusOf(platform, `${path}${path.includes('?') ? '&' : '?'}job_token=${token}`, null);
  const paths = [
    `${home}/${job.id}/artifacts`,
    `${home}/${job.id}/artifacts/tree`,
    `${home}/${job.id}/artifacts/readme.txt`,
    `${home}/artifacts/topic/download?job=build`,
    `${home}/artifacts/topic/raw/readme.txt?job=build`,
  ];
  for (const path of paths) expect([401, 403, 404], path).toContain(await status(path));
  scope.projects.add(projectOf(platform).id);
  for (const path of paths) expect(await status(path), path).toBe(200);
  scope.projects.clear();
  scope.groups.add(platform.world.groups.lookup('acme')?.id ?? 0);
  for (const path of paths) expect(await status(path), path).toBe(200);
  scope.groups.clear();
  expect([401, 403, 404]).toContain(await status(paths[0] ?? ''));
  scope.isInboundEnabled = false;
  expect(await status(paths[0] ?? '')).toBe(200);
  expect(await status(paths[0] ?? '', 'nonsense')).toBe(401);

  const own = oldJob(platform);
  expect(await status(`${jobs}/${own.id}/artifacts`)).toBe(200);
  const hidden = addJob(platform, addPipeline(platform, {}, 'sub'), 'build', FILES);
  expect([401, 403, 404]).toContain(
    await status(`/projects/acme%2Fplatform%2Frunner-images/jobs/${hidden.id}/artifacts`),
  );
});

test('reading artifacts requires a token and access to the project', async () => {
  const platform = await start();
  const job = oldJob(platform);
  const path = `${jobs}/${job.id}/artifacts`;
  expect(await statusOf(platform, path, 'outsider')).toBe(404);
  expect(await statusOf(platform, path, null)).toBe(401);
  expect(await statusOf(platform, path, 'read_api')).toBe(200);
  expect(await statusOf(platform, path, 'auditor')).toBe(200);
});
