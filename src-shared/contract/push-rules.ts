import { z } from 'zod';
import { collection, nightly } from './collection.ts';
import { CoverageRefusal } from './coverage.ts';
import { Changed, epochMs, event, instant, query, refresh, Scope } from './kit.ts';

export const pushRuleRegexes = [
  'author_email_regex',
  'branch_name_regex',
  'commit_message_regex',
  'commit_message_negative_regex',
  'file_name_regex',
] as const;

export const pushRuleChecks = [
  'commit_committer_check',
  'commit_committer_name_check',
  'deny_delete_tag',
  'member_check',
  'prevent_secrets',
  'reject_non_dco_commits',
  'reject_unsigned_commits',
] as const;

/** All fields that can be written. A field that is null, false, empty or 0 checks nothing (document 3:26). */
export const pushRuleFields = [...pushRuleRegexes, ...pushRuleChecks, 'max_file_size'] as const;
export type PushRuleRegex = (typeof pushRuleRegexes)[number];
export type PushRuleCheck = (typeof pushRuleChecks)[number];
export type PushRuleField = (typeof pushRuleFields)[number];

/**
 * The largest number of characters (Unicode code points) of a pattern, by the push rule model of real installations.
 */
export function largestPattern(field: PushRuleRegex): number {
  return field === 'commit_message_negative_regex' ? 2_047 : 511;
}
export function isPatternTooLong(field: PushRuleRegex, pattern: string): boolean {
  return [...pattern].length > largestPattern(field);
}

const regexes = fieldsOf(pushRuleRegexes, z.string().nullish());
const checks = fieldsOf(pushRuleChecks, z.boolean().nullish());

/** The push rule of a group (document 3:26). A check that is off can be null. `max_file_size` in MB. */
export const PushRule = z.looseObject({
  id: z.number().int().nullish(),
  created_at: instant.nullish(),
  ...regexes,
  ...checks,
  max_file_size: z.number().int().nullish(),
});
export type PushRule = z.infer<typeof PushRule>;

/** The fields of a new or edited push rule; null resets a field (document 3:76, 3:77). */
export const PushRuleEdit = z.object({
  ...regexes,
  ...checks,
  max_file_size: z.number().int().min(0).nullish(),
});
export type PushRuleEdit = z.infer<typeof PushRuleEdit>;

/**
 * Why a pattern is invalid, in RE2's own words. `hint`: the syntax of another engine that was used; `at`: the start of
 * the invalid part.
 */
export const PatternProblem = z.object({
  message: z.string(),
  piece: z.string().nullable(),
  at: z.number().nullable(),
  hint: z
    .enum(['look-around', 'atomic-group', 'comment', 'back-reference', 'end-anchor', 'possessive', 'repeat-count'])
    .nullable(),
});
export type PatternProblem = z.infer<typeof PatternProblem>;

/**
 * The cached rule of a group. `none`: the platform replied that the group has none (404). `fetchedAt`: the time of that
 * reply. `refusal`: why it was never synced, if the platform refused it.
 */
export const CachedPushRule = z.object({
  state: z.enum(['never-synced', 'none', 'configured']),
  rule: PushRule.nullable(),
  fetchedAt: epochMs.nullable(),
  refusal: CoverageRefusal.optional(),
});
export type CachedPushRule = z.infer<typeof CachedPushRule>;

/** Why a field can't be checked before a commit is sent: its data or the behavior of the platform is unknown. */
export const commitCheckGaps = [
  'pusher',
  'accounts',
  'committer',
  'signatures',
  'pattern',
  'sizes',
  'default-branch',
  'existing-branch',
  'line-end',
  'value',
] as const;

/**
 * A commit that was not sent yet. `isNewBranch` false: the branch exists, or may exist. `isDefaultBranch` and
 * `sizeBytes` null: not known. `authorEmail` null: that of the token's user. `files`: those that exist after the commit
 * and that it writes.
 */
export const CommitToCheck = z.object({
  branch: z.string().max(1_000),
  isNewBranch: z.boolean(),
  isDefaultBranch: z.boolean().nullable(),
  message: z.string().max(1_000_000),
  authorEmail: z.string().max(1_000).nullable(),
  files: z.array(z.object({ path: z.string().max(2_000), sizeBytes: z.number().nullable() })).max(1_000),
});
export type CommitToCheck = z.infer<typeof CommitToCheck>;

/**
 * The result for one field of a rule. `value`: the pattern or the number; null for a check that is on. `text`: what the
 * rule refuses. `gap`: why it can't be checked.
 */
export const CommitCheck = z.object({
  field: z.enum(pushRuleFields),
  value: z.string().nullable(),
  outcome: z.enum(['passes', 'fails', 'unknown']),
  text: z.string().nullable(),
  gap: z.enum(commitCheckGaps).nullable(),
});
export type CommitCheck = z.infer<typeof CommitCheck>;

/** `group`: whose rule was checked; null: no cached rule. `unsynced`: groups whose rules were never synced. */
export const CheckedCommit = z.object({
  group: Scope.nullable(),
  fetchedAt: epochMs.nullable(),
  checks: z.array(CommitCheck),
  unsynced: z.array(Scope),
});
export type CheckedCommit = z.infer<typeof CheckedCommit>;

const verbs = {
  /** `scope`: of a group. */
  get: query(z.object({ scope: Scope }), CachedPushRule),
  /** Succeeds also if the group has no rule. */
  refresh: refresh(z.object({ scope: Scope, maxAgeMs: z.number().optional() })),
  /** Check patterns with RE2. The result contains only invalid ones. */
  check: query(
    z.object({ patterns: z.partialRecord(z.enum(pushRuleRegexes), z.string().max(20_000)) }),
    z.object({ problems: z.partialRecord(z.enum(pushRuleRegexes), PatternProblem) }),
  ),
  /** Check a commit against the cached rule of the first of these groups that has one. Sends nothing. */
  checkCommit: query(z.object({ groups: z.array(Scope).max(50), commit: CommitToCheck }), CheckedCommit),
  changed: event(Changed),
};

/** The cached push rule of a group. Without its own rule (`is_configured` false) it has no other fields. */
export const GroupPushRule = PushRule.partial().extend({ is_configured: z.boolean() });
export type GroupPushRule = z.infer<typeof GroupPushRule>;

/** Push rules of groups, one row for each `group:ID`. The platform has no list of them. */
export const pushRules = {
  ...collection({
    row: GroupPushRule,
    lists: { group: 'GET /groups/:id/push_rule' },
    appliesToProjects: true,
    kept: nightly(1),
    setup: { position: 80, role: 'owner' },
    title: 'author_email_regex',
    columns: { created_at: 'moment', is_configured: 'flag' },
    searched: ['author_email_regex', 'branch_name_regex', 'commit_message_regex', 'file_name_regex'],
    recorded: { also: pushRuleFields },
    indexes: [],
    counted: ['is_configured'],
    isInPalette: false,
    isCounted: false,
  }),
  verbs,
};

function fieldsOf<N extends string, T extends z.ZodType>(names: readonly N[], type: T): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, type])) as Record<N, T>;
}
