import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { LastReply } from '../../loading/last-reply.svelte.ts';

/** The jobs of a project whose artifacts may be opened. */
export function knownJobs(session: Session, scope: Scope) {
  const { artifactFiles, artifacts, deployments } = session.client;
  return new LastReply(session, async () => (await artifactFiles.knownJobs({ scope })).jobs, [deployments, artifacts]);
}
