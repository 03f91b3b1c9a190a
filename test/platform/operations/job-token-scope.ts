import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import { badRequest, notFound } from '../http/refusal.ts';
import { created, noContent, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { jobTokenScopeView, listedGroup } from '../views/job-token-scope.ts';
import { limitedProject } from '../views/projects.ts';
import { requireProject, seesGroup, seesProject } from '../world/access.ts';
import { LEVEL } from '../world/levels.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';

/** `GET /projects/:id/job_token_scope`, document 1:122. */
export const get = (world: World, request: Request): Reply => ok(jobTokenScopeView(world, projectOf(world, request)));

/** `PATCH /projects/:id/job_token_scope`, document 1:123. */
export function edit(world: World, request: Request): Reply {
  const project = projectOf(world, request);
  const isEnabled = reader(request.body).required.boolean('enabled');
  if (!isEnabled && world.settings.enforceJobTokenAllowlist)
    throw badRequest('The job token allowlist is enforced for the whole instance and cannot be disabled');
  world.jobTokenScopes.of(project).isInboundEnabled = isEnabled;
  return noContent();
}

/** `GET /projects/:id/job_token_scope/allowlist`, document 1:124. */
export function listProjects(world: World, request: Request): Reply {
  const ids = [...world.jobTokenScopes.of(projectOf(world, request)).projects];
  const projects = ids.flatMap((id) => world.projects.get(id) ?? []);
  return paged(request, projects, (project) => limitedProject(world, project));
}

/** `POST /projects/:id/job_token_scope/allowlist`, document 1:125. */
export function addProject(world: World, request: Request): Reply {
  const project = projectOf(world, request);
  const id = reader(request.body).required.integer('target_project_id');
  const target = world.projects.get(id);
  if (target === undefined || !seesProject(world, target, request.as)) throw notFound('Project');
  const { projects } = world.jobTokenScopes.of(project);
  if (target.id === project.id || projects.has(id))
    throw badRequest('This project is already in the job token allowlist');
  projects.add(id);
  return created({ source_project_id: project.id, target_project_id: id });
}

/** `DELETE /projects/:id/job_token_scope/allowlist/:target_project_id`, document 1:126. */
export function removeProject(world: World, request: Request): Reply {
  const { projects } = world.jobTokenScopes.of(projectOf(world, request));
  if (!projects.delete(pathInteger(request, 'target_project_id') ?? 0)) throw notFound('Project');
  return noContent();
}

/** `GET /projects/:id/job_token_scope/groups_allowlist`, document 1:127. */
export function listGroups(world: World, request: Request): Reply {
  const ids = [...world.jobTokenScopes.of(projectOf(world, request)).groups];
  const groups = ids.flatMap((id) => world.groups.get(id) ?? []);
  return paged(request, groups, (group) => listedGroup(world, group));
}

/** `POST /projects/:id/job_token_scope/groups_allowlist`, document 1:128. */
export function addGroup(world: World, request: Request): Reply {
  const project = projectOf(world, request);
  const id = reader(request.body).required.integer('target_group_id');
  const target = world.groups.get(id);
  if (target === undefined || !seesGroup(world, target, request.as)) throw notFound('Group');
  const { groups } = world.jobTokenScopes.of(project);
  if (groups.has(id)) throw badRequest('This group is already in the job token allowlist');
  groups.add(id);
  return created({ source_project_id: project.id, target_group_id: id });
}

/** `DELETE /projects/:id/job_token_scope/groups_allowlist/:target_group_id`, document 1:129. */
export function removeGroup(world: World, request: Request): Reply {
  const { groups } = world.jobTokenScopes.of(projectOf(world, request));
  if (!groups.delete(pathInteger(request, 'target_group_id') ?? 0)) throw notFound('Group');
  return noContent();
}

export const jobTokenScope: Operations = {
  'GET /projects/:id/job_token_scope': get,
  'PATCH /projects/:id/job_token_scope': edit,
  'GET /projects/:id/job_token_scope/allowlist': listProjects,
  'POST /projects/:id/job_token_scope/allowlist': addProject,
  'DELETE /projects/:id/job_token_scope/allowlist/:target_project_id': removeProject,
  'GET /projects/:id/job_token_scope/groups_allowlist': listGroups,
  'POST /projects/:id/job_token_scope/groups_allowlist': addGroup,
  'DELETE /projects/:id/job_token_scope/groups_allowlist/:target_group_id': removeGroup,
};

const projectOf = (world: World, { as, path }: Request): Project =>
  requireProject(world, as, path.id, LEVEL.maintainer);
