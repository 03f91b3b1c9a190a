import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBlobs } from '#main/state/open/state-file.ts';
import { changingProxy } from '../../helpers/changing-proxy.ts';
import { databases } from '../../helpers/damage.ts';
import { profile, rig, syncList } from '../../helpers/rig.ts';
import type { ReeveClient } from '../../helpers/window.ts';
import { PATHS } from '../../platform/seed/repository-files.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Project } from '../../platform/world/projects.ts';
import { applyAndWait, throughProxy } from '../changes-rig.ts';

const head = 'HEAD /projects/:id/repository/files/:file_path';
const get = 'GET /projects/:id/repository/files/:file_path';
const raw = `${get}/raw`;
const ref = 'main';

/** Reeve with the project `acme/core`, whose files can be read. */
async function withProject(options: Parameters<typeof rig>[0] = {}) {
  const rigged = await rig(options);
  const { world } = rigged.platform;
  const project = world.projects.lookup('acme/core');
  const publicProject = world.projects.lookup('acme/website');
  if (project === undefined || publicProject === undefined) throw new Error('no project');
  const scope = `project:${project.id}`;
  const counts = (): Record<string, number> => {
    const { requests } = rigged.platform;
    return { head: requests.count(head), get: requests.count(get), raw: requests.count(raw) };
  };
  const huge = { scope: `project:${publicProject.id}`, ref: 'large-files', path: PATHS.huge };
  return {
    ...rigged,
    rigged,
    project,
    huge,
    scope,
    at: (path: string, of = ref) => ({ scope, ref: of, path }),
    counts,
  };
}

const sha = /^[0-9a-f]{40}$/;

/** The newest commit of `main`. */
async function headCommit({ world }: Platform, project: Project) {
  const [newest] = await world.repositories.of(project).log({
    ...{ revisions: [ref], count: 1, firstParent: false, order: 'default', follow: false },
  });
  if (newest === undefined) throw new Error('no commits');
  return newest;
}

const tree = (client: ReeveClient, scope: string, open: string[] = [], search = '') =>
  client.repositoryFiles.tree({ scope, ref, open, search });

test('a file is downloaded once: a HEAD shows that its blob is unchanged', async () => {
  const { client, at, counts, scope, platform, project } = await withProject();
  const file = at('src/main.ts');
  expect(await client.repositoryFiles.open(file)).toMatchObject({ file: null, content: { kind: 'none' } });
  expect(await client.repositoryFiles.check(file)).toMatchObject({ result: 'stored' });
  expect(counts()).toEqual({ head: 1, get: 1, raw: 0 });
  expect(await client.repositoryFiles.check(file)).toEqual({ result: 'unchanged', bytes: 0 });
  expect(counts()).toEqual({ head: 2, get: 1, raw: 0 });
  // The same blob at another ref is not downloaded either
  expect(await client.repositoryFiles.check(at('src/main.ts', 'HEAD'))).toMatchObject({ result: 'unchanged' });
  const { file: facts, content, lastCommit } = await client.repositoryFiles.open(file);
  expect(content).toMatchObject({ kind: 'text', isCut: false, encoding: 'utf-8' });
  const { id: head } = await headCommit(platform, project);
  // All documented fields of a file (document 1:58), as they were reported
  expect(facts?.facts).toEqual({
    ...{ fileName: 'main.ts', filePath: 'src/main.ts', ref: 'main', encoding: 'base64', lfs: null },
    ...{ isExecutable: false, sizeBytes: expect.any(Number) as unknown, commitId: head },
    blobId: expect.stringMatching(sha) as unknown,
    lastCommitId: expect.stringMatching(sha) as unknown,
    contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
  });
  expect(lastCommit?.authorName).not.toBeNull();
  expect((await client.repositoryFiles.refs({ scope })).others).toEqual(['HEAD', 'main']);
});

test('a stored file and its blame are there after a restart without the network', async () => {
  const { client, at, rigged, scope } = await withProject();
  const { cut, down } = await throughProxy(rigged);
  cut();
  const file = at(PATHS.script);
  await client.repositoryFiles.addPath({ scope, path: `/${PATHS.script}` });
  await client.repositoryFiles.check(file);
  const { blocks } = await client.repositoryFiles.loadBlame({ ...file, piece: 0 });
  await down();
  const restarted = await rigged.restart();
  const { file: facts, content } = await restarted.repositoryFiles.open(file);
  expect(facts?.facts?.isExecutable).toBe(true);
  expect(content).toMatchObject({ kind: 'text', lines: 3 });
  expect(await restarted.repositoryFiles.blame({ ...file, piece: 0 })).toEqual({ blocks });
  expect((await tree(restarted, scope, ['scripts'])).rows).toMatchObject([
    { kind: 'folder', path: 'scripts', files: 1 },
    { kind: 'file', path: PATHS.script, state: 'stored', sizeBytes: 38 },
  ]);
  await expect(restarted.repositoryFiles.check(file)).rejects.toMatchObject({ code: 'offline' });
  expect(await restarted.repositoryFiles.open(file)).toMatchObject({ content: { kind: 'text' } });
});

test('stored content that is damaged is reported as damaged, and the next check downloads it again', async () => {
  const { client, at, rigged, counts, scope } = await withProject();
  const paths = ['src/main.ts', '.gitmodules'];
  for (const path of paths) await client.repositoryFiles.check(at(path));
  await client.repositoryFiles.loadBlame({ ...at('src/main.ts'), piece: 0 });
  await rigged.core.close();
  const stored = openBlobs({ folder: rigged.ports.paths.data, key: databases(rigged.ports).key, now: Date.now() });
  stored.db.prepare("UPDATE blob_chunks SET bytes = CAST('other' AS BLOB)").run();
  stored.close(Date.now());
  const restarted = await rigged.restart();
  const { repositoryFiles } = restarted;
  expect(await repositoryFiles.open(at('src/main.ts'))).toMatchObject({ content: { kind: 'damaged' } });
  expect(await repositoryFiles.blame({ ...at('src/main.ts'), piece: 0 })).toBeNull();
  expect((await tree(restarted, scope)).total).toBeGreaterThan(0);
  expect(await repositoryFiles.submodules({ scope, ref })).toMatchObject({ isStored: false, rows: [] });
  for (const path of paths) expect(await repositoryFiles.check(at(path))).toMatchObject({ result: 'stored' });
  expect(counts()).toMatchObject({ get: 4 });
  expect(await repositoryFiles.open(at('src/main.ts'))).toMatchObject({ content: { kind: 'text' } });
  expect(await repositoryFiles.submodules({ scope, ref })).toMatchObject({ isStored: true, rows: [{}] });
});

test('an opened file has the blame of its first lines offline, which is requested once for a version', async () => {
  const { client, at, platform } = await withProject();
  const file = at(PATHS.stations);
  await client.repositoryFiles.check(file);
  await client.repositoryFiles.check(file);
  const { blocks } = (await client.repositoryFiles.blame({ ...file, piece: 0 })) ?? { blocks: [] };
  const line12 = blocks.find(({ from, count }) => from <= 12 && 12 < from + count);
  expect(line12?.authorName).toMatch(/\w/);
  expect(line12?.title).toMatch(/\w/);
  // All documented fields of the commit (document 1:142)
  expect(line12).toEqual({
    ...line12,
    message: expect.stringContaining(line12?.title ?? '') as unknown,
    ...{
      authorEmail: expect.stringContaining('@') as unknown,
      committerEmail: expect.stringContaining('@') as unknown,
    },
    ...{
      authoredAt: expect.stringMatching(/^\d{4}-/) as unknown,
      committedAt: expect.stringMatching(/^\d{4}-/) as unknown,
    },
    ...{ committerName: expect.stringMatching(/\w/) as unknown, commitId: expect.stringMatching(sha) as unknown },
    parentIds: expect.any(Array) as unknown,
  });
  const { content } = await client.repositoryFiles.open(file);
  const lines = content.kind === 'text' ? content.lines : 0;
  expect(blocks.reduce((sum, { count }) => sum + count, 0)).toBe(Math.min(lines, 2_000));
  expect(
    blocks.every(
      ({ from }, index) => index === 0 || from === (blocks[index - 1]?.from ?? 0) + (blocks[index - 1]?.count ?? 0),
    ),
  ).toBe(true);
  expect(platform.requests.count(`${get}/blame`)).toBe(1);
  // There is no such piece, so nothing is requested
  expect(await client.repositoryFiles.loadBlame({ ...file, piece: 7 })).toEqual({ blocks: [] });
  expect(platform.requests.count(`${get}/blame`)).toBe(1);
});

test('a 404 of a file keeps its path and what was stored, and is told from a missing ref or project', async () => {
  const { client, at, scope } = await withProject();
  await client.repositoryFiles.addPath({ scope, path: 'src/main.ts' });
  await client.repositoryFiles.check(at('src/main.ts'));
  const removal = {
    op: 'files.remove',
    path: { id: 'acme/core', file_path: 'src/main.ts' },
    body: { branch: 'main', commit_message: 'Remove' },
    label: 'src/main.ts',
  };
  await applyAndWait(client, await client.changes.plan({ calls: [removal] }));
  expect(await client.repositoryFiles.check(at('src/main.ts'))).toEqual({ result: 'absent', bytes: 0 });
  expect(await client.repositoryFiles.open(at('src/main.ts'))).toMatchObject({
    file: { found: false },
    content: { kind: 'text' },
  });
  expect((await tree(client, scope, ['src'])).rows[1]).toMatchObject({ state: 'absent', isRemovable: true });
  expect(await client.repositoryFiles.check(at('src/main.ts', 'no-such-branch'))).toMatchObject({ result: 'no-ref' });
  await expect(client.repositoryFiles.check({ scope: 'project:999999', ref, path: 'README.md' })).rejects.toMatchObject(
    { code: 'missing', status: 404 },
  );
  await client.repositoryFiles.removePath({ scope, path: 'src/main.ts' });
  expect((await tree(client, scope)).total).toBe(0);
});

test('the content of a file in Git LFS is downloaded only when it is asked for', async () => {
  const { client, at, counts } = await withProject();
  const file = at(PATHS.largeFile);
  await client.repositoryFiles.check(file);
  const pointer = await client.repositoryFiles.open(file);
  expect(pointer.content).toMatchObject({ kind: 'text', text: expect.stringContaining('oid sha256:') as unknown });
  expect(pointer.file?.facts?.lfs).toMatchObject({ isStored: false });
  expect(counts().raw).toBe(0);
  expect(await client.repositoryFiles.storeLfs(file)).toMatchObject({ result: 'stored' });
  expect(await client.repositoryFiles.storeLfs(file)).toMatchObject({ result: 'unchanged' });
  const opened = await client.repositoryFiles.open({ ...file, of: 'lfs' });
  expect(opened.content).toMatchObject({ text: expect.stringContaining('The whole film') as unknown });
  expect(opened.file?.facts?.lfs?.isStored).toBe(true);
});

test('a large file is streamed, shown in part and saved as a whole under a safe name', async () => {
  const { client, counts, huge: file, ports } = await withProject();
  expect(await client.repositoryFiles.check(file)).toEqual({ result: 'stored', bytes: 11 * 1024 * 1024 });
  expect(counts()).toMatchObject({ get: 0, raw: 1 });
  const { content } = await client.repositoryFiles.open(file);
  expect(content).toMatchObject({ kind: 'text', isCut: true, lines: 100_000 });
  const { path } = await client.repositoryFiles.save(file);
  expect(readFileSync(path).length).toBe(11 * 1024 * 1024);
  expect(path).toBe(join(ports.downloads, 'measurements.bin'));
});

test('an image is sent as bytes with its size', async () => {
  const { client, at } = await withProject();
  await client.repositoryFiles.check(at(PATHS.picture));
  const { content } = await client.repositoryFiles.open(at(PATHS.picture));
  expect(content).toMatchObject({ kind: 'image', type: 'image/png', width: 1, height: 1 });
});

test('a file over the limit is not downloaded, and content that differs from its hash is refused', async () => {
  const { client, platform, scope, counts, huge } = await withProject();
  const front = await changingProxy(platform, {
    headers: (all, url) => {
      if (url.includes('LICENSE')) return { ...all, 'x-service-size': String(201 * 1024 * 1024) };
      if (url.includes('measurements')) return { ...all, 'x-service-content-sha256': 'f'.repeat(64) };
      return all;
    },
  });
  await client.profiles.add({ ...profile, name: 'Front', url: front.url, token: platform.tokens.admin });
  expect(await client.repositoryFiles.check({ scope, ref, path: 'LICENSE' })).toEqual({
    result: 'too-large',
    bytes: 0,
  });
  expect(counts()).toMatchObject({ get: 0, raw: 0 });
  await expect(client.repositoryFiles.check(huge)).rejects.toMatchObject({ reason: 'file-damaged' });
  expect(await client.repositoryFiles.open(huge)).toMatchObject({ content: { kind: 'none' } });
});

test('content in JSON that differs from its hash is refused', async () => {
  const { client, platform, scope } = await withProject();
  const body = (text: string): string => text.replace(/"content":"[^"]*"/, `"content":"${btoa('other')}"`);
  const front = await changingProxy(platform, { body });
  await client.profiles.add({ ...profile, name: 'Front', url: front.url, token: platform.tokens.admin });
  const file = { scope, ref, path: 'LICENSE' };
  await expect(client.repositoryFiles.check(file)).rejects.toMatchObject({ reason: 'file-damaged' });
  expect(await client.repositoryFiles.open(file)).toMatchObject({ content: { kind: 'none' } });
});

test('a server without the documented headers is asked for the whole file', async () => {
  const { client, platform, scope, counts } = await withProject();
  const headers = (all: object) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('x-service-')));
  const front = await changingProxy(platform, { headers });
  await client.profiles.add({ ...profile, name: 'Front', url: front.url, token: platform.tokens.admin });
  expect(await client.repositoryFiles.check({ scope, ref, path: 'LICENSE' })).toMatchObject({ result: 'stored' });
  expect(counts()).toMatchObject({ get: 1, raw: 0 });
});

test('paths are found in deliveries of pushes, in commits by Reeve and in .gitmodules', async () => {
  const { client, at, scope, platform, project } = await withProject();
  const hook = platform.world.webhooks.all().find((one) => one.project_id === project.id);
  const [event] = platform.world.webhooks.events.all();
  if (hook === undefined || event === undefined) throw new Error('no webhook');
  const { id: _, ...delivery } = event;
  const commits = [
    {
      added: ['docs/new.md', '../climbs', '/absolute', 'a\0b', 7],
      modified: ['__proto__/x', 'na\u202eme.ts'],
      removed: null,
    },
    'no commit',
  ];
  const data = { object_kind: 'push', commits };
  // The platform lists deliveries of seven days
  const seen = { created_at: platform.world.clock.now() };
  platform.world.webhooks.events.add({ ...delivery, webhook_id: hook.id, request_data: () => data, ...seen });
  await syncList(client, 'webhooks', scope);
  await syncList(client, 'webhookEvents', `${scope}/hook:${hook.id}`);
  await client.repositoryFiles.check(at('.gitmodules'));
  const write = {
    op: 'files.create',
    path: { id: 'acme/core', file_path: 'notes/by-reeve.md' },
    body: { branch: 'main', commit_message: 'Add notes', content: 'x' },
    label: 'notes',
  };
  await applyAndWait(client, await client.changes.plan({ calls: [write] }));
  await client.repositoryFiles.collect({ scope, ref });
  const { rows, sources, total } = await tree(client, scope, [], '.');
  const names = rows.flatMap((row) => (row.kind === 'file' ? [row.path] : []));
  expect(names).toEqual(expect.arrayContaining(['docs/new.md', 'na\u202eme.ts', 'notes/by-reeve.md']));
  expect(names).not.toContain('../climbs');
  expect(sources.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  expect(sources).toEqual(
    expect.arrayContaining([
      { source: 'gitmodules', count: 2 },
      { source: 'journal', count: 1 },
    ]),
  );
  expect((await tree(client, scope, ['vendor'])).rows).toContainEqual(
    expect.objectContaining({ path: PATHS.submodule, state: 'submodule' }),
  );
  expect(await client.repositoryFiles.submodules({ scope, ref })).toMatchObject({
    isStored: true,
    rows: [{ path: PATHS.submodule, branch: 'main', project: 'acme/website' }],
  });
  // Nothing is added twice
  expect(await client.repositoryFiles.collect({ scope, ref })).toEqual({ added: 0 });
});

test('paths are found in stored lists of artifacts, each with its source', async () => {
  const { client, platform } = await withProject();
  const job = platform.world.jobs.filter(({ artifacts }) => (artifacts?.files.size ?? 0) > 0)[0];
  const pipeline = platform.world.pipelines.get(job?.pipeline_id ?? 0);
  if (job === undefined || pipeline === undefined) throw new Error('no job with artifacts');
  const scope = `project:${pipeline.project_id}`;
  await syncList(client, 'artifacts', `${scope}/job:${job.id}`);
  const requests = platform.requests.count();
  const paths = [...(job.artifacts?.files.keys() ?? [])];
  const [first = ''] = paths;
  await client.repositoryFiles.addPath({ scope, path: first });
  await client.repositoryFiles.collect({ scope, ref });
  const folders = paths.flatMap((path) => {
    const names = path.split('/').slice(0, -1);
    return names.map((_, at) => names.slice(0, at + 1).join('/'));
  });
  const { rows, sources, total, files } = await tree(client, scope, folders);
  // The repository may not have the other paths, so the tree doesn't show them
  expect([total, files]).toEqual([1, 1]);
  const named = new Map(rows.flatMap((row) => (row.kind === 'file' ? [[row.path, row] as const] : [])));
  expect([...named.keys()]).toEqual([first]);
  expect(named.get(first)).toMatchObject({ sources: ['person', 'job'], isRemovable: false });
  expect((await client.repositoryFiles.open({ scope, ref, path: first })).sources).toMatchObject([
    { source: 'person' },
    { source: 'job' },
  ]);
  expect(sources).toContainEqual({ source: 'job', count: paths.length - 1 });
  expect(await client.repositoryFiles.collect({ scope, ref })).toEqual({ added: 0 });
  expect(platform.requests.count()).toBe(requests);
});

test('paths that no repository can have are refused, and odd names are only data', async () => {
  const { client, at, scope, platform } = await withProject();
  for (const path of ['../etc/passwd', 'a/../../b', 'a//b', 'a\0b', '.', '']) {
    await expect(client.repositoryFiles.addPath({ scope, path }), path).rejects.toMatchObject({ field: 'path' });
  }
  const odd = 'docs/re\u202elanoitcerid %2F?#&.md';
  expect(await client.repositoryFiles.addPath({ scope, path: odd })).toEqual({ path: odd });
  expect(await client.repositoryFiles.check(at(odd))).toMatchObject({ result: 'absent' });
  await client.repositoryFiles.check(at(PATHS.spaces));
  await client.repositoryFiles.check(at(PATHS.otherScript));
  expect(await client.repositoryFiles.open(at(PATHS.otherScript))).toMatchObject({ content: { kind: 'text' } });
  expect(platform.requests.count(get)).toBe(3);
  await expect(client.repositoryFiles.tree({ scope: 'group:1', ref, open: [] })).rejects.toMatchObject({
    code: 'invalid',
  });
});

test('a path of any length can be searched for while it is entered', async () => {
  const { client, scope } = await withProject();
  const long = `docs/${'x'.repeat(1_500)}.md`;
  await client.repositoryFiles.addPath({ scope, path: long });
  expect((await tree(client, scope, [], long)).rows.map(({ path }) => path)).toContain(long);
  expect((await tree(client, scope, [], 'x'.repeat(9_000))).rows).toEqual([]);
});

test('HEAD is the default branch: files stored under one name are found under the other', async () => {
  const { client, at, scope, counts } = await withProject();
  const { repositoryFiles } = client;
  await repositoryFiles.check(at('LICENSE', 'feature-without-a-branch'));
  await repositoryFiles.check(at('src/main.ts', 'HEAD'));
  // Without branches, the default branch has no other name
  expect((await repositoryFiles.refs({ scope })).first).toBe('HEAD');
  expect((await repositoryFiles.open(at('src/main.ts', 'main'))).content.kind).toBe('none');
  await syncList(client, 'branches', scope);
  expect((await repositoryFiles.refs({ scope })).first).toBe('main');
  await repositoryFiles.check(at('.gitmodules'));
  const before = counts();
  expect(await repositoryFiles.open(at('src/main.ts', 'main'))).toMatchObject({ content: { kind: 'text' } });
  expect(await repositoryFiles.open(at('.gitmodules', 'HEAD'))).toMatchObject({ content: { kind: 'text' } });
  expect(await repositoryFiles.submodules({ scope, ref: 'HEAD' })).toMatchObject({ isStored: true });
  const { rows } = await repositoryFiles.tree({ scope, ref: 'HEAD', open: [], search: 'gitmodules' });
  expect(rows).toMatchObject([{ path: '.gitmodules', state: 'stored' }]);
  expect((await repositoryFiles.open(at('src/main.ts', 'other'))).content.kind).toBe('none');
  expect(counts()).toEqual(before);
});

test('files that were stored under the path of a project are there under its ID', async () => {
  const { client, scope, rigged } = await withProject();
  const byPath = { scope: 'project:acme/core', ref, path: 'LICENSE' };
  await client.repositoryFiles.addPath(byPath);
  await client.repositoryFiles.check(byPath);
  expect(await client.repositoryFiles.open(byPath)).toMatchObject({ content: { kind: 'text' } });
  await syncList(client, 'branches', scope);
  const restarted = await rigged.restart();
  const opened = await restarted.repositoryFiles.open({ ...byPath, scope });
  const same = await restarted.repositoryFiles.open(byPath);
  expect([opened.content.kind, same.content.kind]).toContain('text');
});
