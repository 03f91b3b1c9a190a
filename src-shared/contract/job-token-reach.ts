import { z } from 'zod';
import { epochMs, query, Scope } from './kit.ts';

const Place = z.object({ id: z.number().int().nullable(), path: z.string() });
export type ReachPlace = z.infer<typeof Place>;

/**
 * `deleted`: a request for it was answered with 404. `not-known`: it is not in the catalogue. `no-projects`: no project of
 * the group is known, so its projects are missing. `accepts-all`: its allowlist is off.
 */
export const reachNotes = ['deleted', 'not-known', 'no-projects', 'accepts-all'] as const;

/**
 * One project that can use its job token in another one. `direction` `in`: `other` reaches the project that was asked for;
 * `out`: the project reaches `other`. `other` null: every project; `isGroup`: all projects of a group whose projects are
 * not known. `via`: the entry that allows it, `all` if the allowlist is off; `viaGroup`: the path of that group. `alsoBy`:
 * another allowed group around the same project. `syncedAt`: the older of the two lists of the accepting project.
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

/** The most rows of one direction in a reply. */
export const mostReachRows = 2_000;

/**
 * Who can use a job token where, computed from the cached allowlists and the catalogue. `flag` null: never synced. `counts`
 * include rows beyond `mostReachRows`; `projects`: known projects, `synced`: those whose flag was synced.
 */
export const JobTokenReach = z.object({
  path: z.string(),
  flag: z.object({ inbound: z.boolean().nullable(), outbound: z.boolean().nullable() }).nullable(),
  syncedAt: epochMs.nullable(),
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

export const jobTokenReach = {
  /** Answered from the cache. `search`: a part of the path of the other project. Fails: `invalid` if `scope` is no project. */
  get: query(z.object({ scope: Scope, search: z.string().default('') }), JobTokenReach),
};
