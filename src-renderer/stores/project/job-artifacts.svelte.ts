import type { ArtifactSource } from '#shared/contract/artifact-files.ts';
import type { ArtifactEntry } from '#shared/contract/artifacts.ts';
import type { FileContent } from '#shared/contract/repository-files.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';
import { syncList } from '../lists/sync-jobs.ts';

/** The list with the files of a job. */
export const artifactsList = 'artifacts';
/** Rows in one request, and the most entries of a tree. */
const pageRows = 200;
const mostEntries = 10_000;

/** The files in the archive of one job, from the cache, and the content of one of them. */
export class JobArtifacts {
  /** Null until loaded. */
  entries = $state.raw<readonly ArtifactEntry[] | null>(null);
  total = $state(0);
  /** Null: never synced. */
  syncedAt = $state<number | null>(null);
  stored = $state.raw<readonly string[]>([]);
  /** The shown file. `content` null: it is not stored; undefined: not loaded yet. */
  shown = $state.raw<{ path: string; content: FileContent | null | undefined } | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly scope: Scope;
  readonly #session: Session;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.scope = scope;
  }

  follow(): () => void {
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [this.#session.client.artifacts.changed(touch)],
    );
  }

  /** Start the sync of the tree. Fails: as `jobs.sync`. */
  async sync(): Promise<void> {
    await syncList(this.#session, artifactsList, this.scope);
  }

  async show(path: string): Promise<void> {
    this.shown = { path, content: undefined };
    const { content } = await this.#session.client.artifactFiles.content({ scope: this.scope, path });
    if (this.shown.path === path) this.shown = { path, content };
  }

  /** Download a file, store it and show it. Fails: as `artifactFiles.load`. */
  async load(path: string, jobToken: string | undefined): Promise<void> {
    await this.#session.client.artifactFiles.load({ scope: this.scope, path, jobToken });
    await this.#loadStored();
    await this.show(path);
  }

  /** Fails: as `artifactFiles.save`. */
  save(source: ArtifactSource, jobToken: string | undefined) {
    return this.#session.client.artifactFiles.save({ source, jobToken });
  }

  async #load(): Promise<void> {
    const { artifacts } = this.#session.client;
    const query = { scope: this.scope };
    try {
      const entries: ArtifactEntry[] = [];
      let total = 0;
      do {
        const page = await artifacts.list({ query, slice: { from: entries.length, count: pageRows } });
        total = page.total;
        entries.push(...page.rows.map(({ row }) => row));
        if (page.rows.length === 0) break;
      } while (entries.length < Math.min(total, mostEntries));
      const { completedAt } = await artifacts.summary({ scope: this.scope });
      await this.#loadStored();
      Object.assign(this, { entries, total, syncedAt: completedAt, failure: null });
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }

  async #loadStored(): Promise<void> {
    const { files } = await this.#session.client.artifactFiles.stored({ scope: this.scope });
    this.stored = files.map(({ path }) => path);
  }
}
