import type { ListQuery, ListSummary, Scoped, ScopedWindow } from '#shared/contract/collection.ts';
import { seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import {
  collectionClient,
  type CollectionClient,
  type CopyFormat,
  type ListFilter,
  type ListRow,
  type ListSelection,
} from './collection-client.ts';
import { WindowSource } from './window-source.svelte.ts';

const idlePaceMs = seconds(0.25);
const crawlPaceMs = seconds(2);
const fewRows = 1_000;
/** How many gone rows are compared with the selection. */
const mostGone = 5_000;

/** A list of one scope (null: of all scopes that are cached): what is asked, the rows in sight, what is known of it. */
export class Collection<Row extends ListRow, Filter extends ListFilter> {
  readonly source: WindowSource<Scoped<Row>, ListQuery<Filter>, ScopedWindow<Row>>;
  query = $state.raw<ListQuery<Filter>>() as ListQuery<Filter>;
  /** Null until the core answered once. */
  summary = $state.raw<ListSummary | null>(null);
  /** The rows carry the administrator's fields; unknown counts as yes, so that nothing is refused too early. */
  isAdministratorView = $derived(this.summary?.view !== 'public');
  readonly #session: Session;
  readonly #verbs: CollectionClient<Row, Filter>;
  #isReading = false;
  #isDue = false;

  /** `first`: what is asked at first. `isCrawling`: rows pour in, so the list is read again more rarely. */
  constructor(session: Session, stem: string, first: ListQuery<Filter>, isCrawling: () => boolean) {
    const verbs = collectionClient<Row, Filter>(session, stem);
    this.#session = session;
    this.#verbs = verbs;
    this.query = first;
    this.source = new WindowSource({
      list: (query, slice, signal) => verbs.list({ query, slice }, signal),
      ids: async (query, from, count) => (await verbs.ids({ query, from, count })).ids,
      idOf: ({ key }) => key,
      // While rows are few each of them counts, and a reading costs little.
      paceMs: () => (isCrawling() && this.source.total > fewRows ? crawlPaceMs : idlePaceMs),
    });
  }

  /** Show this; `at`: the first row that will be in sight. */
  show(query: ListQuery<Filter>, at = 0): Promise<void> {
    this.query = query;
    return this.source.query(query, at);
  }

  /** The given rows that the platform no longer has; empty if that is unknown. */
  async goneOf(keys: readonly number[]): Promise<number[]> {
    const query = { ...this.query, search: '', filter: {} as Filter, gone: 'only' as const };
    const reply = await this.#verbs.ids({ query, from: 0, count: mostGone }).catch(() => ({ ids: [] }));
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- lives for this call alone
    const gone = new Set(reply.ids);
    return keys.filter((key) => gone.has(key));
  }

  /** Follow what changes until the end is called; what was shown before stays meanwhile. */
  follow(): () => void {
    const ends = [
      this.#session.onConnected(() => {
        void this.source.resume();
        void this.#readSummary();
      }),
      this.#verbs.changed(({ revision }) => {
        this.source.touch(revision);
        void this.#readSummary();
      }),
    ];
    return () => {
      ends.forEach((end) => end());
      this.source.rest();
    };
  }

  copy(selection: ListSelection<Filter>, format: CopyFormat, columns: string[]) {
    return this.#verbs.copy({ selection, format, columns });
  }

  export(selection: ListSelection<Filter>, columns: string[]) {
    return this.#verbs.export({ selection, columns });
  }

  /** Calls that come while it reads are answered by one more reading. */
  async #readSummary(): Promise<void> {
    this.#isDue = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isDue) {
        this.#isDue = false;
        this.summary = await this.#verbs.summary({ scope: this.query.scope });
      }
    } catch {
      // The list of the same cache fails in the same way, and the page shows that failure.
      this.#isDue = false;
    } finally {
      this.#isReading = false;
    }
  }
}
