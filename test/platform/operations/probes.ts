import { signedIn } from '../caller.ts';
import type { Endpoint } from '../endpoints.ts';
import { paged } from '../http/paging.ts';
import { ok } from '../http/reply.ts';
import type { Operations } from '../operation.ts';
import type { Probe } from '../settings.ts';
import { signedInUser } from '../views/users.ts';
import { importView } from '../views/imports.ts';
import { requireProject, seesGroup, seesProject } from '../world/access.ts';
import { LEVEL } from '../world/levels.ts';

/** Undocumented requests that platforms of this family may answer. The simulator answers those of `settings.probes`. */
const operations: Record<Probe, Operations> = {
  version: { 'GET /version': () => ok({ version: '18.5.2', revision: '0a1b2c3d4e5' }) },
  user: { 'GET /user': (world, request) => ok(signedInUser(world, signedIn(request.as), request.as)) },
  groups: {
    'GET /groups': (world, request) =>
      paged(
        request,
        world.groups.all().filter((group) => seesGroup(world, group, request.as)),
        ({ id, name, path, visibility, ...group }) => ({
          ...{ id, name, path, visibility },
          full_path: world.groups.fullPath({ id, name, path, visibility, ...group }),
        }),
      ),
  },
  projects: {
    'GET /projects': (world, request) =>
      paged(
        request,
        world.projects.all().filter((project) => seesProject(world, project, request.as)),
        (project) => ({
          id: project.id,
          name: project.name,
          path: project.path,
          path_with_namespace: world.projects.fullPath(project),
        }),
      ),
  },
  import: {
    'GET /projects/:id/import': (world, request) => {
      const project = requireProject(world, request.as, request.path.id, LEVEL.maintainer);
      const row = world.imports.ofProject(project);
      // Real platforms report that a project was not imported; only an unknown route is a 404
      if (row === undefined) return ok({ id: project.id, import_status: 'none', import_error: null });
      const hasFailed = world.imports.status(row) === 'failed';
      return ok({ ...importView(world, project, row), import_error: hasFailed ? row.reason : null });
    },
  },
};

/** Operations and endpoints of these probes. */
export function probesOf(names: readonly Probe[]): { endpoints: Endpoint[]; tables: Operations[] } {
  const tables = names.map((name) => operations[name]);
  const endpoints = tables
    .flatMap((table) => Object.keys(table))
    .map((name): Endpoint => {
      const [method = '', path = ''] = name.split(' ');
      return { n: 0, document: 0, line: 0, method, path, kind: 'read', area: 'probes' };
    });
  return { endpoints, tables };
}
