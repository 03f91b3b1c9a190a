import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ArtifactSource } from '#shared/contract/artifact-files.ts';
import { megabytes } from '#shared/time.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { pinFilled, rig, syncList, type Rig } from '../../helpers/rig.ts';

/** A job of the seed whose artifacts have a text file, and the sources that a person can choose. */
function jobOf({ platform }: Rig) {
  const job = platform.world.jobs.filter(({ artifacts }) => artifacts?.files.has('build.json') === true)[0];
  const pipeline = platform.world.pipelines.get(job?.pipeline_id ?? 0);
  if (job === undefined || pipeline === undefined) throw new Error('no job with artifacts');
  const project = `project:${pipeline.project_id}`;
  const scope = `${project}/job:${job.id}`;
  const ofRef = { by: 'ref', scope: project, ref: 'main', job: 'build', searchRecent: true } as const;
  return {
    ...{ job, project, scope },
    archive: { by: 'job', scope, path: null } as const,
    file: { by: 'job', scope, path: 'build.json' } as const,
    ofRef: { ...ofRef, path: 'build.json' },
    missing: { ...ofRef, path: 'no/such/file' },
  };
}
async function choose({ client }: Rig, ...sources: ArtifactSource[]): Promise<void> {
  for (const source of sources) await client.artifactFiles.choose({ source, isChosen: true });
}
/** Let the file of the job have 12 MB. The smallest quota is 10 MB. */
function enlarge(one: Rig): void {
  const { artifacts } = jobOf(one).job;
  const content = Buffer.alloc(megabytes(12), 'a');
  if (artifacts !== null) Object.assign(artifacts, { files: new Map([['build.json', { content, mode: '100644' }]]) });
}
const target = (scope: string) => ({ kind: 'place' as const, scope });
async function pin({ client }: Rig, scope: string) {
  const { id } = await client.pins.pin({ target: target(scope), depths: ['files'] });
  return pinFilled(client, id);
}
const downloads = ({ platform }: Rig): string[] =>
  platform.requests.list().flatMap(({ path }) => (/\/artifacts/.test(path) ? [path] : []));
const sizesOf = async ({ client }: Rig, scope: string) =>
  (await client.artifactFiles.chosen({ scope })).artifacts.map(({ source, sizeBytes }) => [source.path, sizeBytes]);
const pinnedBytes = async ({ client }: Rig) => (await client.dependencyExports.storage()).pinnedBytes;

test('chosen artifacts are estimated without requests, and stored with the tree of their job', async () => {
  const one = await rig();
  const { client } = one;
  const { job, project, scope, archive, file, ofRef, missing } = jobOf(one);
  const estimate = async () =>
    (await client.pins.estimate({ target: target(project) })).depths.find(({ depth }) => depth === 'files');
  const before = (await estimate()) ?? { items: 0, requests: 0 };
  await choose(one, archive, file, ofRef, missing);
  const items = before.items + 5;
  expect(await estimate()).toMatchObject({ items, requests: before.requests + 5, isGuess: true });
  expect(downloads(one)).toEqual([]);

  const filledPin = await pin(one, project);
  expect(filledPin).toMatchObject({ state: 'ready', problems: 0, absent: 1 });
  expect(filledPin?.named).toMatchObject([{ problem: 'missing', status: 404, depth: 'files' }]);
  expect(filledPin?.named[0]?.label).toMatch(/^no\/such\/file of the latest job build of main \(/);
  expect(filledPin?.depths.find(({ depth }) => depth === 'files')).toMatchObject({
    ...{ items: items - 1, stored: items - 1, refused: 0 },
  });
  const size = job.artifacts?.files.get('build.json')?.content.length;
  expect((await sizesOf(one, project)).slice(1)).toEqual([
    ['build.json', size],
    ['build.json', expect.any(Number)],
    ['no/such/file', null],
  ]);
  expect((await client.artifacts.summary({ scope })).completedAt).not.toBeNull();
  expect((await client.artifactFiles.stored({ scope })).files.map(({ path }) => path)).toEqual(['build.json']);
  expect(await pinnedBytes(one)).toBeGreaterThan(0);
  const coverage = (await client.coverage.of({ scope: project })).rows.find((row) => row.collection === 'artifacts');
  expect(coverage?.rows).toBeGreaterThan(0);

  const asked = downloads(one).length;
  const saved = await client.artifactFiles.save({ source: archive });
  expect(readFileSync(saved.path).subarray(0, 2).toString()).toBe('PK');
  await client.artifactFiles.save({ source: ofRef, isStored: true });
  expect(downloads(one)).toHaveLength(asked);
});

test('artifacts of a job are downloaded once, and those of a branch at each fill', async () => {
  const one = await rig();
  const { project, archive, file, ofRef } = jobOf(one);
  await choose(one, archive, file, ofRef);
  const first = await pin(one, project);
  const asked = downloads(one).length;
  await one.client.pins.refill({ id: first?.id ?? 0 });
  await pinFilled(one.client, first?.id ?? 0);
  expect(
    downloads(one)
      .slice(asked)
      .map((path) => /tree|raw|artifacts$/.exec(path)?.[0])
      .toSorted(),
  ).toEqual(['raw', 'tree']);
});

test('expired artifacts are marked, stay readable, and are released with the pin', async () => {
  const one = await rig();
  const { client } = one;
  const { job, project, scope, file, ofRef } = jobOf(one);
  await choose(one, file, ofRef);
  const { id } = (await pin(one, project)) ?? { id: 0 };
  const sizes = await sizesOf(one, project);
  for (const each of one.platform.world.jobs.all()) each.artifacts = null;
  await client.pins.refill({ id });
  const marked = await pinFilled(client, id);
  expect(marked).toMatchObject({ state: 'ready', problems: 0, absent: 2 });
  expect(marked?.named.map(({ problem }) => problem)).toEqual(['missing', 'missing']);
  expect(await sizesOf(one, project)).toEqual(sizes);
  expect(
    (await client.artifactFiles.content({ source: { by: 'job', scope, path: 'build.json' } })).content,
  ).toMatchObject({ kind: 'text' });
  const { rows } = await client.artifacts.list({ query: { scope }, slice: { from: 0, count: 10 } });
  expect(rows.length).toBeGreaterThan(0);
  expect(job.artifacts).toBeNull();

  await client.pins.remove({ id });
  expect(await pinnedBytes(one)).toBe(0);
  expect(
    (await client.artifactFiles.content({ source: { by: 'job', scope, path: 'build.json' } })).content,
  ).toMatchObject({ kind: 'text' });
});

test('an artifact over the quota or over the limit for a file is named, and stored when the limit allows it', async () => {
  const one = await rig();
  const { client } = one;
  const { project, scope, archive, file } = jobOf(one);
  enlarge(one);
  await syncList(client, 'artifacts', scope);
  await client.host.setPreferences({ pinFileBytes: megabytes(1) });
  await choose(one, file);
  const first = await pin(one, project);
  expect(first?.named).toMatchObject([{ problem: 'too-large' }]);

  await client.artifactFiles.choose({ source: file, isChosen: false });
  await choose(one, archive);
  await client.host.setPreferences({ pinFileBytes: megabytes(200), pinQuotaBytes: megabytes(10) });
  const second = await pin(one, project);
  expect(second).toMatchObject({ state: 'over-quota', missing: 1, named: [{ problem: 'over-quota' }] });
  await client.host.setPreferences({ pinQuotaBytes: megabytes(100) });
  expect(await pin(one, project)).toMatchObject({ state: 'ready', problems: 0 });
});

test('a known file that did not fit is stored when the quota allows it', async () => {
  const one = await rig();
  const { client, platform } = one;
  const { project, file } = jobOf(one);
  enlarge(one);
  await choose(one, file);
  await pin(one, project);
  await client.host.setPreferences({ pinQuotaBytes: megabytes(10) });
  const other = `project:${platform.world.projects.lookup(PROJECT_PATHS.sub)?.id}`;
  await client.repositoryFiles.addPath({ scope: other, path: 'README.md' });
  expect(await pin(one, other)).toMatchObject({ state: 'over-quota' });
  await client.host.setPreferences({ pinQuotaBytes: megabytes(100) });
  expect(await pin(one, other)).toMatchObject({ state: 'ready', problems: 0 });
});

test('a quota below what is stored deletes nothing, and nothing new is stored', async () => {
  const one = await rig();
  const { client } = one;
  const { project, file } = jobOf(one);
  enlarge(one);
  await choose(one, file);
  await pin(one, project);
  const before = await pinnedBytes(one);
  await client.host.setPreferences({ pinQuotaBytes: megabytes(10) });
  await client.repositoryFiles.addPath({ scope: project, path: 'README.md' });
  expect(await pin(one, project)).toMatchObject({ state: 'over-quota' });
  expect(await pinnedBytes(one)).toBe(before);
  const { quota } = await client.pins.list();
  expect(quota.usedBytes).toBeGreaterThan(quota.quotaBytes);
  const { content, sizeBytes } = await client.artifactFiles.content({ source: file });
  expect([content?.kind, sizeBytes]).toEqual(['text', megabytes(12)]);
  const { rows } = await client.pins.problems({
    id: (await client.pins.list()).pins[0]?.id ?? 0,
    slice: { from: 0, count: 10 },
  });
  expect(rows.map(({ problem, label }) => [problem, label.split(' ')[0]])).toContainEqual(['over-quota', 'README.md']);
});

test('an artifact that a person stops keeping is no longer stored by pins, and its content may be deleted', async () => {
  const one = await rig();
  const { client } = one;
  const { project, file } = jobOf(one);
  await choose(one, file);
  await pin(one, project);
  const before = await pinnedBytes(one);
  const [[, size] = []] = await sizesOf(one, project);
  await client.artifactFiles.choose({ source: file, isChosen: false });
  expect(await pinnedBytes(one)).toBe(before - Number(size));
  expect(await sizesOf(one, project)).toEqual([]);
  // Chosen again, it is kept without another request
  const asked = downloads(one).length;
  await choose(one, file);
  await pin(one, project);
  expect(await pinnedBytes(one)).toBe(before);
  expect(downloads(one)).toHaveLength(asked);
});

test('a path outside the archive and a scope that is not a job cannot be chosen', async () => {
  const one = await rig();
  const { project, archive } = jobOf(one);
  await expect(choose(one, { ...archive, path: '../../etc/passwd' })).rejects.toMatchObject({ field: 'path' });
  await expect(choose(one, { ...archive, scope: project })).rejects.toMatchObject({ field: 'scope' });
  expect(await sizesOf(one, project)).toEqual([]);
});

test('the tree of a job that the platform refused in another sync is named by the pin', async () => {
  const one = await rig();
  const { client, platform } = one;
  const { project, scope, file } = jobOf(one);
  await choose(one, file);
  const match = 'GET /projects/:id/jobs/:job_id/artifacts/tree';
  platform.faults.add({ kind: 'status', status: 403, message: '403 Forbidden', match });
  await syncList(client, 'artifacts', scope);
  platform.faults.clear();
  const { named } = (await pin(one, project)) ?? {};
  expect(named).toMatchObject([{ problem: 'refused', status: 403, scope }]);
});
