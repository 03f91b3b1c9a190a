import type { ArtifactSource } from '#shared/contract/artifact-files.ts';
import type { FileContent } from '#shared/contract/repository-files.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';

/** The stored content of one file of artifacts. */
export class ArtifactContent {
  /** Null: it is not stored; undefined: not loaded yet. */
  content = $state.raw<FileContent | null | undefined>(undefined);
  /** Of the stored content. */
  sizeBytes = $state<number | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;
  readonly #source: ArtifactSource;

  constructor(session: Session, source: ArtifactSource) {
    this.#session = session;
    this.#source = source;
  }

  follow(): () => void {
    const { artifactFiles } = this.#session.client;
    return loadOnChanges(
      this.#session,
      () => this.#show(),
      (touch) => [artifactFiles.changed(touch)],
    );
  }

  /** Download the file, store it and show it. Fails: as `artifactFiles.load`. */
  async load(jobToken: string | undefined): Promise<void> {
    await this.#session.client.artifactFiles.load({ source: this.#source, jobToken });
    await this.#show();
  }

  async #show(): Promise<void> {
    try {
      const shown = await this.#session.client.artifactFiles.content({ source: this.#source });
      Object.assign(this, { ...shown, failure: null });
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }
}
