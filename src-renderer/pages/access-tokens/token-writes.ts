import { readScope, type Scope } from '#shared/contract/scope.ts';
import type { NewToken } from '#shared/contract/access-tokens.ts';
import { accessTokens as words } from '#shared/text/en/access-tokens.ts';
import { planAndApply, type Outcome } from '../../console/plan/plan-and-apply.ts';
import { syncList } from '../../stores/lists/sync-jobs.ts';
import type { Stores } from '../../stores/context.ts';

/** Scopes that the documents name (document 1:139, 1:203). */
export const knownScopes = ['api', 'read_api', 'read_repository', 'manage_runners'] as const;

export interface TokenCreation {
  scope: Scope;
  /** The group as a person calls it. */
  group: string;
  userId: number;
  /** The service account as a person calls it. */
  account: string;
  body: NewToken;
  /** It takes the place of another one, and what becomes of that. */
  replaces: string | null;
}

/** Make a token by a plan, which shows its value once. The list is read again then: the answer alone names no account. */
export async function createToken(
  stores: Stores,
  { scope, group, userId, account, body, replaces }: TokenCreation,
): Promise<Outcome> {
  const { create, replace } = words;
  const said = replaces === null ? create : replace;
  const outcome = await planAndApply(stores, {
    calls: [
      {
        op: 'group-service-accounts.createToken',
        path: { id: readScope(scope)?.ref ?? '', user_id: userId },
        body: { ...body },
        label: body.name,
      },
    ],
    scope,
    scopeName: group,
    title: () => said.planTitle,
    done: () => said.done(body.name),
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
  // Should it not be read now, it is the next time.
  if (outcome.kind === 'applied') void syncList(stores.session, 'accessTokens', scope).catch(() => undefined);
  return outcome;
}
