import { z } from 'zod';
import { CoverageRefusal } from './coverage.ts';
import { epochMs, query, Scope } from './kit.ts';

const Place = z.object({ id: z.number().int().nullable(), path: z.string() });

/**
 * `deleted`: a request for it was answered with 404. `not-known`: it is not in the catalogue. `no-projects`: no project of
 * the group is known, so its projects are missing. `accepts-all`: its allowlist is off.
 */
export const reachNotes = ['deleted', 'not-known', 'no-projects', 'accepts-all'] as const;

/**
 * One project that can use its job token in another one. `direction` `in`: `other` reaches the project that was asked for;
 * `out`: the project reaches `other`. `other` null: every project; `isGroup`: all projects of a group whose projects are
 * not known. `via`: the entry that allows it, `all` if the allowlist is off; `viaGroup`: the path of that group. `alsoBy`:
 * another allowed group around the same project. `syncedAt`: the oldest of the three lists of the accepting project;
 * null: not all of them are stored.
 */
export const ReachRow = z.object({
  direction: z.enum(['in', 'out']),
  other: Place.nullable(),
  isGroup: z.boolean(),
  via: z.enum(['project', 'group', 'all']),
  viaGroup: z.string().nullable(),
  alsoBy: z.string().nullable(),
  note: z.enum(reachNotes).nullable(),
  syncedAt: epochMs.nullable(),
});
export type ReachRow = z.infer<typeof ReachRow>;

/**
 * An entry of the allowlist. `projects`: how many known projects a group contains. `isBroad` is inferred: a group without
 * a parent, or with many projects.
 */
export const AllowlistEntry = z.object({
  kind: z.enum(['project', 'group']),
  id: z.number().int(),
  path: z.string(),
  projects: z.number().nullable(),
  isBroad: z.boolean(),
  alsoBy: z.string().nullable(),
  note: z.enum(reachNotes).nullable(),
});
export type AllowlistEntry = z.infer<typeof AllowlistEntry>;

/**
 * One of the three lists of a project. `syncedAt`: the end of its last complete sync; null: it is not stored.
 * `refusal`: why the last sync was refused; rows of an earlier one are kept.
 */
const ReachList = z.object({ syncedAt: epochMs.nullable(), refusal: CoverageRefusal.nullable() });
export type ReachList = z.infer<typeof ReachList>;

/** The most rows of one direction in a reply. */
export const mostReachRows = 2_000;

/**
 * Which projects can use their job tokens in which projects, computed from the cached allowlists and the catalogue.
 * `flag` null: never synced. `syncedAt`: the oldest of `lists`; null: not all of them are synced. `counts` include rows
 * beyond `mostReachRows`; `projects`: known projects, `synced`: those whose three lists are all synced.
 */
export const JobTokenReach = z.object({
  path: z.string(),
  flag: z.object({ inbound: z.boolean().nullable(), outbound: z.boolean().nullable() }).nullable(),
  syncedAt: epochMs.nullable(),
  lists: z.object({ flag: ReachList, projects: ReachList, groups: ReachList }),
  entries: z.array(AllowlistEntry),
  rows: z.array(ReachRow),
  counts: z.object({
    into: z.number(),
    from: z.number(),
    unknownGroups: z.number(),
    broad: z.number(),
    dead: z.number(),
    projects: z.number(),
    synced: z.number(),
  }),
});
export type JobTokenReach = z.infer<typeof JobTokenReach>;

const Amount = z.number().nullable();

/**
 * A known project with a summary of its allowlist. `key` and `ref`: as in the catalogue. `path`: its ID if the path is not
 * known. `inbound`: whether the allowlist is on; null: never synced. `enforced`: `likely` if the instance refused with 400
 * to turn it off (document 1:123); the API does not report it. `syncedAt`: as in `JobTokenReach`. `refusal`: of the last
 * sync of one of the three lists. Of `entries`, a number is null if its list is not stored; `dead` needs both. `into`: how
 * many projects can reach the project; null: all (the allowlist is off), or not all three lists are stored. `from`: how
 * many projects it can reach; null: no allowlist of another project is stored.
 */
export const ProjectReach = z.object({
  key: z.number().int(),
  ref: z.union([z.number().int(), z.string()]),
  path: z.string(),
  isMissing: z.boolean(),
  inbound: z.boolean().nullable(),
  enforced: z.enum(['no', 'likely', 'unknown']),
  syncedAt: epochMs.nullable(),
  refusal: CoverageRefusal.nullable(),
  entries: z.object({ projects: Amount, groups: Amount, broad: Amount, dead: Amount }),
  into: Amount,
  from: Amount,
});
export type ProjectReach = z.infer<typeof ProjectReach>;

export const jobTokenReach = {
  /** Answered from the cache. `search`: a part of the path of the other project. Fails: `invalid` if `scope` is no project. */
  get: query(z.object({ scope: Scope, search: z.string().default('') }), JobTokenReach),
  /** All projects of the catalogue, in the order of their paths. The same numbers as `get`. */
  all: query(z.object({}), z.object({ rows: z.array(ProjectReach) })),
};
