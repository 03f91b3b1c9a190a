import { z } from 'zod';
import { coverageStates } from './coverage.ts';
import { epochMs, query, Scope } from './kit.ts';

/** The lists whose newest rows show what happened in a project. */
export const activityLists = ['commits', 'mergeRequests', 'issues', 'deployments'] as const;
/** The lists in which alarms are found. */
export const alarmLists = ['remoteMirrors', 'webhooks', 'runners', 'accessTokens', 'deployments', 'members'] as const;
/** The lists with facts about the places below a group. */
export const homeLists = [...new Set([...activityLists, ...alarmLists, 'jobTokenScope' as const])];

/** Rows of one list that need attention. `filter` finds them in each place; `counts`: their number by scope. */
export const HomeAlarm = z.object({
  collection: z.enum(alarmLists),
  filter: z.record(z.string(), z.unknown()),
  counts: z.record(z.string(), z.number().int()),
});
export type HomeAlarm = z.infer<typeof HomeAlarm>;

/**
 * The newest row of a list of a project. `scope`: where it is cached. `name`: the number of an issue or merge request,
 * the title of a commit, the environment of a deployment. `author`: of the row, who need not have made its newest change.
 */
export const PlaceActivity = z.object({
  collection: z.enum(activityLists),
  scope: Scope,
  id: z.union([z.number(), z.string()]),
  name: z.union([z.number(), z.string()]),
  at: epochMs,
  author: z.string().nullable(),
  authorId: z.number().int().nullable(),
});
export type PlaceActivity = z.infer<typeof PlaceActivity>;

/**
 * What is cached of a project. `activity`: in the synced lists. `members`: the state of the list if it was never synced;
 * `owners`: with an active account. `allowlist`: the state of its settings if they were never synced; `off`: the project
 * accepts the job tokens of every project.
 */
export const HomeProject = z.object({
  activity: PlaceActivity.nullable(),
  members: z.union([z.enum(coverageStates), z.object({ count: z.number().int(), owners: z.number().int() })]),
  allowlist: z.enum([...coverageStates, 'off', 'on', 'unknown']),
});
export type HomeProject = z.infer<typeof HomeProject>;

/** A group or project. `project`: null for a group. */
export const HomePlace = z.object({ scope: Scope, path: z.string(), project: HomeProject.nullable() });
export type HomePlace = z.infer<typeof HomePlace>;

/**
 * What is cached of a group and of the known projects and groups below it. `places`: the group, then everything below it.
 * If the path of the group is not known, nothing below it can be found. `people`: distinct people by their highest level
 * over all projects, the highest level first.
 */
export const GroupHome = z.object({
  places: z.array(HomePlace),
  alarms: z.array(HomeAlarm),
  people: z.array(z.object({ level: z.number().int(), count: z.number().int() })),
});
export type GroupHome = z.infer<typeof GroupHome>;

export const places = {
  /** Answered from the cache. Fails: `invalid` if `scope` is no group. */
  home: query(z.object({ scope: Scope }), GroupHome),
};
