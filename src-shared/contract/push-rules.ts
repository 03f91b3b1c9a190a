import { z } from 'zod';
import { instant } from './kit.ts';

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

const regexes = fieldsOf(pushRuleRegexes, z.string().nullish());
const checks = fieldsOf(pushRuleChecks, z.boolean().nullish());

/** The push rule of a group (document 3:26). A check that is off may come as null. `max_file_size` in MB. */
export const PushRule = z.looseObject({
  id: z.number().int(),
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

function fieldsOf<N extends string, T extends z.ZodType>(names: readonly N[], type: T): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, type])) as Record<N, T>;
}
