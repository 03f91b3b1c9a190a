import { nobody } from '../caller.ts';
import { begin } from '../operations/import-targets.ts';
import { GROUP_PATHS } from '../seed/groups.ts';
import { plainIssue } from '../seed/plain-issue.ts';
import type { Background } from '../settings.ts';
import type { ImportCourse } from '../world/imports.ts';
import { SECOND_MS, shuffled } from './scene.ts';
import type { Scene } from './scene.ts';

const REASONS = [
  'Error importing repository: fetch failed: the remote end hung up unexpectedly',
  'The other service replied 403: the token lacks the scope to read the repository',
  'Error importing wiki: repository size limit of 10 GiB exceeded',
];

/** Of the first five exports one fails and one never ends, of the first two imports one fails; later few of them. */
export function moveBackground(scene: Scene): void {
  const { world } = scene;
  const random = scene.random('background');
  const finishes: Background = 'finishes';
  const exports: Background[] = [finishes, ...shuffled(random, [finishes, finishes, 'fails', 'stalls'] as const)];
  const imports: Background[] = shuffled(random, [finishes, 'fails'] as const);
  const laterExport = (): Background => (random.chance(0.05) ? 'fails' : random.chance(0.02) ? 'stalls' : finishes);
  const laterImport = (): Background => (random.chance(0.15) ? 'fails' : finishes);
  const isUsual = () => world.settings.background === 'finishes';
  const usual = { nextResult: world.dependencyExports.nextResult, nextCourse: world.imports.nextCourse };
  const course = (background: Background, fromS: number, toS: number): ImportCourse => ({
    background,
    waits_ms: random.integer(3, 10) * SECOND_MS,
    ends_after_ms: random.integer(fromS, toS) * SECOND_MS,
    reason: random.pick(REASONS),
  });
  moveImports(scene, course);
  world.dependencyExports.nextResult = () => (isUsual() ? (exports.shift() ?? laterExport()) : usual.nextResult());
  world.imports.nextCourse = () => (isUsual() ? course(imports.shift() ?? laterImport(), 30, 120) : usual.nextCourse());
}

/**
 * Imports of the administrator, under way when the platform starts: one fails, one is finished. A client finds the
 * new projects through an issue and through runners of other projects.
 */
function moveImports(scene: Scene, course: (background: Background, fromS: number, toS: number) => ImportCourse) {
  const { world, cast } = scene;
  const random = scene.random('imports');
  const group = world.groups.lookup(GROUP_PATHS.top);
  if (group === undefined) return;
  const as = { ...nobody, user: cast.admin, admin: true, anonymous: false };
  for (const [name, background] of [
    ['storefront', 'finishes'],
    ['billing', 'fails'],
  ] as const) {
    world.timeline.at(scene.between(random, -60, -20), (atMs) => {
      const fullName = `octo/${name}`;
      const external = { source: 'codehost_a', fullName, visibility: 'private' } as const;
      const { project } = begin(
        world,
        as,
        { kind: 'group', id: group.id },
        name,
        { ...external, link: `https://codehost-a.example/${fullName}` },
        { atMs, course: course(background, 150, 400) },
      );
      for (const runner of world.runners.filter(({ runner_type: type }) => type === 'project_type')) {
        runner.project_ids = [...runner.project_ids, project.id];
      }
      world.timeline.at(atMs + 10 * SECOND_MS, (createdAt) =>
        world.issues.add(
          plainIssue({
            iid: 1,
            project_id: project.id,
            title: `Move ${name} to this platform`,
            author_id: cast.owner.id,
            created_at: Math.floor(createdAt / 1000) * 1000,
            ...{ imported: true, imported_from: 'codehost_a' },
          }),
        ),
      );
    });
  }
}
