import { z } from 'zod';
import { collection, nightly } from './collection.ts';
import { instant, nullish } from './kit.ts';

/** Which projects and groups can use job tokens in this project (document 1:61). `outbound_enabled` is deprecated. */
export const JobTokenScope = z.looseObject({
  /** Access only from the allowlists. Can be true because the instance enforces it. */
  ...nullish(z.boolean(), 'inbound_enabled', 'outbound_enabled'),
});
export type JobTokenScope = z.infer<typeof JobTokenScope>;

/** `enabled` true restricts job tokens to the allowlists, false allows every project (document 1:123). */
export const JobTokenScopeEdit = z.strictObject({ enabled: z.boolean() });

/** A project in an allowlist (document 1:124). */
export const LimitedProject = z.looseObject({
  id: z.number().int(),
  ...nullish(z.string(), 'description', 'name', 'name_with_namespace', 'path', 'path_with_namespace'),
  created_at: instant.nullish(),
  default_branch: z.string().nullish(),
  ...nullish(z.array(z.string()), 'tag_list', 'topics'),
  ...nullish(z.string(), 'ssh_url_to_repo', 'http_url_to_repo', 'web_url', 'avatar_url'),
  star_count: z.number().nullish(),
  last_activity_at: instant.nullish(),
  namespace: z
    .looseObject({
      id: z.number().int().nullish(),
      ...nullish(z.string(), 'name', 'path', 'kind', 'full_path'),
      parent_id: z.number().int().nullish(),
      ...nullish(z.string(), 'avatar_url', 'web_url'),
    })
    .nullish(),
});

/** A group in an allowlist (document 1:127). */
export const AllowlistGroup = z.looseObject({
  id: z.number().int(),
  ...nullish(z.string(), 'web_url', 'name'),
});

/** The reply to adding a project or a group (document 1:125, 1:128). */
export const AllowedProject = z.looseObject({
  ...nullish(z.number().int(), 'source_project_id', 'target_project_id'),
});
export const AllowedGroup = z.looseObject({
  ...nullish(z.number().int(), 'source_project_id', 'target_group_id'),
});

/** The flags of a project, one row for each `project:ID`. The row has no ID on the platform. */
export const jobTokenScope = collection({
  row: JobTokenScope.extend({ id: z.number().int().nullish() }),
  lists: { project: 'GET /projects/:id/job_token_scope' },
  kept: nightly(1),
  setup: { position: 112, role: 'maintainer' },
  title: 'id',
  columns: { inbound_enabled: 'flag', outbound_enabled: 'flag' },
  searched: [],
  indexes: [],
  counted: ['inbound_enabled'],
  groups: { scope: ['inbound_enabled', 'outbound_enabled'] },
  isInPalette: false,
  isCounted: false,
});
