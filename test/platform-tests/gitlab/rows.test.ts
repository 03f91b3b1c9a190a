import { expect, test } from 'vitest';
import { addJob, addPipeline } from '../artifacts-rig.ts';
import { shared } from '../gitlab-rig.ts';
import { json, row } from '../repository-rig.ts';
import { ask } from '../rig.ts';

const gitlab = shared('gitlab');

test('optional fields can have another type, also in nested rows; null stays null', async () => {
  const { world } = gitlab();
  const runner = world.runners.all()[0];
  const job = world.deployments.find(({ job_id }) => job_id !== null)?.job_id;
  const project = world.projects.get(world.deployments.find(({ job_id }) => job_id !== null)?.project_id ?? 0);
  Object.assign(runner ?? {}, { maximum_timeout: 3600, tag_list: ['docker', 'linux'] });
  Object.assign(world.jobs.get(job ?? 0) ?? {}, { coverage: 81.5 });
  const fields = async () => {
    const detail = row(await ask(gitlab(), 'admin', `/runners/${runner?.id}`));
    const deployments = await ask(gitlab(), 'admin', `/projects/${project?.id}/deployments?per_page=100`);
    const jobs = deployments.rows.map(({ deployable }) => deployable as Record<string, unknown> | null);
    return {
      projects_limit: row(await ask(gitlab(), 'admin', '/users/3')).projects_limit,
      maximum_timeout: detail.maximum_timeout,
      tag_list: detail.tag_list,
      coverage: new Set(jobs.map((each) => typeof each?.['coverage'])),
    };
  };
  const plain = await fields();
  expect(plain).toMatchObject({ projects_limit: 100_000, maximum_timeout: 3600, tag_list: ['docker', 'linux'] });
  expect(plain.coverage).toContain('number');
  world.settings.otherTypes = true;
  const other = await fields();
  expect(other).toMatchObject({ projects_limit: '100000', maximum_timeout: 3600.5, tag_list: 'docker, linux' });
  expect(other.coverage).toContain('string');
  expect(other.coverage).not.toContain('number');
});

test('the parent of a group can be text', async () => {
  const { world } = gitlab();
  const [core, images] = ['acme/core', 'acme/platform/runner-images'].map((path) => world.projects.lookup(path)?.id);
  const allowlist = `/projects/${core}/job_token_scope/allowlist`;
  await ask(gitlab(), 'maintainer', allowlist, json('POST', { target_project_id: images }));
  const parents = async () =>
    (await ask(gitlab(), 'admin', `${allowlist}?per_page=100`)).rows.map(
      ({ namespace }) => (namespace as Record<string, unknown>)['parent_id'],
    );
  const acme = world.groups.lookup('acme')?.id;
  expect(await parents()).toContain(acme);
  world.settings.otherTypes = true;
  expect(await parents()).toContain(String(acme));
  expect(await parents()).not.toContain(acme);
});

test('IDs of jobs can be above 2^53, and work in paths only with all their digits', async () => {
  const { world } = gitlab();
  const job = addJob(gitlab(), addPipeline(gitlab()), 'large', { 'a.txt': 'text' });
  world.settings.largeIds = true;
  const at = (id: bigint) => `/projects/acme%2Fcore/jobs/${id}/artifacts`;
  const id = 2n ** 53n + BigInt(job.id);
  const kept = await ask(gitlab(), 'maintainer', `${at(id)}/keep`, { method: 'POST' });
  expect([kept.status, /^\{"id":(\d+),/.exec(kept.text)?.[1]]).toEqual([200, String(id)]);
  expect((await ask(gitlab(), 'maintainer', at(id))).status).toBe(200);
  expect((await ask(gitlab(), 'maintainer', at(id + 1_000_000n))).status).toBe(404);
});
