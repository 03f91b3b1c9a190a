import { z } from 'zod';
import { Exported } from './exported.ts';
import { FieldChange, RowName, UndoKind } from './changes.ts';
import { command, epochMs, event, idsOf, query, Slice, windowOf } from './kit.ts';

/** `intended`: recorded before sending, without an outcome yet. The others are outcomes. */
export const journalStates = ['intended', 'applied', 'refused', 'not-applied', 'unknown'] as const;

/** One write, recorded before it is sent, with its outcome. Never contains a secret. */
export const JournalEntry = RowName.extend({
  id: z.number().int(),
  planId: z.string(),
  profileId: z.string(),
  instance: z.string(),
  /** Fingerprint of the token and name of the profile. */
  who: z.string(),
  /** The user name of the token's owner; null: the platform doesn't report it. */
  user: z.string().nullable(),
  op: z.string(),
  method: z.string(),
  path: z.string(),
  intendedAt: epochMs,
  endedAt: epochMs.nullable(),
  state: z.enum(journalStates),
  status: z.number().nullable(),
  reportedMessage: z.string().nullable(),
  requestId: z.string().nullable(),
  changes: z.array(FieldChange),
  undo: UndoKind,
  /** The plan that has undone this entry, and the entry that this one undoes. */
  undoneBy: z.string().nullable(),
  undoOf: z.number().nullable(),
  /**
   * The ID in the reply to a POST request: that of the created object, or of the object that the request acted on.
   * Null: another method, or the reply has no numeric ID.
   */
  createdId: z.number().int().nullish(),
  /** Earlier attempts, which certainly had no effect; oldest first, at most 20. */
  misses: z
    .array(z.object({ at: epochMs, status: z.number().nullable(), reportedMessage: z.string().nullable() }))
    .optional(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

export const JournalQuery = z.object({
  /** Words that must all occur in the operation, label, path, user, changes (without secret values) or reply. */
  search: z.string().default(''),
  op: z.string().optional(),
  state: z.enum(journalStates).optional(),
  planId: z.string().optional(),
  /** Epoch milliseconds, both inclusive. */
  after: epochMs.optional(),
  before: epochMs.optional(),
  canUndo: z.boolean().optional(),
  /** Writes that name the account with this ID in their request or reply. Writes that name only a user name don't count. */
  person: z.number().int().optional(),
  /** Null: every instance. */
  profileId: z.string().nullable().default(null),
});
export type JournalQuery = z.input<typeof JournalQuery>;

export const journal = {
  /** Newest first. */
  list: query(z.object({ query: JournalQuery, slice: Slice }), windowOf(JournalEntry)),
  get: query(z.object({ id: z.number().int() }), JournalEntry.nullable()),
  ids: idsOf(JournalQuery),
  /** The names of all operations in the journal, for a filter. */
  ops: query(z.object({}).optional(), z.object({ ops: z.array(z.string()) })),
  export: command(z.object({ query: JournalQuery, format: z.enum(['csv', 'json']) }), Exported),
  changed: event(z.object({ revision: z.number() })),
};
