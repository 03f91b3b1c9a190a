import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { collectionClient, type RowOf } from '../lists/collection-client.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { storedSections } from '../stored/coverage.svelte.ts';

/** What is cached of a group and below it. `tokens`: the active tokens of the group that expire first. */
export function groupHome(session: Session, scope: Scope) {
  const { places, pushRules } = session.client;
  const accessTokens = collectionClient<RowOf<'accessTokens'>>(session, 'accessTokens');
  const query = { scope, filter: { state: 'active' }, sort: { by: 'expires_at', direction: 'asc' } } as const;
  const load = async () => {
    const [home, { rows }, { completedAt, refusal }, rule] = await Promise.all([
      places.home({ scope }),
      accessTokens.list({ query, slice: { from: 0, count: 5 } }),
      accessTokens.summary({ scope }),
      pushRules.get({ scope }),
    ]);
    const tokens = { rows, syncedAt: completedAt, refusal };
    return { ...home, tokens, pushRule: rule.refusal === undefined ? rule.state : 'refused' } as const;
  };
  return new LastReply(session, load, storedSections(session), { onProfileChange: 'reload' });
}

export type HomeReply = NonNullable<ReturnType<typeof groupHome>['value']>;
