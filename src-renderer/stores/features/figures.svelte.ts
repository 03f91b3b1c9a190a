import type { ListQuery } from '#shared/contract/collection.ts';
import type { NamedFigure } from '#shared/contract/overview.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { collectionClient, type ListFilter } from '../lists/collection-client.ts';
import { loadOnChanges } from './load-on-changes.ts';

/** The figures with names of some lists, counted again when their rows change. */
export class NamedFigures {
  /** By name. Null until loaded. The token can't see the rows of a figure that is missing. */
  value = $state.raw<Readonly<Partial<Record<string, NamedFigure>>> | null>(null);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(collections: readonly string[]): () => void {
    return loadOnChanges(
      this.#session,
      async () => {
        try {
          const all = await this.#session.client.overview.figures({ collections: [...collections] });
          this.value = Object.fromEntries(all.map((one) => [one.name, one]));
        } catch {
          // The cache is closed, which the frame shows
        }
      },
      (touch) => collections.map((name) => collectionClient(this.#session, name).changed(touch)),
    );
  }
}

interface Views {
  collection: string;
  sort: ListQuery['sort'];
  views: readonly { id: string; query: Partial<ListQuery> }[];
}

/** How many rows each view of a list has, counted again when rows change. */
export class ViewCounts {
  /** By the ID of the view. Null until loaded. */
  value = $state.raw<Readonly<Record<string, { count: number }>> | null>(null);
  readonly #session: Session;
  readonly #list: Views;
  readonly #scope: () => Scope | null;

  constructor(session: Session, list: Views, scope: () => Scope | null) {
    this.#session = session;
    this.#list = list;
    this.#scope = scope;
  }

  follow(): () => void {
    const client = collectionClient(this.#session, this.#list.collection);
    return loadOnChanges(
      this.#session,
      () => this.load(),
      (touch) => [client.changed(touch)],
    );
  }

  async load(): Promise<void> {
    const { collection, sort, views } = this.#list;
    const scope = this.#scope();
    const client = collectionClient<unknown, ListFilter>(this.#session, collection);
    const countOf = async ({ id, query: own }: Views['views'][number]) => {
      const query: ListQuery = { search: '', filter: {}, notReturned: 'hide', ...own, sort, scope };
      return [id, { count: (await client.list({ query, slice: { from: 0, count: 1 } })).total }] as const;
    };
    try {
      const counts = Object.fromEntries(await Promise.all(views.map(countOf)));
      if (scope === this.#scope()) this.value = counts;
    } catch {
      // The cache is closed, which the frame shows
    }
  }
}
