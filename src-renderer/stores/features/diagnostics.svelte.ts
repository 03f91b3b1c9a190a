import type { Diagnostics as Collected } from '#shared/contract/host.ts';
import type { Exported } from '#shared/contract/exported.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';

/** Diagnostics that the core has collected, and the file of them that is shown. They work while the databases are closed. */
export class Diagnostics {
  files = $state.raw<Collected['files']>([]);
  /** The shown file; null: it is being loaded. */
  shown = $state.raw<{ name: string; text: string } | null>(null);
  failure = $state.raw<Failure | null>(null);
  isCollecting = $state(false);
  #id = $state('');
  #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Collect new diagnostics, and show their first file. */
  async collect(): Promise<void> {
    this.isCollecting = true;
    this.failure = null;
    this.shown = null;
    try {
      const { id, files } = await this.#session.client.host.collectDiagnostics();
      this.#id = id;
      this.files = files;
      await this.show(files[0]?.name ?? '');
    } catch (thrown) {
      this.files = [];
      this.failure = Failure.from(thrown);
    } finally {
      this.isCollecting = false;
    }
  }

  async show(name: string): Promise<void> {
    const { text } = await this.#session.client.host.diagnosticsFile({ id: this.#id, name });
    this.shown = { name, text };
  }

  /** Save exactly the shown files as a zip. */
  save(): Promise<Exported> {
    return this.#session.client.host.saveDiagnostics({ id: this.#id });
  }
}
