import type { Call } from '#shared/contract/changes.ts';
import type { Platform } from '../platform/platform.ts';
import type { Asked } from './write-kills.ts';

/** Deployments that run for too long, and a plan that sets the status of each. */
export function repairedDeployments({ world, requests }: Platform, count: number): Asked[] {
  const [given] = world.deployments.all();
  if (given === undefined) throw new Error('the seed has no deployment');
  const { id: _, ...fields } = given;
  return Array.from({ length: count }, (): Asked => {
    const iid = world.deployments.nextIid(fields.project_id);
    const { id } = world.deployments.add({ ...fields, iid, status: 'running', finished_at: null });
    return {
      call: {
        op: 'deployments.edit',
        path: { id: fields.project_id, deployment_id: id },
        body: { status: 'failed' },
      },
      effects: () => {
        const isRepaired = world.deployments.get(id)?.status === 'failed';
        return isRepaired ? Math.max(1, doneOf(requests, 'PUT /projects/:id/deployments/:deployment_id', id)) : 0;
      },
    };
  });
}

/** Branches that a plan deletes. */
export async function deletedBranches({ world, requests }: Platform, count: number): Promise<Asked[]> {
  const project = world.projects.lookup('acme/core');
  const commit = project === undefined ? undefined : await world.repositories.resolve(project, project.default_branch);
  if (project === undefined || commit === undefined) throw new Error('the seed has no branch');
  const names = Array.from({ length: count }, (_, n) => `old-${n}`);
  // One run of git for all branches
  const input = names.map((name) => `create refs/heads/${name} ${commit}\n`).join('');
  await world.repositories.of(project).git(['update-ref', '--stdin'], { input });
  return names.map((branch) => ({
    call: { op: 'branches.remove', path: { id: project.id, branch } },
    effects: () => doneOf(requests, 'DELETE /projects/:id/repository/branches/:branch', branch),
  }));
}

/** Projects that a plan removes from the allowlist of another one. */
export function removedFromAllowlist({ world, requests }: Platform, count: number): Asked[] {
  const [project, ...others] = world.projects.all();
  if (project === undefined || others.length < count) throw new Error(`there are only ${others.length} projects`);
  const listed = world.jobTokenScopes.of(project).projects;
  return others.slice(0, count).map(({ id }) => {
    listed.add(id);
    const path: Call['path'] = { id: project.id, target_project_id: id };
    return {
      call: { op: 'job-token-scope.removeProject', path },
      effects: () => {
        const done = doneOf(requests, 'DELETE /projects/:id/job_token_scope/allowlist/:target_project_id', id);
        return listed.has(id) ? 0 : Math.max(1, done);
      },
    };
  });
}

/** The number of applied requests to an endpoint with this ID. */
function doneOf(requests: Platform['requests'], endpoint: string, id: string | number): number {
  return requests
    .list(endpoint)
    .filter(({ path, status }) => path.endsWith(`/${id}`) && (status === null || status < 300)).length;
}
