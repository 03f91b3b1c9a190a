import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rig, syncList, type Rig } from '../../helpers/rig.ts';

/** A job of the seed whose artifacts have a text file. */
function jobOf({ platform }: Rig) {
  const job = platform.world.jobs.filter(({ artifacts }) => artifacts?.files.has('build.json') === true)[0];
  const pipeline = platform.world.pipelines.get(job?.pipeline_id ?? 0);
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
  expect((await client.artifactFiles.content({ scope, path })).content).toBeNull();
  await client.artifactFiles.load({ scope, path });
  const requests = platform.requests.count();
  const { content } = await client.artifactFiles.content({ scope, path });
  expect(content).toMatchObject({ kind: 'text', text: job.artifacts?.files.get(path)?.content.toString() });
  expect((await client.artifactFiles.stored({ scope })).files.map((one) => one.path)).toEqual([path]);
  const saved = await client.artifactFiles.save({ source: { by: 'job', scope, path } });
  expect(readFileSync(saved.path)).toEqual(job.artifacts?.files.get(path)?.content);
  expect(platform.requests.count()).toBe(requests);
});

test('an archive is saved with a safe name and is not unpacked, and a job token is sent but not logged', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { scope, job } = jobOf(rigged);
  const token = 'job-token-that-is-never-shown';
  const saved = await client.artifactFiles.save({ source: { by: 'job', scope, path: null }, jobToken: token });
  expect(saved.path).toMatch(new RegExp(`artifacts-${job.id}\\.zip$`));
  expect(readFileSync(saved.path).subarray(0, 2).toString()).toBe('PK');
  expect(readdirSync(join(saved.path, '..')).filter((name) => name.endsWith('.part'))).toEqual([]);
  const { entries } = await client.host.requests({ limit: 50 });
  expect(entries.some(({ path }) => path.includes('job_token'))).toBe(true);
  expect(JSON.stringify(entries)).not.toContain(token);
});

test('a path that leaves the archive is never requested', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { scope, project } = jobOf(rigged);
  for (const path of ['../../etc/passwd', '/etc/passwd', 'a/../../b', 'a\\..\\b']) {
    const source = { by: 'job' as const, scope, path };
    await expect(client.artifactFiles.save({ source })).rejects.toMatchObject({ code: 'invalid', field: 'path' });
    await expect(client.artifactFiles.load({ scope, path })).rejects.toMatchObject({ code: 'invalid', field: 'path' });
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
