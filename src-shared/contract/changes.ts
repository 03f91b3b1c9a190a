import { z } from 'zod';
import { Exported } from './exported.ts';
import { command, epochMs, event, query, Slice } from './kit.ts';

/** The title of a plan for one row and for several: "Pause 1 runner", "Pause {n} runners". */
export const PlanTitle = z.object({ one: z.string().max(500), many: z.string().max(500) });
export type PlanTitle = z.infer<typeof PlanTitle>;

/** What can be taken back, shown before applying. */
export const UndoKind = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exact') }),
  z.object({ kind: z.literal('lossy'), what: z.array(z.string()) }),
  z.object({ kind: z.literal('none'), why: z.string() }),
]);
export type UndoKind = z.infer<typeof UndoKind>;

/** A secret in a plan, a journal or a log: never the value, only where it is kept. Gone after a restart unless kept. */
export const SecretRef = z.object({ secretRef: z.string() });
export type SecretRef = z.infer<typeof SecretRef>;

const PathValues = z.record(z.string(), z.union([z.string(), z.number()]));
const Fields = z.record(z.string(), z.unknown());

/**
 * One write as it is asked for. `op` names an endpoint (`'runners.edit'`). `label`: what a person calls the thing.
 * `seen`: what fields of the body had when the person began to change them; one that has something else by now makes
 * the row `drifted`, so that nobody's change is written over unseen.
 */
export const Call = z.object({
  op: z.string(),
  path: PathValues.default({}),
  query: Fields.optional(),
  body: Fields.optional(),
  label: z.string().optional(),
  seen: Fields.optional(),
});
export type Call = z.input<typeof Call>;

/**
 * The same write on the chosen rows of a list: `:id` (or the last parameter of the path) is the row's id, a first
 * parameter besides is its scope. `merge` adds to and takes from a field that is a list, row by row.
 */
export const CallOnRows = z.object({
  op: z.string(),
  stem: z.string(),
  /** A `Selection` of that stem. */
  selection: z.unknown(),
  query: Fields.optional(),
  body: Fields.optional(),
  merge: z.record(z.string(), z.object({ add: z.array(z.string()), remove: z.array(z.string()) })).optional(),
});
export type CallOnRows = z.infer<typeof CallOnRows>;

/** One field that would change. `before` is absent where it cannot be read; a secret has neither value. */
export const FieldChange = z.object({
  field: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  isSecret: z.boolean(),
});
export type FieldChange = z.infer<typeof FieldChange>;

/**
 * `unchanged`: nothing in it differs, so nothing is sent. `drifted`: the row is not any more as the plan showed it, and
 * waits for the person. `not-applied` and `unknown` are verdicts about a write that was interrupted.
 */
export const rowStates = [
  'planned',
  'unchanged',
  'sending',
  'applied',
  'refused',
  'drifted',
  'not-applied',
  'unknown',
  'needs-secret',
  'skipped',
] as const;
export const RowState = z.enum(rowStates);
export type RowState = z.infer<typeof RowState>;

/** `FailureData`, where a write or the reading before it failed. */
const FailureShown = z.looseObject({ code: z.string(), message: z.string() });

/** One write of a plan and what became of it. */
export const PlanRow = z.object({
  /** Its place in the plan, from 0; stays when others are dropped. */
  position: z.number().int(),
  op: z.string(),
  label: z.string(),
  method: z.string(),
  /** As it would be sent, secrets masked. */
  path: z.string(),
  changes: z.array(FieldChange),
  undo: UndoKind,
  state: RowState,
  /** The status of the answer, and the platform's own words where it said any. */
  status: z.number().nullable(),
  said: z.string().nullable(),
  failure: FailureShown.nullable(),
  /** The reply held a secret that is told once by `secrets.reveal`; null when it did not, or was told already. */
  reveal: SecretRef.nullable(),
  journalId: z.number().nullable(),
  /**
   * Of a `sending` row whose answer was lost: until then the platform may still be working on it, so that what is not
   * there yet may still come. It is read now and then meanwhile, and told for good afterwards. Null: nothing is waited for.
   */
  waitsUntil: epochMs.nullable().default(null),
});
export type PlanRow = z.infer<typeof PlanRow>;

/**
 * `draft`: nothing was sent. `paused`: by the person, or after a canary or an error (`pausedWhy`). `waiting`: for the
 * network, the rate limit or a secret. `done`: every row has its end.
 */
export const planStates = ['draft', 'applying', 'paused', 'waiting', 'done', 'cancelled'] as const;

/**
 * What is asked of a person before applying: `none` (one reversible row), `plan` (look at it), `name` (type `name`).
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
  /** The title that it was given; null: one is built from `ops`. */
  title: PlanTitle.nullable().default(null),
  /** The ops in it, most frequent first. */
  ops: z.array(z.string()),
  createdAt: epochMs,
  finishedAt: epochMs.nullable(),
  state: z.enum(planStates),
  pausedWhy: z.enum(['person', 'canary', 'error', 'drift', 'restart', 'restored']).nullable(),
  total: z.number(),
  counts: z.partialRecord(RowState, z.number()),
  /** Requests that applying it will cost, with those that read rows again. */
  requests: z.number(),
  /** Under the rate limit, where one is told. */
  estimatedMs: z.number(),
  /** The least that every row allows. */
  undo: UndoKind,
  confirmation: Confirmation,
  /** Why applying is refused right now (`read-only`), or will probably be (`role`, `scope`, `tier`); null: nothing known. */
  refusal: z.object({ reason: z.string(), isCertain: z.boolean(), needs: z.string().nullable() }).nullable(),
  canary: z.number().int().nullable(),
  stopOnError: z.boolean(),
  /** The plan that this one takes back. */
  undoOf: z.string().nullable(),
  /** How many of its applied rows can be undone now. */
  undoable: z.number().default(0),
  /** Why it waits, or stopped, or was ended without being sent, where that is not told by its rows. */
  failure: FailureShown.nullable().default(null),
});
export type Plan = z.infer<typeof Plan>;

/** So much of a plan's file goes over the link at a time: whatever stands in it, the message stays under its 16 MB. */
export const planPieceChars = 2_000_000;

/**
 * The profile that the person sees in the window. Fails: `conflict` with the field `instance` if another profile is open
 * by now, because any window can open one.
 */
const OpenProfile = z.string().optional();
const planId = z.object({ planId: z.string() });

/** Writes to the platform. There is no other way to write: consoles name an `op`, the engine does the rest. */
export const changes = {
  /**
   * Make a plan: rows are read again where they are older than five minutes, and only fields that differ are kept.
   * Secrets in bodies are taken out at once; `keepSecrets` keeps them in the keychain until the plan has ended.
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
   * Plan and apply one reversible write and wait for its end, or until it is known that its end is told later
   * (`waitsUntil`). Anything else fails with `conflict`/`needs-plan`; what could not be sent fails with the reason.
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
  /** Plans that are not over, and the last ones that are; newest first. */
  list: query(z.object({}).optional(), z.object({ plans: z.array(Plan) })),
  /** Take rows out of a draft. */
  drop: command(planId.extend({ positions: z.array(z.number().int()).max(5_000) }), Plan),
  /** Forget a draft. */
  discard: command(planId, z.object({})),
  /** Write a plan into a file; secrets are left out and asked for again. */
  save: command(planId, Exported),
  /**
   * A piece of the text of such a file, for one that is too large for a message: 5,000 rows may hold long texts and
   * files. Begun with `key` null; the answer's `key` is for the next piece, and for `load`.
   */
  upload: command(
    z.object({ key: z.string().nullable(), text: z.string().max(planPieceChars) }),
    z.object({ key: z.string() }),
  ),
  /** Take a plan from the text of such a file, or of an upload. Fails: `invalid` with the `field` that is wrong. */
  load: command(z.union([z.object({ text: z.string().max(planPieceChars) }), z.object({ key: z.string() })]), Plan),
  /** Put in a secret that a plan lacks (after a restart, or from a file). */
  giveSecret: command(planId.extend({ field: z.string(), value: z.string() }), Plan),
  /**
   * Send it. `canary`: the first so many, then wait for `resume`. `confirm` must be the name that `confirmation` asks.
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
  /** Go on: after a pause, a canary, an error. `drifted` rows are sent as they were planned only with `acceptDrift`. */
  resume: command(planId.extend({ acceptDrift: z.boolean().default(false) }), Plan, { remote: true }),
  /** End it: what was not sent is skipped. */
  cancel: command(planId, Plan),
  /** The plan that takes back what was applied of a plan, or of single journal entries. Fails: `conflict` says why not. */
  undo: command(z.union([planId, z.object({ journalIds: z.array(z.number().int()).min(1).max(5_000) })]), Plan, {
    remote: true,
  }),
  /**
   * A new plan of the same writes, of the rows in these states: what was refused is tried again, and of what is unknown
   * is read what is there now (a row whose fields hold already is `unchanged`). Fails: `conflict` where no row is left.
   */
  again: command(planId.extend({ states: z.array(RowState).min(1), title: PlanTitle.optional() }), Plan),
  changed: event(z.object({ plans: z.array(Plan) })),
};
