import { z } from 'zod';
import { Exported } from './exported.ts';
import { FieldChange, UndoKind } from './changes.ts';
import { command, epochMs, event, query, Slice } from './kit.ts';

/** `intended`: durable, its outcome is not. The others are ends. */
export const journalStates = ['intended', 'applied', 'refused', 'not-applied', 'unknown'] as const;

/** One write of ours, noted before it was sent and again after its answer. Never holds a secret. */
export const JournalEntry = z.object({
  id: z.number().int(),
  planId: z.string(),
  profileId: z.string(),
  instance: z.string(),
  /** Whose token: its fingerprint and the profile. */
  who: z.string(),
  /** The user behind it, where the platform tells. */
  user: z.string().nullable(),
  op: z.string(),
  label: z.string(),
  method: z.string(),
  path: z.string(),
  intendedAt: epochMs,
  endedAt: epochMs.nullable(),
  state: z.enum(journalStates),
  status: z.number().nullable(),
  said: z.string().nullable(),
  requestId: z.string().nullable(),
  changes: z.array(FieldChange),
  undo: UndoKind,
  /** The plan that takes this one back, or the entry that this one takes back. */
  undoneBy: z.string().nullable(),
  undoOf: z.number().nullable(),
  /** Earlier attempts, which the platform certainly did not carry out; oldest first, at most 20. */
  misses: z.array(z.object({ at: epochMs, status: z.number().nullable(), said: z.string().nullable() })).optional(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

export const JournalQuery = z.object({
  /** Words over op, label, path, who and what the platform said; all must occur. */
  search: z.string().default(''),
  op: z.string().optional(),
  state: z.enum(journalStates).optional(),
  planId: z.string().optional(),
  /** Moments, epoch milliseconds; both count. */
  after: epochMs.optional(),
  before: epochMs.optional(),
  canUndo: z.boolean().optional(),
  /** Null: every instance. */
  profileId: z.string().nullable().default(null),
});
export type JournalQuery = z.input<typeof JournalQuery>;

export const journal = {
  /** Newest first. */
  list: query(
    z.object({ query: JournalQuery, slice: Slice }),
    z.object({
      total: z.number(),
      isCapped: z.boolean(),
      from: z.number(),
      rows: z.array(JournalEntry),
      revision: z.number(),
      queryMs: z.number(),
    }),
  ),
  get: query(z.object({ id: z.number().int() }), JournalEntry.nullable()),
  ids: query(
    z.object({ query: JournalQuery, from: z.number().int().min(0), count: z.number().int().min(1).max(5_000) }),
    z.object({ ids: z.array(z.number()) }),
  ),
  /** The ops that occur, for a filter. */
  ops: query(z.object({}).optional(), z.object({ ops: z.array(z.string()) })),
  export: command(z.object({ query: JournalQuery, format: z.enum(['csv', 'json']) }), Exported),
  changed: event(z.object({ revision: z.number() })),
};
