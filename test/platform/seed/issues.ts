import { DAY_MS } from '../clock.ts';
import type { Random } from '../random.ts';
import { HEALTH_STATUSES } from '../world/issues.ts';
import type { Issue } from '../world/issues.ts';
import { dayOf } from '../world/milestones.ts';
import type { Project } from '../world/projects.ts';
import { reaches } from '../world/source.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { GROUP_PATHS, PROJECT_PATHS } from './groups.ts';
import { hostileNames } from './hostile.ts';
import { writersOf } from './people.ts';

/** Full path of the archived project. Its issues are listed only if `non_archived` is false. */
export const ARCHIVED_PATH = 'acme/legacy';

const TITLES = [
  'Sign-in form forgets the name',
  'Page stays blank after a deployment',
  'Größe der Seite falsch berechnet',
  'Search finds too much',
  'ログインできない',
  'Timeout when the queue is long',
  'Export stops at 99 %',
  'Colours cannot be told apart',
  hostileNames[8] ?? '',
  'Write down how to restore a backup',
  hostileNames[3] ?? '',
  'Two people edit the same row',
  'Сортировка по дате не работает',
  'Replace the old parser',
];

const DESCRIPTIONS = [
  'It happens *every* time.\n\n- [x] reproduce it\n- [ ] find out why\n- [ ] mend it\n',
  'Steps:\n\n1. Open the page.\n2. Wait.\n\n```\nError: queue is full\n```\n',
  '<img src=x onerror=alert(1)> and [a link](javascript:alert(2)), see https://platform.example.',
  'Seen by three customers.\n\n* [X] tell them\n* [x] thank them\n',
  '',
];

/** More than 40 issues in six projects, opened and closed, no two in the same second. */
export function seedIssues(world: World, cast: Cast): void {
  const random = world.random('issues');
  const writers = writersOf(world, cast);
  const archived = addArchived(world, cast);
  const projects: [path: string, count: number][] = [
    [PROJECT_PATHS.private, 18],
    [PROJECT_PATHS.public, 11],
    [PROJECT_PATHS.sub, 7],
    [PROJECT_PATHS.other, 5],
    [ARCHIVED_PATH, 2],
  ];
  // Alternating, so that sorting by time mixes the projects.
  const turns = projects.flatMap(([path, count]) => Array.from({ length: count }, (_, i) => ({ path, i, count })));
  turns.sort((a, b) => a.i / a.count - b.i / b.count || (a.path < b.path ? -1 : 1));
  const pauseMs = (240 * DAY_MS) / turns.length;
  turns.forEach(({ path, i }, n) => {
    const project = world.projects.lookup(path) ?? archived;
    const createdAt = world.seeded.untilMs - 250 * DAY_MS + n * pauseMs + random.integer(0, 3600) * 1000;
    world.issues.add(issueRow(world, random, project, writers, { n, iid: i + 1, createdAt: wholeSecond(createdAt) }));
  });
  linkDuplicates(world);
}

const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000;

function addArchived(world: World, cast: Cast): Project {
  const createdAt = world.seeded.fromMs + 9 * DAY_MS;
  return world.projects.add({
    name: 'Legacy',
    path: 'legacy',
    description: 'Kept for reference',
    visibility: 'private',
    namespace: { kind: 'group', id: world.groups.lookup(GROUP_PATHS.top)?.id ?? 0 },
    creator_id: cast.owner.id,
    default_branch: 'main',
    archived: true,
    topics: [],
    star_count: 0,
    avatar_url: null,
    created_at: createdAt,
    last_activity_at: createdAt,
  });
}

/** Days from today, so that every value of `due_date` has matches. */
const DUE_DAYS = [null, 0, 1, -3, 5, null, 20, -40, 35, null, -10, 3, 400];

interface Place {
  /** Of all issues. */
  n: number;
  iid: number;
  createdAt: number;
}

/** An issue whose values depend on its number. */
export function issueRow(
  world: World,
  random: Random,
  project: Project,
  writers: number[],
  { n, iid, createdAt }: Place,
) {
  const today = dayOf(world.clock.now());
  const isClosed = n % 3 === 1;
  const closedAt = createdAt + random.integer(1, 9) * 3_600_000 + random.integer(1, 59) * 1000;
  const dueDays = DUE_DAYS[n % DUE_DAYS.length] ?? null;
  const type = (['issue', 'issue', 'issue', 'task', 'incident', 'issue', 'test_case'] as const)[n % 7] ?? 'issue';
  const pick = (ids: number[], chance: number) => (ids.length > 0 && random.chance(chance) ? random.pick(ids) : null);
  const own = <Row extends { id: number }>(rows: Row[], test: (row: Row) => boolean) =>
    rows.filter(test).map(({ id }) => id);
  const labels = own(world.labels.all(), ({ source }) => reaches(source, project, world.projects));
  const milestones = own(world.milestones.all(), ({ source }) => reaches(source, project, world.projects));
  const inGroup = (groupId: number) => reaches({ kind: 'group', id: groupId }, project, world.projects);
  const weights = [null, 1, 2, null, 3, 5, 0, 8];
  return {
    iid,
    project_id: project.id,
    title: n < TITLES.length ? (TITLES[n] ?? '') : `${TITLES[n % TITLES.length]} (${n})`,
    description: n % 11 === 10 ? null : (DESCRIPTIONS[n % DESCRIPTIONS.length] ?? ''),
    state: isClosed ? 'closed' : 'opened',
    issue_type: type,
    severity: type === 'incident' ? 'HIGH' : 'UNKNOWN',
    created_at: createdAt,
    updated_at: isClosed ? closedAt : createdAt + random.integer(1, 7) * 3_600_000,
    closed_at: isClosed ? closedAt : null,
    closed_by_id: isClosed ? random.pick(writers) : null,
    due_date: dueDays === null ? null : today + dueDays * DAY_MS,
    start_date: dueDays === null || n % 2 === 0 ? null : today + (dueDays - 7) * DAY_MS,
    author_id: writers[n % writers.length] ?? 1,
    assignee_ids: n % 4 === 3 ? [] : [...new Set([random.pick(writers), random.pick(writers)])].slice(0, 1 + (n % 2)),
    milestone_id: pick(milestones, 0.75),
    label_ids: labels.filter(() => random.chance(0.35)),
    confidential: n % 9 === 4,
    discussion_locked: n % 13 === 6,
    time_estimate_s: n % 5 === 0 ? random.integer(1, 40) * 3600 : 0,
    time_spent_s: n % 10 === 0 ? random.integer(1, 300) * 60 : 0,
    imported: n % 17 === 16,
    imported_from: n % 17 === 16 ? 'codehost_a' : 'none',
    weight: weights[n % weights.length] ?? null,
    epic_id: pick(
      own(world.epics.all(), ({ group_id }) => inGroup(group_id)),
      0.4,
    ),
    iteration_id: pick(
      own(world.iterations.all(), ({ group_id }) => inGroup(group_id)),
      0.5,
    ),
    health_status: n % 3 === 0 ? null : (HEALTH_STATUSES[n % HEALTH_STATUSES.length] ?? null),
    relative_position: n % 4 === 2 ? null : 513 * random.integer(1, 900),
    moved_to_id: null,
    duplicate_of_id: null,
    merge_request_ids: [],
  } satisfies Omit<Issue, 'id'>;
}

/** An issue that was closed as a duplicate, and one that was moved. */
export function linkDuplicates({ issues }: World) {
  const closed = issues.filter(({ state }) => state === 'closed');
  const [duplicate, moved] = closed;
  const original = issues.find((row) => row.project_id === duplicate?.project_id && row.state === 'opened');
  if (duplicate !== undefined) duplicate.duplicate_of_id = original?.id ?? null;
  const target = issues.find((row) => row.project_id !== moved?.project_id);
  if (moved !== undefined) moved.moved_to_id = target?.id ?? null;
}
