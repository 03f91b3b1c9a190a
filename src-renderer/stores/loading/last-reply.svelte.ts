import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from './load-on-changes.ts';
import { NewestCall } from './newest-call.svelte.ts';

/** A part of the contract with an event. */
export interface Section {
  changed: (listener: () => void) => () => void;
}

interface Options {
  /**
   * Load at once when the profiles change, because another instance may be open. A reply that is on its way is dropped;
   * `forget`: the shown one too.
   */
  onProfileChange?: 'reload' | 'forget';
  /** The minimum time between two loads after changes; one second if absent. */
  everyMs?: number;
}

/** The last reply of the core to one question, which is asked again after changes. */
export class LastReply<T> extends NewestCall<T> {
  protected readonly session: Session;
  readonly #ask: (signal: AbortSignal) => Promise<T>;
  readonly #sections: readonly Section[];
  readonly #options: Options;

  /** `sections`: the parts of the contract whose events make the reply outdated. */
  constructor(
    session: Session,
    ask: (signal: AbortSignal) => Promise<T>,
    sections: readonly Section[],
    options: Options = {},
  ) {
    super();
    this.session = session;
    this.#ask = ask;
    this.#sections = sections;
    this.#options = options;
  }

  /** Ask now, and again after changes, until the returned function is called. */
  follow(): () => void {
    const { onProfileChange, everyMs } = this.#options;
    const onChange = (): void => {
      if (onProfileChange === 'forget') this.forget();
      void this.load();
    };
    return loadOnChanges(
      this.session,
      () => this.load(),
      (touch) => [
        ...this.#sections.map((section) => section.changed(touch)),
        ...(onProfileChange === undefined ? [] : [this.session.client.profiles.changed(onChange)]),
      ],
      everyMs,
    );
  }

  async load(): Promise<void> {
    await this.send(this.#ask);
  }
}
