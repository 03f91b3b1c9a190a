import { DAY_MS } from '../clock.ts';
import { dayOf } from '../world/milestones.ts';
import type { Milestone } from '../world/milestones.ts';
import type { Source } from '../world/source.ts';
import type { World } from '../world/world.ts';
import { companyEpics, companyLabels, companyMilestones } from './company/plans.ts';
import { GROUP_PATHS, PROJECT_PATHS } from './groups.ts';

export const groupSource = (world: World, path: string): Source => ({
  kind: 'group',
  id: world.groups.lookup(path)?.id ?? 0,
});
export const projectSource = (world: World, path: string): Source => ({
  kind: 'project',
  id: world.projects.lookup(path)?.id ?? 0,
});

/** Labels, milestones, iterations and epics. Their dates are relative to today. */
export function seedPlans(world: World): void {
  seedLabels(world);
  seedMilestones(world);
  seedIterations(world);
  const epics: readonly (readonly [string, ...string[]])[] = world.settings.hostile ? hostileEpics : companyEpics;
  for (const [path, ...titles] of epics) {
    const { id } = groupSource(world, path);
    titles.forEach((title, i) => world.epics.add({ iid: i + 1, group_id: id, title }));
  }
}

const hostileEpics: readonly (readonly [string, ...string[]])[] = [
  [GROUP_PATHS.top, 'Everybody can sign in', 'Pages that open at once'],
  [GROUP_PATHS.sub, 'Images without surprises'],
  [GROUP_PATHS.other, 'Count everything twice'],
];

function seedLabels(world: World) {
  const top = groupSource(world, GROUP_PATHS.top);
  const core = projectSource(world, PROJECT_PATHS.private);
  const website = projectSource(world, PROJECT_PATHS.public);
  const other = groupSource(world, GROUP_PATHS.other);
  const hostile: [Source, string, string, string | null, number | null][] = [
    [top, 'bug', '#d9534f', 'Something is **not** as it should be', 1],
    [top, 'feature', '#428bca', 'Something new', 3],
    [top, 'priority::high', '#ad4363', null, 0],
    [top, 'documentation', '#69d100', '', null],
    [core, 'backend', '#330066', 'Where `nobody` looks', 2],
    [core, 'a <b> & "c"', '#f0ad4e', '<script>alert("label")</script>', null],
    [website, 'design', '#a8d695', 'How it looks', 2],
    [website, '日本語', '#eee600', null, null],
    [other, 'bug', '#cc0000', null, null],
    [other, 'stock', '#5843ad', 'What is on the shelves', 0],
  ];
  const sourceOf = (path: string) =>
    world.groups.lookup(path) === undefined ? projectSource(world, path) : groupSource(world, path);
  const company = companyLabels.map(([path, ...rest]) => [sourceOf(path), ...rest] as const);
  for (const [source, name, color, description, priority] of world.settings.hostile ? hostile : company) {
    const isLight = ['#69d100', '#a8d695', '#eee600', '#f0ad4e', '#5cb85c'].includes(color);
    world.labels.add({ source, name, color, description, priority, text_color: isLight ? '#1F1E24' : '#FFFFFF' });
  }
}

function seedMilestones(world: World) {
  const begunMs = world.seeded.untilMs - 200 * DAY_MS;
  const today = dayOf(world.clock.now());
  const add = (
    source: Source,
    iid: number,
    title: string,
    state: Milestone['state'],
    startDays: number | null,
    dueDays: number | null,
    description = `What belongs to ${title}`,
  ) =>
    world.milestones.add({
      source,
      iid,
      title,
      description,
      state,
      start_date: startDays === null ? null : today + startDays * DAY_MS,
      due_date: dueDays === null ? null : today + dueDays * DAY_MS,
      created_at: begunMs + iid * DAY_MS,
      updated_at: begunMs + (iid + 30) * DAY_MS,
    });
  if (!world.settings.hostile) {
    for (const [path, iid, title, description, state, startDays, dueDays] of companyMilestones) {
      const source = path.includes('/') ? projectSource(world, path) : groupSource(world, path);
      add(source, iid, title, state, startDays, dueDays, description);
    }
    return;
  }
  const core = projectSource(world, PROJECT_PATHS.private);
  const website = projectSource(world, PROJECT_PATHS.public);
  add(core, 1, 'v1.0', 'closed', -120, -60);
  add(core, 2, 'v1.1', 'active', -20, 25);
  add(core, 3, 'v2.0', 'active', 26, 90);
  add(core, 4, 'Some day', 'active', null, null);
  add(website, 1, 'Launch', 'active', -10, 20);
  add(website, 2, 'Relaunch', 'active', 40, 100);
  add(groupSource(world, GROUP_PATHS.top), 1, 'Spring cleaning', 'active', -5, 45);
  add(projectSource(world, PROJECT_PATHS.other), 1, 'Stocktaking', 'active', null, 30);
}

/** A cadence of two weeks in the top-level group: three past iterations, the current one and an upcoming one. */
function seedIterations(world: World) {
  const { id } = groupSource(world, GROUP_PATHS.top);
  const today = dayOf(world.clock.now());
  const { hostile } = world.settings;
  for (let i = 0; i < 5; i += 1) {
    const start = today + (14 * (i - 3) - 5) * DAY_MS;
    const made = Math.min(start - 30 * DAY_MS, world.seeded.untilMs);
    world.iterations.add({
      iid: i + 1,
      sequence: i + 1,
      group_id: id,
      title: hostile
        ? i % 2 === 0
          ? `Sprint ${['Aardvark', 'Capybara', 'Echidna'][i / 2]}`
          : null
        : `Sprint ${i + 41}`,
      description: hostile && i === 0 ? 'The first one' : null,
      created_at: made,
      updated_at: made,
      start_date: start,
      due_date: start + 13 * DAY_MS,
    });
  }
}
