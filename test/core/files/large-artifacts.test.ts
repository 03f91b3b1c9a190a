import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { megabytes } from '#shared/time.ts';
import { changingProxy } from '../../helpers/changing-proxy.ts';
import { profile, rig, syncList, type Rig } from '../../helpers/rig.ts';

/** A job whose archive has these files. */
function jobWith({ platform: { world } }: Rig, files: ReadonlyMap<string, Buffer>) {
  const [job] = world.jobs.filter(({ artifacts }) => artifacts?.files.has('build.json') === true);
  const pipeline = world.pipelines.get(job?.pipeline_id ?? 0);
  if (!job?.artifacts || pipeline === undefined) throw new Error('no job with artifacts');
  const withModes = new Map([...files].map(([path, content]) => [path, { content, mode: '100644' }]));
  Object.assign(job.artifacts, { files: withModes, isRemote: false });
  return `project:${pipeline.project_id}/job:${job.id}`;
}
async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}

test('a tree of 5,200 files is synced, and returned completely and in order', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const empty = Buffer.from('x');
  const names = Array.from({ length: 5_200 }, (_, at) => `d${at % 7}/file-${String(at).padStart(6, '0')}.txt`);
  const scope = jobWith(rigged, new Map(names.map((path) => [path, empty])));
  expect(await syncList(client, 'artifacts', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  const paths: string[] = [];
  for (;;) {
    const { entries } = await client.artifactFiles.entries({ scope, from: paths.length });
    if (entries.length === 0) break;
    expect(entries.length).toBeLessThanOrEqual(5_000);
    paths.push(...entries.map(({ path }) => path));
  }
  const folders = Array.from({ length: 7 }, (_, at) => `d${at}/`);
  expect(paths.toSorted()).toEqual([...names, ...folders].sort());
});

test('a file over 200 MB is refused before it is downloaded, and is not refused when it is saved', async () => {
  const rigged = await rig();
  const { client, platform, folder } = rigged;
  const scope = jobWith(rigged, new Map([['large.bin', Buffer.from('the beginning')]]));
  // Only the header contains the full size of the file. The connection ends after the first bytes
  const front = await changingProxy(platform, {
    headers: ({ 'transfer-encoding': _, ...all }, url) =>
      url.includes('large') ? { ...all, 'content-length': `${megabytes(201)}`, connection: 'close' } : all,
  });
  await client.profiles.add({ ...profile, name: 'Front', url: front.url, token: platform.tokens.admin });
  const source = { by: 'job' as const, scope, path: 'large.bin' };
  await expect(client.artifactFiles.load({ source })).rejects.toMatchObject({ reason: 'too-large' });
  expect((await client.artifactFiles.stored({ scope })).files).toEqual([]);
  expect((await client.artifactFiles.content({ source })).content).toBeNull();
  await expect(client.artifactFiles.save({ source })).rejects.toMatchObject({ reason: 'connection-lost' });
  expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual([]);
});

test('a file that is too large for a reply in memory is saved as a stream', async () => {
  const rigged = await rig();
  const { client, folder } = rigged;
  const content = Buffer.alloc(megabytes(20), 'reeve ');
  const scope = jobWith(rigged, new Map([['large.bin', content]]));
  const saved = await client.artifactFiles.save({ source: { by: 'job', scope, path: 'large.bin' } });
  expect(await hashOf(saved.path)).toBe(createHash('sha256').update(content).digest('hex'));
  expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual([]);
});

test('an archive bomb is saved as it is and not unpacked', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const scope = jobWith(rigged, new Map([['zeros', Buffer.alloc(megabytes(20))]]));
  const saved = await client.artifactFiles.save({ source: { by: 'job', scope, path: null } });
  const names = readdirSync(join(saved.path, '..'));
  expect(names.filter((name) => name.includes('zeros'))).toEqual([]);
  expect(statSync(saved.path).size).toBeLessThan(megabytes(0.2));
});
