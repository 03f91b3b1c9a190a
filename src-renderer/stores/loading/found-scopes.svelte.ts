import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { Section } from './last-reply.svelte.ts';
import { loadOnChanges } from './load-on-changes.ts';

/** What is found for scopes of the open instance. Each is loaded when it is first shown, and again after changes. */
export class FoundScopes<Found> {
  /** By profile and scope, because the same ID can be that of another place on another instance. */
  #found = $state.raw<Readonly<Record<string, Found | null>>>({});
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- requested scopes are not shown, only what is found is
  readonly #asked = new Set<string>();
  readonly #session: Session;
  readonly #find: (scope: Scope) => Promise<Found | null>;
  readonly #section: Section;
  #profile: string | null = null;

  constructor(session: Session, find: (scope: Scope) => Promise<Found | null>, section: Section) {
    this.#session = session;
    this.#find = find;
    this.#section = section;
  }

  follow(): () => void {
    const load = async (): Promise<void> => {
      await Promise.all([...this.#asked].map((scope) => this.#load(scope)));
    };
    return loadOnChanges(this.#session, load, (touch) => [this.#section.changed(touch)]);
  }

  /** Null: nothing is found, or it is not loaded yet. `profile`: the ID of the open instance. */
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
      // It is loaded again when it is shown the next time
      this.#asked.delete(scope);
    }
  }
}
