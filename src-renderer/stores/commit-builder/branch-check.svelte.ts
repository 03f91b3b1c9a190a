import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';

/** Delay after a change before the request is sent. */
const typingMs = 400;

/** Whether a branch of a project exists: from the cache, otherwise from the platform. */
export class BranchCheck {
  /** Null: not known. */
  exists = $state<boolean | null>(null);
  /** The name that was not found, so that it is requested only once. */
  #missing = '';
  readonly #session: Session;
  readonly #scope: Scope;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  /** Look for a branch after a short delay. `known`: names in the cache. Returns a function that stops it. */
  look(name: string, known: readonly string[], isReachable: boolean): () => void {
    this.exists = known.includes(name) ? true : name !== '' && name === this.#missing ? false : null;
    if (this.exists !== null || name === '' || !isReachable) return () => undefined;
    const asking = new AbortController();
    const timer = setTimeout(() => void this.#ask(name, asking.signal), typingMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }

  async #ask(name: string, signal: AbortSignal): Promise<void> {
    const { branches } = this.#session.client;
    try {
      await branches.refresh({ scope: this.#scope, id: name, maxAgeMs: minutes(1) }, signal);
      if (!signal.aborted) this.exists = true;
    } catch (thrown) {
      const { code } = Failure.from(thrown);
      if (signal.aborted || code !== 'missing') return;
      this.#missing = name;
      this.exists = false;
    }
  }
}
