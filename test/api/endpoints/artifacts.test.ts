import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { artifacts } from '#main/api/endpoints/artifacts.ts';
import { failureOf } from '../rig.ts';
import { projects, simulator, type Simulator } from './simulator.ts';

const id = projects.private;

/** The newest job of this name on the default branch. */
function jobNamed({ platform: { world } }: Simulator, name: string): number {
  const project = world.projects.lookup(id);
  const pipelines = world.pipelines.successful(project?.id ?? 0, 'main').map((pipeline) => pipeline.id);
  return world.jobs.filter((job) => job.name === name && pipelines.includes(job.pipeline_id)).at(-1)?.id ?? 0;
}

async function folder(): Promise<string> {
  const at = await mkdtemp(path.join(os.tmpdir(), 'reeve-artifacts-'));
  onTestFinished(() => rm(at, { recursive: true, force: true }));
  return at;
}

const isZip = async (file = '') => (await readFile(file)).subarray(0, 2).toString() === 'PK';

test('an archive is saved under the name that the platform gives', async () => {
  const simulated = await simulator();
  const into = await folder();
  const input = { path: { id, job_id: jobNamed(simulated, 'build') } };
  const saved = await simulated.as('developer').bytes(artifacts.archive, input, { into });
  expect(saved).toMatchObject({ name: 'artifacts.zip', contentType: 'application/zip' });
  expect(await isZip(saved.path)).toBe(true);
  expect(await readdir(into)).toEqual(['artifacts.zip']);
});

test('an archive is downloaded from a CDN without token and job token', async () => {
  const simulated = await simulator();
  const { platform } = simulated;
  const input = { path: { id, job_id: jobNamed(simulated, 'package') }, query: { job_token: platform.jobToken } };
  const saved = await simulated.as('developer').bytes(artifacts.archive, input, { into: await folder() });
  expect(await isZip(saved.path)).toBe(true);
  expect(platform.world.cdn.requests).toMatchObject([{ status: 200, hadToken: false }]);
  expect(simulated.reached('GET /projects/:id/jobs/:job_id/artifacts')[0]?.query).toEqual([
    ['job_token', platform.jobToken],
  ]);
});

test('a job token is enough for the archive of its project, and is not logged', async () => {
  const simulated = await simulator();
  const { send, attempts, lines } = simulated.rigAs(null);
  const input = { path: { id, job_id: jobNamed(simulated, 'build') } };
  expect(await failureOf(send.bytes(artifacts.archive, input, { into: await folder() }))).toMatchObject({
    status: expect.toBeOneOf([401, 404]) as number,
  });
  const { jobToken } = simulated.platform;
  await send.bytes(artifacts.archive, { ...input, query: { job_token: jobToken } }, { into: await folder() });
  const wrong = { ...input, query: { job_token: 'unknown-job-token' } };
  expect(await failureOf(send.bytes(artifacts.archive, wrong, { into: await folder() }))).toMatchObject({
    code: expect.toBeOneOf(['denied', 'missing']) as string,
  });
  expect(attempts.at(-2)?.path).toContain('job_token=[secret]');
  expect(JSON.stringify([attempts, lines])).not.toContain(jobToken);
});

test('a job token is sent instead of the token of the profile, also with the next pages of a tree', async () => {
  const simulated = await simulator();
  const { send } = simulated.rigAs('outsider');
  const at = { path: { id, job_id: jobNamed(simulated, 'build') } };
  const query = { recursive: true, per_page: 1, job_token: simulated.platform.jobToken };
  const { rows, next } = await send.rows(artifacts.tree, { ...at, query });
  expect(rows).toHaveLength(1);
  expect((await send.rows(artifacts.tree, { next: next ?? '' })).rows).toHaveLength(1);
  const wrong = { ...at, query: { job_token: 'unknown-job-token' } };
  // The token of the profile is still valid
  const refused = await failureOf(send(artifacts.tree, wrong));
  expect(refused).toMatchObject({ code: 'denied', status: 401 });
  expect(refused.reason).toBeUndefined();
  const own = simulated.platform.world.tokens.byValue(simulated.platform.tokens.outsider);
  expect(own?.last_used_at).toBeNull();
});

test('the archive and one file of the newest successful pipeline are downloaded by reference', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const into = await folder();
  const query = { job: 'build', search_recent_successful_pipelines: true };
  const archive = await send.bytes(
    artifacts.archiveOfReference,
    { path: { id, ref_name: 'feature/login-form' }, query },
    { into },
  );
  expect(await isZip(archive.path)).toBe(true);
  const file = {
    path: { id, ref_name: 'main', artifact_path: 'dist/docs/Änderungen 2026.txt' },
    query: { job: 'build' },
  };
  const saved = await send.bytes(artifacts.fileOfReference, file, { into });
  expect(saved.name).toBe('Änderungen 2026.txt');
  expect(saved.contentType).toMatch(/^(text\/plain|plain\/text)/);
  expect(await readFile(saved.path ?? '', 'utf8')).toBe('Schneller.\n');
  const [request] = reached('GET /projects/:id/jobs/artifacts/:ref_name/download');
  expect(request?.path).toBe('/api/v4/projects/acme%2Fcore/jobs/artifacts/feature%2Flogin-form/download');
  expect(request?.query).toEqual([
    ['job', 'build'],
    ['search_recent_successful_pipelines', 'true'],
  ]);
});

test('one file of a job is saved with its own name', async () => {
  const simulated = await simulator();
  const job_id = jobNamed(simulated, 'build');
  const saved = await simulated
    .as('developer')
    .bytes(artifacts.file, { path: { id, job_id, artifact_path: 'dist/index.html' } }, { into: await folder() });
  expect(saved.name).toBe('index.html');
  expect(await readFile(saved.path ?? '', 'utf8')).toMatch(/^<!doctype html>/);
});

test('the tree is listed in pages, by directory or completely', async () => {
  const simulated = await simulator();
  const send = simulated.as('developer');
  const at = { id, job_id: jobNamed(simulated, 'build') };
  const root = await send(artifacts.tree, { path: at });
  expect(root).toContainEqual(expect.objectContaining({ name: 'dist', path: 'dist/', type: 'directory' }));
  expect(root.find(({ type }) => type === 'file')).toMatchObject({ size: expect.any(Number) as number });
  const below = await send(artifacts.tree, { path: at, query: { path: 'dist/', recursive: true } });
  expect(below.map((entry) => entry.path)).toContain('dist/assets/app.js');
  const page = await send.page(artifacts.tree, { path: at, query: { recursive: true, per_page: 2 } });
  expect(page.next).not.toBeNull();
  expect(simulated.reached('GET /projects/:id/jobs/:job_id/artifacts/tree')[1]?.query).toEqual([
    ['path', 'dist/'],
    ['recursive', 'true'],
  ]);
  const nowhere = send(artifacts.tree, { path: at, query: { path: 'no/such' } });
  expect(await failureOf(nowhere)).toMatchObject({ code: 'missing', status: 404 });
});

test('jobs without artifacts, unknown files and invalid references are missing', async () => {
  const simulated = await simulator();
  const send = simulated.as('developer');
  const into = await folder();
  const job_id = jobNamed(simulated, 'lint');
  const query = { job: 'build' };
  const missing = [
    () => send.bytes(artifacts.archive, { path: { id, job_id } }, { into }),
    () => send(artifacts.tree, { path: { id, job_id } }),
    () => send.bytes(artifacts.archive, { path: { id, job_id: 9_000_000 } }, { into }),
    () =>
      send.bytes(artifacts.archiveOfReference, { path: { id, ref_name: 'main' }, query: { job: 'nope' } }, { into }),
    () => send.bytes(artifacts.archiveOfReference, { path: { id, ref_name: 'HEAD' }, query }, { into }),
    () =>
      send.bytes(artifacts.fileOfReference, { path: { id, ref_name: 'main', artifact_path: 'no' }, query }, { into }),
  ];
  for (const call of missing) {
    expect(await failureOf(call())).toMatchObject({ code: 'missing', reason: 'hidden-or-missing', status: 404 });
  }
  expect(await readdir(into)).toEqual([]);
});

test('artifacts are kept, deleted, and all but the newest are deleted', async () => {
  const simulated = await simulator();
  const send = simulated.as('maintainer');
  const job_id = jobNamed(simulated, 'build');
  expect(await send(artifacts.keep, { path: { id, job_id } })).toMatchObject({ id: job_id });
  await send(artifacts.removeAll, { path: { id } });
  const into = await folder();
  await send.bytes(artifacts.archive, { path: { id, job_id } }, { into });
  await send(artifacts.remove, { path: { id, job_id } });
  expect(await failureOf(send(artifacts.tree, { path: { id, job_id } }))).toMatchObject({ code: 'missing' });
});

test('deleting artifacts requires the Maintainer role', async () => {
  const simulated = await simulator();
  const remove = simulated.as('developer')(artifacts.remove, { path: { id, job_id: jobNamed(simulated, 'build') } });
  expect(await failureOf(remove)).toMatchObject({ code: 'denied', reason: 'role', status: 403 });
});
