import { readScope, type Scope } from '#shared/contract/scope.ts';
import type { NewToken } from '#shared/contract/access-tokens.ts';
import { accessTokens as words } from '#shared/text/en/access-tokens.ts';
import { planAndApply, type Outcome } from '../../console/plan/plan-and-apply.ts';
import { syncList } from '../../stores/lists/sync-jobs.ts';
import type { Stores } from '../../stores/context.ts';

export interface TokenCreation {
  scope: Scope;
  userId: number;
  /** The name of the service account. */
  account: string;
  body: NewToken;
  /** The token that it replaces, and what happens to that token. */
  replaces: string | null;
}

/**
 * Create a token with a plan, which shows its value once. Then the list is synced, because the reply does not contain
 * the account.
 */
export async function createToken(
  stores: Stores,
  { scope, userId, account, body, replaces }: TokenCreation,
): Promise<Outcome> {
  const { create, replace } = words;
  const tokenWords = replaces === null ? create : replace;
  const outcome = await planAndApply(stores, {
    calls: [
      {
        op: 'group-service-accounts.createToken',
        path: { id: readScope(scope)?.ref ?? '', user_id: userId },
        body: { ...body },
      },
    ],
    title: () => tokenWords.planTitle,
    done: () => tokenWords.done(body.name),
    consequence: [
      create.goesTo(account),
      body.expires_at === undefined ? create.noEnd : '',
      create.consequence,
      replaces ?? '',
    ]
      .filter((part) => part !== '')
      .join(' '),
    fields: ['name', 'scopes', 'description', 'expires_at'],
  });
  // If this sync fails, the next one shows the token.
  if (outcome.kind === 'applied') void syncList(stores.session, 'accessTokens', scope).catch(() => undefined);
  return outcome;
}
