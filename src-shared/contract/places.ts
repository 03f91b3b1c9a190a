import { z } from 'zod';
import { coverageStates } from './coverage.ts';
import { epochMs, query, Scope } from './kit.ts';

/** The lists whose newest rows show what happened in a project. */
export const activityLists = ['commits', 'mergeRequests', 'issues', 'deployments'] as const;
/** The lists in which alarms are found. */
export const alarmLists = ['remoteMirrors', 'webhooks', 'runners', 'accessTokens', 'deployments', 'members'] as const;
/** The lists of which the home of a group shows facts, by the kind of the places below the group. */
export const homeLists = {
  project: [...activityLists, ...(['remoteMirrors', 'webhooks', 'runners', 'members', 'jobTokenScope'] as const)],
  group: ['runners', 'accessTokens'],
} as const;

/** Rows of one list that need attention: `filter` finds exactly these rows. */
export const PlaceAlarm = z.object({
  scope: Scope,
  collection: z.enum(alarmLists),
  filter: z.record(z.string(), z.unknown()),
  count: z.number().int(),
});
export type PlaceAlarm = z.infer<typeof PlaceAlarm>;

/** A known project or group below a group. */
export const HomePlace = z.object({ scope: Scope, path: z.string(), alarms: z.array(PlaceAlarm) });
export type HomePlace = z.infer<typeof HomePlace>;

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
  author: z.object({ id: z.number().int().nullable(), name: z.string() }).nullable(),
});
export type PlaceActivity = z.infer<typeof PlaceActivity>;

/**
 * `members`: null if they were never synced. `owners`: with an active account. `isOpen`: the project accepts the job
 * tokens of every project; null: not known. `unsynced`: the state of each list of `homeLists` that was never synced.
 * `syncedAt`: of the oldest of the others.
 */
export const HomeProject = HomePlace.extend({
  activity: PlaceActivity.nullable(),
  members: z.object({ count: z.number().int(), owners: z.number().int() }).nullable(),
  isOpen: z.boolean().nullable(),
  unsynced: z.record(z.string(), z.enum(coverageStates)),
  syncedAt: epochMs.nullable(),
});
export type HomeProject = z.infer<typeof HomeProject>;

/**
 * What is cached of the known projects and groups below a group. `path` null: the path of the group is not known, so
 * nothing below it can be found. `people`: distinct people by their highest level over all projects, the highest level
 * first. `lists`: of each list the number of places in each state, as Coverage counts them. `statuses`: the status codes
 * with which the platform refused it.
 */
export const GroupHome = z.object({
  path: z.string().nullable(),
  groups: z.array(HomePlace),
  projects: z.array(HomeProject),
  people: z.array(z.object({ level: z.number().int(), count: z.number().int() })),
  lists: z.array(
    z.object({
      collection: z.string(),
      kind: z.enum(['group', 'project']),
      counts: z.record(z.enum(coverageStates), z.number().int()),
      statuses: z.array(z.number()),
    }),
  ),
});
export type GroupHome = z.infer<typeof GroupHome>;

export const places = {
  /** Answered from the cache. Fails: `invalid` if `scope` is no group. */
  home: query(z.object({ scope: Scope }), GroupHome),
};
