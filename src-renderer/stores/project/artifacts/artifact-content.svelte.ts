import type { ArtifactSource } from '#shared/contract/artifact-files.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { LastReply } from '../../loading/last-reply.svelte.ts';

/** The stored content of one file of artifacts. */
export class ArtifactContent extends LastReply<Awaited<ReturnType<Session['client']['artifactFiles']['content']>>> {
  readonly #source: ArtifactSource;

  constructor(session: Session, source: ArtifactSource) {
    const { artifactFiles } = session.client;
    super(session, () => artifactFiles.content({ source }), [artifactFiles]);
    this.#source = source;
  }

  /** Download the file, store it and show it. Fails: as `artifactFiles.load`. */
  async download(jobToken: string | undefined): Promise<void> {
    await this.session.client.artifactFiles.load({ source: this.#source, jobToken });
    await this.load();
  }
}
