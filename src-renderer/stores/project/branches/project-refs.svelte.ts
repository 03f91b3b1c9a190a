import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { LastReply } from '../../loading/last-reply.svelte.ts';

/** Maximum branches that a field offers. */
const mostOffered = 200;

/** The cached branches of a project, the newest first, and the name of its default branch; null: it is not cached. */
export function projectRefs(session: Session, scope: Scope) {
  const { branches } = session.client;
  const query = { scope, sort: { by: 'committed_date', direction: 'desc' } } as const;
  const load = async () => {
    const [all, byDefault] = await Promise.all([
      branches.list({ query, slice: { from: 0, count: mostOffered } }),
      branches.list({ query: { ...query, filter: { default: true } }, slice: { from: 0, count: 1 } }),
    ]);
    return { names: all.rows.map(({ row }) => row.name), defaultName: byDefault.rows[0]?.row.name ?? null };
  };
  return new LastReply(session, load, [branches]);
}

/** The SHA of the last synced commit of a branch; null: it is not cached. */
export async function commitOf(session: Session, scope: Scope, branch: string): Promise<string | null> {
  // Only a suggestion
  const found = await session.client.branches.get({ scope, id: branch }).catch(() => null);
  return found?.row.commit?.id ?? null;
}
