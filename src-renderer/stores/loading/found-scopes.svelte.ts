import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { ChangeSource } from './last-reply.svelte.ts';
import { loadOnChanges } from './load-on-changes.ts';

/** Values for scopes of the open instance. A value is loaded when it is first shown, and again after changes. */
export class FoundScopes<Found> {
  /** By profile and scope, because another instance can use the same ID for another place. */
  #found = $state.raw<Readonly<Record<string, Found | null>>>({});
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- the requested scopes are not shown, only their values
  readonly #asked = new Set<string>();
  readonly #session: Session;
  readonly #find: (scope: Scope) => Promise<Found | null>;
  readonly #source: ChangeSource;
  #profile: string | null = null;

  constructor(session: Session, find: (scope: Scope) => Promise<Found | null>, source: ChangeSource) {
    this.#session = session;
    this.#find = find;
    this.#source = source;
  }

  follow(): () => void {
    const load = async (): Promise<void> => {
      await Promise.all([...this.#asked].map((scope) => this.#load(scope)));
    };
    return loadOnChanges(this.#session, load, (touch) => [this.#source.changed(touch)]);
  }

  /** Null: there is no value, or it is not loaded yet. `profile`: the ID of the open instance. */
  of(profile: string | null, scope: Scope): Found | null {
    if (profile !== this.#profile) this.#asked.clear();
    this.#profile = profile;
    if (!this.#asked.has(scope)) {
      this.#asked.add(scope);
      void this.#load(scope);
    }
    return this.#found[`${profile} ${scope}`] ?? null;
  }

  async #load(scope: Scope): Promise<void> {
    const profile = this.#profile;
    try {
      const found = await this.#find(scope);
      if (profile === this.#profile) this.#found = { ...this.#found, [`${profile} ${scope}`]: found };
    } catch {
      // The next call of `of` loads the value again
      this.#asked.delete(scope);
    }
  }
}
