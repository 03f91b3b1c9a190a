import { z } from 'zod';
import { collection } from './collection.ts';
import { Scope } from './scope.ts';
import { Changed, epochMs, event, instant, query, refresh } from './kit.ts';

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

/** Every field that can be written; one that is null, false, empty or 0 asks for nothing (document 3:26). */
export const pushRuleFields = [...pushRuleRegexes, ...pushRuleChecks, 'max_file_size'] as const;
export type PushRuleRegex = (typeof pushRuleRegexes)[number];
export type PushRuleCheck = (typeof pushRuleChecks)[number];
export type PushRuleField = (typeof pushRuleFields)[number];

const regexes = fieldsOf(pushRuleRegexes, z.string().nullish());
const checks = fieldsOf(pushRuleChecks, z.boolean().nullish());

/** The push rule of a group (document 3:26). A check that is off may come as null. `max_file_size` in MB. */
export const PushRule = z.looseObject({
  id: z.number().int().nullish(),
  created_at: instant.nullish(),
  ...regexes,
  ...checks,
  max_file_size: z.number().int().nullish(),
});
export type PushRule = z.infer<typeof PushRule>;

/** What a push rule is made with, and what can be changed of it; null takes a field back (document 3:76, 3:77). */
export const PushRuleEdit = z.object({
  ...regexes,
  ...checks,
  max_file_size: z.number().int().min(0).nullish(),
});
export type PushRuleEdit = z.infer<typeof PushRuleEdit>;

/**
 * Why a pattern is refused, in RE2's own words. `hint` names what another engine would have understood;
 * `at`: where the refused piece begins.
 */
export const PatternProblem = z.object({
  said: z.string(),
  piece: z.string().nullable(),
  at: z.number().nullable(),
  hint: z
    .enum(['look-around', 'atomic-group', 'comment', 'back-reference', 'end-anchor', 'possessive', 'repeat-count'])
    .nullable(),
});
export type PatternProblem = z.infer<typeof PatternProblem>;

/**
 * The rule of a group as it is cached. `none`: the platform said that none was ever defined there (404); `never-synced`: it
 * was never asked. `fetchedAt`: when either was said.
 */
export const CachedPushRule = z.object({
  state: z.enum(['never-synced', 'none', 'configured']),
  rule: PushRule.nullable(),
  fetchedAt: epochMs.nullable(),
});
export type CachedPushRule = z.infer<typeof CachedPushRule>;

const verbs = {
  /** `scope` is a group's. */
  get: query(z.object({ scope: Scope }), CachedPushRule),
  /** "None" is an answer, not a failure. */
  refresh: refresh(z.object({ scope: Scope, maxAgeMs: z.number().optional() })),
  /** What RE2 says of patterns; those that are right are not in the answer. */
  check: query(
    z.object({ patterns: z.partialRecord(z.enum(pushRuleRegexes), z.string().max(20_000)) }),
    z.object({ problems: z.partialRecord(z.enum(pushRuleRegexes), PatternProblem) }),
  ),
  changed: event(Changed),
};

/** What is known of a group's push rule; without one of its own (`is_configured` false) its fields are absent. */
export const GroupPushRule = PushRule.partial().extend({ is_configured: z.boolean() });
export type GroupPushRule = z.infer<typeof GroupPushRule>;

/** Push rules of groups, one row each, so that there is no list of them: `group:ID`. */
export const pushRules = {
  ...collection({
    row: GroupPushRule,
    lists: { group: 'GET /groups/:id/push_rule' },
    title: 'author_email_regex',
    columns: { created_at: 'moment', is_configured: 'flag' },
    searched: ['author_email_regex', 'branch_name_regex', 'commit_message_regex', 'file_name_regex'],
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
