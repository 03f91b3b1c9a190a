import type { AccessTokenFilter } from '#shared/contract/access-tokens.ts';
import { given, is } from '../conditions.ts';
import type { Statement } from '../derive.ts';

export const accessTokens = {
  conditions: ({ state }: AccessTokenFilter): Statement[] =>
    given([state !== undefined && is.flag('active', state === 'active')]),
};
