import { iso } from '../clock.ts';
import type { Approval, Deployment } from '../world/deployments.ts';
import type { ApprovalRule, Environment } from '../world/environments.ts';
import type { Commit } from '../world/git/git-log.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';
import { jobView } from './jobs.ts';
import { personOf } from './people.ts';
import { userReference } from './users.ts';

const LEVEL_NAMES: Record<number, string> = {
  30: 'Developers + Maintainers',
  40: 'Maintainers',
  60: 'Administrators',
};

/** A deployment (document 1, Deployment); `commit` is that of its job. */
export function deploymentView(world: World, project: Project, row: Deployment, commit: Commit | undefined) {
  const environment = environmentOf(world, row);
  const job = row.job_id === null ? undefined : world.jobs.get(row.job_id);
  return {
    id: row.id,
    iid: row.iid,
    ref: row.ref,
    sha: row.sha,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    status: row.status,
    user: userReference(world, row.user_id),
    environment: { id: environment.id, name: environment.name, external_url: environment.external_url },
    deployable: job === undefined ? null : jobView(world, project, job, commit),
    ...(environment.approval_rules.length > 1 ? { approval_summary: summaryView(world, row, environment) } : {}),
  };
}

/** The additional fields of create and update in paid tiers. */
export function approvalFields(world: World, row: Deployment) {
  const { approval_rules } = environmentOf(world, row);
  const required = approval_rules.reduce((sum, rule) => sum + missingFor(world, rule, row), 0);
  return {
    approvals: row.approvals.map((approval) => approvalView(world, approval)),
    pending_approval_count: row.status === 'blocked' ? required : 0,
  };
}

function environmentOf(world: World, { id, environment_id }: Deployment): Environment {
  const environment = world.environments.get(environment_id);
  if (environment === undefined) throw new Error(`deployment ${id} lies in no environment`);
  return environment;
}

const summaryView = (world: World, row: Deployment, { approval_rules }: Environment) => ({
  rules: approval_rules.map((rule) => ({
    user_id: rule.user_id,
    group_id: rule.group_id,
    access_level: rule.access_level,
    access_level_description: describe(world, rule),
    required_approvals: rule.required_approvals,
    deployment_approvals: row.approvals
      .filter((approval) => isBy(world, rule, row, approval))
      .map((approval) => approvalView(world, approval)),
  })),
});

const approvalView = (world: World, { user_id, status, created_at, comment }: Approval) => ({
  user: personOf(world, user_id),
  status,
  created_at: iso(created_at),
  comment,
});

const missingFor = (world: World, rule: ApprovalRule, row: Deployment) =>
  Math.max(0, rule.required_approvals - row.approvals.filter((approval) => isBy(world, rule, row, approval)).length);

function isBy(world: World, { user_id, group_id, access_level }: ApprovalRule, row: Deployment, approval: Approval) {
  if (user_id !== null) return approval.user_id === user_id;
  const group = world.groups.get(group_id ?? 0);
  if (group !== undefined) return world.members.levelInGroup(group, approval.user_id) > 0;
  const project = world.projects.get(row.project_id);
  return project !== undefined && world.members.levelInProject(project, approval.user_id) >= (access_level ?? 0);
}

function describe(world: World, { user_id, group_id, access_level }: ApprovalRule) {
  if (user_id !== null) return world.users.get(user_id)?.name ?? '';
  if (group_id !== null) return world.groups.get(group_id)?.name ?? '';
  return LEVEL_NAMES[access_level ?? 0] ?? '';
}
