import { z } from 'zod';
import { instant } from './kit.ts';

/** A runner as lists have it (document 3:32). `ip_address` is always empty by now. */
export const Runner = z.looseObject({
  id: z.number().int(),
  description: z.string().nullish(),
  runner_type: z.string().nullish(),
  is_shared: z.boolean().nullish(),
  online: z.boolean().nullish(),
  status: z.string().nullish(),
  job_execution_status: z.string().nullish(),
  paused: z.boolean().nullish(),
  active: z.boolean().nullish(),
  name: z.string().nullish(),
  ip_address: z.string().nullish(),
});
export type Runner = z.infer<typeof Runner>;

/** A project that a runner works for (document 3:32). */
export const RunnerProject = z.looseObject({
  id: z.number().int(),
  name: z.string().nullish(),
  name_with_namespace: z.string().nullish(),
  path: z.string().nullish(),
  path_with_namespace: z.string().nullish(),
});

/** A single runner (document 3:32). `maximum_timeout` in seconds; `contacted_at` is null before its first call. */
export const RunnerDetail = Runner.extend({
  contacted_at: instant.nullish(),
  maintenance_note: z.string().nullish(),
  projects: z.array(RunnerProject).nullish(),
  tag_list: z.array(z.string()).nullish(),
  access_level: z.string().nullish(),
  maximum_timeout: z.number().int().nullish(),
  architecture: z.string().nullish(),
  platform: z.string().nullish(),
  revision: z.string().nullish(),
  version: z.string().nullish(),
});
export type RunnerDetail = z.infer<typeof RunnerDetail>;

/** A job that a runner took. The documents show no field of it (document 3:95); these are those of a deployable (1:33). */
export const RunnerJob = z.looseObject({
  id: z.number().int().nullish(),
  status: z.string().nullish(),
  stage: z.string().nullish(),
  name: z.string().nullish(),
  ref: z.string().nullish(),
  created_at: instant.nullish(),
  started_at: instant.nullish(),
  finished_at: instant.nullish(),
});
export type RunnerJob = z.infer<typeof RunnerJob>;

export const runnerTypes = ['instance_type', 'group_type', 'project_type'] as const;
export const runnerStatuses = ['online', 'offline', 'stale', 'never_contacted'] as const;

/** Every documented filter of `GET /runners` and `GET /runners/all` that has a future (document 3:90). */
export const RunnerFilter = z.object({
  type: z.enum(runnerTypes).optional(),
  status: z.enum(runnerStatuses).optional(),
  paused: z.boolean().optional(),
  /** A runner must have all of them. */
  tag_list: z.array(z.string().min(1)).optional(),
  version_prefix: z.string().min(1).optional(),
});
export type RunnerFilter = z.infer<typeof RunnerFilter>;

/** What can be changed of a runner (document 3:93). `maximum_timeout` in seconds; null: none of its own. */
export const RunnerEdit = z.object({
  description: z.string().nullish(),
  active: z.boolean().optional(),
  paused: z.boolean().optional(),
  tag_list: z.array(z.string().min(1)).optional(),
  run_untagged: z.boolean().optional(),
  locked: z.boolean().optional(),
  access_level: z.enum(['not_protected', 'ref_protected']).optional(),
  maximum_timeout: z.number().int().min(0).nullish(),
  maintenance_note: z.string().max(1024).nullish(),
});
export type RunnerEdit = z.infer<typeof RunnerEdit>;

/** The answer to the making of a runner, of which only the authentication token is certain (document 3:94). */
export const MintedRunner = z.looseObject({
  id: z.number().int().nullish(),
  token: z.string().nullish(),
  token_expires_at: instant.nullish(),
});
export type MintedRunner = z.infer<typeof MintedRunner>;
