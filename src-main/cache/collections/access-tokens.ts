import type { AccessTokenFilter } from '#shared/contract/access-tokens.ts';
import { given, is } from '../conditions.ts';
import { daysAgo } from '../read/filters/account-facts.ts';

export const accessTokens = {
  conditions: ({ state, unused_days: unusedDays }: AccessTokenFilter) =>
    given([
      state !== undefined && is.flag('active', state === 'active'),
      unusedDays !== undefined && { sql: 'ifnull(last_used_at, created_at) < ?', values: [daysAgo(unusedDays)] },
    ]),
};
