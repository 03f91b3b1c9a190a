import type { KnownJob } from '#shared/contract/artifact-files.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';

/** The jobs of a project whose artifacts may be opened. */
export class KnownJobs {
  /** Null until loaded. */
  list = $state.raw<readonly KnownJob[] | null>(null);
  readonly #session: Session;
  readonly #scope: Scope;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  follow(): () => void {
    const { artifactFiles, artifacts, deployments } = this.#session.client;
    const load = async (): Promise<void> => {
      this.list = (await artifactFiles.knownJobs({ scope: this.#scope })).jobs;
    };
    return loadOnChanges(
      this.#session,
      () => load().catch(() => undefined),
      (touch) => [deployments.changed(touch), artifacts.changed(touch)],
    );
  }
}
