import { SvelteSet } from 'svelte/reactivity';
import type { ListSummary, ScopedDetail } from '#shared/contract/collection.ts';
import type { Job } from '#shared/contract/job.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { RequestedText, WikiPage, WikiTree } from '#shared/contract/wikis.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import type { Stores } from '../context.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';
import { CollectionDetail } from '../lists/collection-detail.svelte.ts';
import { lastSyncJob, syncList } from '../lists/sync-jobs.ts';

const collection = 'wikis';
/** Delay after a keystroke before the contents are searched. */
const typingMs = 80;

/** A text that was requested for the open page and is not cached. */
export type ShownText =
  | { kind: 'html'; reply: RequestedText }
  | { kind: 'version'; sha: string; reply: RequestedText & { title: string } };

interface Reply {
  tree: WikiTree;
  summary: ListSummary;
  /** The pages that match the search; null: no search. */
  found: WikiTree | null;
}

/** The wiki of a project, from the cache: its pages without contents, and the open page. */
export class ProjectWiki extends LastReply<Reply> {
  readonly scope: Scope;
  /** Null until loaded. */
  tree = $derived(this.value?.tree ?? null);
  slugs: ReadonlySet<string> = $derived(new SvelteSet(this.tree?.pages.map(({ slug }) => slug)));
  /** The pages that match the search; null: nothing is searched, or the result is not there yet. */
  found = $derived(this.value?.found ?? null);
  summary = $derived(this.value?.summary ?? null);
  typed = $state('');
  readonly #text = new NewestCall<ShownText>();
  #requested: ShownText['kind'] = 'html';
  /** Shown instead of the cached content of the open page. */
  text = $derived(this.#text.value ?? null);
  /** Why the text could not be requested. */
  textFailure = $derived.by(() => {
    const { failure } = this.#text;
    return failure === null ? null : { kind: this.#requested, failure };
  });
  isRequesting = $derived(this.#text.isLoading);
  readonly page: CollectionDetail<WikiPage>;
  readonly #stores: Stores;
  #typing: ReturnType<typeof setTimeout> | undefined;
  readonly job: Job | undefined = $derived.by(() =>
    lastSyncJob(this.#stores.jobs.list, this.#stores.profiles.openId, { collection, scope: this.scope }),
  );
  /** Why the last sync failed; null if it did not. */
  syncFailure = $derived(this.job?.state === 'failed' ? Failure.fromData(this.job.failure as FailureData) : null);

  constructor(stores: Stores, scope: Scope) {
    const { session } = stores;
    super(session, () => this.#read(), [session.client.wikis]);
    this.#stores = stores;
    this.scope = scope;
    this.page = new CollectionDetail(session, collection);
  }

  /** Show a page until the returned function is called. */
  open(slug: string, isRefreshed: boolean): () => void {
    this.closeText();
    return this.page.follow({ scope: this.scope, id: slug, key: null }, isRefreshed);
  }

  sync(): Promise<Job> {
    return syncList(this.session, collection, this.scope);
  }

  search(text: string): void {
    this.typed = text;
    clearTimeout(this.#typing);
    if (text.trim() === '') {
      this.abort();
      if (this.value !== undefined) this.value = { ...this.value, found: null };
    } else this.#typing = setTimeout(() => void this.load(), typingMs);
  }

  /** Request the HTML of a page, as text. */
  async showHtml(slug: string): Promise<void> {
    const { wikis } = this.session.client;
    await this.#request('html', async () => ({ kind: 'html', reply: await wikis.html({ scope: this.scope, slug }) }));
  }

  /** Request an earlier version of a page. */
  async showVersion(slug: string, sha: string): Promise<void> {
    const { wikis } = this.session.client;
    await this.#request('version', async () => ({
      kind: 'version',
      sha,
      reply: await wikis.version({ scope: this.scope, slug, sha }),
    }));
  }

  /** Save a page as a file at a place that the person chooses. Fails: as `wikis.save`. */
  save = (slug: string) => this.session.client.wikis.save({ scope: this.scope, slug });

  /**
   * The slug of a page that was just written. `expected`: by the rules of Reeve. If the platform gave it another one, it
   * is the page that was not known before.
   */
  async writtenSlug(expected: string): Promise<string> {
    const { wikis } = this.session.client;
    const { scope, slugs: known } = this;
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
    this.#text.forget();
  }

  async #request(kind: ShownText['kind'], send: () => Promise<ShownText>): Promise<void> {
    this.#requested = kind;
    this.#text.failure = null;
    await this.#text.send(send);
  }

  async #read(): Promise<Reply> {
    const { wikis } = this.session.client;
    const { scope } = this;
    const search = this.typed.trim();
    const [tree, summary, found] = await Promise.all([
      wikis.tree({ scope }),
      wikis.summary({ scope }),
      search === '' ? null : wikis.tree({ scope, search }),
    ]);
    return { tree, summary, found };
  }
}

/** The newer age of a cached page; null: not cached. */
export function fetchedAtOf(detail: ScopedDetail<WikiPage> | undefined): number | null {
  const at = Math.max(detail?.listFetchedAt ?? 0, detail?.detailFetchedAt ?? 0);
  return at === 0 ? null : at;
}
