import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openReadOnly } from '#main/state/files/database.ts';
import { databases } from '../../helpers/damage.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { rig, syncList, type Rig } from '../../helpers/rig.ts';

/** A job of the seed whose artifacts have a text file. */
function jobOf({ platform: { world } }: Rig, path?: string) {
  const inProject = path === undefined ? undefined : world.projects.lookup(path)?.id;
  const job = world.jobs.filter(({ artifacts, pipeline_id: of }) => {
    const isOfProject = inProject === undefined || world.pipelines.get(of)?.project_id === inProject;
    return isOfProject && artifacts?.files.has('build.json') === true;
  })[0];
  const pipeline = world.pipelines.get(job?.pipeline_id ?? 0);
  if (job === undefined || pipeline === undefined) throw new Error('no job with artifacts');
  return { job, project: `project:${pipeline.project_id}`, scope: `project:${pipeline.project_id}/job:${job.id}` };
}

test('the tree of a job is synced with all folders, and a loaded file is stored for offline use', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { job, scope } = jobOf(rigged);
  expect(await syncList(client, 'artifacts', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  const { rows } = await client.artifacts.list({ query: { scope }, slice: { from: 0, count: 200 } });
  const files = rows.filter(({ row }) => row.type === 'file').map(({ row }) => row.path);
  expect(files.toSorted()).toEqual([...(job.artifacts?.files.keys() ?? [])].toSorted());

  const path = 'build.json';
  const source = { by: 'job' as const, scope, path };
  expect((await client.artifactFiles.content({ source })).content).toBeNull();
  await client.artifactFiles.load({ source });
  const requests = platform.requests.count();
  const { content } = await client.artifactFiles.content({ source });
  expect(content).toMatchObject({ kind: 'text', text: job.artifacts?.files.get(path)?.content.toString() });
  expect((await client.artifactFiles.stored({ scope })).files.map((one) => one.path)).toEqual([path]);
  const saved = await client.artifactFiles.save({ source });
  expect(readFileSync(saved.path)).toEqual(job.artifacts?.files.get(path)?.content);
  expect(platform.requests.count()).toBe(requests);
});

/** All rows of all tables of an encrypted database. */
function everyRow(file: string, key: string): string {
  const { db, close } = openReadOnly(file, key);
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  const text = JSON.stringify(tables.map((table) => db.prepare(`SELECT * FROM "${table}"`).all()));
  close();
  return text;
}

test('an archive is saved with a safe name and is not unpacked', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { scope, job } = jobOf(rigged);
  const saved = await client.artifactFiles.save({ source: { by: 'job', scope, path: null } });
  expect(saved.path).toMatch(new RegExp(`artifacts-${job.id}\\.zip$`));
  expect(readFileSync(saved.path).subarray(0, 2).toString()).toBe('PK');
  expect(readdirSync(join(saved.path, '..')).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('with a job token, the tree, a file and the archive are requested without the token of the profile, and the job token is not stored', async () => {
  const rigged = await rig({ as: 'outsider' });
  const { client, platform, folder, ports } = rigged;
  const { scope, job } = jobOf(rigged, PROJECT_PATHS.private);
  const { jobToken } = platform;
  const source = { by: 'job' as const, scope, path: 'build.json' };
  await expect(client.artifactFiles.loadTree({ scope })).rejects.toMatchObject({ code: 'missing' });
  const { rows } = await client.artifactFiles.loadTree({ scope, jobToken });
  expect(rows).toBeGreaterThan(2);
  const { entries } = await client.artifactFiles.entries({ scope });
  expect(entries).toHaveLength(rows);
  await client.artifactFiles.load({ source, jobToken });
  expect((await client.artifactFiles.content({ source })).sizeBytes).toBe(
    job.artifacts?.files.get('build.json')?.content.length,
  );
  await client.artifactFiles.save({ source: { ...source, path: null }, jobToken });
  // A refused job token does not make the token of the profile invalid
  const wrong = 'a-job-token-that-does-not-exist';
  await expect(client.artifactFiles.load({ source, jobToken: wrong })).rejects.toMatchObject({ status: 401 });
  await expect(client.artifactFiles.load({ source })).rejects.toMatchObject({ code: 'missing' });

  const { entries: requests } = await client.host.requests({ limit: 50 });
  expect(requests.some(({ path }) => path.includes('job_token'))).toBe(true);
  const shown = JSON.stringify([requests, (await client.jobs.list()).jobs, ports.log]);
  await rigged.core.close();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const kept = files.map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'));
  const { key, state, archive, cache } = databases(ports);
  const rowsIn = [state, archive, cache()].map((file) => everyRow(file, key));
  expect(rowsIn[2]).toContain('build.json');
  for (const token of [jobToken, wrong]) {
    expect(shown).not.toContain(token);
    expect([...rowsIn, ...kept].filter((content) => content.includes(token))).toEqual([]);
  }
});

test('neither HEAD nor a SHA is requested as a branch or tag', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { project } = jobOf(rigged);
  for (const ref of ['HEAD', '0f'.repeat(20), '0F'.repeat(32)]) {
    const source = { by: 'ref' as const, scope: project, ref, job: 'build', path: 'build.json', searchRecent: false };
    const refused = { code: 'invalid', field: 'ref' };
    await expect(client.artifactFiles.load({ source })).rejects.toMatchObject(refused);
    await expect(client.artifactFiles.save({ source })).rejects.toMatchObject(refused);
    await expect(client.artifactFiles.choose({ source, isChosen: true })).rejects.toMatchObject(refused);
  }
  expect(JSON.stringify(platform.requests.list())).not.toContain('artifacts');
});

test('the jobs of cached deployments and of synced trees are known, each once', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { job, project, scope } = jobOf(rigged);
  expect((await client.artifactFiles.knownJobs({ scope: project })).jobs).toEqual([]);
  await client.artifactFiles.loadTree({ scope });
  expect((await client.artifactFiles.knownJobs({ scope: project })).jobs).toMatchObject([
    { jobId: job.id, name: null },
  ]);
  await syncList(client, 'deployments', project);
  const { jobs } = await client.artifactFiles.knownJobs({ scope: project });
  const expected = new Set(
    platform.world.deployments
      .filter(({ project_id: id, job_id: own }) => `project:${id}` === project && own !== null)
      .map((one) => one.job_id),
  );
  expect(new Set(jobs.map(({ jobId }) => jobId))).toEqual(new Set([...expected, job.id]));
  expect(new Set(jobs.map(({ jobId }) => jobId)).size).toBe(jobs.length);
  expect(jobs.find(({ jobId }) => jobId === job.id)?.treeAt).not.toBeNull();
});

test('a path outside the archive is never requested', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { scope, project } = jobOf(rigged);
  for (const path of ['../../etc/passwd', '/etc/passwd', 'a/../../b', 'a\\..\\b']) {
    const source = { by: 'job' as const, scope, path };
    await expect(client.artifactFiles.save({ source })).rejects.toMatchObject({ code: 'invalid', field: 'path' });
    await expect(client.artifactFiles.load({ source })).rejects.toMatchObject({ code: 'invalid', field: 'path' });
    const ofRef = { by: 'ref' as const, scope: project, ref: 'main', job: 'build', path, searchRecent: false };
    await expect(client.artifactFiles.save({ source: ofRef })).rejects.toMatchObject({ code: 'invalid' });
  }
  expect(JSON.stringify(platform.requests.list())).not.toContain('artifacts');
});

test('a file is saved by branch and job name, also from an older pipeline', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { project } = jobOf(rigged);
  const source = {
    by: 'ref' as const,
    scope: project,
    ref: 'main',
    job: 'build',
    path: 'build.json',
    searchRecent: true,
  };
  const saved = await client.artifactFiles.save({ source });
  expect(JSON.parse(readFileSync(saved.path, 'utf8'))).toMatchObject({ ok: true });
});
