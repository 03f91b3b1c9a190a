import { defaultRef } from '#shared/contract/commit-list.ts';
import { scopeOfRevisions, type Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';

/** How many rows the parts of a project's code have on this computer. */
export class CodeCounts {
  /** By part. Undefined: not known, or never synced. */
  value = $state.raw<Readonly<Record<'files' | 'branches' | 'commits' | 'submodules', number | undefined>>>();
  readonly #session: Session;
  readonly #scope: Scope;
  #asked = 0;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  follow(): () => void {
    const { branches, commits, repositoryFiles } = this.#session.client;
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [branches.changed(touch), commits.changed(touch), repositoryFiles.changed(touch)],
    );
  }

  async #load(): Promise<void> {
    const asked = ++this.#asked;
    const { branches, commits, repositoryFiles } = this.#session.client;
    const scope = this.#scope;
    const [files, listed, history] = await Promise.allSettled([
      repositoryFiles.counts({ scope }),
      branches.summary({ scope }),
      commits.summary({ scope: scopeOfRevisions(scope, defaultRef) }),
    ]);
    if (asked !== this.#asked) return;
    const synced = (one: typeof listed): number | undefined =>
      one.status === 'fulfilled' && one.value.completedAt !== null ? one.value.live : undefined;
    this.value = {
      files: files.status === 'fulfilled' ? files.value.files : undefined,
      branches: synced(listed),
      commits: synced(history),
      submodules: files.status === 'fulfilled' ? (files.value.submodules ?? undefined) : undefined,
    };
  }
}
