import type { Scope } from '#shared/contract/scope.ts';
import type { SnippetContent, StoredSnippet } from '#shared/contract/snippet-files.ts';
import type { Snippet } from '#shared/contract/snippets.ts';
import { days } from '#shared/time.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { followEndedPlans } from '../../loading/ended-plans.ts';
import { loadOnChanges } from '../../loading/load-on-changes.ts';
import { NewestCall } from '../../loading/newest-call.svelte.ts';
import { CollectionDetail } from '../../lists/collection-detail.svelte.ts';

/** A stored file is fetched again only if the snippet changed, or on request. */
const fileFreshMs = days(3_650);

/** One snippet with the content of one of its files, from the cache. */
export class SnippetView {
  readonly scope: Scope;
  readonly id: number;
  readonly detail: CollectionDetail<Snippet>;
  /** The shown file; null: the first one. */
  path = $state<string | null>(null);
  readonly #content = new NewestCall<SnippetContent>();
  readonly #fetch = new NewestCall<unknown>();
  /** Null until loaded. */
  content = $derived(this.#content.value ?? null);
  /** Why the content could not be read or fetched. */
  contentFailure = $derived(this.#fetch.failure ?? this.#content.failure);
  isFetching = $derived(this.#fetch.isLoading);
  isStoring = $state(false);
  readonly #session: Session;
  /** An outdated file is fetched again automatically. */
  #isRefreshed = false;

  constructor(session: Session, scope: Scope, id: number) {
    this.#session = session;
    this.scope = scope;
    this.id = id;
    this.detail = new CollectionDetail(session, 'snippets');
  }

  /** Subscribe until the returned function is called. `isRefreshed: false` shows only cached data. */
  follow(isRefreshed: boolean): () => void {
    const { client } = this.#session;
    this.#isRefreshed = isRefreshed;
    const edit = `${this.scope === '' ? 'personal' : 'project'}-snippets.edit`;
    const row = { scope: this.scope, id: this.id, key: null };
    return loadOnChanges(
      this.#session,
      () => this.#loadAndUpdate(),
      (touch) => [
        this.detail.follow(row, isRefreshed),
        client.snippetFiles.changed(touch),
        client.snippets.changed(touch),
        // The platform returns times in seconds, so the edit can have the time of the change before it
        followEndedPlans(this.#session, edit, () => this.#isRefreshed && void this.fetch()),
      ],
    );
  }

  /** Show a file, and fetch it if it is not stored. */
  async show(path: string | null, isFetched: boolean): Promise<void> {
    this.path = path;
    this.#content.forget();
    this.#fetch.failure = null;
    await this.#load();
    if (isFetched) await this.fetch(fileFreshMs);
  }

  /** Fetch the shown file, unless it is stored, current and younger than `maxAgeMs`. */
  async fetch(maxAgeMs = 0): Promise<void> {
    const { scope, id, path } = this;
    const { snippetFiles } = this.#session.client;
    const isDone = await this.#fetch.send((signal) => snippetFiles.refresh({ scope, id, path, maxAgeMs }, signal));
    await this.#load();
    // The snippet can change while the file is fetched
    if (isDone) await this.#update();
  }

  /** Store all files. Fails: as `snippetFiles.store`. */
  async storeAll(): Promise<StoredSnippet> {
    this.isStoring = true;
    try {
      return await this.#session.client.snippetFiles.store({ scope: this.scope, id: this.id });
    } finally {
      this.isStoring = false;
    }
  }

  save = () => this.#session.client.snippetFiles.save({ scope: this.scope, id: this.id, path: this.path });

  async #loadAndUpdate(): Promise<void> {
    await this.#load();
    await this.#update();
  }

  /** A write changes the snippet, so the stored file is outdated. */
  async #update(): Promise<void> {
    const { content } = this;
    const isOutdated = content?.state === 'stored' && content.isOutdated;
    if (isOutdated && this.#isRefreshed && !this.isFetching) await this.fetch(fileFreshMs);
  }

  async #load(): Promise<void> {
    const { scope, id, path } = this;
    await this.#content.send(() => this.#session.client.snippetFiles.content({ scope, id, path }));
  }
}
