import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { LastReply } from '../../loading/last-reply.svelte.ts';
import { allBranches } from './chosen-branches.ts';

/** The names of the cached branches of a project, at most 5,000, for the fields of forms; `defaultName` null: not cached. */
export function knownBranches(session: Session, scope: Scope) {
  const load = async () => {
    const branches = await allBranches(session, scope);
    const defaultName = branches.find(({ default: isDefault }) => isDefault === true)?.name ?? null;
    return { names: branches.map(({ name }) => name), defaultName };
  };
  return new LastReply(session, load, [session.client.branches]);
}
