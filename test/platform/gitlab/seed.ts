import type { World } from '../world/world.ts';

/** Gives one deployment and one issue values that only real installations have. */
export function seedGitlab(world: World): void {
  const deployment = world.deployments.find((row) => row.job_id !== null && row.status === 'canceled');
  if (deployment !== undefined) Object.assign(deployment, { status: 'skipped', finished_at: null });
  const issue = world.issues.find(({ issue_type }) => issue_type === 'test_case');
  if (issue !== undefined) issue.issue_type = 'requirement';
}
