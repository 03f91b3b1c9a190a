import { DAY_MS } from '../../clock.ts';
import type { Member } from '../../world/members.ts';
import type { Project } from '../../world/projects.ts';
import type { World } from '../../world/world.ts';

/** After everything was seeded: dates that depend on other rows. */
export function settleDates(world: World): void {
  const random = world.random('company dates');
  for (const member of world.members.all()) member.created_at = joinedAt(world, member, random.integer(1, 60) * DAY_MS);
  for (const note of world.notes.all()) {
    const rows = note.noteable_type === 'Issue' ? world.issues : world.mergeRequests;
    const row = note.noteable_type === 'Snippet' ? undefined : rows.get(note.noteable_id);
    if (row !== undefined) row.updated_at = Math.max(row.updated_at, note.updated_at);
  }
  const touch = (project: Project | undefined, atMs: number) => {
    if (project !== undefined) project.last_activity_at = Math.max(project.last_activity_at, atMs);
  };
  for (const { project_id, updated_at } of [...world.issues.all(), ...world.mergeRequests.all()]) {
    touch(world.projects.get(project_id), updated_at);
  }
  for (const project of world.projects.all()) {
    for (const { committer } of world.repositories.planned(project)?.commits ?? []) touch(project, committer.atMs);
  }
}

/** Not before the account and the project or group were created. */
function joinedAt(world: World, { user_id, source, created_at }: Member, afterMs: number): number {
  const user = world.users.get(user_id);
  const place = source.kind === 'group' ? world.groups.get(source.id) : world.projects.get(source.id);
  const earliest = Math.max(user?.created_at ?? 0, place?.created_at ?? 0);
  return created_at > earliest ? created_at : Math.min(earliest + afterMs, world.seeded.untilMs - DAY_MS);
}
