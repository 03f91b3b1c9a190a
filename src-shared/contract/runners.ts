import { z } from 'zod';
import { collection } from './collection.ts';
import { allValues } from './dialect-values.ts';
import { between, epochMs, idsOf, instant, nullish, query, Scope, Slice, textUpTo, windowOf } from './kit.ts';
import { minutes } from '#shared/time.ts';

/** A runner in a list (document 3:32). `ip_address` is always empty. */
export const Runner = z.looseObject({
  id: z.number().int(),
  ...nullish(z.string(), 'description', 'runner_type'),
  ...nullish(z.boolean(), 'is_shared', 'online'),
  ...nullish(z.string(), 'status', 'job_execution_status'),
  ...nullish(z.boolean(), 'paused', 'active'),
  ...nullish(z.string(), 'name', 'ip_address'),
});
export type Runner = z.infer<typeof Runner>;

/** A project of a runner (document 3:32). */
export const RunnerProject = z.looseObject({
  id: z.number().int(),
  ...nullish(z.string(), 'name', 'name_with_namespace', 'path', 'path_with_namespace'),
});

/** A single runner (document 3:32). `maximum_timeout` in seconds; `contacted_at` is null before its first call. */
export const RunnerDetail = Runner.extend({
  contacted_at: instant.nullish(),
  maintenance_note: z.string().nullish(),
  projects: z.array(RunnerProject).nullish(),
  tag_list: z.array(z.string()).nullish(),
  access_level: z.string().nullish(),
  maximum_timeout: z.number().int().nullish(),
  ...nullish(z.string(), 'architecture', 'platform', 'revision', 'version'),
});
export type RunnerDetail = z.infer<typeof RunnerDetail>;

/**
 * A job of a runner. The documents show none of its fields (document 3:95); these are the fields of a deployable
 * (1:33).
 */
export const RunnerJob = z.looseObject({
  id: z.number().int().nullish(),
  ...nullish(z.string(), 'status', 'stage', 'name', 'ref'),
  ...nullish(instant, 'created_at', 'started_at', 'finished_at'),
});
export type RunnerJob = z.infer<typeof RunnerJob>;

/** Maximum characters of a job's JSON that a window gets. */
export const maxRawCharacters = 8_000;

const textOrNull = z.string().nullable();

/**
 * The readable fields of a job, because its fields are not documented. `at`: when it ended, else started, else was
 * created. `raw`: the whole job as JSON; `isCut` if that was too long.
 */
export const ShownJob = z.object({
  id: textOrNull,
  status: textOrNull,
  name: textOrNull,
  stage: textOrNull,
  ref: textOrNull,
  project: textOrNull,
  webUrl: textOrNull,
  at: textOrNull,
  raw: z.string(),
  isCut: z.boolean(),
});
export type ShownJob = z.infer<typeof ShownJob>;

export const runnerTypes = allValues('runnerTypes');
export const runnerStatuses = ['online', 'offline', 'stale', 'never_contacted'] as const;

/** All documented filters of `GET /runners` and `GET /runners/all` that are not deprecated (document 3:90). */
export const RunnerFilter = z.object({
  type: z.enum(runnerTypes).optional(),
  status: z.enum(runnerStatuses).optional(),
  paused: z.boolean().optional(),
  /** The runner must have all of these tags. */
  tag_list: z.array(z.string().min(1)).optional(),
  version_prefix: z.string().min(1).optional(),
});

/** Maximum characters of a maintenance note (document 3:93). */
export const maxMaintenanceNote = 1_024;

/** The editable fields of a runner (document 3:93). `maximum_timeout` in seconds; null: none. */
export const RunnerEdit = z.object({
  description: z.string().nullish(),
  active: z.boolean().optional(),
  paused: z.boolean().optional(),
  tag_list: z.array(z.string().min(1)).optional(),
  run_untagged: z.boolean().optional(),
  locked: z.boolean().optional(),
  access_level: z.enum(['not_protected', 'ref_protected']).optional(),
  maximum_timeout: z.number().int().min(0).nullish(),
  maintenance_note: textUpTo(maxMaintenanceNote).nullish(),
});

/** The reply to the creation of a runner. Only the authentication token is certain (document 3:94). */
export const CreatedRunner = z.looseObject({
  id: z.number().int().nullish(),
  token: z.string().nullish(),
  token_expires_at: instant.nullish(),
});

/**
 * Filters of the cached runners: the documented ones, and filters on their details. `other` and `unknown` match values
 * that Reeve does not know and missing values, so that each runner matches exactly one option.
 */
export const RunnerListFilter = RunnerFilter.extend({
  /** The status exactly as the platform reported it: `offline` does not include stale runners. */
  status: z.enum([...runnerStatuses, 'other']).optional(),
  /** Has no tags, so it runs only untagged jobs. Runners whose tags are not known do not match. */
  untagged: z.boolean().optional(),
  /** Whether it runs jobs, as the list reported it. */
  job_execution_status: z.enum(['active', 'idle', 'unknown']).optional(),
  /** The exact version; `version_prefix` also matches longer ones. */
  version: z.string().min(1).optional(),
  /** True: its status is `stale`; false: it is not. */
  stale: z.boolean().optional(),
  /** Has a maintenance note. */
  maintenance: z.boolean().optional(),
  access_level: z.enum(['not_protected', 'ref_protected']).optional(),
  ...between('contacted'),
  /** The details are cached. */
  detailed: z.boolean().optional(),
});
export type RunnerListFilter = z.infer<typeof RunnerListFilter>;

/** Runners by scope: `''` (those of the instance that this token can see), `group:ID`, `project:ID`. */
const listed = collection({
  row: RunnerDetail,
  lists: {
    instance: ['GET /runners/all', 'GET /runners'],
    group: 'GET /groups/:id/runners',
    project: 'GET /projects/:id/runners',
  },
  one: 'GET /runners/:id',
  kept: { everyMs: minutes(5), requests: 3 },
  // The list of the instance contains those of all groups and projects
  setup: { position: 20, scopes: ['instance'], hasDetails: true, isEssential: true },
  title: 'description',
  columns: {
    description: 'normal',
    status: 'text',
    job_execution_status: 'text',
    runner_type: 'text',
    paused: 'flag',
    contacted_at: 'last',
    version: 'version',
    platform: 'text',
    access_level: 'text',
    tag_list: 'list',
    version_text: { field: 'version', as: 'text' },
    maintenance_note: 'text',
  },
  searched: [
    'description',
    'name',
    'maintenance_note',
    'tag_list',
    'version',
    'platform',
    'architecture',
    'ip_address',
  ],
  recorded: { also: ['maximum_timeout'], not: ['status', 'job_execution_status', 'ip_address'] },
  indexes: [['description'], ['status', 'description'], ['contacted_at'], ['version']],
  counted: ['status', 'runner_type', 'paused'],
  filter: RunnerListFilter,
  where: {
    type: { by: 'equal', column: 'runner_type' },
    version: { by: 'equal', column: 'version_text' },
    paused: 'flag',
    tag_list: 'holdsAll',
    version_prefix: { by: 'startsWith', column: 'version_text' },
    maintenance: { by: 'hasValue', column: 'maintenance_note' },
    access_level: 'equal',
    contacted_after: { by: 'after', column: 'contacted_at' },
    // Only details contain the access level, and all of them do
    detailed: { by: 'hasValue', column: 'access_level' },
  },
  // The lists of groups and projects have no such filters (document 3:90, 3:95)
  sides: { tag_list: 'server-without-details', version_prefix: 'server-without-details' },
  hasDetails: true,
  isSameInAllScopes: true,
});

/** Maximum tags and versions in one result. */
export const maxRows = 200;

/** Id and name of a runner, for a link. */
export const RunnerName = z.object({ id: z.number().int(), name: z.string().nullable() });

/**
 * Coverage of one tag; null: runners without tags, which only take untagged jobs. `serving`: online and not paused.
 * `left`: those that remain if the selected runners are paused; `last`: the runner if only one remains.
 */
export const TagCoverage = z.object({
  tag: z.string().nullable(),
  runners: z.number(),
  serving: z.number(),
  left: z.number(),
  last: RunnerName.nullable(),
});
export type TagCoverage = z.infer<typeof TagCoverage>;

/** `withoutDetails`: runners whose tags and version are unknown. `listSyncedAt`: the age of their status. */
export const FleetSummary = z.object({
  runners: z.number(),
  serving: z.number(),
  withoutDetails: z.number(),
  listSyncedAt: epochMs.nullable(),
});
export type FleetSummary = z.infer<typeof FleetSummary>;

/** `assumePaused`: a selection of runners that are treated as paused. */
export const CoverageInput = z.object({
  scope: Scope,
  search: z.string().default(''),
  /** Only tags that at most one runner serves. */
  isAtRisk: z.boolean().default(false),
  assumePaused: listed.verbs.copy.input.shape.selection.nullable().default(null),
});

/** The rule of a cleanup: the maximum time without contact, and runners that are never paused. */
export const CleanupRule = z.object({
  olderThanDays: z.number().int().min(1).max(3_650),
  excludeIds: z.array(z.number().int()).max(5_000),
  excludeTags: z.array(z.string().min(1)).max(200),
  /** Include runners that never had contact. */
  isNeverIncluded: z.boolean(),
});
export type CleanupRule = z.infer<typeof CleanupRule>;

/**
 * What a cleanup does with a runner: only `pause` pauses it. `unknown`: its last contact is not cached; `outdated`: its
 * details are older than a day, so the last contact may be newer.
 */
export const cleanupVerdicts = [
  'pause',
  'outdated',
  'unknown',
  'never',
  'excluded',
  'already-paused',
  'recent-contact',
] as const;
export const CleanupVerdict = z.enum(cleanupVerdicts);
export type CleanupVerdict = z.infer<typeof CleanupVerdict>;

export const CleanupRow = RunnerName.extend({
  verdict: CleanupVerdict,
  status: z.string().nullable(),
  contactedAt: epochMs.nullable(),
  tags: z.array(z.string()).nullable(),
  note: z.string().nullable(),
});
export type CleanupRow = z.infer<typeof CleanupRow>;

const CleanupQuery = z.object({
  scope: Scope,
  rule: CleanupRule,
  verdict: CleanupVerdict.optional(),
  sort: z.object({ by: z.enum(['verdict', 'contact', 'name', 'status']), direction: z.enum(['asc', 'desc']) }),
});
export type CleanupQuery = z.infer<typeof CleanupQuery>;

/** Verbs of runners that other collections do not have. */
const verbs = {
  /** Coverage of tags, fewest serving runners first. At most 200 of `total`. */
  coverage: query(
    CoverageInput,
    FleetSummary.extend({
      rows: z.array(TagCoverage),
      total: z.number(),
      tags: z.number(),
      /** Tags with no serving runner, and with one, if the selected runners are paused. */
      gaps: z.number(),
      single: z.number(),
      /** Those of them that have more serving runners now. */
      newGaps: z.number(),
      newSingle: z.number(),
      assumedPaused: z.number(),
    }),
  ),
  /** Versions, newest first; null: unknown. At most 200. */
  versions: query(
    z.object({ scope: Scope }),
    FleetSummary.extend({
      versions: z.array(z.object({ version: z.string().nullable(), runners: z.number() })),
      total: z.number(),
    }),
  ),
  /**
   * How many runners of each version prefix the platform counts, with one request each. `total` null: not reported.
   * Fails: `invalid` in a group or project, whose lists have no filter (document 3:95).
   */
  versionCounts: query(
    z.object({ scope: Scope, prefixes: z.array(z.string().min(1)).min(1).max(50) }),
    z.object({ counts: z.array(z.object({ prefix: z.string(), total: z.number().nullable() })), at: epochMs }),
    { remote: true },
  ),
  /** One page of the jobs of a runner, in the platform's order. Pages are counted from 1. */
  jobs: query(
    z.object({ id: z.number().int(), page: z.number().int().min(1) }),
    z.object({ rows: z.array(ShownJob), total: z.number().nullable(), hasMore: z.boolean(), at: epochMs }),
    { remote: true },
  ),
  /** A preview of a cleanup. `detailsToSync`: number of requests that sync all missing and outdated details. */
  cleanup: query(
    z.object({ query: CleanupQuery, slice: Slice }),
    FleetSummary.extend({
      ...windowOf(CleanupRow).shape,
      counts: z.partialRecord(CleanupVerdict, z.number()),
      detailsToSync: z.number(),
    }),
  ),
  /** Ids of runners in the order of the query, for a range selection with Shift. */
  cleanupIds: idsOf(CleanupQuery),
};

export const runners = { ...listed, verbs: { ...listed.verbs, ...verbs } };
