import { signedIn } from '../caller.ts';
import type { Caller } from '../caller.ts';
import type { Operations } from '../operation.ts';
import { isGitlab } from '../gitlab/dialect.ts';
import { reader } from '../http/reader.ts';
import { badParameter, forbidden, notFound } from '../http/refusal.ts';
import { created, file, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { exportView } from '../views/dependency-exports.ts';
import { fileOf } from '../views/dependency-files.ts';
import { levelInGroup, levelInProject, requireGroup, requireProject, seesProject } from '../world/access.ts';
import { isFinished } from '../world/dependency-exports.ts';
import type { DependencyExport, ExportOf, ExportType } from '../world/dependency-exports.ts';
import { LEVEL } from '../world/levels.ts';
import type { World } from '../world/world.ts';

/** The export types of each kind of resource (document 2, Dependency list export). */
const TYPES = {
  project: ['dependency_list', 'cyclonedx_1_6_json', 'csv'],
  group: ['json_array', 'csv'],
  pipeline: ['sbom'],
} as const satisfies Record<string, readonly ExportType[]>;

/** Document 2:86. */
const create =
  (find: (world: World, request: Request) => ExportOf) =>
  (world: World, request: Request): Reply => {
    const user = signedIn(request.as);
    const of = find(world, request);
    if (!mayRead(world, of, request.as)) throw forbidden();
    const read = reader(request.body);
    const type = read.oneOf<ExportType>('export_type', TYPES[of.kind]);
    if (type === undefined) throw badParameter('export_type is missing');
    const row = world.dependencyExports.start({
      of,
      export_type: type,
      send_email: read.boolean('send_email') ?? false,
      author_id: user.id,
    });
    return created(exportView(world, row));
  };

/** `GET /dependency_list_exports/:id`, document 2:87: 202 while it is generated, and for a failed export. */
export function get(world: World, request: Request): Reply {
  const row = ownExport(world, request);
  if (isFinished(row, world.clock.now())) return ok(exportView(world, row));
  const headers = { 'poll-interval': '1000', 'content-type': 'application/json' };
  if (isGitlab(world)) return { status: 202, headers, bytes: Buffer.from(world.settings.unreadyExport) };
  return { status: 202, headers, body: exportView(world, row) };
}

/** `GET /dependency_list_exports/:id/download`, document 2:88. */
export function download(world: World, request: Request): Reply {
  const row = ownExport(world, request);
  if (!isFinished(row, world.clock.now())) throw notFound();
  const { bytes, type, name } = fileOf(world, row);
  return file(bytes, type, name);
}

/** Document 2:85-88. */
export const dependencyExports: Operations = {
  'POST /projects/:id/dependency_list_exports': create((world, { as, path }) => ({
    kind: 'project',
    id: requireProject(world, as, path['id']).id,
  })),
  'POST /groups/:id/dependency_list_exports': create((world, { as, path }) => ({
    kind: 'group',
    id: requireGroup(world, as, path['id']).id,
  })),
  'POST /pipelines/:id/dependency_list_exports': create((world, request) => {
    const id = pathInteger(request, 'id') ?? 0;
    const project = world.dependencyExports.projectOfPipeline(id);
    if (project === undefined || !seesProject(world, project, request.as)) throw notFound('Pipeline');
    return { kind: 'pipeline', id, project_id: project.id };
  }),
  'GET /dependency_list_exports/:id': get,
  'GET /dependency_list_exports/:id/download': download,
};

/** The permission `read_dependency`: security managers and above, and auditors. */
function mayRead(world: World, of: ExportOf, as: Caller): boolean {
  if (as.auditor) return true;
  if (of.kind === 'group') {
    const group = world.groups.get(of.id);
    return group !== undefined && levelInGroup(world, group, as) >= LEVEL.securityManager;
  }
  const project = world.projects.get(of.kind === 'project' ? of.id : of.project_id);
  return project !== undefined && levelInProject(world, project, as) >= LEVEL.securityManager;
}

/** An export is visible only to its author (document 2:85, readings 24), while the author may read its content. */
function ownExport(world: World, request: Request): DependencyExport {
  const row = world.dependencyExports.current(pathInteger(request, 'id') ?? 0);
  if (row === undefined) throw notFound();
  if (row.author_id !== request.as.user?.id || !mayRead(world, row.of, request.as)) throw forbidden();
  return row;
}
