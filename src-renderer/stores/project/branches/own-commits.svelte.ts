import { SvelteMap } from 'svelte/reactivity';
import type { OwnCommits } from '#shared/contract/branches.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../../link/session.svelte.ts';

/** What is known about a branch; `requested` until the reply arrives. */
export type OwnCommitsState = OwnCommits | 'requested' | Failure;

/** Number of branches that are checked at the same time. */
const wide = 4;

/** The commits of branches that are not in the default branch, requested on demand. */
export class OwnCommitsOf {
  /** By the name of the branch. Absent: not requested. */
  readonly #known = new SvelteMap<string, OwnCommitsState>();
  readonly #session: Session;
  readonly #scope: Scope;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  of(branch: string): OwnCommitsState | undefined {
    return this.#known.get(branch);
  }

  /** Request the commits of these branches, except for those that were requested before. Never rejects. */
  async check(branches: readonly string[], signal: AbortSignal): Promise<void> {
    const left = branches.filter((name) => !this.#known.has(name) || this.#known.get(name) instanceof Failure);
    for (const name of left) this.#known.set(name, 'requested');
    const next = left.values();
    await Promise.all(
      Array.from({ length: Math.min(wide, left.length) }, async () => {
        for (const branch of next) {
          if (signal.aborted) return;
          this.#known.set(branch, await this.#load(branch, signal));
        }
      }),
    );
  }

  async #load(branch: string, signal: AbortSignal): Promise<OwnCommitsState> {
    try {
      return await this.#session.client.branches.ownCommits({ scope: this.#scope, branch }, signal);
    } catch (thrown) {
      return Failure.from(thrown);
    }
  }
}
