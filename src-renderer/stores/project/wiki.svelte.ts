import type { ListSummary, ScopedDetail } from '#shared/contract/collection.ts';
import type { Exported } from '#shared/contract/exported.ts';
import type { Job } from '#shared/contract/job.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { RequestedText, WikiPage, WikiTree } from '#shared/contract/wikis.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import type { Stores } from '../context.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';
import { CollectionDetail } from '../lists/collection-detail.svelte.ts';
import { lastSyncJob, syncList } from '../lists/sync-jobs.ts';

const collection = 'wikis';
/** Delay after a keystroke before the contents are searched. */
const typingMs = 80;

/** A text that was requested for the open page and is not cached. */
export type ShownText =
  | { kind: 'html'; reply: RequestedText }
  | { kind: 'version'; sha: string; reply: RequestedText & { title: string } };

/** The wiki of a project, from the cache: its pages without contents, and the open page. */
export class ProjectWiki {
  readonly scope: Scope;
  /** Null until loaded. */
  tree = $state.raw<WikiTree | null>(null);
  /** The pages that match the search; null: nothing is searched, or the result is not there yet. */
  found = $state.raw<WikiTree | null>(null);
  summary = $state.raw<ListSummary | null>(null);
  typed = $state('');
  /** Why the cache could not be read. */
  failure = $state.raw<Failure | null>(null);
  /** Shown instead of the cached content of the open page. */
  text = $state.raw<ShownText | null>(null);
  /** Why the text could not be requested. */
  textFailure = $state.raw<{ kind: ShownText['kind']; failure: Failure } | null>(null);
  isRequesting = $state(false);
  readonly page: CollectionDetail<WikiPage>;
  readonly #stores: Stores;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #loads = 0;
  #requests = 0;
  readonly job: Job | undefined = $derived.by(() =>
    lastSyncJob(this.#stores.jobs.list, this.#stores.profiles.openId, { collection, scope: this.scope }),
  );

  constructor(stores: Stores, scope: Scope) {
    this.#stores = stores;
    this.scope = scope;
    this.page = new CollectionDetail(stores.session, collection);
  }

  /** Why the last sync failed; null if it did not. */
  get syncFailure(): Failure | null {
    return this.job?.state === 'failed' ? Failure.fromData(this.job.failure as FailureData) : null;
  }

  follow(): () => void {
    return loadOnChanges(
      this.#stores.session,
      () => this.#load(),
      (touch) => [this.#stores.session.client.wikis.changed(touch)],
    );
  }

  /** Show a page until the returned function is called. */
  open(slug: string, isRefreshed: boolean): () => void {
    this.closeText();
    return this.page.follow({ scope: this.scope, id: slug, key: null }, isRefreshed);
  }

  sync(): Promise<Job> {
    return syncList(this.#stores.session, collection, this.scope);
  }

  search(text: string): void {
    this.typed = text;
    clearTimeout(this.#typing);
    if (text.trim() === '') {
      this.found = null;
      this.#loads += 1;
    } else this.#typing = setTimeout(() => void this.#load(), typingMs);
  }

  /** Request the HTML of a page, as text. */
  async showHtml(slug: string): Promise<void> {
    const { wikis } = this.#stores.session.client;
    await this.#request('html', async () => ({ kind: 'html', reply: await wikis.html({ scope: this.scope, slug }) }));
  }

  /** Request an earlier version of a page. */
  async showVersion(slug: string, sha: string): Promise<void> {
    const { wikis } = this.#stores.session.client;
    await this.#request('version', async () => ({
      kind: 'version',
      sha,
      reply: await wikis.version({ scope: this.scope, slug, sha }),
    }));
  }

  /** Save a page as a file at a place that the person chooses. Fails: as `wikis.save`. */
  save(slug: string): Promise<Exported> {
    return this.#stores.session.client.wikis.save({ scope: this.scope, slug });
  }

  /**
   * The slug of a page that was just written. `expected`: by the rules of Reeve. If the platform gave it another one, it
   * is the page that is not among `known`.
   */
  async writtenSlug(expected: string, known: ReadonlySet<string>): Promise<string> {
    const { wikis } = this.#stores.session.client;
    const { scope } = this;
    try {
      await wikis.refresh({ scope, id: expected, maxAgeMs: 0 });
      return expected;
    } catch {
      const tree = await wikis.tree({ scope }).catch(() => null);
      return tree?.pages.find(({ slug }) => !known.has(slug))?.slug ?? expected;
    }
  }

  /** Show the cached content again. */
  closeText(): void {
    this.#requests += 1;
    this.text = null;
    this.textFailure = null;
    this.isRequesting = false;
  }

  async #request(kind: ShownText['kind'], send: () => Promise<ShownText>): Promise<void> {
    const request = ++this.#requests;
    this.isRequesting = true;
    this.textFailure = null;
    try {
      const text = await send();
      if (request === this.#requests) this.text = text;
    } catch (thrown) {
      if (request === this.#requests) this.textFailure = { kind, failure: Failure.from(thrown) };
    } finally {
      if (request === this.#requests) this.isRequesting = false;
    }
  }

  async #load(): Promise<void> {
    const load = ++this.#loads;
    const { wikis } = this.#stores.session.client;
    const { scope } = this;
    const search = this.typed.trim();
    try {
      const [tree, summary, found] = await Promise.all([
        wikis.tree({ scope }),
        wikis.summary({ scope }),
        search === '' ? null : wikis.tree({ scope, search }),
      ]);
      if (load !== this.#loads) return;
      Object.assign(this, { tree, summary, found, failure: null });
    } catch (thrown) {
      if (load === this.#loads) this.failure = Failure.from(thrown);
    }
  }
}

/** The newer age of a cached page; null: not cached. */
export function fetchedAtOf(detail: ScopedDetail<WikiPage> | undefined): number | null {
  const at = Math.max(detail?.listFetchedAt ?? 0, detail?.detailFetchedAt ?? 0);
  return at === 0 ? null : at;
}
