import { z } from 'zod';
import { command, epochMs, event, query, Scope } from './kit.ts';

/**
 * The state of the setup. `none`: it was never started. `asks`: it would send many requests, so a person chooses how
 * much is synced. `waiting`: it continues by itself, for example when the platform can be reached again. `stopped`: it
 * failed or needs a decision, which the Activity page shows; `resume` continues it.
 */
export const setupStates = ['none', 'running', 'waiting', 'asks', 'paused', 'stopped', 'done'] as const;
/**
 * `over`: it has ended, or was never started. `busy`: it runs, or will continue by itself; watches wait meanwhile.
 * `halted`: it waits for a person; only places that were synced before are watched.
 */
export const setupPhases = ['over', 'busy', 'halted'] as const;
export type SetupPhase = (typeof setupPhases)[number];
/**
 * How much the setup syncs. `active`: only places that were active in the last 30 days. `essentials`: users, runners and
 * access tokens (`isEssential` in their declarations).
 */
export const setupChoices = ['everything', 'active', 'essentials'] as const;
export type SetupChoice = (typeof setupChoices)[number];
/** The step that searches for groups and projects. Every other step has the name of its collection. */
export const placesStep = 'places';

/**
 * One step: a collection, or the search for places. `refused`: the platform refused all of it. `skipped`: switched off,
 * not part of the choice, or without a place. `placesTotal` null: the step is about the whole instance.
 */
export const SetupStep = z.object({
  id: z.string(),
  state: z.enum(['queued', 'running', 'done', 'refused', 'skipped']),
  rows: z.number(),
  placesDone: z.number(),
  placesTotal: z.number().nullable(),
  refusedPlaces: z.number(),
  requests: z.number(),
  estimatedRequests: z.number(),
  syncedAt: epochMs.nullable(),
});
export type SetupStep = z.infer<typeof SetupStep>;

/**
 * A found group. `role`: `owner` if an endpoint for Owners answered; `none` if it refused; `administrator`: not asked,
 * because an administrator may read every group. `members`: rows of the known projects below it.
 */
export const SetupGroup = z.object({
  scope: Scope,
  path: z.string(),
  role: z.enum(['owner', 'none', 'administrator', 'unknown']),
  projects: z.number(),
  members: z.number(),
  /** The resources whose responses contained the group or its projects, for example `runners`. */
  foundIn: z.array(z.string()),
});
export type SetupGroup = z.infer<typeof SetupGroup>;

/** The cost of a choice. `ms` null: not known yet. */
export const SetupCost = z.object({
  choice: z.enum(setupChoices),
  requests: z.number(),
  ms: z.number().nullable(),
  steps: z.number(),
  places: z.number(),
});
export type SetupCost = z.infer<typeof SetupCost>;

/**
 * What this token cannot see. `kind` `collection`: the platform refused `count` places, of which `places` names the
 * first. `capability`: a request about the whole instance, by the name of its probe. `probe`: an undocumented list that
 * the instance does not offer.
 */
export const NotAvailable = z.object({
  kind: z.enum(['collection', 'capability', 'probe']),
  name: z.string(),
  places: z.array(z.string()),
  count: z.number(),
  status: z.number().nullable(),
  /** Of the failure; null: not stored. */
  reason: z.string().nullable(),
  reportedMessage: z.string().nullable(),
});
export type NotAvailable = z.infer<typeof NotAvailable>;

/** Progress, which changes often. `done`: the number of finished steps. */
const progress = {
  state: z.enum(setupStates),
  phase: z.enum(setupPhases),
  done: z.number(),
  requests: z.number(),
  estimatedRequests: z.number(),
  etaMs: z.number().nullable(),
};

export const Setup = z.object({
  ...progress,
  choice: z.enum(setupChoices).nullable(),
  steps: z.array(SetupStep),
  startedAt: epochMs.nullable(),
  finishedAt: epochMs.nullable(),
  /** Null: not known yet. */
  isAdministrator: z.boolean().nullable(),
  username: z.string().nullable(),
  /** The reported rate limit, in requests per minute; null: this instance doesn't report one. */
  limit: z.number().nullable(),
  costs: z.array(SetupCost),
  /** The first 100 groups, those with the most projects first, and the number of all known groups and projects. */
  groups: z.array(SetupGroup),
  groupsTotal: z.number(),
  projectsTotal: z.number(),
  notAvailable: z.array(NotAvailable),
  off: z.object({ collections: z.array(z.string()), places: z.array(z.string()) }),
});
export type Setup = z.infer<typeof Setup>;

export const setup = {
  get: query(z.object({}).optional(), Setup),
  /** Start the setup, start it again, or answer its question. */
  start: command(z.object({ choice: z.enum(setupChoices) }), z.object({})),
  pause: command(z.object({}).optional(), z.object({})),
  /** Continue a paused or stopped setup. */
  resume: command(z.object({}).optional(), z.object({})),
  /** Search behind the pages and places that were requested so far, then sync what was found. */
  searchFurther: command(z.object({}).optional(), z.object({})),
  /**
   * Switch collections or places off or on. The setup, watches and syncs of all places leave out what is off; its cached
   * rows stay. `keys`: of entries of the catalogue.
   */
  setOff: command(
    z.object({
      collections: z.array(z.string().min(1)).max(100).optional(),
      places: z.array(Scope).max(5_000).optional(),
      keys: z.array(z.number().int()).max(5_000).optional(),
      isOff: z.boolean(),
    }),
    z.object({}),
  ),
  /** `steps`: only those that have changed. `isStale`: other parts have changed too, so `get` returns new values. */
  changed: event(z.object({ ...progress, steps: z.array(SetupStep), isStale: z.boolean() })),
};
