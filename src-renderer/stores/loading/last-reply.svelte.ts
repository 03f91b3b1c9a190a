import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from './load-on-changes.ts';
import { NewestCall } from './newest-call.svelte.ts';

/** Something whose changes make a reply outdated, for example a section of the contract. */
export interface ChangeSource {
  changed: (listener: () => void) => () => void;
}

interface Options {
  /**
   * Load at once when the profiles change, because another instance may be open. The reply to a running request is
   * dropped; `forget` drops the shown reply, too.
   */
  onProfileChange?: 'reload' | 'forget';
  /** The minimum time between two loads after changes. Default: one second. */
  everyMs?: number;
}

/** The last reply of the core to one request. The request is sent again after changes. */
export class LastReply<T> extends NewestCall<T> {
  protected readonly session: Session;
  readonly #ask: (signal: AbortSignal) => Promise<T>;
  readonly #sources: readonly ChangeSource[];
  readonly #options: Options;

  /** `sources`: their changes make the reply outdated. */
  constructor(
    session: Session,
    ask: (signal: AbortSignal) => Promise<T>,
    sources: readonly ChangeSource[],
    options: Options = {},
  ) {
    super();
    this.session = session;
    this.#ask = ask;
    this.#sources = sources;
    this.#options = options;
  }

  /** Send the request now, and again after changes, until the returned function is called. */
  follow(): () => void {
    const { onProfileChange, everyMs } = this.#options;
    const onChange = (): void => void (onProfileChange === 'forget' ? this.restart() : this.load());
    return loadOnChanges(
      this.session,
      () => this.load(),
      (touch) => [
        ...this.#sources.map((source) => source.changed(touch)),
        ...(onProfileChange === undefined ? [] : [this.session.client.profiles.changed(onChange)]),
      ],
      everyMs,
    );
  }

  async load(): Promise<void> {
    await this.send(this.#ask);
  }

  /** Drop the shown reply, and load again. */
  async restart(): Promise<void> {
    this.forget();
    await this.load();
  }
}
