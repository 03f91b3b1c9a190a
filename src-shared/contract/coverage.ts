import { z } from 'zod';
import { epochMs, query, Scope, Slice, windowOf } from './kit.ts';

/**
 * How much of a list is stored on this computer. `partial`: details or places below are missing, the list was cut, or
 * rows were unreadable. `refused`: the last sync was refused; the rows of an earlier one are kept. `never`: no sync of
 * the list has ended, nor a sync of any part of it.
 */
export const coverageStates = ['complete', 'partial', 'refused', 'never', 'syncing'] as const;
export type CoverageState = (typeof coverageStates)[number];

/** Why the platform refused a list. `status`: of its reply. `message`: its words. */
export const CoverageRefusal = z.object({
  at: epochMs,
  status: z.number().nullable(),
  reason: z.string().nullable(),
  message: z.string().nullable(),
});
export type CoverageRefusal = z.infer<typeof CoverageRefusal>;

/**
 * Why a part of a list can't be fetched. `unreadable`: rows can't be read. `cut`: only the newest rows are synced.
 * `off`: the list was switched off in the setup.
 */
export const gapReasons = ['refused', 'too-large', 'over-quota', 'unreadable', 'cut', 'off'] as const;

/**
 * What a list lacks. `requests`: those that fetch what can be fetched; with `isGuess`, at least. `stuck`: what can't be
 * fetched, by reason: lists, files, or rows.
 */
export const CoverageGap = z.object({
  requests: z.number(),
  isGuess: z.boolean(),
  stuck: z.array(z.object({ why: z.enum(gapReasons), count: z.number() })),
});
export type CoverageGap = z.infer<typeof CoverageGap>;

/**
 * One list of one place, or the stored contents of its files (`files`) or snippets (`snippetContents`). `key`:
 * identifies the pair of list and place. `label`: the path of the place. `syncedIn`: the scope whose sync returned the
 * rows, which is another one for rows that are stored once; null: none was synced. `syncIn`: the scope in which a sync
 * is started; null: several places below have their own lists. `below`: how many of these places are known, were
 * synced, and were refused; of contents, how many are known and how many are stored. Its `absent`: the number of other
 * places or contents that do not exist on the platform, which are no gap. `completedAt` is then the time of the oldest.
 * `undetailed`: rows without their details. `bytes`: the estimated size of the rows. `cutAt`: only about this many rows
 * are synced. `gap`: null if it is complete.
 */
export const CoverageRow = z.object({
  key: z.number().int(),
  collection: z.string(),
  scope: Scope,
  label: z.string(),
  state: z.enum(coverageStates),
  rows: z.number(),
  bytes: z.number(),
  unreadable: z.number(),
  undetailed: z.number(),
  cutAt: z.number().nullable(),
  completedAt: epochMs.nullable(),
  syncedIn: Scope.nullable(),
  syncedInLabel: z.string().nullable(),
  syncIn: Scope.nullable(),
  refusal: CoverageRefusal.nullable(),
  gap: CoverageGap.nullable(),
  below: z.object({ known: z.number(), synced: z.number(), refusedCount: z.number(), absent: z.number() }).nullable(),
});
export type CoverageRow = z.infer<typeof CoverageRow>;

/** `olderThanMs`: synced longer ago than that. `kind`: of the place. `pin`: only what this pin contains and lacks. */
export const CoverageQuery = z.object({
  search: z.string().default(''),
  collection: z.string().optional(),
  kind: z.enum(['instance', 'group', 'project']).optional(),
  state: z.enum(coverageStates).optional(),
  olderThanMs: z.number().int().min(0).optional(),
  pin: z.number().int().optional(),
  sort: z
    .object({ by: z.enum(['place', 'collection', 'rows', 'completedAt']), direction: z.enum(['asc', 'desc']) })
    .default({ by: 'place', direction: 'asc' }),
});
export type CoverageQuery = z.input<typeof CoverageQuery>;

/** What is stored on this computer, for reading without the network. */
export const coverage = {
  /** All lists of one place, in the order of their titles. */
  of: query(z.object({ scope: Scope }), z.object({ rows: z.array(CoverageRow) })),
  /** The lists of the instance and of all known groups and projects. `counts`: all matching rows by state. */
  list: query(
    z.object({ query: CoverageQuery, slice: Slice }),
    windowOf(CoverageRow).extend({ counts: z.record(z.string(), z.number()), places: z.number() }),
  ),
};
