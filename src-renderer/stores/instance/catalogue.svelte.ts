import { CatalogueQuery, type CatalogueAdded, type CatalogueEntry } from '#shared/contract/catalogue.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Client } from '#shared/contract/kit.ts';
import type { FailureData } from '#shared/errors.ts';
import type { z } from 'zod';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { readerOf, WindowSource } from '../lists/window-source.svelte.ts';

type CatalogueClient = Client<ReeveContract>['catalogue'];
export type CatalogueReply = Awaited<ReturnType<CatalogueClient['list']>>;
export type CatalogueSummary = Awaited<ReturnType<CatalogueClient['summary']>>;
/** A query with all defaults set. */
export type FullCatalogueQuery = z.output<typeof CatalogueQuery>;
export interface Verified {
  ok: number;
  denied: number;
  missing: number;
}

const mostKeys = 5_000;
/** Entries to verify per call. Small, so that the progress is current and a stop is quick. */
const verifiedAtOnce = 20;

export const everything: FullCatalogueQuery = CatalogueQuery.parse({});

/** The catalogue of the open instance: its query, the visible rows, and all actions on them. */
export class Catalogue {
  readonly source: WindowSource<CatalogueEntry, FullCatalogueQuery, CatalogueReply>;
  query = $state.raw<FullCatalogueQuery>(everything);
  /** Null until the first reply of the core. */
  summary = $derived.by(() => this.#summary.value ?? null);
  /** Progress of the verification; null: none is running. */
  verifying = $state.raw<{ done: number; all: number } | null>(null);
  readonly #session: Session;
  readonly #client: CatalogueClient;
  readonly #summary: LastReply<CatalogueSummary>;
  #stopping = new AbortController();

  constructor(session: Session) {
    this.#session = session;
    this.#client = session.client.catalogue;
    this.source = new WindowSource(
      readerOf<CatalogueEntry, FullCatalogueQuery, CatalogueReply>(this.#client, ({ key }) => key),
    );
    this.#summary = new LastReply(session, () => this.#client.summary(), [this.#client], { everyMs: 0 });
  }

  /** Show a query. Shape: `at` is the first row to be visible. */
  show(query: FullCatalogueQuery, at = 0): Promise<void> {
    this.query = query;
    return this.source.query(query, at);
  }

  /** Subscribe to changes until the returned function is called. */
  follow(): () => void {
    const ends = [this.source.follow(this.#session, this.#client), this.#summary.follow()];
    return () => ends.forEach((end) => end());
  }

  /** The keys of the selection: given keys, or all matching ones with exceptions. */
  async keysOf(chosen: { kind: 'ids'; ids: number[] } | { kind: 'all'; except: number[] }): Promise<number[]> {
    if (chosen.kind === 'ids') return chosen.ids;
    const keys: number[] = [];
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- local to this function
    const except = new Set(chosen.except);
    for (let from = 0; ; from += mostKeys) {
      const { ids } = await this.#client.ids({ query: this.query, from, count: mostKeys });
      keys.push(...ids.filter((key) => !except.has(key)));
      if (ids.length < mostKeys) return keys;
    }
  }

  add(text: string, kind: 'group' | 'project' | 'auto', isPinned: boolean): Promise<CatalogueAdded> {
    return this.#client.add({ text, kind, isPinned });
  }
  import = (text: string) => this.#client.import({ text });
  export = () => this.#client.export({});
  discover = () => this.#client.discover({});
  pin = (keys: number[], isPinned: boolean) => inPieces(keys, (piece) => this.#client.pin({ keys: piece, isPinned }));
  remove = (keys: number[]) => inPieces(keys, (piece) => this.#client.remove({ keys: piece }));
  restore = (keys: number[]) => inPieces(keys, (piece) => this.#client.restore({ keys: piece }));

  /**
   * Verify entries. Results from before a stop or a failure are kept. `left`: keys that are not verified yet; `failure`:
   * the rate limit that stopped the verification.
   */
  async verify(keys: number[]): Promise<{ counts: Verified; left: number[]; failure: FailureData | null }> {
    this.#stopping = new AbortController();
    const { signal } = this.#stopping;
    const counts: Verified = { ok: 0, denied: 0, missing: 0 };
    const skipped: number[] = [];
    let left = keys;
    let failure: FailureData | null = null;
    this.verifying = { done: 0, all: keys.length };
    try {
      for (let from = 0; from < keys.length && !signal.aborted; from += verifiedAtOnce) {
        const piece = keys.slice(from, from + verifiedAtOnce);
        const { ok, denied, missing, stopped } = await this.#client.verify({ keys: piece });
        counts.ok += ok;
        counts.denied += denied;
        counts.missing += missing;
        left = keys.slice(from + piece.length);
        if (stopped !== null) {
          skipped.push(...stopped.left);
          ({ failure } = stopped);
          // The limit of one endpoint affects either groups or projects; the others are still verified
          if (failure.reason !== 'endpoint-limit') break;
        }
        this.verifying = { done: from + piece.length, all: keys.length };
      }
      return { counts, left: [...skipped, ...left], failure };
    } finally {
      this.verifying = null;
    }
  }
  stopVerifying(): void {
    this.#stopping.abort();
  }
}

async function inPieces(keys: number[], run: (piece: number[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < keys.length; from += mostKeys) await run(keys.slice(from, from + mostKeys));
}
