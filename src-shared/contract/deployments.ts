import { z } from 'zod';
import { fromIso, hours } from '#shared/time.ts';
import { collection, scoped } from './collection.ts';
import { allValues } from './dialect-values.ts';
import { between, epochMs, instant, nullish, query, Scope } from './kit.ts';
import type { Profile } from './profiles.ts';
import { UserRef } from './user-ref.ts';

const Job = z.looseObject({
  id: z.number().int().nullish(),
  ...nullish(z.string(), 'status', 'stage', 'name', 'ref'),
  tag: z.boolean().nullish(),
  coverage: z.number().nullish(),
  ...nullish(instant, 'created_at', 'started_at', 'finished_at'),
  project: z.looseObject({ ci_job_token_scope_enabled: z.boolean().nullish() }).nullish(),
  user: UserRef.nullish(),
  commit: z.looseObject({ id: z.string().nullish(), title: z.string().nullish() }).nullish(),
  pipeline: z
    .looseObject({
      id: z.number().int().nullish(),
      ...nullish(z.string(), 'ref', 'sha', 'status'),
      ...nullish(instant, 'created_at', 'updated_at'),
      web_url: z.string().nullish(),
    })
    .nullish(),
  runner: z.unknown().optional(),
});

const Approval = z.looseObject({
  user: UserRef.nullish(),
  status: z.string().nullish(),
  created_at: instant.nullish(),
  comment: z.string().nullish(),
});

/** A deployment (document 1:22, states 1:80). `approvals` and their counts exist in the paid tiers. */
export const Deployment = z.looseObject({
  id: z.number().int(),
  iid: z.number().int().nullish(),
  ...nullish(z.string(), 'ref', 'sha'),
  ...nullish(instant, 'created_at', 'updated_at'),
  /** Missing on older versions of the platform. */
  status: z.string().nullish(),
  user: UserRef.nullish(),
  environment: z
    .looseObject({ id: z.number().int().nullish(), name: z.string().nullish(), external_url: z.string().nullish() })
    .nullish(),
  /** The CI job; null when it was created through the API. */
  deployable: Job.nullish(),
  approval_summary: z
    .looseObject({
      rules: z
        .array(
          z.looseObject({
            ...nullish(z.number().int(), 'user_id', 'group_id', 'access_level'),
            access_level_description: z.string().nullish(),
            required_approvals: z.number().int().nullish(),
            deployment_approvals: z.array(Approval).nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
  approvals: z.array(Approval).nullish(),
  pending_approval_count: z.number().int().nullish(),
});
export type Deployment = z.infer<typeof Deployment>;

/**
 * The time from which the age of an unfinished deployment counts, in epoch milliseconds. `by: 'job'`: it is `running`, and
 * this is the start of its job. `by: 'creation'`: it is `created`, or the start of its job is not known. Null: the
 * deployment has another status, or no time is known.
 */
export function unfinishedSince({
  status,
  deployable,
  created_at,
}: Pick<Deployment, 'status' | 'deployable' | 'created_at'>): { at: number; by: 'job' | 'creation' } | null {
  if (status !== 'running' && status !== 'created') return null;
  const startedAt = status === 'running' ? fromIso(deployable?.started_at) : null;
  if (startedAt !== null) return { at: startedAt, by: 'job' };
  const createdAt = fromIso(created_at);
  return createdAt === null ? null : { at: createdAt, by: 'creation' };
}

/**
 * Whether a request can change the status of a deployment. GitLab refuses this with 403 for a deployment that a CI job
 * made, whatever the role.
 */
export function canChangeStatus({ deployable }: { deployable?: unknown }, dialect: Profile['dialect']): boolean {
  return dialect !== 'gitlab' || (deployable ?? null) === null;
}

/** The number of hours after which an unfinished deployment is shown as too old. */
export const unfinishedHours = { least: 1, most: 10_000, default: 6 } as const;

/** The statuses that a request can set; only the platform sets `created` and `blocked` (document 1:134). */
export const settableStatuses = ['running', 'success', 'failed', 'canceled'] as const;
export const DeploymentStatus = z.enum(settableStatuses);

/** Filters of the list, with their documented names (document 1:132). */
export const DeploymentFilter = z.object({
  ...between('updated'),
  ...between('finished'),
  /** The name of the environment. */
  environment: z.string().min(1).optional(),
  status: z.enum(allValues('deploymentStatuses')).optional(),
});
export const DeploymentOrder = z.enum(allValues('deploymentOrders'));

export const DeploymentCreate = z.strictObject({
  environment: z.string().min(1),
  sha: z.string().min(1),
  ref: z.string().min(1),
  /** Whether `ref` is a tag. */
  tag: z.boolean(),
  status: DeploymentStatus,
});
export const DeploymentEdit = z.strictObject({ status: DeploymentStatus });

/**
 * Filters of the cached deployments. Those of the platform have its names (document 1:132). The others are Reeve's own:
 * `ref`, `created_after`, `created_before`, and `unfinished_hours`: `running` or `created` for more than this number of
 * hours, counted from `unfinishedSince`. Only the platform can evaluate `finished_after` and `finished_before`, because it
 * does not return the end of a deployment.
 */
export const DeploymentListFilter = z.object({
  status: z.enum(allValues('deploymentStatuses')).optional(),
  environment: z.string().min(1).optional(),
  ref: z.string().min(1).optional(),
  ...between('updated'),
  ...between('finished'),
  ...between('created'),
  unfinished_hours: z.number().int().min(0).optional(),
});
export type DeploymentListFilter = z.infer<typeof DeploymentListFilter>;

const ScopedDeployment = scoped(Deployment);
export type ScopedDeployment = z.infer<typeof ScopedDeployment>;

/**
 * An environment, made from its cached deployments: the API has no list of environments. `newest`: the deployment that
 * was created last; `deployed`: the last successful one, so what runs there; null: none is cached. `deployedAt`: the end of
 * its job, or else its last change; epoch milliseconds.
 */
export const DeployedEnvironment = z.object({
  environment: z.string(),
  deployments: z.number(),
  newest: ScopedDeployment,
  deployed: ScopedDeployment.nullable(),
  deployedAt: epochMs.nullable(),
});
export type DeployedEnvironment = z.infer<typeof DeployedEnvironment>;

/** A deployment as a mark on a time axis. `endedAt`: null while it is created, running or blocked; epoch milliseconds. */
export const DeploymentMark = z.object({
  key: z.number().int(),
  id: z.number().int(),
  environment: z.string(),
  status: z.string(),
  ref: z.string().nullable(),
  createdAt: epochMs,
  endedAt: epochMs.nullable(),
});
export type DeploymentMark = z.infer<typeof DeploymentMark>;

/** The lengths of the time axis that a person can choose, in days. */
export const timelineDays = [1, 7, 14, 30, 90, 365] as const;

/** The largest number of marks on the axis, and of each unfinished status before it. */
export const mostDeploymentMarks = 5_000;
export const mostUnfinishedMarks = 500;

const verbs = {
  /**
   * The environments of a project with their newest deployments, `production` and similar names first. Answered from the
   * cache. `total`: the number of environments; at most `most` are returned. `completedAt`: the end of the last complete
   * sync; null: never.
   */
  perEnvironment: query(
    z.object({ scope: Scope, most: z.number().int().min(1).max(500).default(200) }),
    z.object({ environments: z.array(DeployedEnvironment), total: z.number(), completedAt: epochMs.nullable() }),
  ),
  /**
   * Deployments that are `running` or `created` for more than `olderThanHours`, counted from `unfinishedSince`, the oldest
   * first. Answered from the cache. `scope` null: of all cached projects. `total` counts all; at most 50 are returned.
   * `changeable`: how many of all can be given another status (`canChangeStatus`).
   */
  stuck: query(
    z.object({ scope: Scope.nullable(), olderThanHours: z.number().int().min(0) }),
    z.object({ rows: z.array(ScopedDeployment), total: z.number(), changeable: z.number() }),
  ),
  /**
   * The environments of `perEnvironment`, and the deployments that match as marks: those created in the last `days`, and
   * older ones that have not ended: `created`, `running` or `blocked`. A filter by environment is ignored. `days` null:
   * the shortest of `timelineDays`, at least 14, in which half of the environments have deployments, so that the axis
   * is not empty; the reply contains the chosen number. `isCapped`: only the newest `mostDeploymentMarks`, or of an
   * unfinished status the newest `mostUnfinishedMarks` before these days, are returned.
   */
  timeline: query(
    z.object({
      scope: Scope,
      search: z.string().default(''),
      filter: DeploymentListFilter.default({}),
      notReturned: z.enum(['hide', 'show', 'only']).default('hide'),
      days: z.number().int().min(1).max(3_650).nullable(),
    }),
    z.object({
      environments: z.array(DeployedEnvironment),
      total: z.number(),
      marks: z.array(DeploymentMark),
      isCapped: z.boolean(),
      days: z.number(),
    }),
  ),
};

/** Deployments of a project: `project:7`. */
export const deployments = collection({
  row: Deployment,
  lists: { project: 'GET /projects/:id/deployments' },
  one: 'GET /projects/:id/deployments/:deployment_id',
  incremental: 'updated_at',
  kept: { everyMs: hours(6), requests: 1 },
  setup: { position: 110, requestsPerPlace: 2 },
  title: ['environment.name', 'ref'],
  about: 'ref',
  jobColumn: 'job',
  columns: {
    environment: { field: 'environment.name', as: 'folded' },
    status: 'text',
    ref: 'folded',
    sha: 'text',
    user: { field: 'user.username', as: 'folded' },
    user_id: { field: 'user.id', as: 'number' },
    created_at: 'moment',
    updated_at: 'moment',
    unfinished_since: { field: 'status', as: 'unfinishedSince' },
    job: { field: 'deployable.id', as: 'number' },
  },
  order: { by: 'updated_at', direction: 'desc' },
  searched: ['environment.name', 'ref', 'sha', 'user.username', 'user.name', 'deployable.name'],
  recorded: { not: ['updated_at'] },
  indexes: [['updated_at'], ['environment', 'updated_at']],
  counted: ['status'],
  filter: DeploymentListFilter,
  where: {
    status: 'equal',
    environment: { by: 'folded', column: 'environment' },
    ref: { by: 'folded', column: 'ref' },
    updated_after: { by: 'since', column: 'updated_at' },
    updated_before: { by: 'until', column: 'updated_at' },
    created_after: { by: 'since', column: 'created_at' },
    created_before: { by: 'until', column: 'created_at' },
  },
  sides: { finished_after: 'server', finished_before: 'server' },
  askedWith: {
    finished_after: { order_by: 'finished_at', status: 'success' },
    finished_before: { order_by: 'finished_at', status: 'success' },
  },
  groups: {
    deployment: ['environment', 'status', 'ref', 'sha', 'user', 'created_at', 'updated_at'],
    job: ['deployable'],
    approvals: ['approval_summary', 'approvals', 'pending_approval_count'],
    identity: ['id', 'iid'],
  },
  verbs,
});
