import { PROJECT_PATHS, GROUP_PATHS } from '../seed/groups.ts';
import type { Background } from '../settings.ts';
import type { ExportOf, ExportType } from '../world/dependency-exports.ts';
import { changeDependency } from './dependencies.ts';
import { MINUTE_MS, SECOND_MS } from './scene.ts';
import type { Scene } from './scene.ts';

/** What a script notes about an export that it requests: the ID in the reply, what it is an export of, and the time. */
export interface ScriptedExport {
  exportId: number;
  kind: ExportOf['kind'];
  /** The path of the project or group; the ID of a pipeline. */
  ref: string | number;
  place: string;
  /** In milliseconds since 1970. */
  requestedAt: number;
}

/** The changes between the older and the newer export of a project, as rounds of `changeDependency`. */
const CHANGES = [2, 2, 3, 0, 0, 0, 1, 1, 1];

/**
 * Exports that a script of the administrator requested before the start. Four are ready, of which two can be compared;
 * one has been stalled for more than an hour; within five minutes one fails and one becomes ready.
 */
export function requestExports(scene: Scene): ScriptedExport[] {
  const { world, cast, startMs } = scene;
  const random = scene.random('exports');
  const project = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const ofProject = (path: string): ExportOf => ({ kind: 'project', id: world.projects.lookup(path)?.id ?? 0 });
  const before = (fromMinutes: number, toMinutes: number) =>
    startMs - random.integer(fromMinutes, toMinutes) * MINUTE_MS - random.integer(0, 59) * SECOND_MS;
  const made: ScriptedExport[] = [];

  function request(
    of: ExportOf,
    place: string,
    export_type: ExportType,
    created_at: number,
    result: { background?: Background; generating_ms?: number } = {},
  ): void {
    const { id } = world.dependencyExports.start({
      ...{ of, export_type, created_at, send_email: false, author_id: cast.admin.id, background: 'finishes' },
      ...result,
    });
    const ref = of.kind === 'pipeline' ? of.id : place;
    made.push({ exportId: id, kind: of.kind, ref, place, requestedAt: created_at });
  }

  const { private: core, public: website, sub: images, other } = PROJECT_PATHS;
  const days = 24 * 60;
  request(ofProject(core), core, 'cyclonedx_1_6_json', before(3 * days, 5 * days));
  for (const round of CHANGES) changeDependency(world, random, project, round);
  request(ofProject(website), website, 'csv', before(days, 2 * days));
  request(ofProject(other), other, 'dependency_list', before(days, 2 * days));
  const group = world.groups.lookup(GROUP_PATHS.top)?.id ?? 0;
  request(ofProject(core), core, 'cyclonedx_1_6_json', before(120, 300));
  request({ kind: 'group', id: group }, GROUP_PATHS.top, 'json_array', before(65, 110), { background: 'stalls' });
  const soon = () => ({ generating_ms: random.integer(90, 300) * SECOND_MS });
  request(ofProject(images), images, 'csv', startMs - random.integer(5, 60) * SECOND_MS, {
    ...soon(),
    background: 'fails',
  });
  const pipeline = world.pipelines.filter(({ project_id, parent_id }) => project_id === project && parent_id === null);
  const newest = pipeline.at(-1);
  if (newest !== undefined) {
    const of: ExportOf = { kind: 'pipeline', id: newest.id, project_id: project };
    request(of, `${core} #${newest.id}`, 'sbom', startMs - random.integer(5, 60) * SECOND_MS, soon());
  }
  return made;
}
