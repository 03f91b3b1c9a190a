import type { SavedView } from '#shared/contract/host.ts';
import type { Session } from '../../link/session.svelte.ts';

/** The saved views of one list page. */
export class SavedViews {
  list = $state.raw<readonly SavedView[]>([]);
  readonly #session: Session;
  readonly #table: string;

  constructor(session: Session, table: string) {
    this.#session = session;
    this.#table = table;
  }

  follow(): () => void {
    const ends = [
      this.#session.onConnected(() => void this.#load()),
      this.#session.client.host.viewsChanged(({ table }) => {
        if (table === this.#table) void this.#load();
      }),
    ];
    return () => ends.forEach((end) => end());
  }

  /** Save a query under a name; with `id`, replace that view. */
  async save(name: string, query: unknown, id?: string): Promise<SavedView> {
    const view = await this.#session.client.host.saveView({
      table: this.#table,
      name,
      query,
      ...(id === undefined ? {} : { id }),
    });
    const others = this.list.filter((other) => other.id !== view.id);
    this.list = [...others, view].toSorted((a, b) => a.createdAt - b.createdAt);
    return view;
  }

  async remove(id: string): Promise<void> {
    await this.#session.client.host.removeView({ id });
    this.list = this.list.filter((other) => other.id !== id);
  }

  async #load(): Promise<void> {
    try {
      const { views } = await this.#session.client.host.views({ table: this.#table });
      this.list = views.toSorted((a, b) => a.createdAt - b.createdAt);
    } catch {
      // The views are in the locked vault. The built-in views are available; these follow when it opens.
      this.list = [];
    }
  }
}
