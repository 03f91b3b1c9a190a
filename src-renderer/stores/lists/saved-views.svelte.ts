import type { SavedView } from '#shared/contract/host.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply, type ChangeSource } from '../loading/last-reply.svelte.ts';

/** The saved views of one list page. While the vault is locked, only the built-in views are available. */
export class SavedViews extends LastReply<readonly SavedView[]> {
  list = $derived(this.value ?? []);
  readonly #table: string;

  constructor(session: Session, table: string) {
    const { host } = session.client;
    const load = async () => byAge((await host.views({ table }).catch(() => ({ views: [] }))).views);
    const changes: ChangeSource = {
      changed: (touch) =>
        host.viewsChanged((one) => {
          if (one.table === table) touch();
        }),
    };
    super(session, load, [changes], { everyMs: 0 });
    this.#table = table;
  }

  /** Save a query under a name; with `id`, replace that view. `version`: of the query, if it was saved before. */
  async save(name: string, query: unknown, id?: string, version?: number): Promise<SavedView> {
    const view = await this.session.client.host.saveView({ table: this.#table, name, query, id, version });
    const others = this.list.filter((other) => other.id !== view.id);
    this.value = byAge([...others, view]);
    return view;
  }

  async remove(id: string): Promise<void> {
    await this.session.client.host.removeView({ id });
    this.value = this.list.filter((other) => other.id !== id);
  }
}

const byAge = (views: readonly SavedView[]): SavedView[] => views.toSorted((a, b) => a.createdAt - b.createdAt);

/** The saved views of all lists. While the vault is locked, there are none. */
export async function savedViews({ client }: Session): Promise<readonly SavedView[]> {
  return (await client.host.views({}).catch(() => ({ views: [] }))).views;
}
