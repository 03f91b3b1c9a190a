import type { Download } from '#shared/contract/downloads.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';

/** The downloads of the open instance for which a person waits. */
export class Downloads {
  list = $state.raw<readonly Download[]>([]);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    const { downloads, profiles } = this.#session.client;
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [downloads.changed(touch), profiles.changed(touch)],
    );
  }

  async cancel({ id }: Download): Promise<void> {
    await this.#session.client.downloads.cancel({ id });
  }

  async #load(): Promise<void> {
    // Without an open instance there are no downloads
    this.list = await this.#session.client.downloads.list().then(
      ({ downloads }) => downloads,
      () => [],
    );
  }
}
