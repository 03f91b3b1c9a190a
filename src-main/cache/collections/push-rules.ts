import { PushRule } from '#shared/contract/push-rules.ts';
import { z } from 'zod';
import type { Definition } from '../derive.ts';

/** The one id under which a group's push rule is cached, for its own comes and goes with it. */
export const pushRuleId = 1;

/**
 * What the cache keeps of push rules: one row in each group that was asked (document 3:26). One that was never
 * configured is a row, too, with `is_configured` false: its age is that of the answer.
 */
export const pushRules = {
  stem: 'pushRules',
  list: 'pushRules',
  detail: 'pushRules.detail',
  isScoped: true,
  record: PushRule.partial().extend({ is_configured: z.boolean() }),
  idOf: () => pushRuleId,
  volatile: [],
  columns: {
    created_at: { field: 'created_at', as: 'moment' },
    is_configured: { field: 'is_configured', as: 'flag' },
  },
  hay: ['author_email_regex', 'branch_name_regex', 'commit_message_regex', 'file_name_regex'],
  indexes: [],
  counts: ['is_configured'],
  conditions: () => [],
} satisfies Definition;
