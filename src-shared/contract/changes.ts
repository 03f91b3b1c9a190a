import { z } from 'zod';
import { Exported } from './exported.ts';
import { Key } from './collection.ts';
import { command, epochMs, event, nullish, query, Slice } from './kit.ts';

/** The title of a plan for one row and for several: "Pause 1 runner", "Pause {n} runners". */
export const PlanTitle = z.object({ one: z.string().max(500), many: z.string().max(500) });
export type PlanTitle = z.infer<typeof PlanTitle>;

const names = z.array(z.string());

/**
 * Whether a write can be undone, shown before applying. `what`: what an undo does not restore. `possible`: what it may not
 * restore; absent in a journal of an earlier release. `leaves`: what an undo leaves, as a clause. `needs`: the role that only
 * the undo requires, as a clause. `authors`: the other people whose texts an undo writes again under the name of the person
 * who undoes the change; null: an author is unknown. `isPartial`: other rows of the same plan can be undone.
 */
export const UndoKind = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exact'), leaves: z.string().optional(), needs: z.string().optional() }),
  z.object({
    kind: z.literal('lossy'),
    what: names,
    possible: names.optional(),
    leaves: z.string().optional(),
    needs: z.string().optional(),
    authors: z.array(z.string().nullable()).optional(),
  }),
  z.object({ kind: z.literal('none'), why: z.string(), isPartial: z.boolean().optional() }),
]);
export type UndoKind = z.infer<typeof UndoKind>;

/**
 * A reference to a secret, used instead of its value in plans, the journal and logs. Lost after a restart, except with
 * `keepSecrets`.
 */
export const SecretRef = z.object({ secretRef: z.string() });
export type SecretRef = z.infer<typeof SecretRef>;

/** A secret in a reply. It is revealed once. `isLink`: it is a link to share, which can be read until Reeve quits. */
export const CreatedSecret = SecretRef.extend({ isLink: z.boolean().optional() });
export type CreatedSecret = z.infer<typeof CreatedSecret>;

const PathValues = z.record(z.string(), z.union([z.string(), z.number()]));
const Fields = z.record(z.string(), z.unknown());

/**
 * One requested write. `op` is the name of an operation (`'runners.edit'`). `seen`: the values of fields when the person began to edit them. If one has changed since, the row is `drifted`, so
 * that the change of somebody else is not overwritten unnoticed.
 */
export const Call = z.object({
  op: z.string(),
  path: PathValues.default({}),
  query: Fields.optional(),
  body: Fields.optional(),
  seen: Fields.optional(),
});
export type Call = z.input<typeof Call>;

/**
 * The same write for the selected rows of a list: the last parameter of the path is the ID of the row, the first of
 * several parameters is that of its scope. `merge` adds items to and removes items from a list field of each row.
 */
export const CallOnRows = z.object({
  op: z.string(),
  collection: z.string(),
  /** A `Selection` of that collection. */
  selection: z.unknown(),
  query: Fields.optional(),
  body: Fields.optional(),
  merge: z.record(z.string(), z.object({ add: z.array(z.string()), remove: z.array(z.string()) })).optional(),
});
export type CallOnRows = z.infer<typeof CallOnRows>;

/** A previous value that exists but is not shown: a file that is too large, is not text, or could not be read. */
export const UnshownValue = z.object({
  why: z.enum(['too-large', 'not-text', 'not-read']),
  sizeBytes: z.number().int(),
});
export type UnshownValue = z.infer<typeof UnshownValue>;

/**
 * One field that would change. `before` is absent if it can't be read, and null with `unshown` if it exists but is not
 * shown. A secret has neither `before` nor `after`.
 */
export const FieldChange = z.object({
  field: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  isSecret: z.boolean(),
  unshown: UnshownValue.optional(),
});
export type FieldChange = z.infer<typeof FieldChange>;

/**
 * The name of a row, as it was when the plan was created. `label`: the object. `place`: the path of its group or project,
 * and the issue or merge request ("acme/core#12 Fix the parser"). `detail`: what distinguishes it from others of that
 * name there. Rows and entries of earlier releases have only a label.
 */
export const RowName = z.object({
  label: z.string(),
  ...nullish(z.string(), 'place', 'detail'),
});
export type RowName = z.infer<typeof RowName>;

/**
 * `unchanged`: the resource is already as wanted, so nothing is sent. `drifted`: the resource has changed since the
 * plan was created, and the row waits for the person. `failed-again`: the platform resent a delivery, but its receiver
 * did not accept it. `not-applied` and `unknown`: outcomes of an interrupted write.
 */
export const rowStates = [
  'planned',
  'unchanged',
  'sending',
  'applied',
  'failed-again',
  'refused',
  'drifted',
  'not-applied',
  'unknown',
  'needs-secret',
  'skipped',
] as const;
export const RowState = z.enum(rowStates);
export type RowState = z.infer<typeof RowState>;

/** `FailureData` of a write, or of the read before it. */
const ShownFailure = z.looseObject({ code: z.string(), message: z.string() });

/** One write of a plan and its outcome. */
export const PlanRow = RowName.extend({
  /** The position in the plan, from 0. It stays the same when other rows are dropped. */
  position: z.number().int(),
  op: z.string(),
  method: z.string(),
  /** The path of the request, with secrets masked. */
  path: z.string(),
  changes: z.array(FieldChange),
  undo: UndoKind,
  state: RowState,
  /** The status of the reply, and the platform's message if it has one. */
  status: z.number().nullable(),
  reportedMessage: z.string().nullable(),
  failure: ShownFailure.nullable(),
  /** A secret in the reply, which `secrets.reveal` returns; null: there is none, or it was already revealed. */
  reveal: CreatedSecret.nullable(),
  journalId: z.number().nullable(),
  /** The cached row that the write created, if the reply contains its ID. */
  created: z.object({ collection: z.string(), scope: z.string(), id: Key }).optional(),
  /**
   * For a `sending` row whose reply was lost: until then the platform may still apply the write. Reeve checks it
   * several times until then, and sets the final state afterwards. Null: Reeve is not waiting.
   */
  waitsUntil: epochMs.nullable().default(null),
  /**
   * After an undo: the fields whose value differs from the one before the undone write, and what can't be compared. Absent
   * if nothing is compared, because the write created something.
   */
  restored: z.object({ differs: z.array(FieldChange), unchecked: names }).optional(),
});
export type PlanRow = z.infer<typeof PlanRow>;

/**
 * `draft`: nothing was sent. `paused`: by the person, or after a canary or an error (`pausedWhy`). `waiting`: for the
 * network, the rate limit or a secret. `done`: every row has a final state.
 */
export const planStates = ['draft', 'applying', 'paused', 'waiting', 'done', 'cancelled'] as const;

/**
 * The required confirmation: `none` (one reversible row about no text of another person), `plan` (the person must see the
 * plan), `name` (the person must type `name`).
 */
export const Confirmation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('plan') }),
  z.object({ kind: z.literal('name'), name: z.string() }),
]);
export type Confirmation = z.infer<typeof Confirmation>;

/** A plan without its rows. */
export const Plan = z.object({
  id: z.string(),
  profileId: z.string(),
  /** The title from the caller; null: the window builds one from `ops`. */
  title: PlanTitle.nullable().default(null),
  /** The names of its operations, most frequent first. */
  ops: z.array(z.string()),
  /** The names of its first rows, those to send first. Plans of earlier releases have none. */
  names: z.array(RowName).optional(),
  createdAt: epochMs,
  finishedAt: epochMs.nullable(),
  state: z.enum(planStates),
  pausedWhy: z.enum(['person', 'canary', 'error', 'drift', 'restart', 'restored']).nullable(),
  total: z.number(),
  counts: z.partialRecord(RowState, z.number()),
  /** The number of requests to apply it, including those that read rows again. */
  requests: z.number(),
  /** The estimated time to apply it, limited by the rate limit if the platform reports one. */
  estimatedMs: z.number(),
  /** The most limited kind of all rows. */
  undo: UndoKind,
  confirmation: Confirmation,
  /** Why applying is refused (`read-only`), or probably will be (`role`, `scope`, `tier`); null: no reason known. */
  refusal: z.object({ reason: z.string(), isCertain: z.boolean(), needs: z.string().nullable() }).nullable(),
  canary: z.number().int().nullable(),
  stopOnError: z.boolean(),
  /** The plan that this one undoes. */
  undoOf: z.string().nullable(),
  /** For a plan that undoes entries: the most limited undo of those that can be undone. */
  undoes: UndoKind.optional(),
  /** How many of its applied rows can be undone now. */
  undoable: z.number().default(0),
  /** How many of its applied rows were undone. */
  undone: z.number().default(0),
  /** Why the plan waits, was paused or was cancelled, if its rows don't show it. */
  failure: ShownFailure.nullable().default(null),
});
export type Plan = z.infer<typeof Plan>;

/** Maximum length of one part of an uploaded plan file. With it, a message always stays below the limit of 16 MB. */
export const planPartChars = 2_000_000;

/**
 * The profile that the window shows. Fails: `conflict` with the field `instance` if another profile was opened
 * meanwhile.
 */
const OpenProfile = z.string().optional();
const planId = z.object({ planId: z.string() });

/** Writes to the platform. Nothing else can write: consoles name an operation, and the engine applies it. */
export const changes = {
  /**
   * Create a plan. Cached rows older than five minutes are read again, and only fields that differ are kept. Secrets
   * are replaced with references; `keepSecrets` stores them in the keychain until the plan has ended.
   */
  plan: command(
    z.object({
      calls: z.array(Call).max(5_000).optional(),
      onRows: CallOnRows.optional(),
      keepSecrets: z.boolean().default(false),
      title: PlanTitle.optional(),
      profileId: OpenProfile,
    }),
    Plan,
  ),
  /**
   * Plan and apply one reversible write. Returns when it has its outcome, or when its reply was lost (`waitsUntil`).
   * Fails: `conflict`/`needs-plan` if the write requires a confirmation; with the reason if it could not be sent.
   */
  run: command(
    Call.extend({ title: PlanTitle.optional(), profileId: OpenProfile }),
    z.object({ plan: Plan, row: PlanRow }),
    { remote: true },
  ),
  get: query(planId, Plan),
  rows: query(
    planId.extend({ states: z.array(RowState).optional(), slice: Slice }),
    z.object({ total: z.number(), from: z.number(), rows: z.array(PlanRow) }),
  ),
  /** All unfinished plans and the last finished ones, newest first. */
  list: query(z.object({}).optional(), z.object({ plans: z.array(Plan) })),
  /** Remove rows from a draft. */
  drop: command(planId.extend({ positions: z.array(z.number().int()).max(5_000) }), Plan),
  /** Delete a draft. */
  discard: command(planId, z.object({})),
  /** Save a plan as a file. Secrets are left out, and must be entered again. */
  save: command(planId, Exported),
  /**
   * Upload a part of a plan file that is too large for one message. `key` is null for the first part; the returned
   * `key` is for the next part and for `load`.
   */
  upload: command(
    z.object({ key: z.string().nullable(), text: z.string().max(planPartChars) }),
    z.object({ key: z.string() }),
  ),
  /** Create a plan from the text of a plan file, or from an upload. Fails: `invalid` with the invalid `field`. */
  load: command(z.union([z.object({ text: z.string().max(planPartChars) }), z.object({ key: z.string() })]), Plan),
  /** Enter a missing secret of a plan (after a restart, or in a loaded plan). */
  giveSecret: command(planId.extend({ field: z.string(), value: z.string() }), Plan),
  /**
   * Apply a plan. `canary`: pause after this number of rows. `confirm`: the name that `confirmation` requires.
   * Fails: `denied`/`read-only`; `conflict`/`needs-confirmation`; `denied`/`needs-secret`.
   */
  apply: command(
    planId.extend({
      canary: z.number().int().min(1).nullable().default(null),
      stopOnError: z.boolean().default(true),
      confirm: z.string().optional(),
    }),
    Plan,
    { remote: true },
  ),
  pause: command(planId, Plan),
  /** Continue after a pause, a canary or an error. `drifted` rows are sent only with `acceptDrift`. */
  resume: command(planId.extend({ acceptDrift: z.boolean().default(false) }), Plan, { remote: true }),
  /** Cancel a plan. Rows that were not sent are skipped. */
  cancel: command(planId, Plan),
  /**
   * Create a plan that undoes the applied rows of a plan, or journal entries. Fails: `conflict` with the reason in
   * `reportedMessage`.
   */
  undo: command(z.union([planId, z.object({ journalIds: z.array(z.number().int()).min(1).max(5_000) })]), Plan, {
    remote: true,
  }),
  /**
   * Create a plan with the writes of the rows in these states, to retry refused rows or to check unknown ones (a row
   * whose fields already have their values is `unchanged`). `journalIds`: only the rows of these journal entries.
   * Fails: `conflict` if no row is in one of these states.
   */
  again: command(
    planId.extend({
      states: z.array(RowState).min(1),
      journalIds: z.array(z.number().int()).max(5_000).optional(),
      title: PlanTitle.optional(),
    }),
    Plan,
  ),
  changed: event(z.object({ plans: z.array(Plan) })),
};
