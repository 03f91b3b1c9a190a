import { defaultRef } from '#shared/contract/commit-list.ts';
import { scopeOfRevisions, type Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { LastReply } from '../../loading/last-reply.svelte.ts';

/** How many rows the parts of a project's code have on this computer. Undefined: not known, or never synced. */
export function codeCounts(session: Session, scope: Scope) {
  const { branches, commits, repositoryFiles } = session.client;
  const load = async () => {
    const [files, listed, history] = await Promise.allSettled([
      repositoryFiles.counts({ scope }),
      branches.summary({ scope }),
      commits.summary({ scope: scopeOfRevisions(scope, defaultRef) }),
    ]);
    const synced = (one: typeof listed): number | undefined =>
      one.status === 'fulfilled' && one.value.completedAt !== null ? one.value.live : undefined;
    return {
      files: files.status === 'fulfilled' ? files.value.files : undefined,
      branches: synced(listed),
      commits: synced(history),
      submodules: files.status === 'fulfilled' ? (files.value.submodules ?? undefined) : undefined,
    };
  };
  return new LastReply(session, load, [branches, commits, repositoryFiles]);
}
