import { scopeOfRevisions, type Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { LastReply } from '../../loading/last-reply.svelte.ts';

/** Which lists of commits of a project were synced, so that they can be shown without the network. */
export class StoredCommitLists extends LastReply<ReadonlyMap<string, boolean>> {
  #wanted: readonly string[] = [];

  constructor(session: Session, project: Scope) {
    const { commits } = session.client;
    const find = async (revisions: string) => {
      const { completedAt } = await commits.summary({ scope: scopeOfRevisions(project, revisions) });
      return [revisions, completedAt !== null] as const;
    };
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
    super(session, async () => new Map(await Promise.all(this.#wanted.map(find))), [commits]);
  }

  /** Undefined: not loaded yet. `revisions`: see `revisionsOf`. */
  has = (revisions: string) => this.value?.get(revisions);

  /** Load these lists, also after changes, until the returned function is called. */
  show(revisions: readonly string[]): () => void {
    this.#wanted = revisions;
    return this.follow();
  }
}
