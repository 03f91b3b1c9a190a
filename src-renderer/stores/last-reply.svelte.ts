import { Failure } from '#shared/errors.ts';
import type { Session } from '../link/session.svelte.ts';
import { loadOnChanges } from './features/load-on-changes.ts';

/** A part of the contract with an event. */
interface Section {
  changed: (listener: () => void) => () => void;
}

/** The last reply of the core to one question. A reply is dropped if the question was asked again in the meantime. */
export class LastReply<T> {
  /** Undefined: not loaded yet. */
  value = $state.raw<T>();
  /** Why the last call failed; null if it did not. `value` is then the reply before it. */
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;
  readonly #ask: () => Promise<T>;
  readonly #sections: readonly Section[];
  #calls = 0;

  /** `sections`: the parts of the contract whose events make the reply outdated. */
  constructor(session: Session, ask: () => Promise<T>, sections: readonly Section[]) {
    this.#session = session;
    this.#ask = ask;
    this.#sections = sections;
  }

  /** Ask now, and again after changes, until the returned function is called. */
  follow(): () => void {
    return loadOnChanges(
      this.#session,
      () => this.load(),
      (touch) => this.#sections.map((section) => section.changed(touch)),
    );
  }

  async load(): Promise<void> {
    const call = ++this.#calls;
    try {
      const value = await this.#ask();
      if (call === this.#calls) Object.assign(this, { value, failure: null });
    } catch (thrown) {
      if (call === this.#calls) this.failure = Failure.from(thrown);
    }
  }
}
