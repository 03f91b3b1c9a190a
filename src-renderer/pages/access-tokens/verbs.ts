import { accessTokens } from '#shared/text/en/access-tokens.ts';
import type { PageVerb } from '../../console/page-verb.ts';

export const verbs: readonly PageVerb[] = [
  { id: 'access-tokens.create', title: accessTokens.actions.create, keywords: 'create add access token' },
];
