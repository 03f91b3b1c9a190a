import { z } from 'zod';
import { Scope } from './collection.ts';
import { JournalEntry } from './journal.ts';
import { epochMs, query } from './kit.ts';
import { Horizon } from './personal-access-tokens.ts';

/** What the window looks at: the chosen group and project, null where all of them are meant. */
export const Place = z.object({ group: Scope.nullable(), project: Scope.nullable() });
export type Place = z.infer<typeof Place>;

/** One list where its page shows it. `scope` null: all places that are cached. `completedAt` null: never read. */
export const ListCount = z.object({
  stem: z.string(),
  scope: Scope.nullable(),
  live: z.number(),
  completedAt: epochMs.nullable(),
});
export type ListCount = z.infer<typeof ListCount>;

/** `busy` and `idle` are online. `other`: a status that this Reeve does not know. */
export const runnerStates = ['busy', 'idle', 'offline', 'stale', 'never', 'other'] as const;
export const RunnerCell = z.object({ id: z.number().int(), name: z.string().nullable(), state: z.enum(runnerStates) });
export type RunnerCell = z.infer<typeof RunnerCell>;
export type RunnerState = RunnerCell['state'];

const read = { live: z.number(), completedAt: epochMs.nullable() };

/** What needs attention, from cache, journal and plans alone: nothing here was asked of the platform for it. */
export const Overview = z.object({
  users: z.object({
    ...read,
    newInWeek: z.number(),
    weekBegan: z.string(),
    /** Administrators without two-factor; null: the rows came without the administrator's view. */
    unprotectedAdmins: z.number().nullable(),
  }),
  /**
   * By state, the stale ones apart from the offline ones. `cells`: runners one by one, those in trouble first where there
   * are more than are told; `busy` and `idle` of the counts are then null.
   */
  runners: z.object({
    ...read,
    scope: Scope,
    online: z.number(),
    counts: z.record(z.enum(runnerStates), z.number().nullable()),
    cells: z.array(RunnerCell),
  }),
  tokens: z.object({
    ...read,
    scope: Scope.nullable(),
    horizon: Horizon,
    /** Known groups, and those of them of which the tokens were never read. */
    groups: z.number(),
    unreadGroups: z.number(),
  }),
  /** Of this instance. `pending`: writes of plans that were begun and are not over. `refused`: in the last seven days. */
  writes: z.object({
    pending: z.number(),
    refused: z.number(),
    unknown: z.number(),
    recent: z.array(JournalEntry),
  }),
});
export type Overview = z.infer<typeof Overview>;

export const overview = {
  look: query(Place, Overview),
  /** What the frame tells on every page: cheap enough to be asked after every change. */
  counts: query(
    Place,
    z.object({
      lists: z.array(ListCount),
      offlineRunners: z.number(),
      /** Active tokens that end within seven days. */
      endingTokens: z.number(),
    }),
  ),
};
