import type { RequestEntry } from '#shared/contract/host.ts';
import { Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';

/**
 * The last requests of this machine to the instance, newest first. There is no event for them, so they are polled while
 * shown.
 */
export class RequestLog {
  entries = $state.raw<RequestEntry[] | null>(null);
  failure = $state.raw<Failure | null>(null);
  #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    const again = async (): Promise<void> => {
      await this.#load();
      if (!isEnded) timer = setTimeout(() => void again(), seconds(2));
    };
    void again();
    return () => {
      isEnded = true;
      clearTimeout(timer);
    };
  }

  async #load(): Promise<void> {
    try {
      const { entries } = await this.#session.client.host.requests({ limit: 200 });
      this.entries = entries.toSorted((a, b) => b.at - a.at);
      this.failure = null;
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }
}
