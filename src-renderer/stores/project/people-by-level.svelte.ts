import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../last-reply.svelte.ts';

/** Maximum people that are shown. */
const mostPeople = 50;

/**
 * The cached members of a project with at least an access level, those with the highest level first. `syncedAt` null:
 * the members were never synced.
 */
export function peopleByLevel(session: Session, scope: Scope, leastLevel: number) {
  const { members } = session.client;
  const query = {
    scope,
    filter: { access_level_min: leastLevel },
    sort: { by: 'access_level', direction: 'desc' },
  } as const;
  const load = async () => {
    const [{ completedAt }, { rows, total }] = await Promise.all([
      members.summary({ scope }),
      members.list({ query, slice: { from: 0, count: mostPeople } }),
    ]);
    return { people: rows.map(({ row }) => row), total, syncedAt: completedAt };
  };
  return new LastReply(session, load, [members]);
}
