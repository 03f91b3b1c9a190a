import { z } from 'zod';
import { query, Scope } from './kit.ts';
import { mostPeople, Person } from './people.ts';

/** The most lines of each group in a reply, and the most candidates of a line. */
export const mostLeaverLines = 2_000;
export const mostCandidates = 10;

/** `unmatchable`: the token or the cache does not show enough to find the account. */
export const leaverGroups = ['matched', 'ambiguous', 'unknown', 'unmatchable'] as const;

/**
 * Why a line has no certain match. Ambiguous: `several` accounts have the value; the values of the line `disagree`; the
 * account is `not-returned` any more. Can't be matched: this token can't see all addresses (`hidden-emails`); the users were
 * never completely synced (`not-synced`); the line has `no-value`, or it has several cells and the list has `no-header`.
 */
const Reason = z.enum(['several', 'disagree', 'not-returned', 'hidden-emails', 'not-synced', 'no-value', 'no-header']);

/** An account with the names that its row has. */
const account = { id: z.number().int(), name: z.string().nullable(), username: z.string().nullable() };

/** A line of the list. `line`: its number, from 1. `candidates`: exactly one in the group `matched`. */
export const LeaverLine = z.object({
  line: z.number().int(),
  text: z.string(),
  group: z.enum(leaverGroups),
  reason: Reason.nullable(),
  candidates: z.array(z.object(account)),
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

/**
 * `count` is never 0; null: not visible, not listed by the API or never synced. `labels`: the paths of projects without
 * another known Owner, or of groups that the person owns and whose service accounts have tokens.
 */
const factsOf = <const Kind extends string>(kinds: readonly Kind[]) =>
  z.array(z.object({ kind: z.enum(kinds), count: z.number().int().nullable(), labels: z.array(z.string()) }));

const PlannedKind = z.enum(['add-owner', 'remove-enterprise-user', 'delete-service-account']);
const ManualKind = z.enum([
  ...(['block', 'remove-memberships', 'delete-keys', 'replace-deploy-keys'] as const),
  ...(['hand-over-tokens', 'reassign-work'] as const),
]);

/**
 * What happens if an account is blocked or deleted: what ends with it, what keeps working without it, and what breaks; then
 * what has to be done. `planned`: by Reeve. `manual`: by a person in the web interface. `count`: of what the step is about.
 * `links`: web pages that certainly exist.
 */
export const Leaving = z.object({
  ...account,
  kind: Person.shape.kind,
  ends: factsOf(['memberships', 'administrator', 'keys', 'personal-tokens', 'tokens']),
  keeps: factsOf(['deploy-keys', 'group-tokens']),
  breaks: factsOf(['only-owner', 'issues', 'merge-requests']),
  planned: z.array(z.object({ kind: PlannedKind, scope: Scope, label: z.string() })),
  manual: z.array(z.object({ kind: ManualKind, count: z.number().int(), links: z.array(z.string()) })),
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
