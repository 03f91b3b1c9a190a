import { z } from 'zod';
import { query, Scope } from './kit.ts';
import { mostPeople, Person } from './people.ts';

/** The most lines of each group in a reply, and the most candidates of a line. */
export const mostLeaverLines = 2_000;
export const mostCandidates = 10;

/** `unmatchable`: the token or the cache does not show enough to find the account. */
export const leaverGroups = ['matched', 'ambiguous', 'unknown', 'unmatchable'] as const;
export type LeaverGroup = (typeof leaverGroups)[number];

/**
 * Why a line has no certain match. Ambiguous: `several` accounts have the value; the values of the line `disagree`; the
 * account is `not-returned` by the instance anymore. Can't be matched: this token sees no `hidden-emails`; the users were
 * never completely synced (`not-synced`); the line has `no-value`, or it has several cells and the list has `no-header`.
 */
export const leaverReasons = [
  ...(['several', 'disagree', 'not-returned'] as const),
  ...(['hidden-emails', 'not-synced', 'no-value', 'no-header'] as const),
] as const;
export type LeaverReason = (typeof leaverReasons)[number];

/** A line of the list. `line`: its number, from 1. `candidates`: exactly one in the group `matched`. */
export const LeaverLine = z.object({
  line: z.number().int(),
  text: z.string(),
  group: z.enum(leaverGroups),
  reason: z.enum(leaverReasons).nullable(),
  candidates: z.array(z.object({ id: z.number().int(), name: z.string().nullable(), username: z.string().nullable() })),
});
export type LeaverLine = z.infer<typeof LeaverLine>;

/** `header`: the columns that were used; null: the list has no header. `people`: the matched IDs, at most `mostPeople`. */
export const LeaverMatch = z.object({
  header: z.array(z.string()).nullable(),
  counts: z.record(z.enum(leaverGroups), z.number().int()),
  lines: z.array(LeaverLine),
  people: z.array(z.number().int()),
  peopleCount: z.number().int(),
});
export type LeaverMatch = z.infer<typeof LeaverMatch>;

/** What ends with the account, what keeps working without it, and what breaks. */
const facts = [
  ...(['memberships', 'administrator', 'keys', 'personal-tokens', 'tokens'] as const),
  ...(['deploy-keys', 'group-tokens'] as const),
  ...(['only-owner', 'issues', 'merge-requests'] as const),
] as const;
/**
 * `count` is never 0; null: not visible, not listed by the API or never synced. `labels`: the paths of projects without
 * another known Owner, or of groups that the person owns and whose service accounts have tokens.
 */
const LeavingFact = z.object({
  kind: z.enum(facts),
  count: z.number().int().nullable(),
  labels: z.array(z.string()),
});
export type LeavingFact = z.infer<typeof LeavingFact>;

/** A step that Reeve can do with a plan. */
const PlannedStep = z.object({
  kind: z.enum(['add-owner', 'remove-enterprise-user', 'delete-service-account']),
  scope: Scope,
  label: z.string(),
});
export type PlannedStep = z.infer<typeof PlannedStep>;

/** A step that a person does in the web interface. `count`: of what it is about. `links`: web pages that certainly exist. */
const ManualStep = z.object({
  kind: z.enum([
    ...(['block', 'remove-memberships', 'delete-keys', 'replace-deploy-keys'] as const),
    ...(['hand-over-tokens', 'reassign-work'] as const),
  ]),
  count: z.number().int(),
  links: z.array(z.string()),
});
export type ManualStep = z.infer<typeof ManualStep>;

/** What happens if an account is blocked or deleted, and what has to be done. */
export const Leaving = z.object({
  ...{ id: z.number().int(), kind: Person.shape.kind, name: z.string().nullable(), username: z.string().nullable() },
  ...{ ends: z.array(LeavingFact), keeps: z.array(LeavingFact), breaks: z.array(LeavingFact) },
  ...{ planned: z.array(PlannedStep), manual: z.array(ManualStep) },
});
export type Leaving = z.infer<typeof Leaving>;

/** People who leave. Answered from the cache. */
export const leavers = {
  /** In the order of `ids`; null: no cached row names this ID. */
  leaving: query(
    z.object({ ids: z.array(z.number().int()).min(1).max(mostPeople) }),
    z.object({ people: z.array(Leaving.nullable()) }),
  ),
  /**
   * The accounts that the lines of a pasted or CSV list match: email addresses, usernames or IDs, compared
   * without case only.
   * Fails: `invalid`/`text-too-costly`.
   */
  match: query(z.object({ text: z.string().max(4_000_000) }), LeaverMatch),
};
