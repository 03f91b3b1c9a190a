import type { CatalogueEntry, CatalogueQuery } from '#shared/contract/catalogue.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';

const debounceMs = 60;
const mostShown = 60;

export interface ScopeSection {
  kind: 'pinned' | 'recent' | 'inside' | 'others';
  entries: readonly CatalogueEntry[];
}

/** The entries of one level of the scope switcher, from the catalogue, in sections. */
export class ScopeMenu {
  sections = $state.raw<readonly ScopeSection[]>([]);
  /** Number of matching entries that are not shown. */
  more = $state(0);
  /** The entries match the current text. */
  isSettled = $state(false);
  /** Why the last addition failed. */
  refusal = $state.raw<string | Failure | null>(null);
  isAdding = $state(false);
  readonly #session: Session;
  readonly #kind: 'group' | 'project';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #generation = 0;

  constructor(session: Session, kind: 'group' | 'project') {
    this.#session = session;
    this.#kind = kind;
  }

  /**
   * Find entries that match a text. `recent`: recently chosen entries, shown separately without a text. `inside`: path
   * of the group whose projects come first.
   */
  search(typed: string, recent: readonly CatalogueEntry[], inside: string | null): void {
    clearTimeout(this.#timer);
    // A reply to an earlier text is no result for this one
    this.#generation += 1;
    this.isSettled = false;
    this.#timer = setTimeout(() => void this.#find(typed.trim(), recent, inside), typed === '' ? 0 : debounceMs);
  }

  /** Add and pin a group or project. Returns the entry; null: failed, see `refusal`. */
  async add(text: string): Promise<CatalogueEntry | null> {
    this.refusal = null;
    this.isAdding = true;
    try {
      const { catalogue } = this.#session.client;
      const { lines } = await catalogue.add({ text, kind: this.#kind, isPinned: true });
      const refused = lines.find(({ outcome }) => outcome === 'unread');
      const [first] = lines;
      if (refused !== undefined || first === undefined) {
        this.refusal = refused?.why ?? '';
        return null;
      }
      return first.scope === null ? null : await catalogue.get({ scope: first.scope });
    } catch (thrown) {
      this.refusal = Failure.from(thrown);
      return null;
    } finally {
      this.isAdding = false;
    }
  }

  async #find(search: string, recent: readonly CatalogueEntry[], inside: string | null): Promise<void> {
    const generation = this.#generation;
    try {
      const [within, all] = await Promise.all([
        inside === null ? null : this.#list({ search, below: inside }),
        this.#list({ search }),
      ]);
      if (generation !== this.#generation) return;
      const own = within?.rows ?? [];
      const seen = (entries: readonly CatalogueEntry[]) => (entry: CatalogueEntry) =>
        entries.every(({ key }) => key !== entry.key);
      const rest = all.rows.filter(seen(own));
      const pinned = rest.filter(({ isPinned }) => isPinned);
      const lately = search === '' ? recent.filter(({ kind }) => kind === this.#kind) : [];
      const fresh = lately.filter(seen(pinned)).filter(seen(own));
      const others = rest.filter(({ isPinned }) => !isPinned).filter(seen(fresh));
      const sections: ScopeSection[] = [
        { kind: 'inside', entries: own },
        { kind: 'pinned', entries: pinned },
        { kind: 'recent', entries: fresh },
        { kind: 'others', entries: others },
      ];
      this.sections = sections.filter(({ entries }) => entries.length > 0);
      this.more = Math.max(0, all.total - sections.reduce((sum, { entries }) => sum + entries.length, 0));
    } catch {
      // The connection to the core is lost, which the window shows; nothing can be chosen.
      if (generation === this.#generation) this.sections = [];
    }
    if (generation === this.#generation) this.isSettled = true;
  }

  #list(query: CatalogueQuery): Promise<{ total: number; rows: CatalogueEntry[] }> {
    return this.#session.client.catalogue.list({
      query: { ...query, kind: this.#kind },
      slice: { from: 0, count: mostShown },
    });
  }
}
