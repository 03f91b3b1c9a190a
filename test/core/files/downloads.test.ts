import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { megabytes } from '#shared/time.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { rig, syncList, until, type Rig } from '../../helpers/rig.ts';

/** A job whose artifacts have a file of 2 MB. */
function jobOf({ platform }: Rig) {
  const job = platform.world.jobs.filter(({ artifacts }) => artifacts?.files.has('build.json') === true)[0];
  const pipeline = platform.world.pipelines.get(job?.pipeline_id ?? 0);
  if (!job?.artifacts || pipeline === undefined) throw new Error('no job with artifacts');
  const content = Buffer.alloc(megabytes(2), 'a');
  Object.assign(job.artifacts, { files: new Map([['large.txt', { content, mode: '100644' }]]) });
  return { by: 'job', scope: `project:${pipeline.project_id}/job:${job.id}`, path: 'large.txt' } as const;
}
const match = 'GET /projects/:id/jobs/:job_id/artifacts/*artifact_path';
const running = async ({ client }: Rig) => (await client.downloads.list()).downloads;
const received = (one: Rig) =>
  until(
    () => running(one),
    ([first]) => (first?.receivedBytes ?? 0) > 0,
  );

test('a download reports its bytes, and leaves nothing when it is canceled', async () => {
  const one = await rig();
  const { client, platform, folder } = one;
  const source = jobOf(one);
  platform.faults.add({ kind: 'drip', bytes: 4_096, everyMs: 20, match });
  for (const start of [() => client.artifactFiles.save({ source }), () => client.artifactFiles.load({ source })]) {
    const failed = expect(start()).rejects.toMatchObject({ code: 'aborted' });
    const [first] = await received(one);
    expect(first).toMatchObject({ name: 'large.txt', totalBytes: megabytes(2) });
    expect(first?.receivedBytes).toBeLessThan(megabytes(2));
    expect(await client.downloads.cancel({ id: first?.id ?? 0 })).toEqual({ canceled: true });
    await failed;
    expect(await running(one)).toEqual([]);
  }
  expect(await client.downloads.cancel({ id: 1 })).toEqual({ canceled: false });
  expect((await client.artifactFiles.stored({ scope: source.scope })).files).toEqual([]);
  expect(readdirSync(join(folder, 'downloads'))).toEqual([]);
});

test('a download whose connection breaks says so, and leaves no part of the file', async () => {
  const one = await rig();
  const { client, platform, folder } = one;
  const source = jobOf(one);
  platform.faults.add({ kind: 'half-body', match });
  await expect(client.artifactFiles.save({ source })).rejects.toMatchObject({ reason: 'connection-lost' });
  expect(readdirSync(join(folder, 'downloads'))).toEqual([]);
  expect(await running(one)).toEqual([]);
});

test('uploads and large files of a repository show their progress, and short downloads are not shown', async () => {
  const one = await rig();
  const { client, platform } = one;
  const scope = `project:${platform.world.projects.lookup(PROJECT_PATHS.private)?.id}`;
  await syncList(client, 'uploads', scope);
  const { rows } = await client.uploads.list({ query: { scope }, slice: { from: 0, count: 1 } });
  const id = rows[0]?.row.id ?? 0;
  await client.uploads.save({ scope, id });
  expect(await running(one)).toEqual([]);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  platform.faults.add({ kind: 'hold', until: held, match: 'GET /projects/:id/uploads/:upload_id' });
  platform.faults.add({ kind: 'hold', until: held, match: 'HEAD /projects/:id/repository/files/:file_path' });
  const saved = client.uploads.save({ scope, id });
  const checked = client.repositoryFiles.check({ scope, ref: 'main', path: 'README.md' });
  const shown = await until(
    () => running(one),
    (list) => list.length === 2,
  );
  expect(shown.map(({ name }) => name).toSorted()).toEqual(['README.md', rows[0]?.row.filename]);
  expect(shown[0]).toMatchObject({ receivedBytes: 0, totalBytes: null });
  release();
  await Promise.all([saved, checked]);
  expect(await running(one)).toEqual([]);
});
