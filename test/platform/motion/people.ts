import { newIssues } from '../seed/company/texts.ts';
import { writersOf } from '../seed/people.ts';
import { plainIssue } from '../seed/plain-issue.ts';
import { LEVEL } from '../world/levels.ts';
import type { Project } from '../world/projects.ts';
import type { Announce } from './webhooks.ts';
import type { Scene } from './scene.ts';

const TITLES = [
  'The build waits for a runner that is gone',
  'Certificates expire on Sunday',
  'Mirror of the documentation is behind',
  'Größere Dateien brechen beim Hochladen ab',
  '検索結果の並び順がおかしい',
  'Rotate the deploy token',
  'Pipelines of forks need approval',
  'Release notes miss two changes',
];
const LEVELS = [LEVEL.guest, LEVEL.reporter, LEVEL.developer, LEVEL.developer];

/** New issues, closed issues and new members now and then. */
export function movePeople(scene: Scene, announce: Announce): void {
  const { world, startMs } = scene;
  const random = scene.random('people');
  const writers = writersOf(world, scene.cast);
  let isFirst = true;
  world.timeline.every(
    scene.between(random, 15, 40),
    (atMs) => scene.pause(random, atMs, 40, 110),
    (atMs) => {
      // The first project has a webhook for issues.
      const project = (isFirst ? scene.projects[0] : undefined) ?? random.pick(scene.projects);
      isFirst = false;
      const createdAt = Math.floor(atMs / 1000) * 1000;
      const count = world.issues.filter(({ project_id }) => project_id === project.id).map(({ iid }) => iid);
      const issue = world.issues.add(
        plainIssue({
          iid: Math.max(0, ...count) + 1,
          project_id: project.id,
          title: random.pick(world.settings.hostile ? TITLES : newIssues),
          author_id: random.pick(writers),
          assignee_ids: random.chance(0.6) ? [random.pick(writers)] : [],
          created_at: createdAt,
        }),
      );
      touch(project, createdAt);
      announce(issue, 'open', atMs);
    },
  );
  world.timeline.every(
    scene.between(random, 150, 240),
    (atMs) => scene.pause(random, atMs, 150, 300),
    (atMs) => {
      const open = world.issues.filter(
        ({ state, created_at, project_id }) =>
          state === 'opened' && created_at < startMs && scene.projects.some(({ id }) => id === project_id),
      );
      if (open.length === 0) return;
      const issue = random.pick(open);
      const closedAt = Math.floor(atMs / 1000) * 1000;
      const closed = { state: 'closed', closed_at: closedAt, updated_at: closedAt } as const;
      Object.assign(issue, closed, { closed_by_id: random.pick(writers) });
      announce(issue, 'close', atMs);
    },
  );
  addMembers(scene);
}

function addMembers(scene: Scene) {
  const { world, cast } = scene;
  const random = scene.random('members');
  world.timeline.every(
    scene.between(random, 60, 140),
    (atMs) => scene.pause(random, atMs, 150, 280),
    (atMs) => {
      const project = random.pick(scene.projects);
      const people = world.users
        .ordered('id')
        .filter((user) => user.type === 'human' && user.state === 'active' && !user.is_admin)
        .filter((user) => world.members.levelInProject(project, user.id) === 0);
      if (people.length === 0) return;
      world.members.add({
        source: { kind: 'project', id: project.id },
        user_id: random.pick(people).id,
        access_level: random.pick(LEVELS),
        created_at: Math.floor(atMs / 1000) * 1000,
        created_by_id: cast.owner.id,
        expires_at: null,
      });
    },
  );
}

function touch(project: Project, atMs: number) {
  project.last_activity_at = Math.max(project.last_activity_at, atMs);
}
